"""Inputs of the contrasts: one dtype for all, shapes that fit, wide enough to add up in."""

from collections.abc import Mapping, Sequence

import numpy as np

from starlore.attention.arguments import shown
from starlore.attention.arrays import Array, as_floats
from starlore.errors import BadValue, DtypeError, ShapeError


def laid(named: Mapping[str, object]) -> tuple[dict[str, Array | None], np.dtype[np.generic]]:
    """Arrays by name, in a dtype to compute with, and the dtype they came in.

    16-bit numbers are computed with in float32 and rounded once at the end. None stays None.

    Raises:
        DtypeError: if two dtypes meet.

    Example:
        >>> arrays, dtype = laid({"x": [[1.0]], "bias": None})
        >>> arrays["x"].shape, arrays["bias"], dtype
        ((1, 1), None, dtype('float64'))
    """
    found = {name: None if one is None else as_floats(one, name) for name, one in named.items()}
    dtypes = {one.dtype: name for name, one in found.items() if one is not None}
    if len(dtypes) > 1:
        (first, one), (second, other), *_ = dtypes.items()
        raise DtypeError(f"one dtype for all: {one} has {first} and {other} {second}")
    dtype = next(iter(dtypes))
    wide = dtype if dtype in (np.float32, np.float64) else np.dtype(np.float32)
    return {
        name: None if a is None else a.astype(wide, copy=False) for name, a in found.items()
    }, dtype


def needed(array: Array | None, name: str) -> Array:
    """An array that has to be there."""
    if array is None:
        raise ShapeError(f"{name} is missing")
    return array


def shaped(array: Array | None, shape: tuple[int, ...], name: str, why: str) -> Array:
    """An array of a shape; zeros where there is none.

    Raises:
        ShapeError: if it has another.
    """
    if array is None:
        return np.zeros(shape)
    if array.shape != shape:
        raise ShapeError(f"{name} must have shape {shape}, {why}: it has {array.shape}")
    return array


def one_of(given: object, names: Sequence[str], what: str) -> None:
    """Refuse what is none of some names.

    Raises:
        BadValue: naming them.

    Example:
        >>> one_of("gru", ("rnn", "gru"), "cell")
    """
    if not isinstance(given, str) or given not in names:
        raise BadValue(f"{what} must be one of {', '.join(names)}: it is {shown(given)}")


def sigmoid(x: Array) -> Array:
    """1 / (1 + e^-x), without overflow.

    Example:
        >>> sigmoid(np.array([-1000.0, 0.0, 1000.0]))
        array([0. , 0.5, 1. ])
    """
    small = np.exp(-np.abs(x))
    share: Array = np.where(x >= 0, 1, small) / (1 + small)
    return share
