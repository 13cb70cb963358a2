"""Whatever an author's Python hands over, as the values a Variant may hold; else it is refused."""

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from starlore.errors import QuestionError
from starlore.figures import Exact, Figure
from starlore.questions.model import Misconception, Place, Solution, Text, Value

LONGEST_NUMBER, MOST_PLACES = 400, 100
"""Digits of a number, before and after its point, and those that a figure shows: a number beyond
would take minutes to print."""

WHOLE, DECIMAL, LISTED = (int, Fraction), (float, Decimal), (tuple, list)
"""Kinds of values, named once: a union written where it is asked for is made anew each time."""

SURELY_SHORT = 10**18

BITS_TO_DIGITS = 0.30103
"""The common logarithm of two."""


def plain(value: object, where: str) -> Value:
    """The value itself; lists become tuples, NumPy numbers the Python numbers of equal value.

    Raises:
        QuestionError: if it is not finite, too long to print, or of a kind that no Variant may
            hold.

    Example:
        >>> plain([1, {"gap": 0.5}], "given")
        (1, {'gap': 0.5})
    """
    if isinstance(value, str):
        return _text(value, where)
    if isinstance(value, Figure):
        return _figure(value, where)
    if isinstance(value, bool):
        return value
    if isinstance(value, LISTED):
        return tuple(plain(part, f"{where}[{place}]") for place, part in enumerate(value))
    if isinstance(value, WHOLE):
        _refuse_long(value, where)
        return value
    if isinstance(value, DECIMAL):
        if not math.isfinite(value):
            raise QuestionError("check.value.finite", where=where, got=str(value))
        if isinstance(value, float):
            return float(value)
        _refuse_long(value, where)
        return value
    if hasattr(value, "tolist"):  # an array, or one number of it
        return plain(value.tolist(), where)
    if isinstance(value, Mapping):
        return plain_map(value, where)
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return tuple(plain(part, f"{where}[{place}]") for place, part in enumerate(value))
    raise QuestionError("check.value.kind", where=where, got=repr(value))


def plain_map(values: Mapping[str, object], where: str) -> dict[str, Value]:
    """A map by name, its values plain. Names are texts that do not begin with a dollar sign."""
    for name in values:
        if not isinstance(name, str) or name.startswith("$"):
            raise QuestionError("check.value.name", where=where, got=repr(name))
        _text(name, where)
    return {name: plain(value, f"{where}.{name}") for name, value in values.items()}


def plain_answer(answer: object, given: Mapping[str, Value], where: str) -> Solution:
    """A figure, a tuple of figures, a place that exists, or a text."""
    if isinstance(answer, Figure):
        return _figure(answer, where)
    if isinstance(answer, Text) and isinstance(answer.name, str) and answer.name:
        return answer
    if isinstance(answer, Place) and isinstance(answer.among, str):
        among = given.get(answer.among)
        beyond = isinstance(among, tuple) and answer.index >= len(among)
        if answer.index < 0 or beyond:
            place = {"index": str(answer.index), "among": answer.among}
            raise QuestionError("check.value.place", where=where, **place)
        return Place(int(answer.index), answer.among)
    if isinstance(answer, LISTED) and answer:
        parts = tuple(_figure(part, where) for part in answer if isinstance(part, Figure))
        if len(parts) == len(answer):
            return parts
    raise QuestionError("check.value.answer", where=where, got=repr(answer))


def plain_misconceptions(
    misconceptions: Sequence[Misconception], given: Mapping[str, Value]
) -> tuple[Misconception, ...]:
    """The misconceptions, each with a name of its own that has no space."""
    names = [misconception.name for misconception in misconceptions]
    for name in names:
        if not name or name != "".join(name.split()) or names.count(name) > 1:
            raise QuestionError("check.value.misconception", got=repr(name))
    return tuple(
        Misconception(one.name, plain_answer(one.answer, given, f"misconceptions.{one.name}"))
        for one in misconceptions
    )


def _refuse_long(value: Exact, where: str) -> None:
    """A number that nobody would wait for to be printed."""
    if isinstance(value, int) and -SURELY_SHORT < value < SURELY_SHORT:
        return
    if isinstance(value, Decimal):
        length = abs(value.adjusted())
        if len(str(value)) > LONGEST_NUMBER:  # a text is never shorter than its digits
            length = max(length, len(value.as_tuple().digits))
    else:
        bits = max(value.numerator.bit_length(), value.denominator.bit_length())
        length = int(bits * BITS_TO_DIGITS)
    if length > LONGEST_NUMBER:
        raise QuestionError("check.value.long", where=where, most=LONGEST_NUMBER)


def _figure(figure: Figure, where: str) -> Figure:
    """A figure that can be printed."""
    _refuse_long(figure.value, where)
    if max(figure.places or 0, figure.digits or 0) > MOST_PLACES:
        raise QuestionError("check.value.figure", where=where, most=MOST_PLACES)
    return figure


def _text(text: str, where: str) -> str:
    """A text that can be written down: half a sign of UTF-16 cannot."""
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise QuestionError("check.value.half", where=where)
    return text
