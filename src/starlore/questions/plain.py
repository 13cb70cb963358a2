"""Whatever an author's Python hands over, as the values a Variant may hold; else it is refused."""

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from starlore.errors import QuestionError
from starlore.figures import Figure
from starlore.questions.model import Misconception, Place, Solution, Text, Value


def plain(value: object, where: str) -> Value:
    """The value itself; lists become tuples, NumPy numbers the Python numbers of equal value.

    Raises:
        QuestionError: if it is not finite, or of a kind that no Variant may hold.

    Example:
        >>> plain([1, {"gap": 0.5}], "given")
        (1, {'gap': 0.5})
    """
    if isinstance(value, bool | int | str | Figure | Fraction):
        return value
    if isinstance(value, float | Decimal):
        if not math.isfinite(value):
            raise QuestionError(f"{where} must be finite, not {value}")
        return float(value) if isinstance(value, float) else value
    if hasattr(value, "tolist"):  # an array, or one number of it
        return plain(value.tolist(), where)
    if isinstance(value, Mapping):
        return plain_map(value, where)
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return tuple(plain(part, f"{where}[{place}]") for place, part in enumerate(value))
    raise QuestionError(f"{where} must be numbers, texts, lists or maps, not {value!r}")


def plain_map(values: Mapping[str, object], where: str) -> dict[str, Value]:
    """A map by name, its values plain. Names are texts that do not begin with a dollar sign."""
    for name in values:
        if not isinstance(name, str) or name.startswith("$"):
            raise QuestionError(f"{where} has a name that is no plain text: {name!r}")
    return {name: plain(value, f"{where}.{name}") for name, value in values.items()}


def plain_answer(answer: object, given: Mapping[str, Value], where: str) -> Solution:
    """A figure, a tuple of figures, a place that exists, or a text."""
    if isinstance(answer, Figure):
        return answer
    if isinstance(answer, Text) and isinstance(answer.name, str) and answer.name:
        return answer
    if isinstance(answer, Place) and isinstance(answer.among, str):
        among = given.get(answer.among)
        beyond = isinstance(among, tuple) and answer.index >= len(among)
        if answer.index < 0 or beyond:
            raise QuestionError(f"{where} is place {answer.index} of {answer.among}: not there")
        return Place(int(answer.index), answer.among)
    if isinstance(answer, tuple | list) and answer:
        parts = tuple(part for part in answer if isinstance(part, Figure))
        if len(parts) == len(answer):
            return parts
    raise QuestionError(f"{where} must be a figure, figures, a place or a text, not {answer!r}")


def plain_misconceptions(
    misconceptions: Sequence[Misconception], given: Mapping[str, Value]
) -> tuple[Misconception, ...]:
    """The misconceptions, each with a name of its own that has no space."""
    names = [misconception.name for misconception in misconceptions]
    for name in names:
        if not name or name != "".join(name.split()) or names.count(name) > 1:
            raise QuestionError(f"a misconception needs a name of its own, no spaces: {name!r}")
    return tuple(
        Misconception(one.name, plain_answer(one.answer, given, f"misconception {one.name}"))
        for one in misconceptions
    )
