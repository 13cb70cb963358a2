"""Fill names in a text with values: `{{ sun.weights }}`, `{{ ratio:1 }}`, `{{ scores | bare }}`.

Numbers come out in the page's digits, between two private-use marks that the view turns into
`<bdi>`. In mathematics (`$...$`) they come out as canonical ASCII and unmarked, for the renderer
of mathematics to read. A name that is not there is a fault with its place, never a blank.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.language.show_number import join_numbers, show_number
from starlore.message import Message
from starlore.questions.model import Place

OPEN, CLOSE = "\ue000", "\ue001"

SLOT = re.compile(r"\{\{(.{0,200}?)\}\}", re.DOTALL)
INSIDE = re.compile(r"\s*([A-Za-z_][\w.-]*)\s*(?::\s*(\d{1,2})\s*)?(?:\|\s*(bare)\s*)?")
MATH = re.compile(r"(?<!\\)(\$\$?)(?!\$)(?:(?!\n\s*\n).)+?(?<!\\)\1", re.DOTALL)
STRAY, OPENED = re.compile(r"\{\{|\}\}"), re.compile(r"\{\{")
NUMBERS = (int, float, Decimal, Fraction)
LONGEST_INDEX = 6
"""Digits of a place in a list."""

Bank = Sequence[Sequence[str]]
"""The sentences of a language, word by word; `sentence` in scope says which one is meant."""


class FillFault(LessonError):
    """A slot that cannot be filled; `at` is its offset in the text."""

    def __init__(self, said: Message, at: int, name: str, is_malformed: bool = False) -> None:
        super().__init__(said.id, **dict(said.values))
        self.at, self.name, self.is_malformed = at, name, is_malformed

    @property
    def code(self) -> str:
        """The code of a diagnostic that tells it."""
        return "L201" if self.message_id == "check.slot.unknown" else "L202"


class Unprintable(LessonError, TypeError):
    """A value that has no printed form."""


def fill(
    text: str,
    values: Mapping[str, object],
    language: str,
    bank: Bank = (),
    marks: bool = True,
) -> str:
    """Fill every slot of a text.

    Args:
        text: Markdown with slots.
        values: by name; nested names go by dots, places of a list by numbers or by the name of a
            whole number in scope.
        language: tag whose digits are used.
        bank: the language's sentences; with `sentence` in scope, `words` are that one's words.
        marks: put what is filled in prose between private-use marks.

    Raises:
        FillFault: at the first slot that cannot be filled.

    Example:
        >>> fill("{{ n }} words, {{ w:2 }}", {"n": 4, "w": Figure(0.8438)}, "en", marks=False)
        '4 words, 0.84'
        >>> bank = [["she", "read", "it"]]
        >>> fill("{{ words.asker }}", {"sentence": 0, "asker": 2}, "en", bank, marks=False)
        'it'
    """
    scope = with_words(values, bank)
    filled = []
    for part in _parts(text):
        if isinstance(part, str):
            filled.append(part)
        elif isinstance(part, _Slot):
            shown = _shown(part, scope, language)
            filled.append(f"{OPEN}{shown}{CLOSE}" if marks and not part.is_math else shown)
        else:
            raise FillFault(*part, "", is_malformed=True)
    return "".join(filled)


def slots(text: str) -> Iterator[tuple[int, str]]:
    """Every slot of a text: its offset, and the name in it ("" where it is malformed).

    Example:
        >>> list(slots("a {{ b.c:2 }} {{ 2b }}"))
        [(2, 'b.c'), (14, '')]
    """
    for match in SLOT.finditer(text):
        inside = INSIDE.fullmatch(match.group(1))
        yield match.start(), inside.group(1) if inside else ""


def plain(text: str) -> str:
    """A filled text without its marks.

    Example:
        >>> plain("\\ue0000.84\\ue001 of it")
        '0.84 of it'
    """
    return text.replace(OPEN, "").replace(CLOSE, "")


def with_words(values: Mapping[str, object], bank: Bank) -> Mapping[str, object]:
    """The values, with `words` from the bank where `sentence` says which one.

    Example:
        >>> with_words({"sentence": 0}, [["she", "read"]])["words"]
        ('she', 'read')
    """
    number = values.get("sentence")
    if isinstance(number, int) and "words" not in values and 0 <= number < len(bank):
        return {**values, "words": tuple(bank[number])}
    return values


def look_up(name: str, values: Mapping[str, object]) -> object:
    """The value of a dotted name.

    Raises:
        KeyError: if it is not there; the argument is the part that is missing.

    Example:
        >>> look_up("rows.0.top", {"rows": [{"top": 2}]})
        2
    """
    value: object = values
    for part in name.split("."):
        if isinstance(value, Mapping):
            if part not in value:
                raise KeyError(part)
            value = value[part]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            is_number = part.isdecimal() and len(part) <= LONGEST_INDEX
            index = int(part) if is_number else _index(values.get(part))
            if index is None or index >= len(value):
                raise KeyError(part)
            value = value[index]
        else:
            raise KeyError(part)
    return _word(value, values) if isinstance(value, Place) else value


def show(
    value: object, language: str, places: int | None = None, bare: bool = False, math: bool = False
) -> str:
    """A value as a text prints it; a list in brackets, unless bare.

    Raises:
        Unprintable: if it has no printed form.

    Example:
        >>> show((Figure(1, places=2), Figure(-2)), "en"), show(("she", "read"), "en", bare=True)
        ('(1.00, −2)', 'she, read')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        raise Unprintable("check.slot.map", names=tuple(map(str, value)))
    if isinstance(value, Sequence):
        items = [show(item, language, places, math=math) for item in value]
        joined = ", ".join(items) if math else join_numbers(items, language)
        return joined if bare else f"({joined})"
    printed = _printed(value, places)
    return printed if math else show_number(printed, language)


def _word(place: Place, values: Mapping[str, object]) -> object:
    """What stands at a place of the list that a question shows."""
    among = values.get(place.among)
    if isinstance(among, Sequence) and not isinstance(among, str) and place.index < len(among):
        return among[place.index]
    raise KeyError(place.among)


def _index(value: object) -> int | None:
    """A value that can say which place is meant."""
    if isinstance(value, Place):
        return value.index
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return None
    return value


class _Slot(NamedTuple):
    """What stands between two braces; `at` is its offset in the text."""

    at: int
    name: str
    places: int | None
    is_bare: bool
    is_math: bool


_Part = str | _Slot | tuple[Message, int]
"""Of a text: words as they stand, a slot, or what is wrong with the braces and where."""


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[_Part, ...]:
    """A text cut at its slots, once: a question's words are filled for every draw."""
    parts: list[_Part] = []
    for is_math, start, piece in _pieces(text):
        end = 0
        for match in SLOT.finditer(piece):
            parts += _words(piece[end : match.start()], start + end, is_math)
            parts.append(_slot(match, start + match.start(), is_math))
            end = match.end()
        parts += _words(piece[end:], start + end, is_math)
    return tuple(parts)


def _pieces(text: str) -> Iterator[tuple[bool, int, str]]:
    """The text cut at its mathematics: whether it is some, where it begins, what it says."""
    end = 0
    for match in MATH.finditer(text):
        yield False, end, text[end : match.start()]
        yield True, match.start(), match.group()
        end = match.end()
    yield False, end, text[end:]


def _words(text: str, start: int, is_math: bool) -> Iterator[_Part]:
    """Words between slots; or double braces that open and never close, in prose also those that
    close unopened."""
    stray = (OPENED if is_math else STRAY).search(text)
    if stray is not None:
        braces = stray.group()
        said = Message("check.slot.alone", braces=braces, slot="{{ name }}")
        yield said, start + stray.start()
    elif text:
        yield text


def _slot(match: re.Match[str], at: int, is_math: bool) -> _Part:
    inside = INSIDE.fullmatch(match.group(1))
    if inside is None:
        return Message("check.slot.malformed", slot=match.group()[:40]), at
    name, places, bare = inside.groups()
    return _Slot(at, name, None if places is None else int(places), bool(bare), is_math)


def _shown(slot: _Slot, values: Mapping[str, object], language: str) -> str:
    """What a slot is filled with."""
    at, name, places, is_bare, is_math = slot
    try:
        value = look_up(name, values)
    except KeyError:
        raise FillFault(Message("check.slot.unknown", name=name), at, name) from None
    try:
        return show(value, language, places, is_bare, is_math)
    except (TypeError, ValueError, ArithmeticError) as fault:
        why = fault.message if isinstance(fault, Unprintable) else str(fault)
        said = Message("check.slot.unprintable", name=name, why=why)
        raise FillFault(said, at, name) from None


def _printed(value: object, places: int | None) -> str:
    """One number's canonical text."""
    if isinstance(value, Figure):
        return (value if places is None else value.at(places)).printed
    if isinstance(value, bool) or not isinstance(value, NUMBERS):
        raise Unprintable("check.slot.no-number", kind=type(value).__name__)
    return Figure(value, places=places).printed
