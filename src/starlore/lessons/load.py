"""Load a course from its folder. A lesson with faults is left out and told; the rest is served."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from starlore.lessons.course_files import nodes_of, read_graph, words_of
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.fed import outcome_faults, star_faults
from starlore.lessons.files import TAG, WATCH, Unreadable, files_of, is_folder
from starlore.lessons.heads import heads_differ
from starlore.lessons.keeping import (
    SOURCE,
    content_hash,
    kept_files,
    language_of,
    read_words,
    word_files,
    words_in,
)
from starlore.lessons.model import Course, Lesson, LessonPlan, OffScreen, Spots, StarPlan
from starlore.lessons.off_screen import off_screen_faults
from starlore.lessons.parse import Head, Parsed
from starlore.lessons.running import exercise_of, numbers_of, questions_of, run_file
from starlore.lessons.showable import unshown
from starlore.lessons.unsaid import drawn, unexplained
from starlore.message import Message

Make: TypeAlias = Callable[[str, Mapping[str, bytes], str], tuple[Lesson | None, list[Diagnostic]]]
"""Makes a lesson of its slug, its files by name, and its folder's path for diagnostics."""


def load_course(folder: Path) -> Course:
    """Read a course. Never raises for what is written in it: faults are in `diagnostics`.

    Args:
        folder: holds `course.toml`, `course.<language>.toml`, and a folder for each lesson that
            has been written.
    """
    course, faults = load_map(folder), list[Diagnostic]()
    lessons: dict[str, Lesson] = {}
    for slug in written(course, folder):
        lesson, found = read_lesson(folder, slug, load_lesson)
        faults += found
        if lesson is not None:
            lessons[slug] = lesson
    return replace(course, lessons=lessons, diagnostics=(*course.diagnostics, *faults))


def load_map(folder: Path) -> Course:
    """What a course's own files say: its graph and its words, and none of its lessons."""
    faults: list[Diagnostic] = []
    head = read_graph(folder, faults)
    nodes = nodes_of(head, folder, faults)
    return Course(
        id=head.id or folder.name,
        nodes=nodes,
        lessons={},
        words_by=words_of(folder, faults),
        first_question=head.first_question,
        diagnostics=tuple(faults),
    )


def written(course: Course, folder: Path) -> tuple[str, ...]:
    """The lessons of a course that have a folder, in course order."""
    return tuple(slug for slug in course.nodes if is_folder(folder / slug))


def read_lesson(folder: Path, slug: str, make: Make) -> tuple[Lesson | None, list[Diagnostic]]:
    """A lesson from its folder; none is made where one of its files cannot be read.

    Args:
        folder: of the course. make: `load_lesson` or `draft_lesson`.
    """
    path, unread = f"{folder.name}/{slug}", list[Diagnostic]()
    files = files_of(folder / slug, path, unread)
    return (None, unread) if unread else make(slug, files, path)


def load_lesson(
    slug: str, files: Mapping[str, bytes], path: str
) -> tuple[Lesson | None, list[Diagnostic]]:
    """Make a lesson that can be served: each page of it can be shown, each question explained."""
    lesson, faults = draft_lesson(slug, files, path)
    if lesson is None:
        return None, faults
    faults += [*star_faults(lesson, path), *outcome_faults(lesson), *heads_differ(lesson)]
    faults += off_screen_faults(lesson)
    variants = drawn(lesson.questions, path, faults)
    faults += unexplained(lesson.questions, variants, tuple(lesson.texts.values()))
    faults += unshown(lesson, variants)
    return (None if faults else lesson), faults


def draft_lesson(
    slug: str, files: Mapping[str, bytes], path: str
) -> tuple[Lesson | None, list[Diagnostic]]:
    """Make a lesson of its files, whether its questions can be explained or not.

    Args:
        slug: the lesson's id, which is its folder's name.
        files: by name. path: of the folder, for diagnostics.
    """
    faults: list[Diagnostic] = []
    parsed = _parse_all(files, path, faults)
    ran = {
        name: run_file(files, name, slug, path, faults) for name in ("numbers.py", "questions.py")
    }
    base = parsed.get(SOURCE)
    plan = None
    if base is not None and base.head is not None:
        plan = _plan(base.head, slug, f"{path}/{SOURCE}", base.spots, faults)
    values = asked = by_hand = None
    if not any(fault.path.endswith(".py") for fault in faults):
        values = numbers_of(ran["numbers.py"], path, faults)
        asked = questions_of(ran["questions.py"], slug, path, faults)
        by_hand = exercise_of(ran["questions.py"], slug, path, faults)
    if plan is None or values is None or asked is None or faults:
        return None, faults
    texts = {
        language_of(name): words_in(one, name, path) for name, one in parsed.items() if one.head
    }
    kept = kept_files(files, values)
    watch = {name: data for name, data in files.items() if WATCH.fullmatch(name)}
    return Lesson(plan, texts, asked, values, content_hash(kept), kept, watch, by_hand), faults


def _parse_all(
    files: Mapping[str, bytes], path: str, faults: list[Diagnostic]
) -> dict[str, Parsed]:
    """Every language's file, the first language first."""
    if SOURCE not in files:
        faults.append(Diagnostic(path, 1, 1, "L100", Message("check.file.missing", file=SOURCE)))
    parsed: dict[str, Parsed] = {}
    for name in word_files(files):
        if not TAG.fullmatch(language_of(name)):
            message = Message("check.file.tag", tag=language_of(name))
            hint = Message("check.file.tag-hint")
            faults.append(Diagnostic(f"{path}/{name}", 1, 1, "L113", message, hint))
            continue
        try:
            parsed[name] = read_words(files[name], f"{path}/{name}")
        except Unreadable as fault:
            faults.append(Diagnostic(f"{path}/{name}", 1, 1, "L100", fault.message))
            continue
        faults += parsed[name].diagnostics
    return parsed


def _plan(
    head: Head, slug: str, path: str, spots: Spots, faults: list[Diagnostic]
) -> LessonPlan | None:
    """What is the same in every language; the first language's file must hold it."""
    before = len(faults)

    def fault(code: str, name: str, said: Message, hint: Message | None = None) -> None:
        line, column = spots.get(name, (2, 1))
        message = Message("check.entry.at", entry=name, said=said)
        faults.append(Diagnostic(path, line, column, code, message, hint))

    if head.id != slug:
        fault("L110", "id", Message("check.head.id", id=head.id, folder=slug))
    if head.minutes is None:
        fault("L105", "minutes", Message("check.entry.missing"), Message("check.head.minutes"))
    for letter in head.outcome_names.keys() - head.outcomes.keys():
        fault("L105", f"outcome_names.{letter}", Message("check.head.no-outcome", outcome=letter))
    stars: dict[str, StarPlan] = {}
    for name, star in head.stars.items():
        if star.at is None or star.outcome is None:
            fault("L105", f"stars.{name}", Message("check.head.star", at="at: [x, y]"))
        elif star.outcome not in head.outcomes:
            said = Message("check.head.no-outcome", outcome=star.outcome)
            fault("L105", f"stars.{name}.outcome", said)
        else:
            stars[name] = StarPlan(star.outcome, star.at)
    for place, (one, other) in enumerate(head.lines):
        ends = stars.get(one), stars.get(other)
        if ends[0] is None or ends[1] is None or ends[0].outcome != ends[1].outcome:
            fault("L111", f"lines.{place}", Message("check.head.line", one=one, other=other))
    planned = head.off_screen
    if planned is not None and planned.people[0] > planned.people[1]:
        fault("L105", "off_screen.people", Message("check.head.people"))
    if len(faults) > before:
        return None
    off_screen = OffScreen(planned.minutes, *planned.people) if planned else None
    return LessonPlan(head.id, head.minutes or 0, stars, tuple(head.lines), off_screen)
