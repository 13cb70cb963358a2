"""Stars and outcomes that questions feed: a star that nobody asks about could never shine."""

from collections.abc import Iterator

from starlore.lessons.model import Diagnostic, Lesson
from starlore.lessons.running import line_of


def star_faults(lesson: Lesson, path: str) -> Iterator[Diagnostic]:
    """Stars that no question feeds, and questions that feed a star the head does not list."""
    listed = {f"{lesson.plan.id}.{name}" for name in lesson.plan.stars}
    fed = {question.star_id for question in lesson.questions.values() if not question.first_only}
    text = next(iter(lesson.texts.values()))
    for star in sorted(listed - fed):
        line, column = text.spots.get(f"stars.{star.partition('.')[2]}", (2, 1))
        message = f"the star {star} has no question"
        yield Diagnostic(text.path, line, column, "L401", message, "write one in questions.py")
    for question in lesson.questions.values():
        if question.star_id not in listed:
            where = f"{path}/questions.py"
            message = (
                f"{question.id} feeds the star {question.star_id}, which the head does not list"
            )
            yield Diagnostic(where, line_of(question, where), 1, "L401", message)


def outcome_faults(lesson: Lesson) -> Iterator[Diagnostic]:
    """Outcomes that nobody is ever asked about."""
    text = next(iter(lesson.texts.values()))
    asked = {question.star_id.partition(".")[2] for question in lesson.questions.values()}
    served = {star.outcome for name, star in lesson.plan.stars.items() if name in asked}
    for letter in text.outcomes:
        if letter not in served:
            line, column = text.spots.get(f"outcomes.{letter}", (2, 1))
            message = f"no star with a question serves the outcome {letter}"
            yield Diagnostic(text.path, line, column, "L504", message)
