"""Reading a picture's data: the few shapes that kinds are made of, each refused by its message."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.message import Message

MOST, MOST_NUMBERS = 10**12, 200
"""What a drawing has room for."""


def list_of(data: object, what: str, of: str, least: int = 1) -> Sequence[object]:
    """A list of so many things at least; a text is none.

    Args:
        what: whose data it is. of: which message says what it lists, under `check.data.of`.

    Raises:
        LessonError: if it is something else.

    Example:
        >>> list_of([(0, 2)], "cells: lit", "pairs", least=0)
        [(0, 2)]
    """
    if not isinstance(data, Sequence) or isinstance(data, str):
        listed, got = Message(f"check.data.of.{of}"), type(data).__name__
        raise LessonError("check.data.list", what=what, of=listed, got=got)
    if len(data) < least:
        listed = Message(f"check.data.of.{of}")
        raise LessonError("check.data.short", what=what, of=listed, least=least)
    return data


def figures_of(data: object, what: str) -> tuple[Figure, ...]:
    """A list of numbers, at least one.

    Raises:
        LessonError: if it is something else.
    """
    listed = list_of(data, what, "numbers")
    if len(listed) > MOST_NUMBERS:
        raise LessonError("check.data.many", what=what, most=MOST_NUMBERS, got=len(listed))
    return tuple(figure_of(item, what) for item in listed)


def rows_of(data: object, what: str) -> tuple[tuple[Figure, ...], ...]:
    """A list of lists of numbers, at least one in each.

    Raises:
        LessonError: if it is something else.
    """
    return tuple(figures_of(row, what) for row in list_of(data, what, "lists"))


def figure_of(data: object, what: str) -> Figure:
    """One number."""
    if isinstance(data, bool) or not isinstance(data, Figure | int | float | Decimal | Fraction):
        raise LessonError("check.data.number", what=what, got=type(data).__name__)
    figure = data if isinstance(data, Figure) else Figure(data)
    if not -MOST <= figure.value <= MOST:
        raise LessonError("check.data.bounds", what=what, least=str(-MOST), most=str(MOST))
    return figure


def map_of(data: object, what: str, names: tuple[str, ...]) -> Mapping[str, object]:
    """A map that has the names."""
    if not isinstance(data, Mapping) or not set(names) <= set(data):
        raise LessonError("check.data.map", what=what, names=names)
    return data


def count_of(data: object, what: str, least: int = 0) -> int:
    """A whole number, not below `least`."""
    number = figure_of(data, what).value
    if Fraction(number).denominator != 1 or number < least:
        got = str(number)
        raise LessonError("check.data.whole", what=what, least=str(least), got=got)
    return int(number)


def short(number: Fraction, longest: int = 2) -> Figure:
    """A computed number to its end if that is near, else to two decimals.

    Args:
        longest: decimals up to which its end is near.

    Example:
        >>> [short(Fraction(1, whole), longest=3).printed for whole in (4, 8, 3)]
        ['0.25', '0.125', '0.33']
    """
    is_near = (number * 10**longest).denominator == 1
    return Figure(number) if is_near else Figure(number, places=2)
