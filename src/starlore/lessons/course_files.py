"""Read a course's own files: `course.toml`, its graph, and `course.<language>.toml`, its words."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)

from starlore.lessons.diagnostics import Diagnostic, printable, remedy
from starlore.lessons.files import TAG, Unreadable, is_folder, read_text
from starlore.lessons.model import CourseWords, Node
from starlore.lessons.unfit import unfit
from starlore.memory.star import lesson_of
from starlore.message import Message

GRAPH = "course.toml"
MOST_LESSONS = 500
DEEPEST = 5
"""An entry such as lessons.scale.practises.one.dot.score has five names; "dot.score" is one."""

CREDIT = 0.3
"""What a star that is practised along the way gets of a right answer, where no credit is given."""

SLUG = re.compile(r"[a-z][a-z0-9-]{0,59}")
Slug = Annotated[str, StringConstraints(pattern=f"^{SLUG.pattern}$")]
"""A lesson's id, which is the name of its folder."""


def _with_credits(others: object) -> object:
    """Stars to practise, each with its credit; a plain list gives each the usual one."""
    if isinstance(others, list | tuple) and all(isinstance(other, str) for other in others):
        return dict.fromkeys(others, CREDIT)
    return others


Credit = Annotated[float, Field(gt=0, le=1, strict=True)]
Practised = Annotated[dict[str, Credit], BeforeValidator(_with_credits)]


class NodeHead(BaseModel):
    """One lesson of the graph."""

    model_config = ConfigDict(extra="forbid")
    level: int = Field(default=0, ge=0, le=1000)
    needs: tuple[str, ...] = ()
    helped_by: tuple[str, ...] = ()
    contrasts: tuple[str, ...] = ()
    practises: dict[str, Practised] = {}
    across: float | None = Field(default=None, ge=0, le=100, strict=True)


class CourseHead(BaseModel):
    """The graph, lessons in course order."""

    model_config = ConfigDict(extra="forbid")
    id: str = ""
    first_question: str = ""
    lessons: dict[Slug, NodeHead] = Field(default={}, max_length=MOST_LESSONS)


class LessonWordsHead(BaseModel):
    """A lesson's title, and the one question it answers."""

    model_config = ConfigDict(extra="forbid")
    title: str = Field(min_length=1)
    question: str = ""


class WordsHead(BaseModel):
    """A course's words in one language."""

    model_config = ConfigDict(extra="forbid")
    title: str = Field(min_length=1)
    lessons: dict[str, LessonWordsHead] = {}


Model = TypeVar("Model", bound=BaseModel)


def read_graph(folder: Path, faults: list[Diagnostic]) -> CourseHead:
    """The graph of a course; of a file that cannot be read, the lessons in the folder instead."""
    head = _read(CourseHead, folder / GRAPH, faults)
    if head is None:
        return CourseHead(lessons=_written(folder))
    if not head.lessons and not faults:
        faults.append(course_fault(folder / GRAPH, "L501", Message("check.graph.no-lessons")))
    return head


def nodes_of(head: CourseHead, folder: Path, faults: list[Diagnostic]) -> dict[str, Node]:
    """The map; a neighbour that is not there is a fault, and is left out."""
    path = folder / GRAPH
    nodes: dict[str, Node] = {}
    for slug, entry in head.lessons.items():
        sides = {"needs": entry.needs, "contrasts": entry.contrasts, "helped_by": entry.helped_by}
        for side, others in sides.items():
            for other in (other for other in others if other not in head.lessons):
                message = Message("check.graph.unknown", entry=f"{slug}.{side}", lesson=other)
                faults.append(course_fault(path, "L502", message, slug, other))
        known = {side: tuple(o for o in sides[side] if o in head.lessons) for side in sides}
        practises = {name: dict(others) for name, others in entry.practises.items()}
        for name, star in [(name, star) for name, others in practises.items() for star in others]:
            if lesson_of(star) not in head.lessons:
                where = f"{slug}.practises.{name}"
                message = Message("check.graph.unknown-star", entry=where, star=star)
                faults.append(course_fault(path, "L502", message, f"lessons.{slug}", name))
                del practises[name][star]
        nodes[slug] = Node(slug, entry.level, **known, practises=practises, across=entry.across)
    return nodes


def _written(folder: Path) -> dict[str, NodeHead]:
    """The lessons whose folders could be a lesson's, by name; nothing is known of their order."""
    try:
        names = sorted(place.name for place in folder.iterdir() if is_folder(place))
    except OSError:
        return {}
    return {name: NodeHead() for name in names[:MOST_LESSONS] if SLUG.fullmatch(name)}


def words_of(folder: Path, faults: list[Diagnostic]) -> dict[str, CourseWords]:
    """The course's words by language, English first."""
    words: dict[str, CourseWords] = {}
    paths = sorted(folder.glob("course.*.toml"), key=lambda path: path.name != "course.en.toml")
    for path in paths:
        language = path.name.removeprefix("course.").removesuffix(".toml")
        if not TAG.fullmatch(language):
            message = Message("check.file.tag", tag=language)
            faults.append(Diagnostic(_shown(path), 1, 1, "L501", message))
            continue
        head = _read(WordsHead, path, faults)
        if head is not None:
            words[language] = CourseWords(
                title=head.title,
                titles={slug: entry.title for slug, entry in head.lessons.items()},
                asks={slug: entry.question for slug, entry in head.lessons.items()},
            )
    return words or {"en": CourseWords(folder.name)}


def course_fault(path: Path, code: str, message: Message, *needles: str) -> Diagnostic:
    """A fault in a course file, at the line that names the last needle after the others."""
    try:
        lines = read_text(path).split("\n")
    except (FileNotFoundError, Unreadable):
        lines = []
    line = 0
    for needle in needles:
        line = next((i for i in range(line, len(lines)) if needle in lines[i]), line)
    return Diagnostic(_shown(path), line + 1, 1, code, message)


def _read(model: type[Model], path: Path, faults: list[Diagnostic]) -> Model | None:
    """One file as its model, what does not fit left out and told; None if nothing is left."""
    body = _toml(path, faults)
    while body is not None:
        try:
            return model.model_validate(body)
        except ValidationError as found:
            left_out: set[tuple[str, ...]] = set()
            for error in found.errors(include_input=False, include_url=False):
                names = [str(part) for part in error["loc"] if part != "[key]"]
                message = unfit(".".join(names), error)
                faults.append(course_fault(path, "L501", message, *names))
                if tuple(names[:DEEPEST]) in left_out:
                    continue
                left_out.add(tuple(names[:DEEPEST]))
                if not _leave_out(body, names[:DEEPEST]):
                    return None
    return None


def _toml(path: Path, faults: list[Diagnostic]) -> dict[str, Any] | None:
    """What a file says, or None and why."""
    where, text = _shown(path), ""
    try:
        text = read_text(path)
        return tomllib.loads(text)
    except FileNotFoundError:
        missing = Message("check.file.missing", file=path.name)
        faults.append(Diagnostic(where, 1, 1, "L500", missing))
    except Unreadable as fault:
        faults.append(Diagnostic(where, 1, 1, "L501", fault.message, remedy("L113")))
    except RecursionError:
        faults.append(Diagnostic(where, 1, 1, "L501", Message("check.toml.deep")))
    except ValueError as fault:  # of the grammar, or of a number or date that cannot be
        said = str(fault)
        none = Message("check.toml.none", said=said)
        line, column = toml_place(said, text)
        faults.append(Diagnostic(where, line, column, "L501", none, Message("check.toml.mend")))
    return None


def _leave_out(body: dict[str, Any], names: list[str]) -> bool:
    """Drop the deepest entry of a path that is there; whether there was one."""
    for length in range(len(names), 0, -1):
        holder: Any = body
        for name in names[: length - 1]:
            holder = holder.get(name) if isinstance(holder, dict) else None
        if isinstance(holder, dict) and names[length - 1] in holder:
            del holder[names[length - 1]]
            return True
    return False


def _shown(path: Path) -> str:
    """A course's file as diagnostics name it."""
    return printable(f"{path.parent.name}/{path.name}")


def toml_place(said: str, text: str) -> tuple[int, int]:
    """The line and column that a TOML fault speaks of: "... (at line 3, column 1)", or the end of
    the text; where it names none, the beginning.

    Example:
        >>> toml_place("no value (at line 3, column 7)", "")
        (3, 7)
        >>> toml_place("no value (at end of document)", "a = 1\\nb =")
        (2, 4)
    """
    found = re.search(r"\(at line (\d+), column (\d+)\)", said)
    if found:
        return int(found[1]), int(found[2])
    if "at end of document" not in said:
        return 1, 1
    *before, last = text.split("\n")
    return len(before) + 1, len(last) + 1
