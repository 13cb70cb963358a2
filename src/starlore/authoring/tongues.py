"""The languages of a lesson held against its first one: the same parts, keys and figures."""

from collections.abc import Iterator

from starlore.authoring.pictured import all_figures
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.heads import differ
from starlore.lessons.model import Lesson, LessonText
from starlore.message import Message


def language_faults(lesson: Lesson) -> Iterator[Diagnostic]:
    """Where another language has other parts, keys or figures than the first."""
    first, *others = lesson.texts.values()
    for other in others:
        pairs = {
            "parts": (set(first.parts), set(other.parts)),
            "questions": (set(first.questions), set(other.questions)),
            "figures": (_drawn(first), _drawn(other)),
            "off-screen": (_off_screen(first), _off_screen(other)),
        }
        for what, (wanted, found) in pairs.items():
            yield from differ(other, 1, "L601", Message(f"check.tongue.{what}"), wanted, found)
        for part in first.questions.keys() & other.questions.keys():
            words = other.questions[part]
            wanted, found = set(first.questions[part].lines), set(words.lines)
            keys = Message("check.tongue.keys", part=part)
            yield from differ(other, words.line, "L601", keys, wanted, found)


def _off_screen(text: LessonText) -> set[str]:
    return set(text.off_screen.passages) if text.off_screen else set()


def _drawn(text: LessonText) -> set[str]:
    return {f"{one.id} ({one.kind} of {one.data}, {one.axis})" for one in all_figures(text)}
