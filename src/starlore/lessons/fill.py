"""Fill names in a text with values: `{{ sun.weights }}`, `{{ ratio:1 }}`, `{{ scores | bare }}`.

Numbers come out in the page's digits, between two private-use marks that the view turns into
`<bdi>`; in mathematics (`$...$`) they come out plain. A name that is not there is a fault with
its place, never a blank.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from starlore.errors import StarloreError
from starlore.figures import Figure
from starlore.language import show_list, show_number

OPEN, CLOSE = "\ue000", "\ue001"

SLOT = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
INSIDE = re.compile(r"\s*([A-Za-z_][\w.-]*)\s*(?::\s*(\d+)\s*)?(?:\|\s*(bare)\s*)?")
MATH = re.compile(r"(?<!\\)\$\$?.+?(?<!\\)\$\$?", re.DOTALL)


class FillFault(StarloreError):
    """A slot that cannot be filled; `at` is its offset in the text."""

    def __init__(self, message: str, at: int, name: str, is_malformed: bool = False) -> None:
        super().__init__(message)
        self.at, self.name, self.is_malformed = at, name, is_malformed


def fill(text: str, values: Mapping[str, object], language: str, marks: bool = True) -> str:
    """Fill every slot of a text.

    Args:
        text: Markdown with slots. values: by name; nested names go by dots, places by numbers.
        language: tag whose digits are used. marks: put numbers of prose between marks.

    Raises:
        FillFault: at the first slot that cannot be filled.

    Example:
        >>> fill("{{ n }} words, {{ w:2 }}", {"n": 4, "w": Figure(0.8438)}, "en", marks=False)
        '4 words, 0.84'
    """
    filled = []
    for is_math, start, piece in _pieces(text):

        def put(match: re.Match[str], is_math: bool = is_math, start: int = start) -> str:
            return _slot(match, start, values, language, is_math, marks)

        filled.append(SLOT.sub(put, piece))
    return "".join(filled)


def slots(text: str) -> Iterator[tuple[int, str]]:
    """Every slot of a text: its offset, and the name in it ("" where it is malformed)."""
    for match in SLOT.finditer(text):
        inside = INSIDE.fullmatch(match.group(1))
        yield match.start(), inside.group(1) if inside else ""


def plain(text: str) -> str:
    """A filled text without its marks."""
    return text.replace(OPEN, "").replace(CLOSE, "")


def look_up(name: str, values: Mapping[str, object]) -> object:
    """The value of a dotted name.

    Raises:
        KeyError: if it is not there; the argument is the part that is missing.
    """
    value: object = values
    for part in name.split("."):
        if isinstance(value, Mapping):
            if part not in value:
                raise KeyError(part)
            value = value[part]
        elif isinstance(value, Sequence) and not isinstance(value, str) and part.isdigit():
            if int(part) >= len(value):
                raise KeyError(part)
            value = value[int(part)]
        else:
            raise KeyError(part)
    return value


def _pieces(text: str) -> Iterator[tuple[bool, int, str]]:
    """The text cut at its mathematics: whether it is some, where it begins, what it says."""
    end = 0
    for match in MATH.finditer(text):
        yield False, end, text[end : match.start()]
        yield True, match.start(), match.group()
        end = match.end()
    yield False, end, text[end:]


def _slot(
    match: re.Match[str],
    start: int,
    values: Mapping[str, object],
    language: str,
    is_math: bool,
    marks: bool,
) -> str:
    at = start + match.start()
    inside = INSIDE.fullmatch(match.group(1))
    if inside is None:
        written = match.group().strip()
        raise FillFault(f"{written!r} is not a name in double braces", at, "", is_malformed=True)
    name, places, bare = inside.groups()
    try:
        value = look_up(name, values)
    except KeyError:
        raise FillFault(f"no value is named {name!r} here", at, name) from None
    try:
        shown = show(value, language, None if places is None else int(places), bool(bare), is_math)
    except TypeError as fault:
        raise FillFault(f"{name!r} cannot be printed: {fault}", at, name) from None
    return shown if is_math or not marks else f"{OPEN}{shown}{CLOSE}"


def show(
    value: object, language: str, places: int | None = None, bare: bool = False, math: bool = False
) -> str:
    """A value as a text prints it.

    Raises:
        TypeError: if it is a map, which has no printed form.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        raise TypeError(f"it holds {', '.join(map(str, value))}; name one of them")
    if isinstance(value, Sequence):
        items = [_text(item, places) for item in value]
        if math:
            return ", ".join(items) if bare else "(" + ", ".join(items) + ")"
        shown = show_list(items, language)
        return shown[1:-1] if bare else shown
    text = _text(value, places)
    return text if math else show_number(text, language)


def _text(value: object, places: int | None) -> str:
    """One number's canonical text."""
    if isinstance(value, Figure):
        return (value if places is None else value.at(places)).printed
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | Fraction):
        if isinstance(value, str):
            return value
        raise TypeError(f"{type(value).__name__} is no number")
    return Figure(value, places=places).printed
