"""Whatever holds numbers, seen as a NumPy array: the one door into the engine.

Laws of this file:

- an array with a floating dtype is looked at, never copied and never written to;
- lists, integers, decimals and fractions become float64;
- everything else is refused in one sentence that names the argument.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np

from starlore.errors import DtypeError, ShapeError

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

FLOATS = ("float16", "bfloat16", "float32", "float64")
"""The dtypes attention has a meaning for, narrowest first."""


class OnTheCpu(Protocol):
    """An array of another library that lends its memory by the DLPack protocol."""

    def __dlpack__(self) -> object: ...

    def __dlpack_device__(self) -> tuple[Any, Any]: ...


Numbers: TypeAlias = Array | Sequence[Any] | OnTheCpu
"""A NumPy array, nested lists, or another library's array that lies in CPU memory."""


def as_array(numbers: object, name: str) -> Array:
    """See `numbers` as a NumPy array of whatever dtype it has, without a copy where possible.

    Args:
        numbers: an array of any library, nested lists, or one number.
        name: what the caller calls it; errors use it.

    Raises:
        ShapeError: if nested lists have rows of different lengths.
        DtypeError: if another library's array does not lie in CPU memory.

    Example:
        >>> as_array([[1, 2], [3, 4]], "q").shape
        (2, 2)
    """
    if isinstance(numbers, np.ndarray):
        return numbers
    try:
        if hasattr(numbers, "__dlpack__"):
            return np.from_dlpack(numbers)
        return np.asarray(numbers)
    except (BufferError, RuntimeError) as error:
        raise DtypeError(f"{name} must lie in CPU memory and be readable there: {error}") from error
    except ValueError as error:
        raise ShapeError(f"the rows of {name} must have one length: {error}") from error


def as_floats(numbers: object, name: str) -> Array:
    """See `numbers` as floating numbers; lists and integers become float64.

    Args:
        numbers: as for `as_array`.
        name: what the caller calls it; errors use it.

    Returns:
        An array of float16, bfloat16, float32 or float64.

    Raises:
        DtypeError: for booleans, complex numbers, texts and other dtypes.
        ShapeError: as for `as_array`.

    Example:
        >>> as_floats([3, 1, 0], "scores")
        array([3., 1., 0.])
    """
    array = as_array(numbers, name)
    if array.dtype.name in FLOATS:
        return array
    try:
        if array.dtype.kind in "iu":
            return array.astype(np.float64)
        if array.dtype.kind == "O":  # decimals, fractions; float() refuses None, astype would not
            return np.array([float(one) for one in array.flat], np.float64).reshape(array.shape)
    except (TypeError, ValueError, OverflowError) as error:
        raise DtypeError(f"{name} must hold real numbers: {error}") from error
    if array.size == 0 and isinstance(numbers, list | tuple):
        return array.astype(np.float64)
    raise DtypeError(
        f"{name} must be of dtype {', '.join(FLOATS)}, a list or integers: it is {array.dtype}"
    )


def as_claims(mask: object) -> Array:
    """See `mask` as booleans: True where a query may read a key.

    Raises:
        DtypeError: if it holds anything but booleans; numbers to be added are a bias.

    Example:
        >>> as_claims([True, False])
        array([ True, False])
    """
    array = as_array(mask, "mask")
    if array.dtype != np.bool_:
        raise DtypeError(
            f"mask must hold booleans, True where the query may read the key: it is {array.dtype}; "
            "numbers to be added to the scores go to bias="
        )
    return array
