"""Figures held to their rules: a kind with its data, words for those who do not see, an axis."""

from collections.abc import Iterator

from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.fill import with_words
from starlore.lessons.model import LessonText, PictureBlock
from starlore.lessons.showable import undrawable
from starlore.lessons.stretches import Scoped, figures_in
from starlore.message import Message

AXES = ("text", "math")


def figure_faults(scoped: tuple[Scoped, ...], text: LessonText) -> Iterator[Diagnostic]:
    """All that is wrong with the figures of some passages."""
    for block, values in figures_in(scoped):
        reason = undrawable(block, with_words(values, text.sentences))
        if reason:
            yield Diagnostic(text.path, block.line, 1, "L301", reason)
        if not block.alt:
            yield Diagnostic(text.path, block.line, 1, "L302", Message("check.figure.no-alt"))
        if block.axis not in AXES:
            message = Message("check.figure.no-axis")
            if block.axis:
                message = Message("check.figure.axis", axis=block.axis)
            yield Diagnostic(text.path, block.line, 1, "L303", message)


def named_twice(text: LessonText) -> Iterator[Diagnostic]:
    """Figures without an id, or with that of another."""
    seen: set[str] = set()
    for block in all_figures(text):
        if not block.id or block.id in seen:
            message = Message("check.figure.no-id")
            if block.id:
                message = Message("check.figure.twice", id=block.id)
            hint = Message("check.hint.write", code="id: a-name")
            yield Diagnostic(text.path, block.line, 1, "L304", message, hint)
        seen.add(block.id)


def all_figures(text: LessonText) -> Iterator[PictureBlock]:
    """Every figure of a lesson's text, in the order of the file's keys."""
    for passage in text.parts.values():
        yield from passage.pictures
    for passage in text.off_screen.passages.values() if text.off_screen else ():
        yield from passage.pictures
    for words in text.questions.values():
        passages = [words.stem, words.answer, *words.hints, words.worked, words.general]
        passages += [*words.wrong.values(), *words.headlines.values(), *words.options.values()]
        for passage in passages:
            yield from passage.pictures
