"""Read a course's own files: `course.toml`, its graph, and `course.<language>.toml`, its words."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from starlore.lessons.model import CourseWords, Diagnostic, Node

GRAPH = "course.toml"


class NodeHead(BaseModel):
    """One lesson of the graph."""

    model_config = ConfigDict(extra="forbid")
    level: int = Field(default=0, ge=0)
    needs: tuple[str, ...] = ()
    helped_by: tuple[str, ...] = ()
    contrasts: tuple[str, ...] = ()


class CourseHead(BaseModel):
    """The graph, lessons in course order."""

    model_config = ConfigDict(extra="forbid")
    id: str = ""
    first_question: str = ""
    lessons: dict[str, NodeHead] = {}


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
    """The graph of a course; an empty one where its file cannot be read."""
    return _read(CourseHead, folder / GRAPH, faults) or CourseHead()


def nodes_of(head: CourseHead, folder: Path, faults: list[Diagnostic]) -> dict[str, Node]:
    """The map; a neighbour that is not there is a fault, and is left out."""
    path = folder / GRAPH
    nodes: dict[str, Node] = {}
    for slug, entry in head.lessons.items():
        sides = {"needs": entry.needs, "contrasts": entry.contrasts, "helped_by": entry.helped_by}
        for side, others in sides.items():
            for other in (other for other in others if other not in head.lessons):
                message = f"{slug}.{side} names an unknown lesson {other!r}"
                faults.append(course_fault(path, "L502", message, slug, other))
        known = {side: tuple(o for o in sides[side] if o in head.lessons) for side in sides}
        nodes[slug] = Node(slug, entry.level, **known)
    return nodes


def words_of(folder: Path, faults: list[Diagnostic]) -> dict[str, CourseWords]:
    """The course's words by language, English first."""
    words: dict[str, CourseWords] = {}
    paths = sorted(folder.glob("course.*.toml"), key=lambda path: path.name != "course.en.toml")
    for path in paths:
        head = _read(WordsHead, path, faults)
        if head is not None:
            words[path.name.split(".")[1]] = CourseWords(
                title=head.title,
                titles={slug: entry.title for slug, entry in head.lessons.items()},
                asks={slug: entry.question for slug, entry in head.lessons.items()},
            )
    return words or {"en": CourseWords(folder.name)}


def course_fault(path: Path, code: str, message: str, *needles: str) -> Diagnostic:
    """A fault in a course file, at the line that names the last needle after the others."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        lines = []
    line = 0
    for needle in needles:
        line = next((i for i in range(line, len(lines)) if needle in lines[i]), line)
    return Diagnostic(f"{path.parent.name}/{path.name}", line + 1, 1, code, message)


def _read(model: type[Model], path: Path, faults: list[Diagnostic]) -> Model | None:
    """One file as its model, or None and why."""
    where = f"{path.parent.name}/{path.name}"
    try:
        body: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        return model.model_validate(body)
    except FileNotFoundError:
        faults.append(Diagnostic(where, 1, 1, "L500", f"{path.name} is missing"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        faults.append(Diagnostic(where, _line_said(str(fault)), 1, "L501", f"no TOML: {fault}"))
    except ValidationError as found:
        for error in found.errors():
            names = [str(part) for part in error["loc"]]
            message = f"{'.'.join(names)}: {error['msg'][:1].lower()}{error['msg'][1:]}"
            faults.append(course_fault(path, "L501", message, *names))
    return None


def _line_said(message: str) -> int:
    """The line a TOML fault speaks of: "... (at line 3, column 1)"."""
    digits = message.partition("(at line ")[2].partition(",")[0]
    return int(digits) if digits.isdigit() else 1
