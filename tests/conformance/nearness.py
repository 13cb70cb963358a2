"""How near is near: units in the last place for 16 bits, and absolute for wider floats."""

import numpy as np

from starlore.attention.arrays import Array

NEAR = {"float32": 2e-6, "float64": 1e-12}
BITS = {"float16": (10, -14), "bfloat16": (7, -126)}
"""Bits of the fraction, and the least exponent, of 16-bit floats."""


def last_place(exact: Array, dtype: str) -> Array:
    """The unit in the last place of a 16-bit float at each of these numbers.

    Example:
        >>> last_place(np.array([1.0, 1.99, 2.0, 0.0]), "float16").tolist()
        [0.0009765625, 0.0009765625, 0.001953125, 5.960464477539063e-08]
    """
    fraction, least = BITS[dtype]
    _, exponent = np.frexp(np.abs(exact))
    unit: Array = np.ldexp(
        1.0, np.where(exact == 0, least, np.maximum(exponent - 1, least)) - fraction
    )
    return unit


def assert_near(ours: Array, exact: Array, most: float = 2.0) -> None:
    """Ours is exact to 2e-6 in float32, and to `most` units in the last place in 16 bits."""
    name, wide = ours.dtype.name, ours.astype(np.float64)
    if name in NEAR:
        np.testing.assert_allclose(wide, exact, rtol=NEAR[name], atol=NEAR[name])
        return
    off = np.abs(wide - exact) / last_place(exact, name)
    assert ours.shape == exact.shape and np.all(off <= most), f"off by {off.max()} units"
