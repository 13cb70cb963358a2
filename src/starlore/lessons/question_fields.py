"""The fields of an author's Question, each of the kind it must have."""

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from starlore.questions.model import AsPrinted, Exact, Question, Within

NAME = re.compile(r"[a-z0-9-]+\.[A-Za-z0-9_.-]+")
LONGEST_NAME = 120


def ill_fields(question: Question) -> Iterator[str]:
    """What is wrong with the fields of a question, a sentence for each.

    Example:
        >>> from starlore.questions.model import Text, Variant
        >>> list(ill_fields(Question("count.one", lambda rng: Variant({}, Text("a")), seconds=0)))
        ['count.one: seconds is 0, not a whole number from 1 on']
    """
    if not _is_name(question.id):
        yield f"a question's id is {question.id!r:.60}, not a text such as lesson.name"
        return
    for name, (is_fit, wanted) in FIELDS.items():
        value = getattr(question, name)
        if not is_fit(value):
            yield f"{question.id}: {name} is {value!r:.60}, not {wanted}"


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME and bool(NAME.fullmatch(value))


def _is_count(value: object) -> bool:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return is_whole and 1 <= value <= 1_000_000  # type: ignore[operator]


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_units(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(unit, str) and isinstance(factor, Fraction | int) and factor > 0
        for unit, factor in value.items()
    )


FIELDS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "vary": (callable, "a function"),
    "star": (lambda value: value == "" or _is_name(value), "the id of a star"),
    "generator_version": (_is_count, "a whole number from 1 on"),
    "rule": (lambda value: isinstance(value, AsPrinted | Within | Exact), "a rule of grading"),
    "may_be_typed": (_is_flag, "True or False"),
    "fixed": (_is_flag, "True or False"),
    "first_only": (_is_flag, "True or False"),
    "draw_group": (lambda value: value == "" or _is_name(value), "the name of a group"),
    "seconds": (_is_count, "a whole number from 1 on"),
    "units": (_is_units, "a map of units to the numbers they stand for"),
}
"""By field: what it must be, as a question of a value and in words."""
