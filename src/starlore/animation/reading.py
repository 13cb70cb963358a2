"""Read a lesson's `watch.toml`: its beats, their scenes built of the engine's values.

Nothing is raised for what is written there: each fault is a Diagnostic with its line, and a file
with faults has no animation, so nothing is shown by halves.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from starlore.animation.beats import Animation, Beat
from starlore.animation.given import Given
from starlore.animation.heads import MOST_WORDS, WatchHead, WatchWords
from starlore.animation.kinds import KINDS
from starlore.animation.scene import NONE, Kind, Part, Scene
from starlore.animation.stage import AREAS
from starlore.animation.wording import Words
from starlore.errors import LessonError, StarloreError
from starlore.lessons.course_files import toml_place
from starlore.lessons.diagnostics import Diagnostic, saying
from starlore.lessons.files import Unreadable, as_text
from starlore.lessons.fill import FillFault, with_words
from starlore.lessons.model import Lesson
from starlore.lessons.unfit import unfit
from starlore.message import Message

SOURCE = "watch.toml"
PLAIN = frozenset({"as", "area", "label"})
Model = TypeVar("Model", bound=BaseModel)
Faults = list[Diagnostic]


class Read(NamedTuple):
    """What came of reading: an animation, or what is wrong; neither where there is no file."""

    animation: Animation | None
    faults: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class _Asked:
    """A lesson by what decides over its animation, so that it is read once."""

    hash: str
    watch: tuple[tuple[str, bytes], ...]
    lesson: Lesson = field(compare=False)


def read_animation(lesson: Lesson, path: str = "") -> Read:
    """The animation of a lesson.

    Args:
        lesson: with its numbers, and the bytes of its watch files.
        path: of its folder, for diagnostics.
    """
    if SOURCE not in lesson.watch:
        return Read(None)
    asked = _Asked(lesson.content_hash, tuple(sorted(lesson.watch.items())), lesson)
    return _read(asked, path or lesson.plan.id)


@dataclass
class _File:
    """One file being read."""

    path: str
    text: str
    faults: Faults

    def fault(self, code: str, message: Message, *needles: str) -> None:
        """Tell a fault at the line that names the last needle after the others."""
        lines, line = self.text.split("\n"), 0
        for needle in needles:
            found = re.compile(rf"(?<![\w-]){re.escape(needle)}(?![\w-])")
            line = next((at for at in range(line, len(lines)) if found.search(lines[at])), line)
        self.faults.append(Diagnostic(self.path, line + 1, 1, code, message))


@lru_cache(maxsize=64)
def _read(asked: _Asked, path: str) -> Read:
    faults: Faults = []
    files = dict(asked.watch)
    source = _opened(files[SOURCE], f"{path}/{SOURCE}", faults)
    head = _head(WatchHead, source) if source else None
    if source is None or head is None:
        return Read(None, tuple(faults))
    others: dict[str, tuple[_File, WatchWords]] = {}
    for name in sorted(files.keys() - {SOURCE}):
        file = _opened(files[name], f"{path}/{name}", faults)
        words = _head(WatchWords, file) if file else None
        if file is not None and words is not None:
            others[name.split(".")[1]] = (file, words)
    animation = _animation(asked.lesson, head, source, others)
    return Read(None if faults else animation, tuple(sorted(faults)))


def _opened(data: bytes, path: str, faults: Faults) -> _File | None:
    try:
        return _File(path, as_text(data), faults)
    except Unreadable as fault:
        faults.append(Diagnostic(path, 1, 1, "L701", fault.message))
        return None


def _head(model: type[Model], file: _File) -> Model | None:
    """The entries of a file; every one that does not fit is told."""
    try:
        return model.model_validate(tomllib.loads(file.text))
    except ValidationError as found:
        for error in found.errors(include_input=False, include_url=False):
            names = [str(part) for part in error["loc"] if part != "[key]"]
            file.fault("L701", unfit(".".join(names), error), *_needles(file, names))
    except RecursionError:
        file.fault("L701", Message("check.toml.deep"))
    except ValueError as fault:
        line, column = toml_place(str(fault), file.text)
        message, mend = Message("check.toml.none", said=str(fault)), Message("check.toml.mend")
        file.faults.append(Diagnostic(file.path, line, column, "L701", message, mend))
    return None


def _needles(file: _File, names: list[str]) -> list[str]:
    """What to look for, to find an entry's line; a beat's number is where its id stands."""
    if names[:1] == ["beats"] and len(names) > 1:
        beats = tomllib.loads(file.text).get("beats", [])
        at = int(names[1]) if names[1].isdecimal() and isinstance(beats, list) else -1
        beat = beats[at] if 0 <= at < len(beats) and isinstance(beats[at], dict) else {}
        return [str(beat.get("id", "beats")), *names[2:3]]
    return names


def _animation(
    lesson: Lesson,
    head: WatchHead,
    source: _File,
    others: Mapping[str, tuple[_File, WatchWords]],
) -> Animation:
    texts = {tag: lesson.text(tag).sentences for tag in ("en", *others)}

    def worded(ours: str, id_: str, theirs: Mapping[str, Mapping[str, str]]) -> Words:
        by = {"en": ours, **{tag: said[id_] for tag, said in theirs.items() if id_ in said}}
        words = Words(by, lesson.numbers, texts)
        for tag in by:
            _fills(words, tag, id_, source if tag == "en" else others[tag][0])
        return words

    own = {tag: words.words for tag, (_, words) in others.items()}
    labels = {id_: worded(said, id_, own) for id_, said in head.words.items()}
    scenes = _Scenes(lesson, head.scenes, labels, source)
    beats: list[Beat] = []
    ids = [beat.id for beat in head.beats]
    says = {tag: words.say for tag, (_, words) in others.items()}
    for beat in head.beats:
        if ids.count(beat.id) > 1:
            source.fault("L701", Message("check.watch.twice", beat=beat.id), beat.id)
        caption = worded(beat.say, beat.id, says)
        for tag, said in caption.by.items():
            _short(said, beat.id, source if tag == "en" else others[tag][0])
        shown = tuple(scenes.scene(name, beat.id) for name in beat.show)
        beats.append(Beat(beat.id, beat.ms, caption, shown))
    for file, words in others.values():
        _differs(file, "beat", ids, words.say)
        _differs(file, "label", list(head.words), words.words)
    used = {name for beat in head.beats for name in beat.show}
    for name in head.scenes.keys() - used - scenes.liked:
        source.fault("L702", Message("check.watch.unshown", scene=name), f"scenes.{name}")
    return Animation(lesson.plan.id, tuple(beats), ("en", *others))


def _differs(file: _File, what: str, ours: list[str], theirs: Mapping[str, str]) -> None:
    """Tell what one language has and another one lacks."""
    for missing in (one for one in ours if one not in theirs):
        file.fault("L706", Message(f"check.watch.{what}-untold", name=missing))
    for extra in (one for one in theirs if one not in ours):
        file.fault("L706", Message(f"check.watch.{what}-unknown", name=extra), extra)


def _short(words: str, beat: str, file: _File) -> None:
    """Tell a caption that nobody can read while something moves."""
    count = len(words_of(words))
    if count > MOST_WORDS:
        message = Message("check.watch.long", beat=beat, words=count, most=MOST_WORDS)
        file.fault("L704", message, beat)


def _fills(words: Words, tag: str, id_: str, file: _File) -> None:
    """Tell a slot that cannot be filled."""
    try:
        words.marked(tag)
    except FillFault as fault:
        file.fault(fault.code, fault.message, id_)


def words_of(caption: str) -> list[str]:
    """The words of a caption; a slot is one, and so is a sign.

    Example:
        >>> len(words_of("☉ asks: {{ sun.query }} again."))
        4
    """
    return re.sub(r"\{\{.*?\}\}", "slot", caption).split()


class _Scenes:
    """The scenes of a file, each built once."""

    def __init__(
        self,
        lesson: Lesson,
        entries: Mapping[str, Mapping[str, Any]],
        labels: Mapping[str, Words],
        file: _File,
    ) -> None:
        self._lesson, self._entries, self._labels, self._file = lesson, entries, labels, file
        self._values = with_words(lesson.numbers, lesson.text("en").sentences)
        self._built: dict[str, Scene] = {}
        self.liked: set[str] = set()

    def scene(self, name: str, beat: str) -> Scene:
        """A scene by its name."""
        if name not in self._entries:
            message = Message("check.watch.no-scene", beat=beat, scene=name)
            self._file.fault("L702", message, beat, name)
            return Scene("math", ())
        if name not in self._built:
            self._built[name] = self._build(name)
        return self._built[name]

    def _build(self, name: str) -> Scene:
        entries = self._entry(name, ())
        axis = entries.pop("axis", "")
        if axis not in ("text", "math"):
            message = Message("check.watch.axis", scene=f"scenes.{name}", got=repr(axis))
            self._file.fault("L705", message, f"scenes.{name}")
        return Scene(str(axis), tuple(self._parts(name, entries)))

    def _entry(self, name: str, inside: tuple[str, ...]) -> dict[str, Any]:
        """A scene's entries over those of the scene it is like; `false` takes a part away."""
        own = dict(self._entries[name])
        like = own.pop("like", None)
        if like is None:
            return own
        if not isinstance(like, str) or like not in self._entries or like in (*inside, name):
            message = Message("check.watch.like", scene=f"scenes.{name}", other=str(like))
            self._file.fault("L702", message, f"scenes.{name}")
            return own
        self.liked.add(like)
        merged = {**self._entry(like, (*inside, name)), **own}
        return {part: entry for part, entry in merged.items() if entry is not False}

    def _parts(self, scene: str, entries: Mapping[str, Any]) -> Iterator[Part]:
        for name, entry in entries.items():
            try:
                yield self._part(name, entry)
            except StarloreError as fault:
                part = f"scenes.{scene}.{name}"
                message = Message("check.watch.part", part=part, said=saying(fault))
                self._file.fault("L703", message, f"scenes.{scene}", name)

    def _part(self, name: str, entry: Any) -> Part:
        """One part, its kind built of the values its options name.

        Raises:
            LessonError: saying what does not fit.
        """
        if not isinstance(entry, dict):
            raise LessonError("check.watch.no-table")
        kind, area, label = (entry.get(option, "") for option in ("as", "area", "label"))
        if not isinstance(kind, str) or kind not in KINDS:
            kinds, got = tuple(KINDS), repr(kind)
            raise LessonError("check.watch.choice", option="as", known=kinds, got=got)
        if area and (not isinstance(area, str) or area not in AREAS):
            areas, got = tuple(AREAS), repr(area)
            raise LessonError("check.watch.choice", option="area", known=areas, got=got)
        if label and (not isinstance(label, str) or label not in self._labels):
            raise LessonError("check.watch.label", label=str(label))
        given = Given(entry, self._values)
        built: Kind = KINDS[kind](given)
        unknown = entry.keys() - given.asked - PLAIN
        if unknown:
            options = tuple(sorted(unknown))
            raise LessonError("check.watch.options", kind=kind, options=options)
        return Part(name, built, area or "whole", self._labels.get(label, NONE))
