"""Whatever holds numbers, seen as a NumPy array: the one door into the engine.

Laws of this file:

- an array with a floating dtype is looked at, never copied and never written to;
- lists, integers, decimals and fractions become float64;
- everything else is refused in one sentence that names the argument; a masked array too, for
  whoever reads through its mask reads what was marked as not there.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, TypeAlias

import numpy as np

from starlore.attention.arguments import shown
from starlore.errors import DtypeError, ScoreOverflowError, ShapeError

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
        DtypeError: if another library's array does not lie in CPU memory or has a dtype that
            NumPy does not know, or if it is a masked array.

    Example:
        >>> as_array([[1, 2], [3, 4]], "q").shape
        (2, 2)
    """
    if isinstance(numbers, np.ndarray):
        if type(numbers) is not np.ndarray and isinstance(numbers, np.ma.MaskedArray):
            raise DtypeError(
                f"{name} must be a plain array, it is a masked one: give {name}.filled(0), and say "
                "in mask= which keys may be read, True where numpy.ma has False"
            )
        return np.asarray(numbers)  # a subclass, as np.matrix, has shapes of its own
    try:
        if hasattr(numbers, "__dlpack__"):
            return np.from_dlpack(numbers)
        return np.asarray(numbers)
    except BufferError as error:
        raise DtypeError(f"{name} must lie in CPU memory and be readable there: {error}") from error
    except RuntimeError as error:
        raise DtypeError(
            f"{name} must have a dtype that DLPack can hand to NumPy: {error} bfloat16 goes "
            "through as 16-bit integers, viewed as ml_dtypes.bfloat16"
        ) from error
    except ValueError as error:
        raise ShapeError(f"the rows of {name} must have one length: {error}") from error


@cache
def name_of(dtype: np.dtype[Any]) -> str:
    """The dtype's name, kept: NumPy spells it anew each time it is asked.

    Example:
        >>> name_of(np.dtype(np.float32))
        'float32'
    """
    return dtype.name


@cache
def is_floating(dtype: np.dtype[Any]) -> bool:
    """Whether attention has a meaning for the dtype; asked so often that the answer is kept.

    Example:
        >>> is_floating(np.dtype("float16")), is_floating(np.dtype("int16"))
        (True, False)
    """
    return dtype.name in FLOATS


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
    if is_floating(array.dtype):
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


def as_number(number: object, name: str) -> float:
    """See one finite real number as a float.

    Args:
        number: a number of Python or NumPy, or an array without axes.
        name: what the caller calls it; errors use it.

    Raises:
        DtypeError: for booleans, complex numbers, texts, and whatever is not one number.
        ScoreOverflowError: for NaN, infinity, and what float64 cannot hold.

    Example:
        >>> as_number(2, "scale")
        2.0
    """
    array = as_array(number, name)
    is_a_number = array.shape == () and array.dtype.kind not in "bSUMm"
    try:
        value = float(array.item()) if is_a_number else None
    except OverflowError:
        value = math.inf
    except (TypeError, ValueError):
        value = None
    if value is None:
        raise DtypeError(f"{name} must be one real number: it is {shown(number)}")
    if not math.isfinite(value):
        raise ScoreOverflowError(f"{name} must be a finite number: it is {value}")
    return value


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
