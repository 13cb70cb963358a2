"""The languages of a lesson held against its first one: the same ids, only other words."""

from collections.abc import Iterator

from starlore.authoring.pictured import all_figures
from starlore.lessons.model import Diagnostic, Lesson, LessonText


def language_faults(lesson: Lesson) -> Iterator[Diagnostic]:
    """Where another language has other parts, keys, figures or entries than the first."""
    first, *others = lesson.texts.values()
    for other in others:
        pairs = {
            "parts": (set(first.parts), set(other.parts)),
            "questions": (set(first.questions), set(other.questions)),
            "figures": (_drawn(first), _drawn(other)),
        }
        for what, (wanted, found) in pairs.items():
            yield from _differ(other, 1, "L601", what, wanted, found)
        for part in first.questions.keys() & other.questions.keys():
            words = other.questions[part]
            wanted, found = set(first.questions[part].lines), set(words.lines)
            yield from _differ(other, words.line, "L601", f"keys of {part}", wanted, found)
        entries = {
            "outcomes": (set(first.outcomes), set(other.outcomes)),
            "outcome_names": (set(first.outcome_names), set(other.outcome_names)),
            "stars": (set(first.star_names), set(other.star_names)),
        }
        for what, (wanted, found) in entries.items():
            line = other.spots.get(what, (2, 1))[0]
            yield from _differ(other, line, "L602", what, wanted, found)
        if _shape(first) != _shape(other):
            line = other.spots.get("sentences", (2, 1))[0]
            message = f"sentences have {_shape(other)} words, {_shape(first)} in {first.language}"
            yield Diagnostic(other.path, line, 1, "L602", message)


def _differ(
    text: LessonText, line: int, code: str, what: str, wanted: set[str], found: set[str]
) -> Iterator[Diagnostic]:
    """What is missing and what is too much."""
    for name in sorted(wanted - found):
        yield Diagnostic(text.path, line, 1, code, f"{what}: {name} is missing")
    for name in sorted(found - wanted):
        yield Diagnostic(text.path, line, 1, code, f"{what}: {name} is not in the first language")


def _drawn(text: LessonText) -> set[str]:
    return {f"{one.id} ({one.kind} of {one.data}, {one.axis})" for one in all_figures(text)}


def _shape(text: LessonText) -> list[int]:
    return [len(sentence) for sentence in text.sentences]
