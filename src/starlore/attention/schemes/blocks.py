"""Blocks: places are cut into blocks, and a table says which block reads which."""

from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array, Numbers, as_array
from starlore.attention.schemes.align import (
    Align,
    check_align,
    offset,
    settled_offset,
    whole_number,
)
from starlore.attention.schemes.base import Kind, Scheme, few, frozen, indices
from starlore.attention.schemes.reach import Reach
from starlore.errors import DtypeError, ShapeError


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Blocks(Scheme):
    """A query reads the blocks that the row of its own block names; without a table, its own.

    n * size comparisons if `size` divides n; with a table of density r, r * n * n. A query whose
    place lies before the first key belongs to no block and reads nothing.

    Args:
        size: places of a block, 1 or more.
        table: booleans, a row for each block of queries, a column for each block of keys; it must
            reach every place and every key. None: each block reads itself.
        align: where queries and keys meet; needed if their lengths differ.

    Raises:
        ShapeError: if `size` is no such number, the table has not two axes, or, once laid, does
            not reach.
        DtypeError: if the table holds anything but booleans.

    Example:
        >>> print(Blocks(2).plan(4, 4))
        blocks(2): 4 queries, 4 keys, 8 of 16 comparisons
        ##..
        ##..
        ..##
        ..##
    """

    size: int
    table: Array | None = None
    align: Align = None

    def __init__(self, size: int, table: Numbers | None = None, align: Align = None) -> None:
        check_align(align)
        object.__setattr__(self, "size", whole_number(size, "Blocks: size", 1))
        object.__setattr__(self, "table", None if table is None else _table(table))
        object.__setattr__(self, "align", align)

    def at(self, n_q: int, n_k: int) -> "Blocks":
        o = offset(self.align, n_q, n_k)
        if self.table is not None and n_q and n_k:
            reached = [blocks * self.size for blocks in self.table.shape]
            if o + n_q > reached[0] or n_k > reached[1]:
                raise ShapeError(
                    f"the table of Blocks must reach every place and key: {len(self.table)} x "
                    f"{self.table.shape[1]} blocks of {self.size} hold places below {reached[0]} "
                    f"and keys below {reached[1]}, the last place is {o + n_q - 1}, "
                    f"the last key {n_k - 1}"
                )
        return Blocks(self.size, self.table, o)

    def allows(self, i: Array, j: Array) -> Array:
        asking, asked = (i + settled_offset(self.align)) // self.size, j // self.size
        if self.table is None:
            own: Array = asking == asked
            return own
        inside = asking >= 0
        allowed: Array = inside & self.table[np.where(inside, asking, 0), asked]
        return allowed

    def tile(self, rows: range, keys: range) -> Kind:
        if not rows or not keys:
            return "skipped"
        o = settled_offset(self.align)
        first, last = (rows[0] + o) // self.size, (rows[-1] + o) // self.size
        left, right = keys[0] // self.size, keys[-1] // self.size
        if self.table is None:
            if last < left or right < first:
                return "skipped"
            return "whole" if first == last == left == right else "partial"
        met = self.table[max(0, first) : max(0, last + 1), left : right + 1]
        if not met.any():
            return "skipped"
        return "whole" if first >= 0 and met.all() else "partial"

    def reaches(self, rows: range, keys: range) -> list[Reach] | None:
        asking = (indices(rows) + settled_offset(self.align)) // self.size
        if self.table is None:
            own = Reach(asking * self.size, asking * self.size + self.size)
            return [own.clipped(keys.start, keys.stop)]
        if not rows or not keys:
            return []
        first, last = max(0, int(asking[0])), max(0, int(asking[-1]))
        lows, highs = _runs(self.table[first : last + 1])
        inside = asking >= 0
        at = np.where(inside, asking - first, 0)
        return few(
            [
                Reach(low[at] * self.size, np.where(inside, high[at] * self.size, 0)).clipped(
                    keys.start, keys.stop
                )
                for low, high in zip(lows, highs, strict=True)
            ]
        )

    def count(self, n_q: int, n_k: int) -> int:
        o = offset(self.align, n_q, n_k)
        places, keys = range(max(0, o), max(0, o + n_q)), range(n_k)
        if self.table is None:
            return _own(places, keys, self.size)
        table = self.at(n_q, n_k).table
        assert table is not None
        asking, asked = (_shared(run, self.size) for run in (places, keys))
        read = table[: len(asking), : len(asked)] @ asked
        return sum(
            int(count) * int(keys_read) for count, keys_read in zip(asking, read, strict=True)
        )


def _table(table: Numbers) -> Array:
    """A table of booleans that cannot be written to."""
    given = as_array(table, "the table of Blocks")
    if given.dtype != np.bool_:
        raise DtypeError(f"the table of Blocks must hold booleans: it is {given.dtype}")
    if given.ndim != 2:
        raise ShapeError(f"the table of Blocks must have two axes: it is {given.shape}")
    return frozen(given)


def _runs(table: Array) -> tuple[Array, Array]:
    """Where the runs of True of each row begin and end: `[runs, rows]`, empty ones (0, 0)."""
    edges = np.diff(np.pad(table.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    starts, ends = edges == 1, edges == -1
    which = np.cumsum(starts, axis=1)
    most = int(which[:, -1].max(initial=0))
    lows, highs = (np.zeros((most, len(table)), dtype=np.int64) for _ in range(2))
    row, column = np.nonzero(starts)
    lows[which[row, column] - 1, row] = column
    row, column = np.nonzero(ends)
    highs[which[row, column] - 1, row] = column
    return lows, highs


def _own(places: range, keys: range, size: int) -> int:
    """Pairs of a place and a key in one block: of the outer blocks, and whole ones between."""
    start, stop = max(places.start, keys.start), min(places.stop, keys.stop)
    if start >= stop:
        return 0
    first, last = start // size, (stop - 1) // size
    total = max(0, last - first - 1) * size * size
    for block in {first, last}:
        low, high = block * size, block * size + size
        total += len(range(max(low, places.start), min(high, places.stop))) * len(
            range(max(low, keys.start), min(high, keys.stop))
        )
    return total


def _shared(run: range, size: int) -> Array:
    """How many numbers of the run lie in each block, from block 0 on."""
    edges = np.arange(0, run.stop + size, size, dtype=np.int64)
    return np.diff(np.clip(edges, run.start, max(run.start, run.stop)))
