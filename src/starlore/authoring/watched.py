"""What is wrong with a lesson's beats: their files, their scenes, and numbers typed in captions."""

import tomllib
from collections.abc import Iterator
from typing import Any

from starlore.animation import read_animation
from starlore.authoring.typed import slot_for, typed_numbers
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.files import Unreadable, as_text
from starlore.lessons.model import Lesson
from starlore.message import Message


def watch_faults(lesson: Lesson, path: str) -> Iterator[Diagnostic]:
    """All that keeps a lesson from being watched, and what no caption may hold.

    Args:
        path: of the lesson's folder, for diagnostics.
    """
    yield from read_animation(lesson, path).faults
    for name, data in lesson.watch.items():
        try:
            text = as_text(data)
            body = tomllib.loads(text)
        except (Unreadable, ValueError, RecursionError):
            continue  # told already
        for words in _words_in(body):
            for _, typed in typed_numbers(words):
                line = _line_of(text, words)
                slot = slot_for(typed, lesson.numbers)
                message = Message("check.prose.typed", typed=typed)
                hint = Message("check.hint.write", code=slot) if slot else None
                yield Diagnostic(f"{path}/{name}", line, 1, "L203", message, hint)


def _words_in(body: dict[str, Any]) -> Iterator[str]:
    """Every caption and label of a file."""
    beats = body.get("beats", [])
    for beat in beats if isinstance(beats, list) else ():
        if isinstance(beat, dict):
            yield str(beat.get("say", ""))
    for table in ("words", "say"):
        entries = body.get(table, {})
        if isinstance(entries, dict):
            yield from map(str, entries.values())


def _line_of(text: str, words: str) -> int:
    """The first line that holds some words."""
    lines = enumerate(text.split("\n"), 1)
    return next((number for number, line in lines if words in line), 1)
