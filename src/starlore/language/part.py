"""Rules 6 and 8 of the number reader: one number with what may stand around it."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from starlore.language.catalogue import Catalogue, nearest
from starlore.language.clean import clean_name
from starlore.language.echo import typeable
from starlore.language.grammar import numerals
from starlore.language.marks import PageMarks, page_marks
from starlore.language.numeral import Fault, Numeral, shifted

LONGEST_NUMBER = 40

_LEADING = re.compile(r"[=≈]\s*")
_WORD_BEHIND = re.compile(r"(.*[0-9].*?)\s*([^\W\d_][^\d]*)")
_SAMPLES = (0, 1, 2, 3, 5, 11, 100, Decimal("1.5"))


@dataclass(frozen=True)
class Reader:
    """What the reader knows of the question before it reads a number.

    Args:
        language: the page's tag.
        arabic_digits: whether the text was typed with digits of an Arabic script.
        units: the ids of the closed list of units.
        per_cent: whether per cent are asked for.
    """

    language: str
    arabic_digits: bool
    units: tuple[str, ...]
    per_cent: bool

    @property
    def page(self) -> PageMarks:
        return page_marks(self.language)

    def part(self, text: str) -> tuple[Numeral, ...] | Fault:
        """Every reading of one number with its sign, unit and per cent sign."""
        text = text.strip()
        if len(text) > LONGEST_NUMBER:
            return Fault("length")
        text = without_leading(text)
        body, unit = self._without_unit(text)
        typed_per_cent = body.endswith(("%", "٪"))
        if typed_per_cent:
            body = body[:-1].rstrip()
        found = self._numerals(body)
        if isinstance(found, Fault):
            return self._told(found, text, body)
        if typed_per_cent and self.per_cent and unit is None:
            unit, typed_per_cent = "%", False
        return tuple(_with(numeral, unit, typed_per_cent) for numeral in found)

    def _numerals(self, body: str) -> tuple[Numeral, ...] | Fault:
        page = self.page
        return numerals(
            body,
            minus_behind=page.right_to_left or self.arabic_digits,
            slash_is_asked=page.slash_is_decimal or self.arabic_digits,
        )

    def _without_unit(self, text: str) -> tuple[str, str | None]:
        """The text before the longest known unit, and that unit's id."""
        lowered = text.casefold()
        for form, unit in unit_forms(self.language, self.units):
            if len(lowered) == len(text) and lowered.endswith(form):
                return text[: -len(form)].rstrip(), unit
        return text, None

    def _told(self, fault: Fault, text: str, body: str) -> Fault:
        """The fault with what would do, where that can be said."""
        if fault.reason == "mixed":
            return Fault("mixed", choices=self._mixed_choices(fault))
        if fault.reason == "minus-behind":
            behind = self._numerals("-" + body.rstrip("- "))
            return replace(fault, choices=self._choices(behind))
        word = _WORD_BEHIND.fullmatch(text)
        before = self._numerals(word[1]) if word else fault
        if isinstance(before, Fault):
            return fault
        if not self.units:
            return Fault("no-unit", choices=self._choices(before))
        named = tuple(_with(numeral, unit, False) for unit in self.units for numeral in before)
        known = ", ".join(form_of(self.language, unit) for unit in self.units)
        return Fault("unit", {"units": known}, self._choices(named))

    def _mixed_choices(self, fault: Fault) -> tuple[str, ...]:
        top, bottom = fault.values["top"], fault.values["bottom"]
        if not bottom:
            return ()
        share = self._numerals(f"{top}⁄{bottom}")
        return self._choices(share) if isinstance(share, Fault) else self._both_forms(share[0])

    def _both_forms(self, share: Numeral) -> tuple[str, ...]:
        """A fraction as such and, if it ends, as a decimal."""
        ended = replace(share, fraction=None)
        forms = (typeable(share, self.language), typeable(ended, self.language))
        return tuple(form for form in forms if form)

    def _choices(self, found: tuple[Numeral, ...] | Fault) -> tuple[str, ...]:
        if isinstance(found, Fault):
            return ()
        return tuple(dict.fromkeys(filter(None, (typeable(n, self.language) for n in found))))


def without_leading(text: str) -> str:
    """The text without one leading equals or about sign.

    Example:
        >>> without_leading("= 0.84"), without_leading("≈0.84")
        ('0.84', '0.84')
    """
    match = _LEADING.match(text)
    return text[match.end() :] if match else text


def form_of(language: str, unit: str) -> str:
    """A unit's plural name on the page."""
    catalogue = nearest(language)
    return catalogue.say(f"units.{unit}", n=5) if f"units.{unit}" in catalogue else unit


def unit_forms(language: str, units: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Every plural form of each unit as (form, id), the longest first.

    Example:
        >>> unit_forms("en", ["days"])
        (('days', 'days'), ('day', 'days'))
    """
    return _forms(nearest(language), tuple(units))


@cache
def _forms(catalogue: Catalogue, units: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    forms: dict[str, str] = {}
    for unit in units:
        message_id = f"units.{unit}"
        names = [unit]
        if message_id in catalogue:
            names += [catalogue.say(message_id, n=sample) for sample in _SAMPLES]
        for name in names:
            forms.setdefault(clean_name(name), unit)
    return tuple(sorted(forms.items(), key=lambda pair: (-len(pair[0]), pair[0])))


def _with(numeral: Numeral, unit: str | None, per_cent: bool) -> Numeral:
    value = numeral.value
    if per_cent:
        value = shifted(value, -2) if isinstance(value, Decimal) else value / 100
    return replace(numeral, value=value, unit=unit, per_cent=per_cent)
