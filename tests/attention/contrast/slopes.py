"""Gradients the slow way: by central differences, one number at a time."""

from collections.abc import Callable

import numpy as np

from starlore.attention.arrays import Array

STEP = 1e-6


def slope(total: Callable[[Array], float], at: Array) -> Array:
    """How fast a total changes with each number of an array."""
    found = np.empty_like(at)
    for place in np.ndindex(at.shape):
        more, less = at.copy(), at.copy()
        more[place] += STEP
        less[place] -= STEP
        found[place] = (total(more) - total(less)) / (2 * STEP)
    return found


def assert_slope(total: Callable[[Array], float], at: Array, ours: Array | None) -> None:
    """A gradient is what differences say."""
    assert ours is not None
    np.testing.assert_allclose(ours, slope(total, at), rtol=1e-6, atol=1e-7)
