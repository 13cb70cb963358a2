"""Whom a row scores highest."""

import numpy as np
from jaxtyping import Float

from starlore.attention.arrays import Array, Numbers, as_floats
from starlore.errors import ShapeError


def top_scorers(scores: Float[Array, "n_k"] | Numbers) -> tuple[int, ...]:
    """Name the keys that share the largest score of one row, lowest first.

    Args:
        scores: one row; -inf for keys that may not be read.

    Returns:
        One key, several if they tie, none if the row reads nothing.

    Raises:
        ShapeError: if `scores` is not one row.

    Example:
        >>> top_scorers([3.0, 1.0, 0.0]), top_scorers([2, 5, 5])
        ((0,), (1, 2))
    """
    row = as_floats(scores, "scores")
    if row.ndim != 1:
        raise ShapeError(f"scores must be one row: they are {row.shape}")
    largest = row.max(initial=-np.inf)
    if largest == -np.inf:
        return ()
    return tuple(int(j) for j in np.flatnonzero(row == largest))
