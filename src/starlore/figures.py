"""Figure: an exact value, its unit, and how it is shown. The only place that rounds.

Whatever a page, a frame, a worksheet or an explanation prints comes out of `Figure.printed`, so
they all print the same digits. Laws of this file:

- a value is exact: int, Decimal or Fraction; a binary float becomes a decimal of 12 significant
  digits first, so the last bits of a processor never reach a learner;
- rounding is half to even, done once, in whole numbers, from the exact value;
- printed text is plain ASCII and reads back as `Figure.shown`; zero never wears a minus.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from numbers import Integral, Rational, Real
from typing import SupportsFloat, TypeAlias

from starlore.errors import FigureError, FigureKindError

Exact: TypeAlias = Fraction | Decimal | int

FLOAT_DIGITS = 12
"""Significant digits kept of a binary float, and of a fraction that never ends."""

LONGEST_PLAIN = 21
"""Characters after which a number is printed with a power of ten, if that is shorter."""

KEPT = 4096
"""Numbers whose decimals and texts are kept for the next page."""


@dataclass(frozen=True, init=False)
class Figure:
    """One shown number: what it is exactly, and which of its digits a learner sees.

    Args:
        value: int, Decimal, Fraction, or any finite float or NumPy number (made exact at once).
        unit: what is counted, by its id in the language catalogues; "" for a bare number.
        places: decimals shown, trailing zeros kept. Excludes `digits`.
        digits: significant digits shown, trailing zeros kept. Excludes `places`.

    With neither, the exact value is printed: whole numbers plainly, decimals to their end,
    fractions that never end to 12 significant digits.

    Raises:
        FigureKindError: if `value` is not a real number.
        FigureError: if it is not finite, or `places` and `digits` make no sense.

    Example:
        >>> Figure(0.843794734081339, places=2).printed
        '0.84'
        >>> Figure(Fraction(1, 8), places=2).printed, Figure(Decimal("-0.004"), places=2).printed
        ('0.12', '0.00')
        >>> Figure(592900, unit="comparisons").printed
        '592900'
    """

    value: Exact
    unit: str = ""
    places: int | None = None
    digits: int | None = None

    def __init__(
        self,
        value: SupportsFloat,
        unit: str = "",
        places: int | None = None,
        digits: int | None = None,
    ) -> None:
        if places is not None and digits is not None:
            raise FigureError("check.number.both", places=str(places), digits=str(digits))
        if places is not None and places < 0:
            raise FigureError("check.number.places", got=str(places))
        if digits is not None and digits < 1:
            raise FigureError("check.number.digits", got=str(digits))
        self.__dict__.update(value=_exact(value), unit=unit, places=places, digits=digits)

    def __str__(self) -> str:
        return self.printed

    @property
    def printed(self) -> str:
        """The canonical text: ASCII digits, a point, a minus only before what is not zero.

        A text beyond 21 characters turns to a power of ten where that is shorter and the
        figure does not ask for places.

        Example:
            >>> Figure(1, places=2).printed, Figure(Fraction(1, 3)).printed
            ('1.00', '0.333333333333')
            >>> Figure(6.0221409e23, digits=4).printed
            '6.022e23'
        """
        return _printed(self.value, self.places, self.digits)

    @property
    def shown(self) -> Decimal:
        """The printed number, exactly: what a learner who reads the page knows.

        Example:
            >>> Figure(2.347, digits=3).shown
            Decimal('2.35')
        """
        return self._shown

    def at(self, places: int) -> "Figure":
        """The same value shown to another number of decimals.

        Example:
            >>> Figure(0.843794734081339, places=2).at(5).printed
            '0.84379'
        """
        return Figure(self.value, self.unit, places)

    def as_float(self) -> float:
        """The nearest binary float to the exact value, for drawing and for the engine.

        Example:
            >>> Figure(Fraction(1, 4)).as_float()
            0.25
        """
        return float(Fraction(self.value))

    @cached_property
    def _shown(self) -> Decimal:
        return Decimal(self.printed)


def rounded(numerator: int, denominator: int, places: int) -> int:
    """The whole number of units of 10**-places nearest to a ratio, half to even, exactly.

    Example:
        >>> rounded(1, 8, 2), rounded(3, 8, 2), rounded(-1250, 1, -2)
        (12, 38, -12)
    """
    if places >= 0:
        numerator *= 10**places
    else:
        denominator *= 10**-places
    if denominator == 1:
        return numerator
    units, rest = divmod(numerator, denominator)
    over = 2 * rest - denominator
    return units + 1 if over > 0 or (over == 0 and units % 2) else units


def figures(
    values: Iterable[SupportsFloat], places: int | None = None, unit: str = ""
) -> tuple[Figure, ...]:
    """One figure for each value, all shown alike.

    Example:
        >>> [figure.printed for figure in figures([0.8438, 0.1142, 0.042], places=2)]
        ['0.84', '0.11', '0.04']
    """
    return tuple(Figure(value, unit=unit, places=places) for value in values)


def printed_sum(shown: Iterable[Figure]) -> Figure:
    """Add the numbers as printed: what a learner gets who adds up the page.

    The sum has the most places of its parts, and their unit if they share one.

    Example:
        >>> printed_sum(figures([0.8438, 0.1142, 0.042], places=2)).printed
        '0.99'
    """
    parts = tuple(shown)
    units = {part.unit for part in parts}
    places = [part.places for part in parts if part.places is not None]
    return Figure(
        sum((Fraction(part.shown) for part in parts), Fraction(0)),
        unit=units.pop() if len(units) == 1 else "",
        places=max(places) if parts and len(places) == len(parts) else None,
    )


@lru_cache(maxsize=KEPT)
def _printed(value: Exact, places: int | None, digits: int | None) -> str:
    """The canonical text. Equal values print alike, whatever their type, and a page prints the
    same few again and again."""
    numerator, denominator = value.as_integer_ratio()
    at = _places_shown(numerator, denominator, places, digits)
    units = rounded(numerator, denominator, at)
    if units == 0:
        return _plain(0, places or 0)
    if digits is not None and len(str(abs(units))) > digits:
        at, units = at - 1, units // 10  # 9.996 to three digits carried to 10.00
    if places is None and digits is None:
        at, units = _without_trailing_zeros(at, units)
    plain = _plain(units, at)
    if places is None and len(plain) > LONGEST_PLAIN:
        return min(plain, _with_power(units, at, digits), key=len)
    return plain


def _places_shown(numerator: int, denominator: int, places: int | None, digits: int | None) -> int:
    """The decimals to round to; negative where significant digits end before the point."""
    if places is not None:
        return places
    if numerator == 0:
        return 0
    if digits is not None:
        return digits - 1 - order_of(Fraction(numerator, denominator))
    ending = _places_of_end(denominator)
    if ending is None:
        return FLOAT_DIGITS - 1 - order_of(Fraction(numerator, denominator))
    return ending


def _exact(value: object) -> Exact:
    """Any real number as int, Decimal or Fraction."""
    if type(value) is float and math.isfinite(value):
        return _decimal(value)
    if type(value) is int or type(value) is Fraction:
        return value
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise FigureError("check.number.finite", got=str(value))
        return value if value else Decimal(0)
    if not isinstance(value, float):
        if isinstance(value, bool) or not isinstance(value, Real):
            kind = type(value).__name__
            raise FigureKindError("check.number.kind", got=repr(value), kind=kind)
        if isinstance(value, Integral):
            return int(value)
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
    binary = float(value)
    if not math.isfinite(binary):
        raise FigureError("check.number.finite", got=str(binary))
    return _decimal(binary)


@lru_cache(maxsize=KEPT)
def _decimal(binary: float) -> Decimal:
    """A binary float to its twelve digits; a zero has no sign."""
    return Decimal(f"{binary:.{FLOAT_DIGITS - 1}e}") if binary else Decimal(0)


def _power(exponent: int) -> Fraction:
    return Fraction(10) ** exponent


def order_of(value: Fraction) -> int:
    """The power of ten of the first digit of a number that is not zero.

    Example:
        >>> order_of(Fraction(1024)), order_of(Fraction("-0.012"))
        (3, -2)
    """
    size = abs(value)
    guess = len(str(size.numerator)) - len(str(size.denominator))
    return guess if size >= _power(guess) else guess - 1


def _places_of_end(denominator: int) -> int | None:
    """Decimals after which a number of that denominator ends, or None if it never does."""
    rest, twos, fives = denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None


def _without_trailing_zeros(places: int, units: int) -> tuple[int, int]:
    while places > 0 and units % 10 == 0:
        places, units = places - 1, units // 10
    return places, units


def _plain(units: int, places: int) -> str:
    """Units of 10**-places as plain text."""
    sign, digits = "-" if units < 0 else "", str(abs(units))
    if places <= 0:
        return sign + digits + "0" * -places
    digits = digits.rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def _with_power(units: int, places: int, significant: int | None) -> str:
    """The same with a power of ten, its zeros kept only if they are significant."""
    sign, digits = "-" if units < 0 else "", str(abs(units))
    order = len(digits) - 1 - places
    if significant is None:
        digits = digits.rstrip("0")
    mantissa = digits[0] + ("." + digits[1:] if digits[1:] else "")
    return f"{sign}{mantissa}e{order}"
