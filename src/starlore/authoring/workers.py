"""Questions looked at side by side: one process per core, each with the lessons for itself.

A question's draws take no other question's, so what is found does not depend on how many look.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from starlore.authoring.asked import question_faults
from starlore.authoring.statistics import DrawCounts, count_draws
from starlore.errors import StarloreError
from starlore.lessons.files import files_of
from starlore.lessons.load import draft_lesson
from starlore.lessons.model import Diagnostic, Lesson
from starlore.lessons.unsaid import companions

WORTH_A_PROCESS = 1000
"""Draws that take longer than a process takes to start."""


@dataclass(frozen=True)
class Task:
    """One question to look at.

    Attributes:
        folder: of the lesson. path: the same, for diagnostics. question: its id.
        seeds: how many draws. is_counted: whether the draws are also counted.
    """

    folder: Path
    path: str
    question: str
    seeds: int
    is_counted: bool


@dataclass(frozen=True)
class Looked:
    """What was found out about one question; `counts` is None where nothing was counted."""

    question: str
    faults: tuple[Diagnostic, ...]
    counts: DrawCounts | None


def look_at(tasks: Sequence[Task], processes: int) -> Iterator[Looked]:
    """Look at questions, as many at a time as there are processes; results in order.

    One process means this one; so do draws too few to be worth starting others.
    """
    _lesson.cache_clear()  # files may have changed since this process looked last
    processes = min(processes, len(tasks))
    if processes <= 1 or sum(task.seeds for task in tasks) < WORTH_A_PROCESS:
        yield from map(_look, tasks)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(_look, tasks)
        finally:
            pool.shutdown(cancel_futures=True)


def _look(task: Task) -> Looked:
    """All that is wrong with one question, and its draws counted if that is wanted."""
    lesson = _lesson(task.folder, task.path)
    question = lesson.questions[task.question]
    folder, seeds = task.folder, range(task.seeds)
    faults = tuple(question_faults(lesson, question, task.path, folder, seeds))
    counts = None
    if task.is_counted:
        with suppress(StarloreError):  # its faults say why
            counts = count_draws(question, seeds, companions(question, lesson.questions))
    return Looked(question.id, faults, counts)


@cache
def _lesson(folder: Path, path: str) -> Lesson:
    """The lesson of a folder that could be read a moment ago."""
    lesson, _ = draft_lesson(folder.name, files_of(folder, path, []), path)
    if lesson is None:
        raise StarloreError(f"{path} was changed while it was looked at; check it again")
    return lesson
