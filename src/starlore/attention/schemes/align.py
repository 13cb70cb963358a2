"""Where queries and keys meet: the place of query i among the keys is p = i + offset.

"start" puts query 0 beside key 0, "end" puts the last query beside the last key (right for a
cache), and a whole number is the offset itself. None is for equal lengths, where all agree.
"""

from typing import Literal, TypeAlias

import numpy as np

from starlore.attention.arguments import shown
from starlore.errors import AlignmentError, ShapeError

Align: TypeAlias = Literal["start", "end"] | int | None

FARTHEST = 2**60
"""The largest number of places anything may reach: sums of two still fit in 64 bits."""

LAST_SEED = 2**64 - 1
"""A seed is any number of 64 bits."""


def check_align(align: object) -> None:
    """Refuse an `align` that is none of "start", "end", a whole number and None.

    Raises:
        AlignmentError: naming what came.

    Example:
        >>> check_align("end")
    """
    whole = isinstance(align, int | np.integer) and not isinstance(align, bool)
    if whole and abs(int(align)) > FARTHEST:  # type: ignore[call-overload]
        raise AlignmentError(f"align must lie between -2^60 and 2^60: {align}")
    if not (align is None or whole or (isinstance(align, str) and align in ("start", "end"))):
        raise AlignmentError(
            f'align must be "start", "end", a whole number or None: {shown(align)}'
        )


def offset(align: Align, n_q: int, n_k: int) -> int:
    """The number that takes query i to its place among the keys, p = i + offset.

    Raises:
        AlignmentError: if `align` is None and the lengths differ.
        ShapeError: if a length is no whole number of 0 or more.

    Example:
        >>> offset("start", 1, 4), offset("end", 1, 4), offset(-2, 1, 4), offset(None, 4, 4)
        (0, 3, -2, 0)
    """
    n_q, n_k = whole_number(n_q, "n_q", 0), whole_number(n_k, "n_k", 0)
    if align is None and n_q != n_k:
        queries, keys = counted(n_q, "query", "queries"), counted(n_k, "key", "keys")
        raise AlignmentError(f'{queries}, {keys}: say align="start" or align="end"')
    if align is None or align == "start":
        return 0
    return n_k - n_q if align == "end" else int(align)


def settled_offset(align: Align) -> int:
    """The offset of a scheme whose alignment is settled.

    Raises:
        AlignmentError: if it is not: "end" and None mean nothing without two lengths.

    Example:
        >>> settled_offset(3)
        3
    """
    if align is None or align == "end":
        raise AlignmentError(
            f"align={align!r} needs two lengths: lay the scheme with .at(n_q, n_k)"
        )
    return 0 if align == "start" else int(align)


def whole_number(number: object, name: str, least: int, most: int = FARTHEST) -> int:
    """See `number` as a whole number from `least` to `most`.

    Raises:
        ShapeError: naming it, the least, the most, and what came.

    Example:
        >>> whole_number(3, "Window: left", 0)
        3
    """
    if not isinstance(number, int | np.integer) or isinstance(number, bool):
        raise ShapeError(f"{name} must be a whole number: it is {shown(number)}")
    if not least <= int(number) <= most:
        at_most = "2^60" if most == FARTHEST else f"{most}"
        raise ShapeError(f"{name} must be {least} or more, and at most {at_most}: it is {number}")
    return int(number)


def counted(n: int, one: str, many: str) -> str:
    """A number and its noun.

    Example:
        >>> counted(1, "key", "keys"), counted(2, "key", "keys")
        ('1 key', '2 keys')
    """
    return f"{n} {one if n == 1 else many}"
