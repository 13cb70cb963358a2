"""A learner: tokens in, one guess out at every place that asks.

    embedding of token and place
    -> + short convolution: every place is told, through a table, of the two before it
    -> + a way of reading, which alone differs from learner to learner
    -> + two tables with a bend between them -> a score for each token

Each step is added to what came before and reads it normed. The last three are worked out only at
the places that ask, which is what makes learning a matter of seconds.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from starlore.attention.arguments import shown
from starlore.attention.arrays import Array, as_array
from starlore.attention.contrast.learners.layers import (
    Params,
    Sums,
    mapped,
    mapped_backward,
    normed,
    normed_backward,
    put,
    slid,
    slid_backward,
    surprise,
    taken,
)
from starlore.attention.contrast.learners.mixer import Mixer, Shapes
from starlore.attention.contrast.learners.reads_attention import attention
from starlore.attention.contrast.learners.reads_convolution import convolution
from starlore.attention.contrast.learners.reads_matrix import delta, linear
from starlore.attention.contrast.learners.reads_product import product
from starlore.attention.contrast.learners.reads_recurrent import recurrent
from starlore.errors import BadValue, ShapeError

SHORT = 3
"""Places that the short convolution sees."""

BEND = 2
"""How many times wider than the text the last two tables meet."""

WAYS: Mapping[str, Callable[["Learner"], Mixer]] = {
    "attention": lambda one: attention(one.width),
    "window": lambda one: attention(one.width, one.window),
    "convolution": lambda one: convolution(one.width, one.n),
    "rnn": lambda one: recurrent(one.width, "rnn"),
    "gru": lambda one: recurrent(one.width, "gru"),
    "lstm": lambda one: recurrent(one.width, "lstm"),
    "linear": lambda one: linear(one.width),
    "delta": lambda one: delta(one.width),
    "product": lambda one: product(one.width),
}
"""Ways of reading, by name."""


@dataclass(frozen=True)
class Learner:
    """What is to learn.

    Args:
        way: of reading the past, one of `WAYS`. vocab: tokens. n: the longest text.
        width: numbers of each place. window: places that a window sees.
    """

    way: str
    vocab: int
    n: int
    width: int = 64
    window: int | None = None

    @property
    def mixer(self) -> Mixer:
        """Its way of reading."""
        return WAYS[self.way](self)

    def tables(self) -> Shapes:
        """Shape and deviation at first of everything it learns, by name."""
        d, wide = self.width, BEND * self.width
        own = 1 / math.sqrt(d)
        return {
            "words": ((self.vocab, d), 0.5),
            "places": ((self.n, d), 0.1),
            "short.in": ((d, d), own),
            "short.gate": ((d, d), own),
            "short.kernel": ((SHORT, d), 1 / math.sqrt(SHORT)),
            "short.out": ((d, d), own),
            **{f"read.{name}": one for name, one in self.mixer.tables.items()},
            "bend.in": ((d, wide), own),
            "bend.out": ((wide, d), 1 / math.sqrt(wide)),
            "guess": ((d, self.vocab), own),
        }

    def drawn(self, rng: np.random.Generator) -> dict[str, Array]:
        """Parameters before anything is learned, float32."""
        begins = {f"read.{name}": one for name, one in self.mixer.begins.items()}
        return {
            name: (rng.standard_normal(shape) * deviation + begins.get(name, 0)).astype(np.float32)
            for name, (shape, deviation) in self.tables().items()
        }


def guess(learner: Learner, params: Params, tokens: Array, at: Array) -> Array:
    """A score for each token at each place that asks.

    Args:
        tokens: `[b, n]`. at: places, `[b, p]`, different ones in each text.

    Returns:
        `[b, p, vocab]`.

    Cost: of one pass; see `attention.cost` for what the ways of reading count.
    """
    return _forward(learner, params, tokens, at)[0]


def slopes(
    learner: Learner, params: Params, tokens: Array, at: Array, targets: Array
) -> tuple[float, dict[str, Array]]:
    """The mean surprise at the right tokens, and its gradient by every parameter.

    Args:
        tokens, at: as in `guess`. targets: `[b, p]`.

    Cost: three passes.
    """
    guesses, trace = _forward(learner, params, tokens, at)
    loss, grad = surprise(guesses, targets)
    return loss, _backward(learner, params, trace, grad)


def read_from(learner: Learner, params: Params, tokens: Array) -> tuple[Array, Array, Array]:
    """Queries, keys and values of one text, `[n, width]` each, where it reads by attention.

    Args:
        tokens: `[n]`.

    Raises:
        BadValue: if it has no head, or does not know a token or a place.
    """
    found = as_array(tokens, "tokens")
    if found.ndim != 1 or found.dtype.kind not in "iu":
        raise ShapeError(f"tokens must be one text of whole numbers: {found.dtype} {found.shape}")
    if "read.wk" not in params or learner.way not in ("attention", "window"):
        raise BadValue(f"there is no head in a learner that reads by {learner.way}")
    if len(found) > learner.n or (
        len(found) and not 0 <= found.min() <= found.max() < learner.vocab
    ):
        raise BadValue(
            f"this learner knows {learner.n} places and tokens below {learner.vocab}: "
            f"{len(found)} places, tokens {shown(found.tolist())}"
        )
    unit = _told(params, found[None])[1][-2][0]
    q, k, v = (mapped(unit, params[f"read.{name}"]) for name in ("wq", "wk", "wv"))
    return q, k, v


def _told(params: Params, tokens: Array) -> tuple[Array, tuple[Array, ...]]:
    """Every place told of those before it, as it is read; and the trace of that."""
    text = params["words"][tokens] + params["places"][: tokens.shape[1]]
    unit, factor = normed(text)
    told = mapped(unit, params["short.in"])
    near = slid(told, params["short.kernel"])
    gate = 1 + mapped(unit, params["short.gate"])
    whole = text + mapped(gate * near, params["short.out"])
    return whole, (unit, factor, told, near, gate, *normed(whole))


def _forward(learner: Learner, params: Params, tokens: Array, at: Array) -> tuple[Array, Any]:
    whole, before = _told(params, tokens)
    read, mixed = learner.mixer.read(_of(params, "read"), before[-2], at)
    asking = taken(whole, at) + read
    asking_unit, asking_factor = normed(asking)
    bent = np.maximum(mapped(asking_unit, params["bend.in"]), 0)
    last, last_factor = normed(asking + mapped(bent, params["bend.out"]))
    after = (mixed, asking_unit, asking_factor, bent, last, last_factor)
    return mapped(last, params["guess"]), (tokens, at, before, after)


def _backward(learner: Learner, params: Params, trace: Any, grad: Array) -> dict[str, Array]:
    tokens, at, before, (mixed, asking_unit, asking_factor, bent, last, last_factor) = trace
    sums = {name: np.zeros_like(one) for name, one in params.items()}
    of_last = mapped_backward(grad, last, params["guess"], "guess", sums)
    of_asking = normed_backward(of_last, last, last_factor)
    of_bent = mapped_backward(of_asking, bent, params["bend.out"], "bend.out", sums) * (bent > 0)
    of_unit = mapped_backward(of_bent, asking_unit, params["bend.in"], "bend.in", sums)
    of_asking = of_asking + normed_backward(of_unit, asking_unit, asking_factor)
    of_unit = learner.mixer.back(_of(params, "read"), mixed, of_asking, _of(sums, "read"))
    whole_unit, whole_factor = before[-2:]
    of_whole = normed_backward(of_unit, whole_unit, whole_factor)
    _back_to_words(params, tokens, before, of_whole + put(of_asking, at, tokens.shape[1]), sums)
    return sums


def _back_to_words(
    params: Params, tokens: Array, before: tuple[Array, ...], of_whole: Array, sums: Sums
) -> None:
    """The way back from what is read to the tokens and places."""
    unit, factor, told, near, gate, *_ = before
    of_gated = mapped_backward(of_whole, gate * near, params["short.out"], "short.out", sums)
    of_told = slid_backward(of_gated * gate, told, params["short.kernel"], "short.kernel", sums)
    of_unit = mapped_backward(of_told, unit, params["short.in"], "short.in", sums)
    of_unit += mapped_backward(of_gated * near, unit, params["short.gate"], "short.gate", sums)
    of_text = of_whole + normed_backward(of_unit, unit, factor)
    sums["places"][: tokens.shape[1]] += of_text.sum(axis=0)
    _add_rows(sums["words"], tokens, of_text)


def _of(params: Params, part: str) -> dict[str, Array]:
    """The tables of one part, by their own names; the same arrays."""
    start = f"{part}."
    return {name[len(start) :]: one for name, one in params.items() if name.startswith(start)}


def _add_rows(table: Array, rows: Array, what: Array) -> None:
    """Add vectors to rows of a table, where one row may come up many times."""
    order = np.argsort(rows, axis=None, kind="stable")
    sorted_rows = rows.ravel()[order]
    starts = np.flatnonzero(np.diff(sorted_rows, prepend=-1))
    table[sorted_rows[starts]] += np.add.reduceat(what.reshape(-1, what.shape[-1])[order], starts)
