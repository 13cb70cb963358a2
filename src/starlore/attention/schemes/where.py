"""Where: who may read whom, told by a function."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from starlore.attention.arguments import must_be, must_call
from starlore.attention.arrays import Array
from starlore.attention.schemes.base import TILE_KEYS, TILE_ROWS, Kind, Scheme, tiles_in
from starlore.errors import DtypeError, ShapeError


@dataclass(frozen=True, eq=False, repr=False)
class Where(Scheme):
    """A query i reads a key j where `predicate(i, j)` is true; counted cell by cell.

    Args:
        predicate: takes two 64-bit index arrays, queries as a column and keys as a row or both of
            one shape, and gives booleans of the shape the two broadcast to. It must depend on
            nothing else.
        name: how plans call it.

    Raises:
        DtypeError: if the predicate is no function, or the name no text; once asked, if the
            predicate gives no booleans.
        ShapeError: once asked, if what it gives does not fit the indices.

    Example:
        >>> print(Where(lambda i, j: (i + j) % 2 == 0, "even").plan(2, 3))
        even: 2 queries, 3 keys, 3 of 6 comparisons
        #.#
        .#.
    """

    predicate: Callable[[Array, Array], Array]
    name: str = "where"

    def __post_init__(self) -> None:
        must_call(self.predicate, "Where: predicate", "a function of i and j")
        must_be(self.name, str, "Where: name", "a text")

    def allows(self, i: Array, j: Array) -> Array:
        allowed = np.asarray(self.predicate(i, j))
        shape = np.broadcast_shapes(i.shape, j.shape)
        if allowed.dtype != np.bool_:
            raise DtypeError(f"the predicate of {self.name} must give booleans: {allowed.dtype}")
        try:
            return np.broadcast_to(allowed, shape)
        except ValueError:
            raise ShapeError(
                f"the predicate of {self.name} must give booleans of shape {shape}: {allowed.shape}"
            ) from None

    def tile(self, rows: range, keys: range) -> Kind:
        seen: set[bool] = set()
        for queries in tiles_in(rows, TILE_ROWS):
            for part in tiles_in(keys, TILE_KEYS):
                cells = self.mask(queries, part)
                seen |= {bool(cells.any()), bool(cells.all())}
                if len(seen) == 2:
                    return "partial"
        return "whole" if seen == {True} else "skipped"

    def __repr__(self) -> str:
        called = getattr(self.predicate, "__qualname__", repr(self.predicate))
        return f"Where({called})" if self.name == "where" else f"Where({called}, {self.name!r})"

    def __str__(self) -> str:
        return self.name
