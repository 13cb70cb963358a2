"""Arguments that are no arrays: refused in one sentence, whatever came in their place."""

from collections.abc import Iterable
from types import UnionType

from starlore.errors import DtypeError, ShapeError

LONGEST = 80
"""Letters of a value that a sentence shows."""


def shown(value: object) -> str:
    """A value as Python writes it, on one line and never longer than that.

    Example:
        >>> shown("x"), shown(list(range(100)))[-8:]
        ("'x'", '0, 21...')
    """
    text = " ".join(repr(value).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def must_be(value: object, kind: type | UnionType, name: str, wanted: str) -> None:
    """Refuse a value that is not of the kind.

    Args:
        name: what the caller calls it. wanted: what it must be, for the sentence.

    Raises:
        DtypeError: naming it, what was expected, and what came.

    Example:
        >>> must_be("causal", str, "text", "a str, as 'causal'")
    """
    if not isinstance(value, kind):
        raise DtypeError(f"{name} must be {wanted}: it is {shown(value)}")


def must_call(value: object, name: str, wanted: str) -> None:
    """Refuse what cannot be called; a class counts as that, for one is given by mistake.

    Raises:
        DtypeError: as `must_be`.

    Example:
        >>> must_call(len, "effect", "a function")
    """
    if not callable(value) or isinstance(value, type):
        raise DtypeError(f"{name} must be {wanted}: it is {shown(value)}")


def several(values: object, name: str, wanted: str) -> tuple[object, ...]:
    """See `values` as a tuple of things; a text is one thing, not its letters.

    Raises:
        ShapeError: naming it, what was expected, and what came.

    Example:
        >>> several([1, 2], "windows", "whole numbers, as (1, 2)")
        (1, 2)
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise ShapeError(f"{name} must be {wanted}: it is {shown(values)}")
    try:
        return tuple(values)
    except TypeError as fault:  # an array without axes
        raise ShapeError(f"{name} must be {wanted}: it is {shown(values)}") from fault
