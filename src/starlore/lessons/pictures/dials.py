"""Dials: the numbers of a picture that a reader can turn, and how an address says them."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Protocol, Self, runtime_checkable

from starlore.errors import LessonError, Refused, Worded
from starlore.figures import Figure
from starlore.language.clean import Typed, clean
from starlore.language.marks import ARABIC_DECIMAL, ARABIC_GROUP

MOST_DECIMALS, LONGEST_NUMBER = 3, 40


@dataclass(frozen=True)
class Dial:
    """One number that can be turned.

    Attributes:
        name: in the address and the form. word: what it is called on the page.
        at: where it stands. least, most: how far it goes. step: of one key press or drag.
        is_place: it says which place of a text is meant, and runs as the text does.
    """

    name: str
    word: Worded
    at: Decimal
    least: Decimal
    most: Decimal
    step: Decimal = Decimal(1)
    is_place: bool = False

    @property
    def even_step(self) -> Decimal:
        """The longest step that leads from `least` to where it stands: `step`, or a part of it.

        A browser moves a slider that stands between two steps, and would send another number.

        Example:
            >>> half = Decimal("0.5")
            >>> word = Worded("picture.dial.keep")
            >>> stands = (Decimal(at) for at in ("1.5", "0.25", "0.2"))
            >>> [str(Dial("key", word, at, -half, half * 9, half).even_step) for at in stands]
            ['0.5', '0.25', '0.1']
        """
        step, rest = self.step, (self.at - self.least) % self.step
        while rest:
            step, rest = rest, step % rest
        return step.normalize()


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


def turnable(figure: Figure, what: str) -> Figure:
    """A number of a lesson as a dial begins with it: as it is printed, so that a form can send it.

    Raises:
        LessonError: if it has more decimals than an address may say.

    Example:
        >>> turnable(Figure(Fraction(1, 3), places=2), "glass").printed
        '0.33'
    """
    number = _settled(figure.shown)
    if number is None:
        got = figure.printed
        raise LessonError("check.picture.dial", what=what, most=MOST_DECIMALS, got=got)
    return Figure(number)


def own_fields(
    query: Mapping[str, str], picture: str, names: Collection[str], is_first: bool
) -> Mapping[str, str]:
    """What an address says of one picture of a page.

    Its fields are named after it, `?glass.keep=0.9`; names without a picture, `?keep=0.9`, speak
    of the first one.

    Args:
        picture: its id. names: of its fields. is_first: whether it is the first live one.

    Example:
        >>> asked = {"keep": "0.9", "glass.keep": "0.5", "shelf.keep": "0.1", "on": "2027-01-15"}
        >>> own_fields(asked, "shelf", ["keep"], is_first=False)
        {'keep': '0.1'}
        >>> own_fields(asked, "barrel", ["keep"], is_first=True)
        {'keep': '0.9'}
    """
    plain = {name: query[name] for name in names if is_first and name in query}
    own = {name: query[f"{picture}.{name}"] for name in names if f"{picture}.{name}" in query}
    return {**plain, **own}


_MARKS = str.maketrans({",": ".", ARABIC_DECIMAL: ".", "_": "?"})
"""Other ways to write a decimal mark; a mark that only programs read is no number."""

_GROUPED = re.compile(rf"^([+-]?\d{{1,3}}(?:{ARABIC_GROUP}\d{{3}})+)(?![{ARABIC_GROUP}\d])")
"""Thousands as pages in Arabic script write them; their mark can mean nothing else."""


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
        >>> read_number("\u200e\u2212\u06f0\u066b\u06f5", Decimal(0), one, Decimal(-1), Decimal(1))
        Decimal('-0.5')
    """
    if text is None or not text.strip():
        return kept
    if len(text) > LONGEST_NUMBER:
        raise Refused("fault.dial.no-number", where=where, text=text[:20])
    typed = clean(text)
    try:
        if not isinstance(typed, Typed):
            raise InvalidOperation
        plain = _GROUPED.sub(lambda found: found[1].replace(ARABIC_GROUP, ""), typed.text)
        number = Decimal(plain.translate(_MARKS))
    except InvalidOperation:
        raise Refused("fault.dial.no-number", where=where, text=text[:20]) from None
    if not number.is_finite() or not least <= number <= most:
        bounds = {"least": float(least), "most": float(most)}
        raise Refused("fault.dial.range", where=where, text=text[:20], **bounds)
    settled = _settled(number)
    if settled is None:
        raise Refused("fault.dial.decimals", where=where, most=MOST_DECIMALS, text=text[:20])
    return settled


def _settled(number: Decimal) -> Decimal | None:
    """The one form in which dials keep a number; None if it has too many decimals."""
    if number == 0:
        return Decimal(0)
    if number.adjusted() < -MOST_DECIMALS or (Fraction(number) * 10**MOST_DECIMALS) % 1:
        return None
    return number.normalize()
