"""Every stretch of text in a lesson, with the place it stands at and the names it may use."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.model import Lesson, LessonText, Passage, PictureBlock, Prose, QuestionText
from starlore.lessons.off_screen import passages_of
from starlore.lessons.scope import (
    answered_scope,
    exercise_scope,
    hint_scope,
    open_scope,
    reading_scope,
)
from starlore.message import Message
from starlore.questions.exercise import draw_exercise
from starlore.questions.model import Variant

Values = Mapping[str, object]


@dataclass(frozen=True)
class Stretch:
    """A text an author wrote: where it begins, and the values in scope."""

    path: str
    line: int
    text: str
    values: Values
    language: str
    bank: tuple[tuple[str, ...], ...]

    def fault(
        self, at: int, code: str, message: Message, hint: Message | None = None
    ) -> Diagnostic:
        """A diagnostic at an offset of the text."""
        before = self.text[:at]
        line = self.line + before.count("\n")
        column = at - (before.rfind("\n") + 1) + 1
        return Diagnostic(self.path, line, column, code, message, hint)


Scoped = tuple[Passage, Values]
"""A passage, and the names it may use."""


def reading(lesson: Lesson, text: LessonText) -> tuple[Scoped, ...]:
    """The parts that ask nothing."""
    scoped = tuple((passage, reading_scope(lesson)) for passage in text.parts.values())
    return (*scoped, *off_screen(lesson, text))


def off_screen(lesson: Lesson, text: LessonText, seed: int = 0) -> tuple[Scoped, ...]:
    """What is done away from the screen; its exercise with the numbers of a seed."""
    if text.off_screen is None:
        return ()
    told = reading_scope(lesson)
    scoped = [(one, told) for one in passages_of(text.off_screen).values()]
    if lesson.exercise is not None:
        drawn = draw_exercise(lesson.exercise, lesson.plan.id, seed)
        scoped.append((text.off_screen.under("exercise"), exercise_scope(lesson, drawn)))
    return tuple(scoped)


def asking(lesson: Lesson, words: QuestionText, variant: Variant) -> tuple[Scoped, ...]:
    """A question's passages, each with what may be known where it is shown."""
    is_open = open_scope(lesson, variant)
    told = answered_scope(lesson, variant, variant.solution)
    scoped = list(before_the_answer(lesson, words, variant))
    scoped += [(passage, is_open) for passage in words.options.values()]
    scoped += [(words.worked, told), (words.general, told)]
    drawn = {misconception.name for misconception in variant.misconceptions}
    for named in (words.wrong, words.headlines):
        scoped += [(passage, told) for name, passage in named.items() if name in drawn]
    return tuple(scoped)


def before_the_answer(lesson: Lesson, words: QuestionText, variant: Variant) -> tuple[Scoped, ...]:
    """What is shown of a question before its answer, but for the options."""
    is_open, hinted = open_scope(lesson, variant), hint_scope(lesson, variant)
    scoped = [(words.stem, is_open), (words.answer, is_open)]
    return (*scoped, *((passage, hinted) for passage in words.hints))


def stretches(scoped: tuple[Scoped, ...], text: LessonText) -> Iterator[Stretch]:
    """The prose and the figures' words of some passages."""
    for passage, values in scoped:
        for piece in passage.pieces:
            for words in _words_of(piece):
                yield Stretch(text.path, piece.line, words, values, text.language, text.sentences)


def _words_of(piece: Prose | PictureBlock) -> tuple[str, ...]:
    """What of a piece is read by people."""
    return (piece.text,) if isinstance(piece, Prose) else (piece.alt, piece.caption)


def figures_in(scoped: tuple[Scoped, ...]) -> Iterator[tuple[PictureBlock, Values]]:
    """The figures of some passages, with the values in scope."""
    for passage, values in scoped:
        for block in passage.pictures:
            yield block, values
