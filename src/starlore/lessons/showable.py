"""What a page could not show: names without a value, formulas and figures that cannot be read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from starlore.errors import StarloreError
from starlore.lessons.diagnostics import Diagnostic, saying
from starlore.lessons.fill import FillFault, fill, with_words
from starlore.lessons.markup import formula_faults
from starlore.lessons.model import Lesson, LessonText, PictureBlock
from starlore.lessons.pictures import picture_of
from starlore.lessons.stretches import (
    Scoped,
    Stretch,
    Values,
    asking,
    figures_in,
    reading,
    stretches,
)
from starlore.lessons.unsaid import part_of
from starlore.message import Message
from starlore.questions.model import Variant

LONGEST = 12_000
"""Characters between two headings or figures: longer texts are read by nobody, and slowly."""


def unshown(lesson: Lesson, variants: Mapping[str, Variant]) -> Iterator[Diagnostic]:
    """All that no page of a lesson could show, in every language.

    Args:
        lesson: as drafted. variants: of each of its questions one that was drawn, by its id.
    """
    for text in lesson.texts.values():
        yield from _passages(reading(lesson, text), text)
        for id_, variant in variants.items():
            words = text.questions.get(part_of(lesson.questions[id_]))
            if words is not None:
                yield from _passages(asking(lesson, words, variant), text)


def _passages(scoped: tuple[Scoped, ...], text: LessonText) -> Iterator[Diagnostic]:
    for stretch in stretches(scoped, text):
        yield from unshowable(stretch)
    for block, values in figures_in(scoped):
        reason = undrawable(block, with_words(values, text.sentences))
        if reason:
            yield Diagnostic(text.path, block.line, 1, "L301", reason)


def unshowable(stretch: Stretch) -> Iterator[Diagnostic]:
    """Why a text cannot be shown."""
    if len(stretch.text) > LONGEST:
        message = Message("check.prose.long", most=LONGEST)
        yield stretch.fault(0, "L207", message, Message("check.hint.cut"))
        return
    unfilled = fill_fault(stretch)
    if unfilled is not None:
        yield unfilled
    else:
        yield from formula_faults(stretch)


def fill_fault(stretch: Stretch) -> Diagnostic | None:
    """The first slot that cannot be filled."""
    try:
        fill(stretch.text, stretch.values, stretch.language, stretch.bank)
    except FillFault as fault:
        names = tuple(sorted(map(str, stretch.values))[:12])
        hint = Message("check.slot.names", names=names) if names else Message("check.slot.no-names")
        if fault.is_malformed:
            hint = Message("check.slot.write", one="{{ name }}", other="{{ name:2 }}")
        return stretch.fault(fault.at, fault.code, fault.message, hint)
    return None


def at_seed(fault: Diagnostic, seed: int) -> Diagnostic:
    """The same fault as one that only some draws show."""
    message = Message("check.question.at-seed", said=fault.message, seed=str(seed))
    return replace(fault, code="L408", message=message)


def undrawable(block: PictureBlock, values: Values) -> Message | None:
    """Why a figure cannot be drawn; None if it can."""
    try:
        picture_of(block, values)
    except StarloreError as fault:
        return saying(fault)
    return None
