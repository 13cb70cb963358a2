"""Stars and the questions that feed them: each star is asked for, each question feeds a star."""

from collections.abc import Iterator

from starlore.lessons.model import Diagnostic, Lesson
from starlore.lessons.running import line_of
from starlore.memory.star import name_of


def star_faults(lesson: Lesson, path: str) -> Iterator[Diagnostic]:
    """Stars that no question feeds, and questions that feed a star the head does not list.

    Args:
        lesson: as drafted. path: of its folder, for diagnostics.
    """
    listed = set(lesson.plan.star_ids)
    text = next(iter(lesson.texts.values()))
    for star in sorted(listed - set(lesson.stars)):
        line, column = text.spots.get(f"stars.{name_of(star)}", (2, 1))
        message = f"the star {star} has no question"
        yield Diagnostic(text.path, line, column, "L401", message, "write one in questions.py")
    for question in lesson.questions.values():
        if question.star_id not in listed:
            where = f"{path}/questions.py"
            message = (
                f"{question.id} feeds the star {question.star_id}, which the head does not list"
            )
            yield Diagnostic(where, line_of(question, where), 1, "L401", message)
