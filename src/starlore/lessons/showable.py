"""What a page could not show: names without a value, formulas and figures that cannot be read."""

from collections.abc import Iterator, Mapping

from starlore.errors import StarloreError
from starlore.language import Catalogue
from starlore.lessons.fill import FillFault, fill, with_words
from starlore.lessons.markup import formula_faults
from starlore.lessons.model import Diagnostic, Lesson, LessonText, PictureBlock
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
        message = f"this is longer than {LONGEST} characters"
        yield stretch.fault(0, "L207", message, "cut it by a heading or a figure")
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
        names = ", ".join(sorted(map(str, stretch.values))[:12])
        hint = f"names here: {names}" if names else "no name may be used here"
        if fault.is_malformed:
            return stretch.fault(fault.at, "L202", str(fault), "write {{ name }} or {{ name:2 }}")
        code = "L201" if str(fault).startswith("no value") else "L202"
        return stretch.fault(fault.at, code, str(fault), hint)
    return None


def undrawable(block: PictureBlock, values: Values) -> str:
    """Why a figure cannot be drawn; "" if it can."""
    try:
        picture_of(block, values)
    except StarloreError as fault:
        return Catalogue.load("en").tell(fault)
    return ""
