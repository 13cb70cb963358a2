"""An exercise on paper held to its draws: each can be drawn, filled in and set as tables."""

from collections.abc import Iterator

from starlore.errors import StarloreError
from starlore.lessons.diagnostics import Diagnostic, saying
from starlore.lessons.model import Lesson
from starlore.lessons.showable import at_seed, fill_fault, undrawable
from starlore.lessons.stretches import figures_in, off_screen, stretches

SEEDS = 40
"""Draws of an exercise that are looked at."""


def exercise_faults(lesson: Lesson, path: str) -> Iterator[Diagnostic]:
    """The first draw that goes wrong, in each language.

    Args:
        lesson: as drafted. path: of its folder, for diagnostics.
    """
    if lesson.exercise is None:
        return
    for text in lesson.texts.values():
        for seed in range(1, SEEDS + 1):
            try:
                scoped = off_screen(lesson, text, seed)
            except StarloreError as fault:
                yield Diagnostic(f"{path}/questions.py", 1, 1, "L412", saying(fault))
                return
            faults = [fill_fault(one) for one in stretches(scoped, text)]
            faults += [
                Diagnostic(text.path, block.line, 1, "L301", reason)
                for block, values in figures_in(scoped)
                if (reason := undrawable(block, values))
            ]
            found = next((fault for fault in faults if fault is not None), None)
            if found is not None:
                yield at_seed(found, seed)
                break
