"""Rules 1 and 2 of the number reader: typed text -> plain text with ASCII digits.

What nobody sees drops out, what looks alike becomes one sign, and whatever would change the
number when folded (a raised 2, a boxed 1) is refused instead.
"""

import re
import unicodedata
from dataclasses import dataclass

from starlore.language.marks import ARABIC, FRACTION_SLASH, PERSIAN
from starlore.language.numeral import Fault

LONGEST_TEXT = 400

_UNSEEN = {0x061C, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A)}
_DROPPED = dict.fromkeys(_UNSEEN)
_MINUS = "\u2010\u2012\u2013\u2212"
_APOSTROPHE = "\u2019"
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


@dataclass(frozen=True)
class Typed:
    """Cleaned text, and whether it was typed with digits of an Arabic script."""

    text: str
    arabic_digits: bool


def clean(raw: str) -> Typed | Fault:
    """Text with ASCII digits, hyphen as minus, plain spaces and new lines; or why not.

    Example:
        >>> clean("\u200e۰٫۸۴\u200f ")
        Typed(text='0٫84', arabic_digits=True)
        >>> clean("4²").reason
        'folded'
    """
    if len(raw) > LONGEST_TEXT:
        return Fault("length")
    seen = raw.translate(_DROPPED).replace("\r\n", "\n")
    for character in seen:
        kind = unicodedata.category(character)
        if kind in ("Cc", "Cs") and character != "\n":
            return Fault("control")
        if kind != "Nd" and any(
            unicodedata.category(part) == "Nd" for part in unicodedata.normalize("NFKC", character)
        ):
            return Fault("folded", {"character": character})
    folded = unicodedata.normalize("NFKC", seen)
    text = "".join(map(_plain, folded)).strip()
    if not text:
        return Fault("blank")
    return Typed(text, any(sign in ARABIC or sign in PERSIAN for sign in folded))


def clean_name(name: str) -> str:
    """A unit's name as it looks after cleaning, without regard to case.

    Example:
        >>> clean_name("Compari\u200csons")
        'comparisons'
    """
    return unicodedata.normalize("NFKC", name.translate(_DROPPED)).strip().casefold()


def unfolded(raw: str) -> str | None:
    """Plain text for a number with a vulgar fraction or raised digits, where there is one.

    Example:
        >>> unfolded("½"), unfolded("1½"), unfolded("10²³"), unfolded("4²"), unfolded("½²")
        ('1⁄2', '3⁄2', '10^23', '16', None)
    """
    text = raw.translate(_DROPPED).strip()
    vulgar = re.fullmatch(r"(\d{0,9})\s*([¼-¾⅐-⅞])", text)
    if vulgar:
        top, bottom = unicodedata.normalize("NFKC", vulgar[2]).split(FRACTION_SLASH)
        return f"{int(vulgar[1] or 0) * int(bottom) + int(top)}{FRACTION_SLASH}{bottom}"
    raised = re.fullmatch(r"([^⁰¹²³⁴-⁹⁻]+)(⁻?[⁰¹²³⁴-⁹]{1,3})", text)
    if raised is None:
        return None
    base, power = raised[1], raised[2].translate(_RAISED)
    if re.search(r"(?<![\d.,٫])10$", base):
        return f"{base}^{power}"
    if re.fullmatch(r"\d{1,3}", base) and re.fullmatch(r"\d{1,2}", power):
        product = str(int(base) ** int(power))
        return product if len(product) <= 15 else None
    return None


def _plain(character: str) -> str:
    kind = unicodedata.category(character)
    if kind == "Nd":
        return str(unicodedata.decimal(character))
    if character in _MINUS:
        return "-"
    if character == _APOSTROPHE:
        return "'"
    return {"Zs": " ", "Zl": "\n", "Zp": "\n"}.get(kind, character)
