"""Dials: the numbers of a picture that a reader can turn, and how an address says them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Protocol, Self, runtime_checkable

from starlore.errors import Refused, Worded

MOST_DECIMALS, LONGEST_NUMBER = 3, 40


@dataclass(frozen=True)
class Dial:
    """One number that can be turned.

    Attributes:
        name: in the address and the form. word: what it is called on the page.
        at: where it stands. least, most: how far it goes. step: of one key press or drag.
    """

    name: str
    word: Worded
    at: Decimal
    least: Decimal
    most: Decimal
    step: Decimal = Decimal(1)


@runtime_checkable
class Dialled(Protocol):
    """A picture with dials: turned, it is computed anew."""

    @property
    def dials(self) -> tuple[Dial, ...]:
        """Its dials, as they stand."""
        ...

    def turned(self, at: Mapping[str, Decimal]) -> Self:
        """The same picture with every dial where `at` says, by name."""
        ...


def read_dials(dials: tuple[Dial, ...], query: Mapping[str, str]) -> Mapping[str, Decimal]:
    """Where an address wants the dials; one it does not name stays.

    Raises:
        Refused: naming the dial, and what would do.

    Example:
        >>> keep = Dial("keep", Worded("picture.dial.keep"), Decimal("0.5"), Decimal(0), Decimal(1))
        >>> read_dials((keep,), {"keep": "0.9"})
        {'keep': Decimal('0.9')}
    """
    return {
        dial.name: read_number(query.get(dial.name), dial.at, dial.word, dial.least, dial.most)
        for dial in dials
    }


def stand(dial: Dial, at: Mapping[str, Decimal]) -> Dial:
    """The dial where `at` says; where it was if it is not named."""
    return replace(dial, at=at.get(dial.name, dial.at))


def read_number(
    text: str | None, kept: Decimal, where: Worded, least: Decimal, most: Decimal
) -> Decimal:
    """A number of an address, from `least` to `most`, of at most three decimals.

    Args:
        text: as it was sent; nothing means `kept`. where: what the number is, for a refusal.

    Raises:
        Refused: naming the number, and what would do.

    Example:
        >>> one = Worded("picture.dial.keep")
        >>> read_number("-0,5", Decimal(0), one, Decimal(-1), Decimal(1))
        Decimal('-0.5')
    """
    if text is None or not text.strip():
        return kept
    if len(text) > LONGEST_NUMBER:
        raise Refused("fault.dial.no-number", where=where, text=text[:20])
    try:
        number = Decimal(text.strip().replace("\u2212", "-").replace(",", "."))
    except InvalidOperation:
        raise Refused("fault.dial.no-number", where=where, text=text[:20]) from None
    if not number.is_finite() or not least <= number <= most:
        bounds = {"least": f"{least:f}", "most": f"{most:f}"}
        raise Refused("fault.dial.range", where=where, text=text[:20], **bounds)
    if number == 0:
        return Decimal(0)
    if number.adjusted() < -MOST_DECIMALS or (Fraction(number) * 10**MOST_DECIMALS) % 1:
        raise Refused("fault.dial.decimals", where=where, most=MOST_DECIMALS, text=text[:20])
    return number.normalize()
