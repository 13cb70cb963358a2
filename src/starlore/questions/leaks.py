"""Law L9: nothing that is sent before the answer holds the solution, unless as an option."""

import re
from collections.abc import Iterator

from starlore.figures import Figure
from starlore.language.show_number import join_numbers
from starlore.questions.model import Place, Solution, Text, Value, Variant
from starlore.questions.printing import numbers_of
from starlore.questions.read_back import LANGUAGES, pages

STORED_FORMS = ("$figure", "$text", "$place", '"solution"', "&#34;solution", "&quot;solution")
"""Marks of a stored Variant, which holds its solution."""


def leaks(variant: Variant, sent: str, is_choice: bool = False) -> tuple[str, ...]:
    """What in a page sent before the answer gives the solution away.

    Looked for are the solution's numbers as any language writes them, unless the page has to show
    the same numbers; the names of misconceptions, by which the right option would be the one left
    over; and pieces of a stored Variant.

    Args:
        variant: the open question.
        sent: all that was sent: page, data, headers.
        is_choice: whether the options stand in it. Then the solution may stand as often as the
            option that stands most often.

    Example:
        >>> variant = Variant({"n": 7}, Figure(49))
        >>> leaks(variant, "<p>7 words</p>"), leaks(variant, "<p data-right='49'>7 words</p>")
        ((), ('49',))
    """
    found = [mark for mark in STORED_FORMS if mark in sent]
    names = [one.name for one in variant.misconceptions if "-" in one.name]
    found += [name for name in names if name in sent and _is_named(name, sent)]
    allowed = 0
    if is_choice:
        wrong = [text for one in variant.misconceptions for text in _writings(one.answer)]
        allowed = max((_times(text, sent) for text in wrong), default=1)
    told = [text for text in _writings(variant.solution) if _times(text, sent) > allowed]
    if told:
        given = set(_shown_in(variant.given))
        found += [text for text in told if text not in given]
    return tuple(dict.fromkeys(found))


def printed_alike(value: Value, answer: Solution) -> bool:
    """Whether a given value shows just what is right: the number, the list, the place or the name.

    Example:
        >>> printed_alike(49, Figure(49)), printed_alike((7, 49), Figure(49))
        (True, False)
    """
    if isinstance(answer, Text):
        return value == answer.name
    if isinstance(answer, Place):
        return type(value) is int and value == answer.index
    parts = value if isinstance(value, tuple) else (value,)
    shown = [_figure(part) for part in parts]
    asked = [one.shown for one in numbers_of(answer)]
    return [None if one is None else one.shown for one in shown] == asked


def _writings(answer: Solution) -> tuple[str, ...]:
    """An answer's numbers as each language writes them, and as they are stored."""
    texts = [one.printed for one in numbers_of(answer)]
    if not texts:
        return ()
    shown = zip(*map(pages, texts), strict=True)
    written = [join_numbers(*one) for one in zip(shown, LANGUAGES, strict=True)]
    return tuple(dict.fromkeys([", ".join(texts), *written]))


def _shown_in(value: Value) -> Iterator[str]:
    """Every number, and every list of numbers, that the question itself shows."""
    if isinstance(value, tuple):
        figures = tuple(one if isinstance(one, Figure) else _figure(one) for one in value)
        numbers = tuple(one for one in figures if one is not None)
        if numbers and len(numbers) == len(value):
            yield from _writings(numbers)
        for part in value:
            yield from _shown_in(part)
    elif isinstance(value, Figure):
        yield from _writings(value)
    elif not isinstance(value, str | bool | int | float) and hasattr(value, "values"):
        for part in value.values():
            yield from _shown_in(part)
    else:
        number = _figure(value)
        yield from _writings(number) if number is not None else ()


def _figure(value: object) -> Figure | None:
    """A bare number as the figure that would print it."""
    if isinstance(value, bool | str | tuple) or hasattr(value, "values"):
        return None
    return value if isinstance(value, Figure) else Figure(value)  # type: ignore[arg-type]


def _is_named(name: str, sent: str) -> bool:
    """Whether a name stands in a page, not as a piece of a longer one."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", sent) is not None


def _times(text: str, sent: str) -> int:
    """How often a number stands in a page, not as a piece of a longer one."""
    if text not in sent:
        return 0
    return len(re.findall(rf"(?<![\w.,٫٬−-]){re.escape(text)}(?![\w٬]|[.,٫]\w)", sent))
