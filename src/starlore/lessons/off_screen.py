"""What a lesson gives to do away from the screen: its words by key, and how it is read."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from starlore.lessons.model import Diagnostic, Lesson, OffScreenText, Passage

PART = "off-screen"
"""The id of its part of the lesson file."""

NEEDED = ("materials", "steps")
KEYS = ("materials", "roles", "steps", "notice", "alone", "exercise")
"""In the order of a sheet; the needed ones must be there."""

Fault = Callable[[int, str, str, str], None]
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
                fault(cut.line, "L109", "these words stand under no key", _keys())
        elif cut.key not in KEYS:
            fault(cut.line, "L109", f"'## {cut.key}' is no key of what is off screen", _keys())
        elif cut.key in passages:
            fault(cut.line, "L106", f"'## {cut.key}' stands twice", "keep one of them")
        else:
            passages[cut.key] = passage(cut.body, cut.line + 1)
    for key in NEEDED:
        if key not in passages or passages[key].is_empty:
            fault(line, "L410", f"what is off screen has no words for its {key}", f"write ## {key}")
    return OffScreenText(title, line, passages)


def _keys() -> str:
    return "the keys are " + ", ".join(f"## {key}" for key in KEYS)


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
        message = "the head does not say how long what is off screen takes, and for how many people"
        hint = "write off_screen: {minutes: 20, people: [2, 30]}"
        yield Diagnostic(first.path, first.off_screen.line, 1, "L411", message, hint)
    for text in lesson.texts.values():
        if lesson.plan.off_screen is not None and text.off_screen is None:
            message = f"there is no part # Title {{#{PART}}}"
            yield Diagnostic(
                text.path, *((line, column) if text is first else (1, 1)), "L411", message
            )
    written = first.off_screen is not None and not first.off_screen.under("exercise").is_empty
    if written != (lesson.exercise is not None):
        where = first.off_screen.line if first.off_screen else 1
        message = "the exercise has words and no BY_HAND" if written else "BY_HAND has no words"
        hint = "write ## exercise, and BY_HAND = Exercise(...) in questions.py"
        yield Diagnostic(first.path, where, 1, "L411", message, hint)
