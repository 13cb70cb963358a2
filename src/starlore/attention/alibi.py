"""A bias that grows with the distance between query and key, made where it is needed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from starlore.attention.arguments import shown
from starlore.attention.arrays import Array, as_floats
from starlore.attention.schemes import Align, check_align, offset
from starlore.errors import ShapeError


@dataclass(frozen=True, init=False)
class Alibi:
    """Take slope * distance away from each score: the farther a key, the less it is read.

    Args:
        slopes: one number for all query heads, or one per query head; score per place.
        align: where queries and keys meet, as in `Causal`; needed if their lengths differ.

    Raises:
        ShapeError: if slopes are not finite numbers in one row.
        AlignmentError: if `align` has no meaning.

    Source: Press et al. 2022.

    Example:
        >>> Alibi(0.5).tile(range(1), range(1), range(3), 3, 3).tolist()
        [[[-0.0, -0.5, -1.0]]]
    """

    slopes: tuple[float, ...]
    align: Align

    def __init__(self, slopes: float | Sequence[float] | Array, align: Align = None) -> None:
        row = np.atleast_1d(as_floats(slopes, "slopes").astype(np.float64))
        if row.ndim != 1 or not row.size or not np.isfinite(row).all():
            raise ShapeError(
                f"slopes must be one finite number per query head: they are {shown(slopes)}"
            )
        check_align(align)
        object.__setattr__(self, "slopes", tuple(row.tolist()))
        object.__setattr__(self, "align", align)

    def check(self, h_q: int, n_q: int, n_k: int) -> None:
        """Refuse a number of heads, or two lengths, that this bias has no meaning for.

        Raises:
            ShapeError: if there is neither one slope nor one for each query head.
            AlignmentError: if the lengths differ and `align` does not say where they meet.

        Example:
            >>> Alibi([1.0, 0.5]).check(2, 3, 3)
        """
        if len(self.slopes) not in (1, h_q):
            raise ShapeError(
                f"there must be a slope for each query head: {len(self.slopes)} for {h_q}"
            )
        offset(self.align, n_q, n_k)

    def slope(self, head: int) -> float:
        """The slope of one query head."""
        return self.slopes[head if len(self.slopes) > 1 else 0]

    def tile(
        self, heads: range, rows: range, keys: range, n_q: int, n_k: int
    ) -> Float[Array, "h_q n_q n_k"]:
        """The bias of some heads, queries and keys, of `n_q` queries and `n_k` keys in all."""
        places = np.arange(rows.start, rows.stop) + offset(self.align, n_q, n_k)
        far = np.abs(places[:, None] - np.arange(keys.start, keys.stop)).astype(np.float64)
        slopes = np.array([self.slope(head) for head in heads], dtype=np.float64)
        made: Array = -slopes[:, None, None] * far
        return made
