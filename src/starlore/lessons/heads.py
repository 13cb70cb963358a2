"""The heads of a lesson's languages held against the first one's: other words, the same ids."""

from collections.abc import Iterator

from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.model import Lesson, LessonText
from starlore.message import Message


def heads_differ(lesson: Lesson) -> Iterator[Diagnostic]:
    """Where another language's head has other outcomes, stars or sentences than the first one's."""
    first, *others = lesson.texts.values()
    for other in others:
        entries = {
            "outcomes": (set(first.outcomes), set(other.outcomes)),
            "outcome_names": (set(first.outcome_names), set(other.outcome_names)),
            "stars": (set(first.star_names), set(other.star_names)),
        }
        for what, (wanted, found) in entries.items():
            line = other.spots.get(what, (2, 1))[0]
            yield from differ(other, line, "L602", what, wanted, found)
        if _shape(first) != _shape(other):
            line = other.spots.get("sentences", (2, 1))[0]
            shapes = {"found": str(_shape(other)), "wanted": str(_shape(first))}
            message = Message("check.tongue.sentences", **shapes, language=first.language)
            yield Diagnostic(other.path, line, 1, "L602", message)


def differ(
    text: LessonText, line: int, code: str, what: str | Message, wanted: set[str], found: set[str]
) -> Iterator[Diagnostic]:
    """What is missing and what is too much."""
    for kind, names in (("missing", wanted - found), ("foreign", found - wanted)):
        for name in sorted(names):
            message = Message(f"check.tongue.{kind}", what=what, name=name)
            yield Diagnostic(text.path, line, 1, code, message)


def _shape(text: LessonText) -> list[int]:
    return [len(sentence) for sentence in text.sentences]
