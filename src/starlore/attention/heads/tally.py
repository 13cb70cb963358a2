"""What one text shows of a claim: queries counted, top scorers that fit, and where fits lie."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from starlore.attention.arguments import several
from starlore.attention.arrays import Array, Numbers, as_floats
from starlore.attention.attend import attend
from starlore.attention.heads.claims import Claim, keys_of
from starlore.attention.heads.text import Text
from starlore.attention.reading import Read
from starlore.attention.schemes import Scheme, offset
from starlore.errors import ShapeError

Head: TypeAlias = Callable[[Text], tuple[Numbers, Numbers, Numbers]]
"""Gives the queries, keys and values of one head for a text, each `(n, d)`."""


@dataclass(frozen=True)
class Tally:
    """What one text shows.

    Args:
        n: queries counted: those with a key that fits and that they may read.
        hits: those of them whose top scorer fits.
        weight: what they put on keys that fit, added up.
        moved: those of them whose output is moved most by a key that fits.
        back: for each number of places back, from `nearest` on, how many of them have a key
            there that fits.
    """

    n: int
    hits: int
    weight: float
    moved: int
    back: Array
    nearest: int

    def hits_of_rule(self, back: int) -> int:
        """How many counted queries the rule "always so many places back" answers."""
        index = back - self.nearest
        return int(self.back[index]) if 0 <= index < len(self.back) else 0


def tally(head: Head, text: Text, claim: Claim, scheme: Scheme) -> Tally:
    """Read a head on one text and count what fits the claim.

    Raises:
        ShapeError: if the head is not one head with a key for each token; and as `keys_of`.
        AlignmentError: if queries and keys differ in number and the scheme says not where
            they meet.
    """
    given = several(head(text), "what a head gives", "the arrays q, k and v")
    if len(given) != 3:
        raise ShapeError(f"what a head gives must be the arrays q, k and v: it is {len(given)}")
    q, k, v = (as_floats(array, name) for array, name in zip(given, "qkv", strict=True))
    if q.ndim != 2 or len(k) != len(text.tokens):
        raise ShapeError(
            f"a head must give q, k, v of shape (n, d), with one key for each of "
            f"{len(text.tokens)} tokens: q is {q.shape}, k is {k.shape}"
        )
    n_q, n_k = len(q), len(k)
    asked = Read(top=1, entropy=False, distance=False, influence=1)
    attention = attend(q, k, v, scheme, read=asked)
    reading = attention.reading
    if reading is None or reading.top_keys is None or reading.influence_keys is None:
        raise AssertionError("what is asked for is read")
    shift = scheme.offset(n_q, n_k)
    shift = offset(None, n_q, n_k) if shift is None else shift
    settled, fitting = scheme.at(n_q, n_k), keys_of(claim, text, shift)
    nearest = shift - n_k + 1
    n, hits, weight, moved = 0, 0, 0.0, 0
    back = np.zeros(n_q + n_k, dtype=np.int64)
    scale = 1 / math.sqrt(q.shape[1] or 1)
    for i in range(n_q):
        keys = fitting(i)
        keys = keys[(keys >= 0) & (keys < n_k)]
        keys = keys[np.broadcast_to(settled.allows(np.full(keys.shape, i), keys), keys.shape)]
        if not keys.size:
            continue
        n += 1
        hits += bool((keys == reading.top_keys[i, 0]).any())
        moved += bool((keys == reading.influence_keys[i, 0]).any())
        scores = scale * (k[keys].astype(np.float64) @ q[i].astype(np.float64))
        weight += float(np.exp(scores - attention.lse[i]).sum())
        back[i + shift - keys - nearest] += 1
    return Tally(n, hits, weight, moved, back, nearest)


def best_rule(tallies: Sequence[Tally]) -> int | None:
    """The number of places back that answers most counted queries; None if none is counted.

    Of equals the one that looks least far, and back rather than ahead.

    Example:
        >>> best_rule([Tally(4, 0, 0.0, 0, np.array([1, 0, 3, 3]), -1)])
        1
    """
    hits: dict[int, int] = {}
    for one in tallies:
        for index in np.flatnonzero(one.back).tolist():
            back = index + one.nearest
            hits[back] = hits.get(back, 0) + int(one.back[index])
    if not hits:
        return None
    return max(hits, key=lambda back: (hits[back], -abs(back), back))
