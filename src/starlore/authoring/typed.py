"""Numbers typed by hand: found in any text, with the name of a value that prints like them."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from starlore.errors import StarloreError
from starlore.figures import Figure
from starlore.lessons.fill import MATH, SLOT

FORM = re.compile(r"[\^_](?:\d|\{\d+\})")
"""In mathematics: an exponent or an index of digits is part of the formula, not a figure."""

OUT_OF_SIGHT = (
    SLOT,
    re.compile(r"(?<=\])\([^()\s]*\)"),  # where a link leads
    re.compile(r"<[a-z]+:[^>\s]*>"),  # an address that links itself
    re.compile(r"^\s{0,3}\[[^\]]+\]:.*$", re.MULTILINE),  # where a named link leads
    re.compile(r"^\s*\d{1,9}[.)](?=\s)", re.MULTILINE),  # the number of a list item
)
DEEPEST, MOST_PLACES = 4, 6


def typed_numbers(text: str) -> Iterator[tuple[int, str]]:
    """The numbers in a text that no value was filled into: offset and digits.

    Example:
        >>> list(typed_numbers("one {{ n:2 }}, then 0.84 and $x_1^2 + 3$"))
        [(20, '0.84'), (38, '3')]
    """
    for hidden in OUT_OF_SIGHT:
        text = hidden.sub(_blank, text)
    text = MATH.sub(lambda formula: FORM.sub(_blank, formula.group()), text)
    place = 0
    while place < len(text):
        if not _is_number(text[place]):
            place += 1
            continue
        end = place + 1
        while end < len(text) and (_is_number(text[end]) or _is_inside(text, end)):
            end += 1
        yield place, text[place:end]
        place = end


def slot_for(typed: str, values: Mapping[str, object]) -> str:
    """A slot that would print these digits; "" where no value in scope does.

    Example:
        >>> slot_for("0.84", {"sun": {"weight": Figure(0.84379, places=5)}})
        '{{ sun.weight:2 }}'
    """
    try:
        wanted = Decimal(typed)
    except ArithmeticError:
        return ""
    places = len(typed.partition(".")[2])
    found = (
        slot
        for name, value in _leaves(values)
        if (slot := _slot_printing(name, value, wanted, places))
    )
    return min(found, key=lambda slot: (len(slot), slot), default="")


def _slot_printing(name: str, value: object, wanted: Decimal, places: int) -> str:
    """The slot of a value if it prints the digits, as it is or to that many places."""
    try:
        figure = value if isinstance(value, Figure) else Figure(value)  # type: ignore[arg-type]
        if figure.shown == wanted:
            return f"{{{{ {name} }}}}"
        if places and places <= MOST_PLACES and figure.at(places).shown == wanted:
            return f"{{{{ {name}:{places} }}}}"
    except StarloreError:
        pass
    return ""


def _leaves(value: object, path: str = "", depth: int = 0) -> Iterator[tuple[str, object]]:
    """Every number in some values, by dotted name."""
    if isinstance(value, Figure | Decimal | Fraction | int | float) and not isinstance(value, bool):
        yield path, value
    elif depth > DEEPEST:
        return
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from _leaves(part, f"{path}.{name}".lstrip("."), depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for place, part in enumerate(value):
            yield from _leaves(part, f"{path}.{place}", depth + 1)


def _blank(match: re.Match[str]) -> str:
    """The same length of nothing that is a number, lines kept."""
    return re.sub(r"[^\n]", " ", match.group())


def _is_number(character: str) -> bool:
    """A digit of any script, or a sign such as ² or ½."""
    return unicodedata.category(character).startswith("N") and not character.isalpha()


def _is_inside(text: str, place: int) -> bool:
    """A decimal or group mark between two digits."""
    return (
        text[place] in ".,\u066b\u066c\u202f"
        and place + 1 < len(text)
        and _is_number(text[place + 1])
    )
