"""A text held to the rules of prose: names that are there, no number by hand, links that lead."""

from collections.abc import Iterator

from starlore.authoring.markdown import Leads, markup_faults
from starlore.authoring.typed import slot_for, typed_numbers
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.model import LessonText
from starlore.lessons.parse import heading_lines
from starlore.lessons.showable import fill_fault, unshowable
from starlore.lessons.stretches import Stretch
from starlore.message import Message


def prose_faults(stretch: Stretch, leads: Leads) -> Iterator[Diagnostic]:
    """All that is wrong with one text."""
    yield from unshowable(stretch)
    for at, typed in typed_numbers(stretch.text):
        slot = slot_for(typed, stretch.values)
        hint = Message("check.prose.name-it")
        if slot:
            hint = Message("check.hint.write", code=slot)
        yield stretch.fault(at, "L203", Message("check.prose.typed", typed=typed), hint)
    yield from markup_faults(stretch, leads)


def head_faults(text: LessonText, source: str) -> Iterator[Diagnostic]:
    """The words of a head and of headings: they have no values, and no numbers by hand."""
    words = {"title": text.title, "one_line": text.one_line}
    words |= {f"outcomes.{letter}": words for letter, words in text.outcomes.items()}
    words |= {f"outcome_names.{letter}": name for letter, name in text.outcome_names.items()}
    words |= {f"stars.{star}.name": name for star, name in text.star_names.items()}
    for place, sentence in enumerate(text.sentences):
        words |= {f"sentences.{place}": " ".join(sentence)}
    written = [(text.spots.get(name, (2, 1))[0], said) for name, said in words.items()]
    written += [(line, title) for line, title in heading_lines(source)]
    for line, said in written:
        stretch = Stretch(text.path, line, said, {}, text.language, ())
        for _, typed in typed_numbers(said):
            message = Message("check.prose.typed", typed=typed)
            yield Diagnostic(text.path, line, 1, "L203", message, Message("check.prose.as-word"))
        fault = fill_fault(stretch)
        if fault is not None or "{{" in said:
            message = Message("check.prose.head")
            yield Diagnostic(text.path, line, 1, "L201", message, Message("check.prose.in-words"))
