"""Arrays as the kernel sees them: addresses, and room that begins where a vector may."""

import math
from ctypes import c_void_p

import numpy as np

from starlore.attention.arrays import Array

LINE = 64
"""Bytes of a line of the cache; a vector is never longer."""


def plain(array: Array) -> Array:
    """The array, or a copy if its numbers do not lie at whole steps from each other."""
    size, flags = array.itemsize, array.flags
    is_even = flags.c_contiguous or not any(step % size for step in array.strides)
    if is_even and flags.aligned and array.dtype.isnative:
        return array
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))


def address(array: Array) -> int:
    """Where the first number of the array lies.

    An array holds that behind what every object of CPython holds. NumPy's own ways to ask take ten
    times as long, and a call asks ten times.

    Source: NumPy's C-API, `PyArrayObject_fields`, whose first field is `data`.
    """
    return c_void_p.from_address(id(array) + object.__basicsize__).value or 0


def aligned(count: int) -> Array:
    """Room for so many float32 numbers, starting at a whole line of the cache."""
    room = np.empty(count + 16, dtype=np.float32)
    skip = -(address(room) // 4) % 16
    return room[skip : skip + count]


def zeros(shape: tuple[int, ...], dtype: np.dtype[np.generic]) -> Array:
    """Zeros of any dtype, starting at a whole line of the cache.

    Example:
        >>> zeros((2, 3), np.dtype(np.float16)).shape
        (2, 3)
    """
    size = math.prod(shape) * dtype.itemsize
    room = np.zeros(size + LINE, dtype=np.uint8)
    skip = -address(room) % LINE
    return room[skip : skip + size].view(dtype).reshape(shape)
