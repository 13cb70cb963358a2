"""Documents: texts packed side by side, each reading only itself."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from starlore.attention.arrays import Array, Numbers, as_array
from starlore.attention.schemes.align import whole_number
from starlore.attention.schemes.base import Kind, Scheme, few, frozen
from starlore.attention.schemes.reach import MOST_REACHES, Reach
from starlore.errors import DtypeError, ShapeError


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Documents(Scheme):
    """A query reads the keys of its own document; padding reads nothing and is not read.

    Documents of lengths m: sum of m * m comparisons; and causal, sum of m(m + 1)/2.

    Args:
        ids: the document of each query, 0 or more; -1 is padding. In any order.
        key_ids: the document of each key; None: the same as `ids`.

    Raises:
        ShapeError: if ids have not one axis, or one is below -1; once laid, if the lengths are
            not those of the ids.
        DtypeError: if they are not whole numbers.

    Example:
        >>> print(Documents([0, 0, 1, -1]).plan(4, 4))
        documents([0*2, 1, -1]): 4 queries, 4 keys, 5 of 16 comparisons
        ##..
        ##..
        ..#.
        ....
    """

    ids: Array
    key_ids: Array | None = None

    def __init__(self, ids: Numbers, key_ids: Numbers | None = None) -> None:
        object.__setattr__(self, "ids", _ids(ids, "ids"))
        object.__setattr__(self, "key_ids", None if key_ids is None else _ids(key_ids, "key_ids"))

    @property
    def of_keys(self) -> Array:
        """The document of each key."""
        return self.ids if self.key_ids is None else self.key_ids

    def fits(self, n_q: int, n_k: int) -> None:
        made_for = (len(self.ids), len(self.of_keys))
        if made_for != (n_q, n_k):
            raise ShapeError(
                f"Documents names {made_for[0]} queries and {made_for[1]} keys, "
                f"the lengths are {n_q} and {n_k}"
            )

    def at(self, n_q: int, n_k: int) -> "Documents":
        n_q, n_k = whole_number(n_q, "n_q", 0), whole_number(n_k, "n_k", 0)
        if n_k > len(self.of_keys) or n_q != len(self.ids):
            self.fits(n_q, n_k)
        return self

    def allows(self, i: Array, j: Array) -> Array:
        asking, asked = self.ids[i], self.of_keys[j]
        allowed: Array = (asking == asked) & (asking >= 0)
        return allowed

    def tile(self, rows: range, keys: range) -> Kind:
        if not rows or not keys:
            return "skipped"
        asking = self.ids[rows.start : rows.stop]
        asked = self.of_keys[keys.start : keys.stop]
        least, most = int(asking.min()), int(asking.max())
        if least == most == asked.min() == asked.max() and least >= 0:
            return "whole"
        shared = np.isin(asked[asked >= 0], asking)
        return "partial" if shared.any() else "skipped"

    def reaches(self, rows: range, keys: range) -> list[Reach] | None:
        asking = self.ids[rows.start : rows.stop]
        of_run, starts, ends = self._runs
        first = np.searchsorted(of_run, asking, side="left")
        runs = np.searchsorted(of_run, asking, side="right") - first
        most = int(runs.max(initial=0))
        if most > MOST_REACHES:
            return None
        there = []
        for turn in range(most):
            has = runs > turn
            at = np.where(has, first + turn, 0)
            run = Reach(starts[at], np.where(has, ends[at], 0))
            there.append(run.clipped(keys.start, keys.stop))
        return few(there)

    @cached_property
    def _runs(self) -> tuple[Array, Array, Array]:
        """Runs of keys of one document, sorted by document: which, where they begin and end."""
        asked = self.of_keys
        starts = np.flatnonzero(np.diff(asked, prepend=-2))
        ends = np.append(starts[1:], asked.size)
        order = np.argsort(asked[starts], kind="stable")
        order = order[asked[starts[order]] >= 0]
        return asked[starts[order]], starts[order], ends[order]

    def count(self, n_q: int, n_k: int) -> int:
        self.at(n_q, n_k)
        asked = self.of_keys[:n_k]
        documents, queries = np.unique(self.ids[self.ids >= 0], return_counts=True)
        _, keys = np.unique(np.append(asked[asked >= 0], documents), return_counts=True)
        every = np.unique(np.append(asked[asked >= 0], documents))
        keys = keys[np.searchsorted(every, documents)] - 1
        return sum(int(m) * int(n) for m, n in zip(queries, keys, strict=True))


def _ids(ids: Numbers, name: str) -> Array:
    """Ids as 64-bit numbers that cannot be written to."""
    given = as_array(ids, f"Documents: {name}")
    if given.ndim != 1:
        raise ShapeError(f"Documents: {name} must have one axis: it is {given.shape}")
    if given.dtype.kind not in "iu" and given.size:
        raise DtypeError(f"Documents: {name} must be whole numbers: they are {given.dtype}")
    if np.any(given.astype(np.int64) < -1):
        raise ShapeError(
            f"Documents: {name} must be 0 or more, or -1 for padding: one is {given.min()}"
        )
    return frozen(given.astype(np.int64))
