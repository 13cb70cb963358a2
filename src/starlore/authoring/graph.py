"""A course's own files held to their rules: the graph, the words, the outcomes."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from starlore.lessons.course_files import GRAPH, course_fault
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.files import is_file, is_folder
from starlore.lessons.keeping import SOURCE
from starlore.lessons.map import loop, star_loop
from starlore.lessons.model import Course, Lesson
from starlore.memory.star import lesson_of, name_of
from starlore.message import Message


def graph_faults(
    course: Course, drafts: Mapping[str, Lesson], folder: Path
) -> Iterator[Diagnostic]:
    """Rounds, folders nobody lists, words that are missing, a first question that is not there."""
    yield from _rounds(course, folder)
    yield from _practised(course, drafts, folder)
    for place in _folders(folder):
        if is_file(place / SOURCE) and place.name not in course.nodes:
            message = Message("check.graph.unlisted", folder=place.name)
            yield course_fault(folder / GRAPH, "L506", message)
    for language, words in course.words_by.items():
        for slug in (slug for slug in course.nodes if not words.asks.get(slug)):
            message = Message("check.graph.words", entry=f"lessons.{slug}")
            yield course_fault(folder / f"course.{language}.toml", "L505", message, slug)
    asked = {question for lesson in drafts.values() for question in lesson.questions}
    if course.first_question and course.first_question not in asked:
        slug = course.first_question.partition(".")[0]
        if slug in drafts or not is_folder(folder / slug):
            message = Message("check.graph.no-question", question=course.first_question)
            yield course_fault(folder / GRAPH, "L507", message, "first_question")


def _rounds(course: Course, folder: Path) -> Iterator[Diagnostic]:
    """What leads back to itself; else lessons that do not stand above what they need."""
    round_ = loop(course.nodes)
    if round_:
        message = Message("check.graph.round", round=" -> ".join(round_))
        yield course_fault(folder / GRAPH, "L503", message, f"lessons.{round_[0]}")
    else:
        for slug, node in course.nodes.items():
            for other in (one for one in node.needs if course.nodes[one].level >= node.level):
                message = Message("check.graph.level", lesson=slug, other=other)
                yield course_fault(folder / GRAPH, "L510", message, f"lessons.{slug}")
    stars = star_loop(course.nodes)
    if stars:
        message = Message("check.graph.star-round", round=" -> ".join(stars))
        slug, name = lesson_of(stars[0]), name_of(stars[0])
        yield course_fault(folder / GRAPH, "L509", message, f"lessons.{slug}", name)


def _practised(course: Course, drafts: Mapping[str, Lesson], folder: Path) -> Iterator[Diagnostic]:
    """Stars of written lessons that are not there; those of lessons to come rest."""
    for slug, node in course.nodes.items():
        for name, others in node.practises.items():
            for star in (f"{slug}.{name}", *others):
                draft = drafts.get(lesson_of(star))
                if draft is not None and star not in draft.plan.star_ids:
                    entry = f"{slug}.practises.{name}"
                    message = Message("check.graph.no-star", entry=entry, star=star)
                    yield course_fault(folder / GRAPH, "L508", message, f"lessons.{slug}", name)


def _folders(folder: Path) -> list[Path]:
    """What stands in the course's folder."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
