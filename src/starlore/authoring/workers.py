"""Questions looked at side by side: one process per core, each with the lessons for itself.

A question's draws take no other question's, so what is found does not depend on how many look.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from starlore.authoring.asked import question_faults
from starlore.authoring.markdown import Leads
from starlore.authoring.statistics import DrawCounts, Tally
from starlore.lab.state import Lab
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.load import draft_lesson, read_lesson
from starlore.lessons.model import Lesson
from starlore.message import Message

WORTH_A_PROCESS = 1000
"""Draws that take longer than a process takes to start."""


@dataclass(frozen=True)
class Task:
    """One question to look at.

    Attributes:
        folder: of the lesson. path: the same, for diagnostics. question: its id.
        seeds: how many draws. is_counted: whether the draws are also counted.
        lessons: the slugs of the course. labs: where those of its lessons begin, by slug.
    """

    folder: Path
    path: str
    question: str
    seeds: int
    is_counted: bool
    lessons: tuple[str, ...] = ()
    labs: Mapping[str, Lab] = field(default_factory=dict)


@dataclass(frozen=True)
class Looked:
    """What was found out about one question; `counts` is None where nothing was counted."""

    question: str
    faults: tuple[Diagnostic, ...]
    counts: DrawCounts | None


def look_at(
    tasks: Sequence[Task], processes: int, drafts: Mapping[str, Lesson]
) -> Iterator[Looked]:
    """Look at questions, as many at a time as there are processes; results in order.

    One process means this one, which has the lessons already, by slug, in `drafts`; so do draws too
    few to be worth starting others, which have to read them for themselves. Where another
    process ends before its work does (out of memory, ended from outside, a fault in the machine's
    own code), the questions still to come are looked at one by one: so the one that no process
    outlives is known, and the others are looked at all the same.
    """
    processes = min(processes, len(tasks))
    if processes <= 1 or sum(task.seeds for task in tasks) < WORTH_A_PROCESS:
        for task in tasks:
            yield _look(task, drafts[task.folder.name])
        return
    rest = list(tasks)
    while rest:
        try:
            for looked in _side_by_side(tuple(rest), processes):
                rest.pop(0)
                yield looked
        except BrokenProcessPool:
            if processes == 1:
                task = rest.pop(0)
                died = Message("check.question.died", question=task.question)
                yield _unseen(task, "L409", died)
            processes = 1


def _side_by_side(tasks: Sequence[Task], processes: int) -> Iterator[Looked]:
    """Each looked at in another process.

    Raises:
        BrokenProcessPool: if one of the processes ends before its work does.
    """
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(_look_anew, tasks)
        finally:
            pool.shutdown(cancel_futures=True)


def _unseen(task: Task, code: str, message: Message) -> Looked:
    """What is told of a question that could not be looked at."""
    counts = Tally(task.question)
    counts.give_up(message)
    fault = Diagnostic(f"{task.path}/questions.py", 1, 1, code, message)
    return Looked(task.question, (fault,), counts.counts() if task.is_counted else None)


def _look_anew(task: Task) -> Looked:
    """The same of a lesson that this process reads, unless its files have changed meanwhile."""
    lesson = _lesson(task.folder)
    if lesson is None or task.question not in lesson.questions:
        return _unseen(task, "L413", Message("check.question.changed", question=task.question))
    return _look(task, lesson)


def _look(task: Task, lesson: Lesson) -> Looked:
    """All that is wrong with one question, and its draws counted if that is wanted."""
    question, seeds = lesson.questions[task.question], range(task.seeds)
    tally = Tally(question.id) if task.is_counted else None
    leads = {
        text.language: Leads.of(text, task.folder, task.lessons, task.labs)
        for text in lesson.texts.values()
    }
    faults = tuple(question_faults(lesson, question, task.path, leads, seeds, tally))
    return Looked(question.id, faults, tally.counts() if tally else None)


@cache
def _lesson(folder: Path) -> Lesson | None:
    """The lesson of a folder that could be read a moment ago; None if it cannot any more."""
    return read_lesson(folder.parent, folder.name, draft_lesson)[0]
