"""The names a text may use: a lesson's numbers, or what a question gave and worked out.

Before the answer a question's text sees only what was given; hints see the working too; after the
answer everything has a name: the working, `solution`, each misconception, and `yours`.
"""

from collections.abc import Mapping

from starlore.lessons.model import Lesson
from starlore.questions.model import Solution, Text, Variant


def reading_scope(lesson: Lesson) -> Mapping[str, object]:
    """What the introduction, the reading and the closing may use."""
    return lesson.numbers


def exercise_scope(lesson: Lesson, drawn: Mapping[str, object]) -> Mapping[str, object]:
    """What an exercise to be done by hand may use: its own numbers, and `lesson`."""
    return {"lesson": lesson.numbers, **drawn}


def open_scope(lesson: Lesson, variant: Variant) -> Mapping[str, object]:
    """What stem, answer words and options may use: nothing that was worked out."""
    return {"lesson": lesson.numbers, **variant.given}


def hint_scope(lesson: Lesson, variant: Variant) -> Mapping[str, object]:
    """What hints may use: what was given, and the working."""
    return {**open_scope(lesson, variant), **variant.working}


def answered_scope(
    lesson: Lesson, variant: Variant, yours: Solution | None = None
) -> Mapping[str, object]:
    """What explanations may use. A name of the question's own is never hidden by another.

    Args:
        lesson: whose numbers go by `lesson`.
        variant: what was asked.
        yours: what the learner answered, as read; None where nothing was.
    """
    answers: dict[str, object] = {"solution": _printable(variant.solution)}
    answers |= {m.name: _printable(m.answer) for m in variant.misconceptions}
    if yours is not None:
        answers["yours"] = _printable(yours)
    return {**answers, **hint_scope(lesson, variant)}


def _printable(solution: Solution) -> object:
    """An answer as text can print it; the words of a text answer stand in the lesson file."""
    return solution.name if isinstance(solution, Text) else solution
