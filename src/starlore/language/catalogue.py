"""A language's messages: ICU patterns in a TOML file, said by id with values filled in.

`locales/<tag>.toml` holds nested tables; a message's id is its path with dots, such as
`refusal.blank`. The reasons for ICU stand in decisions/0005.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from starlore.errors import Authored, BadValue, StarloreError, Told, Worded
from starlore.language.icu import MessageFormat
from starlore.language.isolate import as_code, closed, isolated
from starlore.language.marks import page_marks, plain_tag, primary
from starlore.language.pseudo import CLOSE, OPEN, PSEUDO, disguise
from starlore.message import Message

Value: TypeAlias = str | int | float | Decimal | date

SOURCE = "en"
"""The language every message is first written in."""

UNSPOKEN, SPOKEN = "\u2068", "\u2069"
"""Round a message that a catalogue lacks, and that is said in English: an isolate, which pages turn
into an element with its language."""

_LOCALES = files("starlore.language") / "locales"


class Catalogue:
    """The messages of one language; patterns are compiled at first use and kept, and
    what they say where nothing is to be filled in.

    Args:
        tag: the language, such as "fa", or "fa-u-nu-latn" for Persian with Latin digits.
        messages: patterns by dotted id.
        source: says what this one lacks, between `UNSPOKEN` and `SPOKEN`; None: nobody does.

    Example:
        >>> greeting = {"sky.lit": "{n, plural, one {one star} other {# stars}} lit"}
        >>> Catalogue("en", greeting).say("sky.lit", n=3)
        '3 stars lit'
    """

    def __init__(
        self, tag: str, messages: Mapping[str, str], source: "Catalogue | None" = None
    ) -> None:
        self.tag, self.source = tag, source
        self.messages = dict(messages)
        self._compiled: dict[str, Any] = {}
        self._said: dict[str, str] = {}

    @staticmethod
    @cache
    def load(tag: str) -> "Catalogue":
        """The catalogue of a language, read once.

        Raises:
            BadValue: if there is no file for the language.
            StarloreError: if its file is not TOML, or holds something that is no text.
        """
        name = plain_tag(tag)
        if name in PSEUDO:
            return _Pseudo(tag, Catalogue.load(SOURCE).messages)
        if name not in languages():
            raise BadValue(f"no catalogue for {tag!r}; there are {', '.join(languages())}")
        try:
            tables = tomllib.loads((_LOCALES / f"{name}.toml").read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as fault:
            raise StarloreError(f"locales/{name}.toml is not TOML: {fault}") from fault
        source = None if name == SOURCE else Catalogue.load(SOURCE)
        return Catalogue(tag, dict(_flat(tables, name)), source)

    def __contains__(self, message_id: object) -> bool:
        return message_id in self.messages or (
            self.source is not None and message_id in self.source
        )

    def ids(self) -> tuple[str, ...]:
        """Every id, sorted."""
        return tuple(sorted(self.messages))

    def say(self, message_id: str, /, **values: Value) -> str:
        """The message in this language, its values filled in.

        Numbers that choose a plural form come as int or Decimal; numbers that a learner may
        type again come as text made by `show_number`.

        Raises:
            BadValue: if neither the catalogue nor its source has such an id.
            StarloreError: if its pattern is broken or a value does not fit it.

        Example:
            >>> Catalogue.load("en").say("units.comparisons", n=1)
            'comparison'
        """
        if not values and message_id in self._said:
            return self._said[message_id]
        if message_id not in self.messages and self.source and message_id in self.source:
            return f"{UNSPOKEN}{self.source.say(message_id, **values)}{SPOKEN}"
        try:
            if message_id not in self._compiled:
                pattern = self.messages[message_id]
                self._compiled[message_id] = MessageFormat(pattern, page_marks(self.tag).formats)
            shown = {name: self._shown(value) for name, value in values.items()}
            said: str = self._compiled[message_id].format(shown)
        except KeyError:
            raise BadValue(f"no message {message_id!r} in locales/{self.tag}.toml") from None
        except (ValueError, TypeError) as fault:
            raise StarloreError(f"locales/{self.tag}.toml {message_id}: {fault}") from fault
        if not values:
            self._said[message_id] = said
        return said

    def _shown(self, value: Value) -> Value:
        """A value as a message can hold it: a file's name may have bytes that are no letters, what
        somebody typed may have characters that nobody can see, and a number keeps its direction in
        a text from right to left."""
        if not isinstance(value, str):
            return value
        text = value if value.isprintable() else self._visible(value)
        return isolated(text) if page_marks(self.tag).right_to_left else text

    def _visible(self, value: str) -> str:
        """A text of which something could not be seen, written so that it can."""
        text = value.encode("utf-8", "backslashreplace").decode("utf-8").translate(_CONTROLS)
        return text if plain_tag(self.tag) in PSEUDO else closed(text.translate(_TURNS))

    def tell(self, fault: Exception | Message) -> str:
        """What went wrong, in this language; a fault of a program keeps its own sentence.

        What an author reads names code, files and other programs' words: in a language from right
        to left each runs from left to right by itself.

        Example:
            >>> from starlore.errors import NotFound
            >>> Catalogue.load("en").tell(NotFound("fault.star.none", star="dot.angle"))
            'There is no star “dot.angle” here.'
            >>> Catalogue.load("en").tell(Message("check.file.missing", file="numbers.py"))
            'numbers.py is missing'
        """
        if isinstance(fault, Authored):
            fault = fault.message
        if isinstance(fault, Message):
            return self.say(fault.id, **{n: self._filled(v, True) for n, v in fault.values})
        if not isinstance(fault, Worded):
            return str(fault)
        named = fault.values.items()
        return self.say(fault.message_id, **{n: self._filled(v, False) for n, v in named})

    def _filled(self, value: Told, is_code: bool) -> Value:
        """A value of a fault as it stands in a sentence."""
        if isinstance(value, tuple):
            listed = (str(self._filled(one, is_code)) for one in value)
            return page_marks(self.tag).list_mark.join(listed)
        if isinstance(value, Worded | Message):
            return self.tell(value)
        if is_code and isinstance(value, str) and page_marks(self.tag).right_to_left:
            return as_code(value)
        return value


_CONTROLS: Mapping[int, int] = {
    **{code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
}
"""Characters that a page may not hold and that a terminal obeys, each as the sign that names it, or
as one that stands for any: U+009B begins commands to a terminal as ESC does, and has no sign."""

_TURNS = dict.fromkeys(range(0x202A, 0x202F), "\ufffd")
"""What would turn the rest of a sentence around; the pseudo-languages alone are made of it."""


class _Pseudo(Catalogue):
    """English in disguise; what is filled in wears its own."""

    def say(self, message_id: str, /, **values: Value) -> str:
        """A message in disguise."""
        pattern = self.messages.get(message_id, "")
        guarded = {
            name: value
            if not isinstance(value, str) or re.search(rf"\{{\s*{name}\s*,", pattern)
            else f"{OPEN}{value}{CLOSE}"
            for name, value in values.items()
        }
        return disguise(super().say(message_id, **guarded), plain_tag(self.tag))


def harmless(text: str) -> str:
    """A text with a sign in place of each that a terminal would obey or that turns a line around.

    Example:
        >>> harmless("\\x1b[31mred\\u202e")
        '␛[31mred�'
    """
    return text.translate(_CONTROLS).translate(_TURNS)


def nearest(tag: str) -> Catalogue:
    """The catalogue of the language, or English where it has none.

    Example:
        >>> nearest("eo").tag
        'en'
    """
    for candidate in (tag, primary(tag)):
        if is_spoken(candidate):
            return Catalogue.load(candidate)
    return Catalogue.load(SOURCE)


@cache
def languages() -> tuple[str, ...]:
    """The tags that have a catalogue, English first."""
    tags = sorted(
        entry.name.removesuffix(".toml")
        for entry in _LOCALES.iterdir()
        if entry.name.endswith(".toml")
    )
    return tuple(sorted(tags, key=lambda tag: tag != SOURCE))


def is_spoken(tag: str) -> bool:
    """Whether pages can be had in a language: one with a catalogue, or one made for tests.

    Example:
        >>> is_spoken("fa"), is_spoken("fa-u-nu-latn"), is_spoken("en-XB"), is_spoken("eo")
        (True, True, True, False)
    """
    return plain_tag(tag) in (*languages(), *PSEUDO)


def direction(tag: str) -> str:
    """Which way the language's script runs: "ltr" or "rtl".

    Example:
        >>> direction("en"), direction("fa"), direction("ckb")
        ('ltr', 'rtl', 'rtl')
    """
    return "rtl" if page_marks(tag).right_to_left else "ltr"


def own_name(tag: str) -> str:
    """What the language calls itself.

    Example:
        >>> own_name("en")
        'English'
    """
    return Catalogue.load(tag).say("language.own-name")


def _flat(table: Mapping[str, Any], name: str, path: str = "") -> Iterator[tuple[str, str]]:
    """Nested tables as pairs of dotted id and pattern."""
    for word, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, name, f"{path}{word}.")
        elif isinstance(value, str):
            yield path + word, value
        else:
            raise StarloreError(f"locales/{name}.toml {path}{word} must be text, not {value!r}")


def _in_english(fault: Worded) -> str:
    return Catalogue.load(SOURCE).tell(fault.message)


Authored.in_english = staticmethod(_in_english)
