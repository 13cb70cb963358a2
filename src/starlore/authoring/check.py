"""Check a course: everything an author can get wrong, in one pass, each with its place."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from starlore.authoring.exercised import exercise_faults
from starlore.authoring.graph import graph_faults
from starlore.authoring.markdown import Leads
from starlore.authoring.pictured import figure_faults, named_twice
from starlore.authoring.prose import head_faults, prose_faults
from starlore.authoring.statistics import DrawCounts
from starlore.authoring.terms import term_faults
from starlore.authoring.tongues import language_faults
from starlore.authoring.watched import watch_faults
from starlore.authoring.workers import Task, look_at
from starlore.lab.links import labs_of
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.fed import outcome_faults, star_faults
from starlore.lessons.heads import heads_differ
from starlore.lessons.load import draft_lesson, load_map, read_lesson, written
from starlore.lessons.model import Lesson
from starlore.lessons.off_screen import off_screen_faults
from starlore.lessons.stretches import reading, stretches
from starlore.lessons.unsaid import no_part
from starlore.message import Message

Tell = Callable[[str], None]

SEEDS = 200
"""Draws looked at of each question, unless more are asked for."""


def _quiet(question: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Report:
    """What a check found, and how much it looked at.

    Attributes:
        diagnostics: sorted by file and line; none where the course is sound.
        lessons, languages, questions, seeds: how many were looked at.
        counts: of the draws of each question, in course order, if they were counted.
    """

    diagnostics: tuple[Diagnostic, ...]
    lessons: int
    languages: int
    questions: int
    seeds: int
    counts: tuple[DrawCounts, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Nothing was found."""
        return not self.diagnostics


def check_course(
    folder: Path,
    seeds: int = SEEDS,
    ends: Tell = _quiet,
    processes: int = 1,
    is_counted: bool = False,
    only: str = "",
) -> Report:
    """Check the course of a folder.

    Args:
        folder: holds `course.toml`. seeds: draws of each question, 10,000 for all the laws ask.
        ends: is told the id of each question that was looked at, for it takes a while.
        processes: that look at questions side by side. is_counted: count the draws as well.
        only: slug of the one lesson to look at, beside what the course's own files say; "": all.
    """
    course = load_map(folder)
    faults = set(course.diagnostics)
    drafts: dict[str, Lesson] = {}
    for slug in written(course, folder):
        draft, found = read_lesson(folder, slug, draft_lesson)
        faults |= set(found)
        if draft is not None:
            drafts[slug] = draft
    tasks: list[Task] = []
    lessons, labs = tuple(course.nodes), labs_of(drafts)
    for slug, draft in drafts.items():
        if only in ("", slug):
            task = Task(
                folder / slug, f"{folder.name}/{slug}", "", seeds, is_counted, lessons, labs
            )
            faults |= set(_lesson(draft, task))
            tasks += [replace(task, question=id_) for id_ in draft.questions]
    counts: list[DrawCounts] = []
    for looked in look_at(tasks, processes, drafts):
        faults |= set(looked.faults)
        counts += [looked.counts] if looked.counts else []
        ends(looked.question)
    faults |= set(graph_faults(course, drafts, folder))
    if only:
        faults = {fault for fault in faults if _concerns(fault, only)}
        drafts = {slug: draft for slug, draft in drafts.items() if slug == only}
    return Report(
        diagnostics=tuple(sorted(faults)),
        lessons=len(drafts),
        languages=len({tag for lesson in drafts.values() for tag in lesson.texts}),
        questions=sum(len(lesson.questions) for lesson in drafts.values()),
        seeds=seeds,
        counts=tuple(counts),
    )


def _concerns(fault: Diagnostic, slug: str) -> bool:
    """Whether a fault lies in one lesson's folder, or in the course's own files."""
    inside = fault.path.split("/")[1:]
    return len(inside) == 1 or inside[0] == slug


def _lesson(lesson: Lesson, task: Task) -> Iterator[Diagnostic]:
    """What is wrong with one lesson that can be read, but for the draws of its questions."""
    path = task.path
    yield from star_faults(lesson, path)
    yield from outcome_faults(lesson)
    yield from heads_differ(lesson)
    yield from language_faults(lesson)
    yield from watch_faults(lesson, path)
    yield from off_screen_faults(lesson)
    yield from exercise_faults(lesson, path)
    yield from term_faults(lesson)
    for text in lesson.texts.values():
        yield from head_faults(text, lesson.files[Path(text.path).name].decode("utf-8"))
        yield from named_twice(text)
        scoped = reading(lesson, text)
        leads = Leads.of(text, task.folder, task.lessons, task.labs)
        for stretch in stretches(scoped, text):
            yield from prose_faults(stretch, leads)
        yield from figure_faults(scoped, text)
        for part, words in text.questions.items():
            if f"{lesson.plan.id}.{part}" not in lesson.questions:
                named = f"{lesson.plan.id}.{part}"
                message = Message("check.words.no-question", question=named)
                yield Diagnostic(text.path, words.line, 1, "L405", message)
    for id_ in lesson.questions:
        yield from _missing_part(lesson, id_)


def _missing_part(lesson: Lesson, id_: str) -> Iterator[Diagnostic]:
    """A question without any words in some language."""
    part = id_.partition(".")[2]
    for text in lesson.texts.values():
        if part not in text.questions:
            yield no_part(id_, text.path)
