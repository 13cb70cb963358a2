"""Full: everybody reads everything."""

from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.schemes.align import whole_number
from starlore.attention.schemes.base import Kind, Scheme
from starlore.attention.schemes.reach import Reach


@dataclass(frozen=True, eq=False, repr=False)
class Full(Scheme):
    """Every query reads every key: n * n comparisons.

    Example:
        >>> Full().count(4, 4)
        16
    """

    def allows(self, i: Array, j: Array) -> Array:
        return np.ones(np.broadcast_shapes(i.shape, j.shape), dtype=np.bool_)

    def tile(self, rows: range, keys: range) -> Kind:
        return "whole" if rows and keys else "skipped"

    def reaches(self, rows: range, keys: range) -> list[Reach]:
        return [Reach(np.full(len(rows), keys.start), np.full(len(rows), keys.stop))]

    def count(self, n_q: int, n_k: int) -> int:
        return whole_number(n_q, "n_q", 0) * whole_number(n_k, "n_k", 0)
