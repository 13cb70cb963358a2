"""A scheme laid on two lengths: its tiles, its comparisons, its picture."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Bool

from starlore.attention.arrays import Array
from starlore.attention.schemes import TILE_KEYS, TILE_ROWS, Kind, Scheme, tiles_of
from starlore.attention.schemes.align import whole_number
from starlore.errors import ShapeError

MOST_CELLS = 2**24
"""Cells of the largest table that is ever made whole: 16 MB of booleans."""

WIDEST_PICTURE = 128
"""Keys or queries up to which a plan draws itself."""


@dataclass(frozen=True)
class Tile:
    """A rectangle of a plan, and whether it is read whole, in part, or not at all."""

    rows: range
    keys: range
    kind: Kind


@dataclass(frozen=True)
class Plan:
    """A scheme laid on `n_q` queries and `n_k` keys, of which the first `key_length` are there.

    Args:
        scheme: as it was written; equal plans have equal schemes.
        comparisons: query-key pairs that are read; exact, of any size.

    Example:
        >>> from starlore.attention.schemes import Causal
        >>> print(Causal().plan(3, 3))
        causal: 3 queries, 3 keys, 6 of 9 comparisons
        #..
        ##.
        ###
    """

    scheme: Scheme
    n_q: int
    n_k: int
    key_length: int
    comparisons: int
    settled: Scheme = field(repr=False, compare=False)

    @property
    def tiles(self) -> Iterator[Tile]:
        """Every tile, row by row; keys that are not there belong to none."""
        columns = tiles_of(self.key_length, TILE_KEYS)
        for rows in tiles_of(self.n_q, TILE_ROWS):
            yield from _tiles(self.settled, rows, columns) if columns else ()

    def keys(self, i: int) -> list[int]:
        """The keys query `i` reads, rising.

        Raises:
            ShapeError: if there is no query `i`.
        """
        if whole_number(i, "a query", 0) >= self.n_q:
            raise ShapeError(f"query {i} is not there: queries are 0 to {self.n_q - 1}")
        allowed = self.settled.mask(range(i, i + 1), range(self.key_length))[0]
        return [int(j) for j in np.flatnonzero(allowed)]

    def mask(self) -> Bool[Array, "n_q n_k"]:
        """The whole table, True where the query may read the key.

        Raises:
            ShapeError: if it would have more than 2^24 cells; `tiles` has no such limit.
        """
        check_cells(self.n_q * self.n_k, "a whole mask")
        table = np.zeros((self.n_q, self.n_k), dtype=np.bool_)
        table[:, : self.key_length] = self.settled.mask(range(self.n_q), range(self.key_length))
        return table

    def __str__(self) -> str:
        queries = "1 query" if self.n_q == 1 else f"{self.n_q} queries"
        keys = "1 key" if self.n_k == 1 else f"{self.n_k} keys"
        every = self.n_q * self.n_k
        head = f"{self.scheme}: {queries}, {keys}, {self.comparisons} of {every} comparisons"
        if max(self.n_q, self.n_k) > WIDEST_PICTURE:
            return head
        return "\n".join(
            [head, *("".join("#" if cell else "." for cell in row) for row in self.mask())]
        )


def _tiles(settled: Scheme, rows: range, columns: list[range]) -> Iterator[Tile]:
    """The tiles of one run of queries; whole and skipped stretches of them are told at once."""
    kind = settled.tile(rows, range(columns[0].start, columns[-1].stop))
    if kind != "partial" or len(columns) == 1:
        yield from (Tile(rows, keys, kind) for keys in columns)
    else:
        middle = len(columns) // 2
        yield from _tiles(settled, rows, columns[:middle])
        yield from _tiles(settled, rows, columns[middle:])


def lay(scheme: Scheme, n_q: int, n_k: int, key_length: int | None = None) -> Plan:
    """Lay a scheme on two lengths; `Scheme.plan` is the same.

    Raises:
        ShapeError: if a length is below 0, or `key_length` is beyond `n_k`.
        AlignmentError: if the lengths differ and the scheme does not say where they meet.

    Example:
        >>> from starlore.attention.schemes import Causal
        >>> lay(Causal("end"), 1, 5, key_length=3).keys(0)
        [0, 1, 2]
    """
    n_q, n_k = whole_number(n_q, "n_q", 0), whole_number(n_k, "n_k", 0)
    there = n_k if key_length is None else whole_number(key_length, "key_length", 0)
    if there > n_k:
        raise ShapeError(f"key_length must be at most n_k: n_k is {n_k}, key_length is {there}")
    scheme.fits(n_q, n_k)
    settled = scheme.at(n_q, there)
    return Plan(scheme, n_q, n_k, there, settled.count(n_q, there), settled)


def check_cells(cells: int, what: str) -> None:
    """Refuse to make a table of more than 2^24 cells.

    Raises:
        ShapeError: naming the size asked for and the limit.

    Example:
        >>> check_cells(4, "a whole mask")
    """
    if cells > MOST_CELLS:
        raise ShapeError(f"{what} has at most {MOST_CELLS} cells; this one would have {cells}")
