"""Random: blocks of keys drawn by a seed, the same ones whenever they are asked for."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.schemes.align import (
    LAST_SEED,
    Align,
    check_align,
    offset,
    settled_offset,
    whole_number,
)
from starlore.attention.schemes.base import Kind, Scheme, few, frozen, indices
from starlore.attention.schemes.reach import MOST_REACHES, Reach
from starlore.errors import ShapeError

HASHES_AT_ONCE = 2**17
"""Numbers drawn together, 1 MB of them."""

ROWS_AT_ONCE = 64
"""Blocks of queries drawn for together, or fewer where there are many blocks of keys."""


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Random(Scheme):
    """Every block of queries reads `count` blocks of keys, drawn by `seed`.

    Block c is drawn for the queries of block r if h(h(h(seed) ^ r) ^ c) is among the `count` least,
    where h is splitmix64; so a draw depends on nothing but the seed, the blocks, and how many
    blocks of keys there are. n * count * size comparisons in whole blocks.

    Args:
        count: blocks of keys for each block of queries, 0 or more; all, if there are no more.
        size: places of a block, 1 or more.
        seed: a whole number from 0 to 2^64 - 1.
        align: where queries and keys meet; needed if their lengths differ.

    Raises:
        ShapeError: if one of them is no such number.

    Source: Steele, Lea and Flood 2014 (splitmix64).

    Example:
        >>> Random(1, 2, seed=7).plan(8, 8).comparisons
        16
    """

    drawn: int
    size: int
    seed: int
    align: Align = None
    blocks: int | None = field(default=None, repr=False)  # of keys, once settled

    def __init__(self, count: int, size: int, seed: int, align: Align = None) -> None:
        check_align(align)
        object.__setattr__(self, "drawn", whole_number(count, "Random: count", 0))
        object.__setattr__(self, "size", whole_number(size, "Random: size", 1))
        object.__setattr__(self, "seed", whole_number(seed, "Random: seed", 0, LAST_SEED))
        object.__setattr__(self, "align", align)

    def at(self, n_q: int, n_k: int) -> "Random":
        settled = Random(self.drawn, self.size, self.seed, offset(self.align, n_q, n_k))
        object.__setattr__(settled, "blocks", -(-n_k // self.size))
        return settled

    def allows(self, i: Array, j: Array) -> Array:
        chosen, row = self._chosen((i + settled_offset(self.align)) // self.size)
        asked = j // self.size
        allowed = np.zeros(np.broadcast_shapes(i.shape, j.shape), dtype=np.bool_)
        for blocks in chosen.T:
            allowed |= blocks[row] == asked
        return allowed

    def tile(self, rows: range, keys: range) -> Kind:
        if not rows or not keys:
            return "skipped"
        o = settled_offset(self.align)
        left, right = keys[0] // self.size, keys[-1] // self.size
        seen: set[bool] = set()
        for block in range((rows[0] + o) // self.size, (rows[-1] + o) // self.size + 1):
            chosen = self._of_row(block)
            low, high = np.searchsorted(chosen, (left, right + 1))
            seen |= {bool(high > low), bool(high - low == right + 1 - left)}
            if len(seen) == 2:
                return "partial"
        return "whole" if seen == {True} else "skipped"

    def reaches(self, rows: range, keys: range) -> list[Reach] | None:
        if self.drawn > MOST_REACHES:
            return None
        chosen, row = self._chosen((indices(rows) + settled_offset(self.align)) // self.size)
        return few(
            [
                Reach(low[row], low[row] + self.size).clipped(keys.start, keys.stop)
                for low in chosen.T * self.size
            ]
        )

    def count(self, n_q: int, n_k: int) -> int:
        settled = self.at(n_q, n_k)
        if self.drawn * self.size >= n_k:
            return n_q * n_k
        if n_k % self.size == 0:
            return n_q * self.drawn * self.size
        return super(Random, settled).count(n_q, n_k)

    def _chosen(self, asking: Array) -> tuple[Array, Array]:
        """The blocks each of some blocks of queries reads, and where to find each one's."""
        rows, place = np.unique(asking, return_inverse=True)
        chosen = [self._of_row(int(row)) for row in rows]
        if not chosen:
            return np.zeros((0, 0), dtype=np.int64), place.reshape(asking.shape)
        return np.stack(chosen), place.reshape(asking.shape)

    def _of_row(self, row: int) -> Array:
        if self.blocks is None:
            raise ShapeError("Random must know how many keys there are: lay it with .at(n_q, n_k)")
        together = max(1, min(ROWS_AT_ONCE, HASHES_AT_ONCE // max(1, self.blocks)))
        group, place = divmod(row, together)
        drawn: Array = draw(self.seed, group * together, together, self.blocks, self.drawn)[place]
        return drawn


@lru_cache(maxsize=64)
def draw(seed: int, first: int, rows: int, blocks: int, count: int) -> Array:
    """The blocks of keys drawn for `rows` blocks of queries from block `first` on, rising.

    Example:
        >>> draw(7, 0, 2, 8, 3).shape
        (2, 3)
    """
    asking = np.arange(first, first + rows, dtype=np.int64).astype(np.uint64)
    of_row = splitmix64(splitmix64(np.array([seed], dtype=np.uint64)) ^ asking)
    hashes = splitmix64(of_row[:, None] ^ np.arange(blocks, dtype=np.uint64)[None, :])
    if count >= blocks:
        return frozen(np.broadcast_to(np.arange(blocks), (rows, blocks)))
    least = np.argpartition(hashes, count, axis=1)[:, :count]  # h is one to one: no ties
    return frozen(np.sort(least, axis=1))


def splitmix64(numbers: Array) -> Array:
    """Scramble 64-bit numbers, each into another, so that near ones lie far apart.

    Args:
        numbers: of dtype uint64.

    Source: Steele, Lea and Flood 2014; Vigna's public-domain constants.

    Example:
        >>> hex(splitmix64(np.array([0], dtype=np.uint64))[0])
        '0xe220a8397b1dcdaf'
    """
    scrambled: Array = numbers + np.uint64(0x9E3779B97F4A7C15)
    moved = np.empty_like(scrambled)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        scrambled ^= np.right_shift(scrambled, np.uint64(shift), out=moved)
        scrambled *= np.uint64(factor)
    scrambled ^= np.right_shift(scrambled, np.uint64(31), out=moved)
    return scrambled
