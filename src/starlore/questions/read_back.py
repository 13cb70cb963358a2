"""Law L3: the solution is computed from the printed numbers; hidden digits do not exist.

Each given number is read back from its printed text, in every language with rules of its own, and
put in place of its draw. Then what is not shown is drawn afresh: if the page stays the same, its
solution must.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from starlore.errors import QuestionError
from starlore.figures import Figure
from starlore.language import Reading, read, show_number
from starlore.language.marks import PAGES, WITH_LATIN_DIGITS
from starlore.message import Message
from starlore.questions.draw import ATTEMPTS, Draw, FixedDraw, vary
from starlore.questions.model import Question, Variant
from starlore.questions.printing import printed

LANGUAGES = (*PAGES, "fa" + WITH_LATIN_DIGITS, "ar" + WITH_LATIN_DIGITS)
"""The pages on which a number is read back."""

Texts = str | None | tuple["Texts", ...]
"""Printed numbers in the shape of the value they stand for."""


@lru_cache(maxsize=2**16)
def pages(text: str) -> tuple[str, ...]:
    """A printed number as the page of each language shows it.

    Example:
        >>> pages("1024.5")[LANGUAGES.index("de")]
        '1\u202f024,5'
    """
    return tuple(show_number(text, language) for language in LANGUAGES)


@lru_cache(maxsize=2**16)
def readings(text: str) -> tuple[Decimal | Fraction | None, ...]:
    """A printed number as each page shows it and reads it again; None where it is asked back.

    Example:
        >>> set(readings("1024.5"))
        {Decimal('1024.5')}
    """
    found = (read(shown, tag) for shown, tag in zip(pages(text), LANGUAGES, strict=True))
    return tuple(one.numbers[0] if isinstance(one, Reading) else None for one in found)


def faults_of_reading(
    question: Question, variant: Variant, drawn: Mapping[str, object]
) -> Iterator[Message]:
    """What a learner who only has the page could not have known."""
    for name, value in variant.given.items():
        for text in _hiding(value):
            yield Message("check.law.hides", name=name, text=text)
    shown = {name: drawn[name] for name in variant.given if name in drawn}
    tried = [shown]
    texts = {name: _texts(variant.given[name], value) for name, value in shown.items()}
    for language in _languages_needed(texts):
        read_there = {
            name: _read(text, shown[name], LANGUAGES.index(language))
            for name, text in texts.items()
        }
        if read_there not in tried:
            tried.append(read_there)
            again = vary(question, FixedDraw(read_there, _streams(question, variant, 0)))
            if _answers(again) != _answers(variant):
                gives = printed(again.solution)
                yield Message("check.law.read-back", language=language, answer=gives)
    if len(shown) < len(drawn):
        yield from _with_the_rest_afresh(question, variant, shown)


def _with_the_rest_afresh(
    question: Question, variant: Variant, shown: Mapping[str, object]
) -> Iterator[Message]:
    """One page, other hidden draws: the solution must stay."""
    try:
        again = vary(question, FixedDraw(shown, _streams(question, variant, ATTEMPTS)))
    except QuestionError:
        return  # hidden draws that do not go with these numbers say nothing
    if again.accept and again.given == variant.given and again.solution != variant.solution:
        yield Message("check.law.not-shown", answer=printed(again.solution))


def _texts(value: object, drawn: object) -> Texts:
    """The printed texts of a given value, in its shape; None for whatever is no number."""
    if isinstance(value, tuple) and isinstance(drawn, Sequence) and len(value) == len(drawn):
        return tuple(_texts(*pair) for pair in zip(value, drawn, strict=True))
    if isinstance(value, Figure):
        return value.printed
    if isinstance(value, int | float | Decimal | Fraction) and not isinstance(value, bool):
        return Figure(value).printed
    return None


def _languages_needed(texts: Texts | Mapping[str, Texts]) -> tuple[str, ...]:
    """The first language alone where all read every number alike; else all of them."""
    if isinstance(texts, str):
        return LANGUAGES[:1] if len(set(readings(texts))) == 1 else LANGUAGES
    parts = texts.values() if isinstance(texts, Mapping) else texts or ()
    return max((_languages_needed(part) for part in parts), key=len, default=LANGUAGES[:1])


def _read(text: Texts, drawn: object, place: int) -> object:
    """What a reader puts in place of a draw; whatever is no number stays as it was drawn."""
    if isinstance(text, tuple) and isinstance(drawn, Sequence):
        return tuple(_read(*pair, place) for pair in zip(text, drawn, strict=True))
    if not isinstance(text, str):
        return drawn
    number = readings(text)[place]
    if number is None:
        raise QuestionError("check.law.unreadable", text=text, language=LANGUAGES[place])
    return _like(drawn, number)


def _like(drawn: object, number: Decimal | Fraction) -> object:
    """The number in the form the draw gives."""
    if isinstance(drawn, Figure):
        return Figure(number, drawn.unit, drawn.places, drawn.digits)
    if isinstance(drawn, Fraction):
        return Fraction(number)
    if isinstance(drawn, float):
        return float(number)
    return int(number) if isinstance(drawn, int) and number == int(number) else number


def _hiding(value: object) -> Iterator[str]:
    """The printed texts of figures that hold more than they show."""
    if isinstance(value, Figure) and Fraction(value.value) != Fraction(value.shown):
        yield value.printed
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _hiding(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _hiding(part)


def _answers(variant: Variant) -> object:
    return variant.solution, variant.misconceptions


def _streams(question: Question, variant: Variant, later: int) -> Draw:
    version, attempt = question.generator_version, variant.attempt + later
    return Draw(variant.seed, question.group, version, attempt)
