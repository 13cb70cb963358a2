"""Rules 3, 4, 6 and 7 of the number reader: one cleaned number -> every reading it has.

A closed grammar over ASCII digits. Which of several readings a page means is settled elsewhere
(`ways.py`): here `1,024` simply has two.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from starlore.language.marks import ARABIC_DECIMAL, ARABIC_GROUP, FRACTION_SLASH
from starlore.language.numeral import Fault, Numeral, Role, shifted

LARGEST_POWER = 300

_MANTISSA = re.compile(rf"[0-9 .,'{ARABIC_DECIMAL}{ARABIC_GROUP}]+")
_GROUP_MARKS = f" .,'{ARABIC_GROUP}"
_DECIMAL_MARKS = f".,{ARABIC_DECIMAL}"
_FRACTION = re.compile(rf"([0-9]+) ?([/{FRACTION_SLASH}]) ?([0-9]+)")
_MIXED = re.compile(rf"([0-9]+) +([0-9]+)[/{FRACTION_SLASH}]([0-9]+)")
_WITH_E = re.compile(r"(.+?)[eE]([+-]?[0-9]+)")
_WITH_TEN = re.compile(
    r"(?:(.*[^ *]) ?[*·×x] ?)?10 ?(?:\^|\*\*) ?(?:\( ?([+-]?[0-9]+) ?\)|([+-]?[0-9]+))"
)
_CALCULATION = re.compile(r".*[0-9)] ?(?:[*·×^+(-]| x ).*")

Readings = tuple[Numeral, ...]


def numerals(text: str, minus_behind: bool, slash_is_asked: bool) -> Readings | Fault:
    """Every reading of one number, without unit or per cent sign.

    Args:
        text: cleaned text.
        minus_behind: whether the script allows the minus behind its number.
        slash_is_asked: whether a slash may be a decimal mark here.

    Example:
        >>> [str(numeral.value) for numeral in numerals("-1,024", False, False)]
        ['-1024', '-1.024']
    """
    sign = text[0] if text[:1] in ("-", "+") else ""
    body = text[len(sign) :].strip()
    if minus_behind and not sign and body.endswith("-"):
        sign, body = "-", body[:-1].rstrip()
    found = _unsigned(body, slash_is_asked)
    if isinstance(found, Fault):
        return _about_signs(body, found)
    return tuple(_negative(numeral) for numeral in found) if sign == "-" else found


def _negative(numeral: Numeral) -> Numeral:
    """Minus the numeral; zero has no sign."""
    if not numeral.value:
        return numeral
    value = numeral.value.copy_negate() if isinstance(numeral.value, Decimal) else -numeral.value
    top_bottom = numeral.fraction
    return replace(numeral, value=value, fraction=top_bottom and (-top_bottom[0], top_bottom[1]))


def _about_signs(body: str, fault: Fault) -> Fault:
    """A fault that is better told as one of the signs."""
    if body[:1] in ("-", "+"):
        return Fault("signs")
    if body.endswith("-") and not isinstance(_unsigned(body[:-1].rstrip(), False), Fault):
        return Fault("minus-behind")
    return fault


def _unsigned(body: str, slash_is_asked: bool) -> Readings | Fault:
    if match := _FRACTION.fullmatch(body):
        return _fraction(match[1], match[2], match[3], slash_is_asked)
    if match := _WITH_TEN.fullmatch(body):
        return _power(match[1], match[2] or match[3])
    if match := _WITH_E.fullmatch(body):
        return _power(match[1], match[2])
    if match := _MIXED.fullmatch(body):
        whole, top, bottom = (int(part) for part in match.groups())
        return Fault("mixed", {"top": whole * bottom + top, "bottom": bottom})
    return _mantissa(body)


def _fraction(top: str, slash: str, bottom: str, slash_is_asked: bool) -> Readings | Fault:
    if int(bottom) == 0:
        return Fault("range")
    share = Numeral(
        Fraction(int(top), int(bottom)), {"/": "fraction"}, fraction=(int(top), int(bottom))
    )
    if slash_is_asked and slash == "/":
        return (share, Numeral(Decimal(f"{top}.{bottom}"), {"/": "decimal"}))
    return (replace(share, roles={}),)


def _power(mantissa: str | None, power: str) -> Readings | Fault:
    found = (Numeral(Decimal(1)),) if mantissa is None else _mantissa(mantissa)
    if isinstance(found, Fault):
        return found
    if abs(int(power)) > LARGEST_POWER:
        return Fault("range")
    return tuple(
        replace(numeral, value=shifted(Decimal(numeral.value), int(power)))
        for numeral in found
        if isinstance(numeral.value, Decimal)
    )


def _mantissa(text: str) -> Readings | Fault:
    """Digits and marks: each way in which one mark is the decimal and one kind groups."""
    if text and not _MANTISSA.fullmatch(text):
        return _stranger(text)
    if not any(character.isdigit() for character in text):
        return Fault("no-digit")
    found = tuple(_marked(text))
    return found if found else Fault("groups")


def _marked(text: str) -> Iterator[Numeral]:
    for decimal in ("", *_DECIMAL_MARKS):
        if decimal and text.count(decimal) != 1:
            continue
        whole, _, rest = text.partition(decimal) if decimal else (text, "", "")
        if rest and not rest.isdigit():
            continue
        groups = {character for character in whole if not character.isdigit()}
        if len(groups) > 1 or not groups <= set(_GROUP_MARKS):
            continue
        group = next(iter(groups), "")
        if group and not _is_grouped(whole.split(group)):
            continue
        digits = whole.replace(group, "") if group else whole
        roles: dict[str, Role] = {}
        if group in (",", "."):
            roles[group] = "group"
        if decimal in (",", "."):
            roles[decimal] = "decimal"
        yield Numeral(Decimal(f"{digits or '0'}.{rest}" if rest else digits or "0"), roles)


def _is_grouped(parts: list[str]) -> bool:
    """Whole groups of three, or the Indian last three and then twos; no leading zero."""
    first, *rest = parts
    threes = 1 <= len(first) <= 3 and all(len(part) == 3 for part in rest)
    twos = 1 <= len(first) <= 2 and len(rest[-1]) == 3 and all(len(part) == 2 for part in rest[:-1])
    return (threes or twos) and not first.startswith("0")


def _stranger(text: str) -> Fault:
    """Name what does not belong into a number."""
    if _CALCULATION.fullmatch(text):
        return Fault("calculation")
    if re.search(f"[/{FRACTION_SLASH}]", text):
        return Fault("fraction")
    strange = next(sign for sign in text if not _MANTISSA.fullmatch(sign))
    return Fault("stranger", {"character": strange})
