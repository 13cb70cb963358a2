"""Read a lesson file: the head (YAML), the parts (by their headings), the figures (fenced YAML).

Nothing is rendered and nothing is computed here; every fault is told with its line and column.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.entries import NoEntries, read_entries
from starlore.lessons.model import OffScreenText, Passage, PictureBlock, Prose, QuestionText, Spots
from starlore.lessons.off_screen import PART, read_off_screen
from starlore.lessons.unfit import unfit
from starlore.message import Message

HEADING = re.compile(r"# +(?P<title>.*?)\s*\{#(?P<id>[a-z][a-z0-9-]*)\}\s*")
KEYED = re.compile(r"## +(?P<key>[a-z]+)(?: +(?P<name>[\w-]+))?\s*")
FENCE = re.compile(r"(```+|~~~+)\s*(\w*)\s*")
PLAIN_PARTS = ("introduction", "read", "closing")
KEYS = ("answer", "hint", "worked", "general", "wrong", "headline", "option")
NAMED_KEYS = ("wrong", "headline", "option")
SHOWN_KEYS = (
    *("answer", "hint 1", "worked", "general"),
    *("wrong <misconception>", "headline <misconception>", "option <name>"),
)

Coordinate = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
"""In the box a star stands in."""


class StarHead(BaseModel):
    """One star in a head."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1)
    outcome: str | None = None
    at: tuple[Coordinate, Coordinate] | None = None


class OffScreenHead(BaseModel):
    """How long the activity away from the screen takes, and for how many people it is."""

    model_config = ConfigDict(extra="forbid")
    minutes: int = Field(ge=1, le=600)
    people: tuple[Annotated[int, Field(ge=1, le=1000)], Annotated[int, Field(ge=1, le=1000)]]


class Head(BaseModel):
    """The head of a lesson file; a second language repeats only the words."""

    model_config = ConfigDict(extra="forbid")
    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    title: str = Field(min_length=1)
    one_line: str = Field(min_length=1)
    minutes: int | None = Field(default=None, ge=1, le=600)
    outcomes: dict[str, str] = Field(min_length=1)
    outcome_names: dict[str, str] = {}
    stars: dict[str, StarHead] = Field(min_length=1)
    lines: list[tuple[str, str]] = []
    sentences: list[list[str]] = []
    off_screen: OffScreenHead | None = None


class FigureHead(BaseModel):
    """The fields of a fenced figure."""

    model_config = ConfigDict(extra="forbid")
    kind: str = ""
    id: str = ""
    data: str = ""
    axis: str = ""
    alt: str = ""
    caption: str = ""


@dataclass(frozen=True)
class Parsed:
    """What a lesson file holds."""

    head: Head | None
    parts: Mapping[str, Passage]
    questions: Mapping[str, QuestionText]
    diagnostics: tuple[Diagnostic, ...]
    spots: Spots = field(default_factory=dict)
    off_screen: OffScreenText | None = None


@dataclass
class _Reader:
    """One file being read, and what was found wrong."""

    path: str
    faults: list[Diagnostic]

    def fault(
        self, line: int, column: int, code: str, message: Message, hint: Message | None = None
    ) -> None:
        self.faults.append(Diagnostic(self.path, line, column, code, message, hint))


def parse_lesson(text: str, path: str) -> Parsed:
    """Read the text of a lesson file."""
    reader = _Reader(path, [])
    lines = text.split("\n")
    end = next((i for i, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
    if not lines or lines[0].rstrip() != "---" or end is None:
        reader.fault(1, 1, "L101", Message("check.head.missing"))
        return Parsed(None, {}, {}, tuple(reader.faults))
    head, spots = _head(reader, "\n".join(lines[1:end]) + "\n")
    parts: dict[str, Passage] = {}
    questions: dict[str, QuestionText] = {}
    off_screen: OffScreenText | None = None
    for id_, line, body in _parts(reader, lines, end + 1):
        if id_ in parts or id_ in questions or (id_ == PART and off_screen is not None):
            reader.fault(line, 1, "L106", Message("check.part.twice", part=id_))
        elif id_ == PART:
            off_screen = _off_screen(reader, lines[line - 1], line, body)
        elif id_ in PLAIN_PARTS:
            parts[id_] = _passage(reader, body, line + 1)
        else:
            questions[id_] = _question(reader, id_, body, line)
    return Parsed(head, parts, questions, tuple(reader.faults), spots, off_screen)


def _entries(reader: _Reader, text: str, first_line: int) -> Any:
    """The entries of a head or a figure with the line of each; None where they are faulty."""
    try:
        return read_entries(text)
    except NoEntries as fault:
        code = "L103" if fault.is_twice else "L102"
        message = Message("check.yaml.none", said=fault.message)
        reader.fault(first_line + fault.line, fault.column + 1, code, message)
    return None


def _head(reader: _Reader, text: str) -> tuple[Head | None, Spots]:
    """The head and where its entries stand; every fault of it at once."""
    raw = _entries(reader, text, 2)
    if not isinstance(raw, Mapping):
        if not reader.faults:
            reader.fault(2, 1, "L101", Message("check.head.empty"), Message("check.head.entries"))
        return None, {}
    head: Head | None = _validated(reader, Head, raw, 2)
    return head, dict(_spots(raw, 2))


def _spots(raw: Any, first_line: int, path: str = "") -> Iterator[tuple[str, tuple[int, int]]]:
    """Line and column of every entry, by dotted name."""
    entries = raw.items() if isinstance(raw, Mapping) else enumerate(raw)
    for name, value in entries:
        spot = raw.lc.data.get(name, (0, 0)) if raw.lc.data else (0, 0)
        yield f"{path}{name}", (first_line + spot[0], spot[1] + 1)
        if isinstance(value, Mapping | list):
            yield from _spots(value, first_line, f"{path}{name}.")


def _validated(reader: _Reader, model: type[Any], raw: Any, first_line: int) -> Any:
    try:
        return model.model_validate(raw)
    except ValidationError as faults:
        for error in faults.errors():
            line, column = _where(raw, error["loc"])
            name = ".".join(str(part) for part in error["loc"])
            code = "L104" if error["type"] == "extra_forbidden" else "L105"
            message = unfit(name or Message("check.head.itself"), error)
            reader.fault(first_line + line, column + 1, code, message)
    return None


def _where(raw: Any, loc: tuple[int | str, ...]) -> tuple[int, int]:
    """Line and column, from 0, of the deepest part of a path that the file has."""
    line = column = 0
    for part in loc:
        spots = getattr(getattr(raw, "lc", None), "data", None) or {}
        if part in spots:
            line, column = spots[part][0], spots[part][1]
        try:
            raw = raw[part]
        except (KeyError, IndexError, TypeError):
            break
    return line, column


def _parts(reader: _Reader, lines: list[str], start: int) -> Iterator[tuple[str, int, list[str]]]:
    """The body cut at its level-1 headings: id, line of the heading, lines below it."""
    current: tuple[str, int, list[str]] | None = None
    fence = ""
    for number, line in enumerate(lines[start:], start + 1):
        opened = FENCE.match(line)
        if fence:
            fence = "" if opened and opened.group(1).startswith(fence) else fence
        elif opened:
            fence = opened.group(1)
        elif re.match(r"# ", line):
            heading = HEADING.fullmatch(line)
            if current is not None:
                yield current
            current = None
            if heading is None:
                reader.fault(number, 1, "L107", Message("check.part.no-id"))
            else:
                current = (heading.group("id"), number, [])
            continue
        if current is not None:
            current[2].append(line)
        elif line.strip() and not reader.faults:
            reader.fault(number, 1, "L112", Message("check.part.before"))
    if fence:
        hint = Message("check.part.close", fence=fence)
        reader.fault(len(lines), 1, "L108", Message("check.part.fence"), hint)
    if current is not None:
        yield current


def _off_screen(reader: _Reader, heading: str, line: int, body: list[str]) -> OffScreenText:
    """The part of what is done away from the screen."""
    found = HEADING.fullmatch(heading)
    return read_off_screen(
        found.group("title") if found else "",
        line,
        body,
        lambda text, first: _passage(reader, text, first),
        lambda at, code, message, hint: reader.fault(at, 1, code, message, hint),
    )


def _question(reader: _Reader, id_: str, body: list[str], line: int) -> QuestionText:
    """A question's part cut at its keys."""
    cut: dict[tuple[str, str], tuple[int, list[str]]] = {("stem", ""): (line + 1, [])}
    key, fence = ("stem", ""), ""
    for number, text in enumerate(body, line + 1):
        opened = FENCE.match(text)
        if fence:
            fence = "" if opened and opened.group(1).startswith(fence) else fence
        elif opened:
            fence = opened.group(1)
        elif text.startswith("## "):
            found = KEYED.fullmatch(text)
            if found is None or not _is_key(found.group("key"), found.group("name") or ""):
                hint = Message("check.part.keys", keys=tuple(f"## {key}" for key in SHOWN_KEYS))
                message = Message("check.part.no-key", heading=text.strip())
                reader.fault(number, 1, "L109", message, hint)
                key = ("unknown", str(number))
            else:
                key = (found.group("key"), found.group("name") or "")
                if key in cut:
                    twice = Message("check.part.key-twice", heading=text.strip(), part=id_)
                    reader.fault(number, 1, "L106", twice)
            cut[key] = (number + 1, [])
            continue
        cut[key][1].append(text)
    passages = {key: _passage(reader, text, at) for key, (at, text) in cut.items()}

    def named(kind: str) -> dict[str, Passage]:
        return {name: passages[k, name] for k, name in passages if k == kind}

    hints = named("hint")
    return QuestionText(
        line=line,
        stem=passages["stem", ""],
        answer=passages.get(("answer", ""), Passage()),
        hints=tuple(hints[name] for name in sorted(hints, key=lambda n: (len(n), n))),
        worked=passages.get(("worked", ""), Passage()),
        general=passages.get(("general", ""), Passage()),
        wrong=named("wrong"),
        headlines=named("headline"),
        options=named("option"),
        lines={f"{kind} {name}".strip(): at - 1 for (kind, name), (at, _) in cut.items()},
    )


def _is_key(key: str, name: str) -> bool:
    """Whether a heading is a key: hints are numbered, some keys have a name, the others none.

    Example:
        >>> _is_key("hint", "1"), _is_key("hint", "one"), _is_key("wrong", "")
        (True, False, False)
    """
    if key == "hint":
        return name.isascii() and name.isdigit() and int(name[:4]) > 0
    return key in KEYS and bool(name) == (key in NAMED_KEYS)


def _passage(reader: _Reader, body: list[str], first_line: int) -> Passage:
    """Prose and figure fences in order."""
    pieces: list[Prose | PictureBlock] = []
    prose: list[str] = []
    begun = first_line
    index = 0
    while index < len(body):
        opened = FENCE.match(body[index])
        if opened and opened.group(2) == "figure":
            _flush(pieces, prose, begun)
            end = index + 1
            while end < len(body) and not body[end].startswith(opened.group(1)):
                end += 1
            text = "\n".join(body[index + 1 : end]) + "\n"
            block = _figure(reader, text, first_line + index)
            if block is not None:
                pieces.append(block)
            index, prose, begun = end + 1, [], first_line + end + 1
            continue
        prose.append(body[index])
        index += 1
    _flush(pieces, prose, begun)
    return Passage(tuple(pieces))


def _flush(pieces: list[Prose | PictureBlock], prose: list[str], begun: int) -> None:
    """Close a stretch of prose, without its blank edges."""
    while prose and not prose[0].strip():
        prose.pop(0)
        begun += 1
    text = "\n".join(prose).rstrip()
    if text:
        pieces.append(Prose(text, begun))


def _figure(reader: _Reader, text: str, line: int) -> PictureBlock | None:
    """A fenced figure; what it lacks is told by the check, with the language's other faults."""
    raw = _entries(reader, text, line + 1)
    if raw is None:
        return None
    head = _validated(reader, FigureHead, raw, line + 1)
    if head is None:
        return None
    fields = {name: " ".join(value.split()) for name, value in head.model_dump().items()}
    return PictureBlock(**fields, line=line)


def heading_lines(text: str) -> Iterator[tuple[int, str]]:
    """The titles of a file's parts, each with its line; what is fenced is no title."""
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        opened = FENCE.match(line)
        if fence:
            fence = "" if opened and opened.group(1).startswith(fence) else fence
        elif opened:
            fence = opened.group(1)
        elif heading := HEADING.fullmatch(line):
            yield number, heading.group("title")
