"""What a lesson gives to do away from the screen: its words by key, and how it is read."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.model import Lesson, OffScreenText, Passage
from starlore.message import Message

PART = "off-screen"
"""The id of its part of the lesson file."""

NEEDED = ("materials", "steps")
KEYS = ("materials", "roles", "steps", "notice", "alone", "exercise")
"""In the order of a sheet; the needed ones must be there."""

Fault = Callable[[int, str, Message, Message | None], None]
"""Tells a fault: line, code, message, hint."""


@dataclass(frozen=True)
class Cut:
    """A stretch of the part under one key: the line of its heading, and its lines."""

    key: str
    line: int
    body: list[str]


def read_off_screen(
    title: str,
    line: int,
    body: list[str],
    passage: Callable[[list[str], int], Passage],
    fault: Fault,
) -> OffScreenText:
    """The part cut at its keys.

    Args:
        title, line: of its heading. body: the lines below it. passage: reads lines as a passage.
        fault: is told what is wrong.
    """
    passages: dict[str, Passage] = {}
    for cut in _cuts(line, body):
        if not cut.key:
            if any(one.strip() for one in cut.body):
                fault(cut.line, "L109", Message("check.off-screen.no-heading"), _keys())
        elif cut.key not in KEYS:
            message = Message("check.off-screen.no-key", heading=f"## {cut.key}")
            fault(cut.line, "L109", message, _keys())
        elif cut.key in passages:
            twice = Message("check.part.key-twice", heading=f"## {cut.key}", part=PART)
            fault(cut.line, "L106", twice, None)
        else:
            passages[cut.key] = passage(cut.body, cut.line + 1)
    for key in NEEDED:
        if key not in passages or passages[key].is_empty:
            hint = Message("check.hint.write", code=f"## {key}")
            fault(line, "L410", Message("check.off-screen.no-words", key=key), hint)
    return OffScreenText(title, line, passages)


def _keys() -> Message:
    return Message("check.part.keys", keys=tuple(f"## {key}" for key in KEYS))


def _cuts(line: int, body: list[str]) -> Iterator[Cut]:
    """The lines of a part cut at its headings of the second level; what is fenced is no heading."""
    cut, fence = Cut("", line, []), ""
    for number, text in enumerate(body, line + 1):
        stripped = text.lstrip("`~")
        marks = text[: len(text) - len(stripped)]
        if len(marks) >= len(fence or "```"):
            fence = "" if fence else marks
        elif not fence and text.startswith("## "):
            yield cut
            cut = Cut(text.removeprefix("## ").strip(), number, [])
            continue
        cut.body.append(text)
    yield cut


def passages_of(text: OffScreenText) -> Mapping[str, Passage]:
    """The passages but the exercise's: they may name the lesson's own numbers."""
    return {key: one for key, one in text.passages.items() if key != "exercise"}


def off_screen_faults(lesson: Lesson) -> Iterator[Diagnostic]:
    """A time and people without words, words without them, an exercise that nobody reads of."""
    first = next(iter(lesson.texts.values()))
    line, column = first.spots.get("off_screen", (2, 1))
    if lesson.plan.off_screen is None and first.off_screen is not None:
        message = Message("check.off-screen.no-time")
        hint = Message("check.hint.write", code="off_screen: {minutes: 20, people: [2, 30]}")
        yield Diagnostic(first.path, first.off_screen.line, 1, "L411", message, hint)
    for text in lesson.texts.values():
        if lesson.plan.off_screen is not None and text.off_screen is None:
            message = Message("check.off-screen.no-part", heading=f"# Title {{#{PART}}}")
            yield Diagnostic(
                text.path, *((line, column) if text is first else (1, 1)), "L411", message
            )
    written = first.off_screen is not None and not first.off_screen.under("exercise").is_empty
    if written != (lesson.exercise is not None):
        where = first.off_screen.line if first.off_screen else 1
        message = Message(f"check.off-screen.{'no-exercise' if written else 'exercise-untold'}")
        hint = Message("check.off-screen.both")
        yield Diagnostic(first.path, where, 1, "L411", message, hint)
