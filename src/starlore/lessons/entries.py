"""Read the YAML of heads and figures: YAML 1.2 with the line of each value, and nothing more of it.

Entries are texts, numbers, lists and maps, a few deep. Tags, anchors and what refers to them are
refused when they are met, before values are made, so no head is larger in memory than on the page.
"""

from io import StringIO
from typing import Any
from unicodedata import category

from ruamel.yaml import YAML
from ruamel.yaml.constructor import ConstructorError, RoundTripConstructor
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.parser import RoundTripParser
from ruamel.yaml.reader import ReaderError

from starlore.errors import Authored
from starlore.message import Message

LONGEST, DEEPEST, MOST_ENTRIES = 32_768, 6, 4_000
"""Characters of a head, how deep its lists and maps go, and how many values it holds."""

DEPTHS = {"SequenceStart": 1, "MappingStart": 1, "SequenceEnd": -1, "MappingEnd": -1}
"""By an event's name: how much deeper it leads."""

NO_SIGNS = ("Cc", "Cs", "Co")
"""Kinds of characters that are no signs: controls, halves of a sign, private use."""


class NoEntries(Authored):
    """What is no YAML of ours: line and column, from 0, and whether a name stands twice."""

    def __init__(self, said: Message, line: int, column: int, is_twice: bool = False) -> None:
        super().__init__(said.id, **dict(said.values))
        self.line, self.column, self.is_twice = line, column, is_twice


class _Unmade(ConstructorError):
    """A value that cannot be made of what is written."""

    def __init__(self, said: Message, mark: Any) -> None:
        super().__init__(problem=str(said), problem_mark=mark)
        self.said = said


class _Placed(RoundTripConstructor):
    """Makes values; what cannot be made, such as a date in month 13, is told with its place."""

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (MarkedYAMLError, RecursionError):
            raise
        except Exception as fault:
            written = str(node.value)[:40] if isinstance(node.value, str) else node.tag
            said = Message("check.yaml.unmade", written=str(written), why=str(fault))
            raise _Unmade(said, node.start_mark) from fault


class _Watched(RoundTripParser):
    """Gives the events of a text one by one; the first that no head needs is refused."""

    def __init__(self, loader: Any) -> None:
        super().__init__(loader)
        self._depth = self._count = 0

    def get_event(self) -> Any:
        """The next event.

        Raises:
            NoEntries: if no head needs what it tells of, or it is one too many or too deep.
        """
        event = super().get_event()
        kind = type(event).__name__.removesuffix("Event")
        self._depth += DEPTHS.get(kind, 0)
        wrong = _wrong(event, kind)
        if self._depth > DEEPEST:
            wrong = Message("check.yaml.deep", most=DEEPEST)
        if self._count > MOST_ENTRIES:
            wrong = Message("check.yaml.many", most=MOST_ENTRIES)
        if wrong:
            raise NoEntries(wrong, event.start_mark.line, event.start_mark.column)
        self._count += 1
        return event


def read_entries(text: str) -> Any:
    """The values of a text.

    Raises:
        NoEntries: if it is no YAML, or has what no head needs.

    Example:
        >>> read_entries("minutes: 5\\nat: [1, 2]\\n")["at"][1]
        2
    """
    if len(text) > LONGEST:
        raise NoEntries(Message("check.yaml.long", most=LONGEST), 0, 0)
    try:
        return _reader().load(StringIO(text))
    except MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        problem = " ".join(str(fault.problem or fault.context or "").split())
        line, column = (mark.line, mark.column) if mark else (0, 0)
        said = fault.said if isinstance(fault, _Unmade) else Message("check.said", said=problem)
        raise NoEntries(said, line, column, "duplicate" in problem) from None
    except ReaderError as fault:
        before = text[: fault.position]
        column = len(before) - (before.rfind("\n") + 1)
        said = Message("check.yaml.sign", sign=f"U+{fault.character:04X}")
        raise NoEntries(said, before.count("\n"), column) from None
    except (YAMLError, ValueError, TypeError, LookupError, RecursionError) as fault:
        problem = " ".join(str(fault).split())[:200]
        raise NoEntries(Message("check.said", said=problem), 0, 0) from None


def _reader() -> YAML:
    yaml = YAML(typ="rt", pure=True)
    yaml.version = (1, 2)
    yaml.Parser, yaml.Constructor = _Watched, _Placed
    return yaml


def _wrong(event: Any, kind: str) -> Message | None:
    """Why a head may not hold what an event tells of; None if it may."""
    if kind == "Alias" or getattr(event, "anchor", None):
        return Message("check.yaml.anchor")
    if getattr(event, "ctag", None) is not None and str(event.ctag.suffix or "") not in ("", "!"):
        return Message("check.yaml.tag")
    if kind == "Scalar" and any(category(sign) in NO_SIGNS for sign in event.value if sign != "\n"):
        return Message("check.yaml.unprintable")
    return None
