"""Stars and outcomes that questions feed: a star that nobody asks about could never shine."""

from collections.abc import Iterator

from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.model import Lesson
from starlore.lessons.running import line_of
from starlore.memory.star import name_of
from starlore.message import Message


def star_faults(lesson: Lesson, path: str) -> Iterator[Diagnostic]:
    """Stars that no question feeds, and questions that feed a star the head does not list.

    Args:
        lesson: as drafted. path: of its folder, for diagnostics.
    """
    listed = set(lesson.plan.star_ids)
    text = next(iter(lesson.texts.values()))
    for star in sorted(listed - set(lesson.stars)):
        line, column = text.spots.get(f"stars.{name_of(star)}", (2, 1))
        message, hint = Message("check.star.unasked", star=star), Message("check.star.write")
        yield Diagnostic(text.path, line, column, "L401", message, hint)
    for question in lesson.questions.values():
        if question.star_id not in listed:
            where = f"{path}/questions.py"
            fed = {"question": question.id, "star": question.star_id}
            message = Message("check.star.unlisted", **fed)
            yield Diagnostic(where, line_of(question, where), 1, "L401", message)


def outcome_faults(lesson: Lesson) -> Iterator[Diagnostic]:
    """Outcomes that nobody is ever asked about."""
    text = next(iter(lesson.texts.values()))
    asked = {question.star_id.partition(".")[2] for question in lesson.questions.values()}
    served = {star.outcome for name, star in lesson.plan.stars.items() if name in asked}
    for letter in text.outcomes:
        if letter not in served:
            line, column = text.spots.get(f"outcomes.{letter}", (2, 1))
            message = Message("check.star.outcome", outcome=letter)
            yield Diagnostic(text.path, line, column, "L504", message)
