"""What an answer is as printed: its canonical text, and what tells it apart for a reader."""

from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import TypeAlias

from starlore.figures import Figure
from starlore.questions.model import Place, Solution, Text, Value

Look: TypeAlias = tuple[object, ...]


def printed(answer: Solution) -> str:
    """The canonical text of an answer: figures by their digits, places and texts by their names.

    Example:
        >>> printed(Figure(0.8438, places=2)), printed((Figure(1), Figure(3, unit="bytes")))
        ('0.84', '(1, 3 bytes)')
        >>> printed(Place(2, among="words")), printed(Text("right"))
        ('words 2', 'right')
    """
    if isinstance(answer, Figure):
        return f"{answer.printed} {answer.unit}".rstrip()
    if isinstance(answer, Place):
        return f"{answer.among} {answer.index}"
    if isinstance(answer, Text):
        return answer.name
    return f"({', '.join(printed(part) for part in answer)})"


def numbers_of(answer: Solution) -> tuple[Figure, ...]:
    """The figures to be typed for an answer, in order; none for a place or a text.

    Example:
        >>> numbers_of(Figure(4)), numbers_of(Text("right"))
        ((Figure(value=4, unit='', places=None, digits=None),), ())
    """
    if isinstance(answer, Figure):
        return (answer,)
    return answer if isinstance(answer, tuple) else ()


def look(answer: Solution, given: Mapping[str, Value]) -> Look:
    """What a reader can tell answers apart by: numbers shown, words at places, names of texts.

    0.5 and 0.50 look the same, as do two places that hold one word.

    Example:
        >>> look(Figure(0.5, places=2), {}) == look(Figure(0.5, places=1), {})
        True
        >>> words = {"words": ("it", "was", "it")}
        >>> look(Place(0, "words"), words) == look(Place(2, "words"), words)
        True
    """
    if isinstance(answer, Place):
        among = given.get(answer.among)
        if isinstance(among, tuple) and 0 <= answer.index < len(among):
            return ("word", among[answer.index])
        return ("place", answer.among, answer.index)
    if isinstance(answer, Text):
        return ("text", answer.name)
    return tuple(_seen(figure) for figure in numbers_of(answer))


@lru_cache(maxsize=4096)
def _seen(figure: Figure) -> tuple[Decimal, str]:
    return figure.shown, figure.unit
