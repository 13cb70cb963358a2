"""The fields of an author's Question, each of the kind it must have."""

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from starlore.message import Message
from starlore.questions.model import AsPrinted, Between, Exact, Question, Within

NAME = re.compile(r"[a-z0-9-]+\.[A-Za-z0-9_.-]+")
LONGEST_NAME = 120


def ill_fields(question: Question) -> Iterator[Message]:
    """What is wrong with the fields of a question, one by one.

    Example:
        >>> from starlore.questions.model import Text, Variant
        >>> ill = Question("count.one", lambda rng: Variant({}, Text("a")), seconds=0)
        >>> [dict(message.values)["field"] for message in ill_fields(ill)]
        ['seconds']
    """
    if not _is_name(question.id):
        yield Message("check.field.id", got=f"{question.id!r:.60}")
        return
    for name, (is_fit, wanted) in FIELDS.items():
        value = getattr(question, name)
        if not is_fit(value):
            is_, wants = f"{value!r:.60}", Message(f"check.field.wants.{wanted}")
            yield Message(
                "check.field.unfit", question=question.id, field=name, got=is_, wanted=wants
            )


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


RULES = (AsPrinted, Within, Between, Exact)

FIELDS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "vary": (callable, "function"),
    "star": (lambda value: value == "" or _is_name(value), "star"),
    "generator_version": (_is_count, "count"),
    "rule": (lambda value: isinstance(value, RULES), "rule"),
    "may_be_typed": (_is_flag, "flag"),
    "fixed": (_is_flag, "flag"),
    "in_any_order": (_is_flag, "flag"),
    "first_only": (_is_flag, "flag"),
    "draw_group": (lambda value: value == "" or _is_name(value), "group"),
    "seconds": (_is_count, "count"),
    "units": (_is_units, "units"),
}
"""By field: what it must be, as a question of a value, and which message says it."""
