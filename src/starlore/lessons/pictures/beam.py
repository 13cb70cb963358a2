"""A beam: amounts hung at values on a number line, and the blend, where the beam balances.

Whatever the amounts are, they are shared out of their whole: the weights always add to one, and
the blend never leaves the span of the values that have a weight.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from starlore.errors import LessonError, Worded
from starlore.figures import Figure, figures, printed_sum
from starlore.lessons.pictures.data import figures_of, map_of
from starlore.lessons.pictures.dials import Dial, stand, turnable
from starlore.lessons.pictures.number_line import NumberLine

MOST_AMOUNT, ROOM, LONGEST = 10, 1, 40
FEWEST, MOST = 2, 4
PLACES = 2


@dataclass(frozen=True)
class Beam:
    """Values with their amounts, and what follows from them.

    Attributes:
        values, amounts: in order. line: the values, their weights and the blend on a line that
            reaches a little further than the values it began with; nothing hangs where all
            amounts are 0. parts: each value times its weight.
        plain: the average that no weights enter.
        printed_sum: what the printed weights add to.
    """

    values: tuple[Figure, ...]
    amounts: tuple[Figure, ...]
    line: NumberLine
    parts: tuple[Figure, ...]
    plain: Figure
    printed_sum: Figure

    @property
    def dials(self) -> tuple[Dial, ...]:
        """For each place its amount and its value."""
        ends = Decimal(self.line.least), Decimal(self.line.most)
        return tuple(
            Dial(f"{name}.{at}", Worded(f"picture.dial.{name}", which=str(at + 1)), now, *reach)
            for at in range(len(self.values))
            for name, now, reach in (
                ("amount", self.amounts[at].shown, (Decimal(0), Decimal(MOST_AMOUNT))),
                ("value", self.values[at].shown, ends),
            )
        )

    def turned(self, at: Mapping[str, Decimal]) -> "Beam":
        """The same beam with other amounts at other values."""
        stands = tuple(Figure(stand(dial, at).at) for dial in self.dials)
        return _beam(stands[1::2], stands[::2], (self.line.least, self.line.most))


def beam(data: object) -> Beam:
    """A beam of a map with `values` and `amounts`, equally many; an amount is 0 to 10.

    Raises:
        LessonError: if they are too few or too many, an amount does not fit, or all are 0.
    """
    named = map_of(data, "beam", ("values", "amounts"))
    values, amounts = (
        tuple(turnable(one, "beam") for one in figures_of(named[name], "beam"))
        for name in ("values", "amounts")
    )
    if not FEWEST <= len(values) == len(amounts) <= MOST:
        got = {"values": len(values), "amounts": len(amounts)}
        raise LessonError("check.picture.beam.count", fewest=FEWEST, most=MOST, **got)
    if not all(0 <= amount.value <= MOST_AMOUNT for amount in amounts) or not _sum(amounts):
        raise LessonError("check.picture.beam.amount", most=MOST_AMOUNT)
    exact = [Fraction(value.value) for value in values]
    least, most = math.floor(min(exact)) - ROOM, math.ceil(max(exact)) + ROOM
    if most - least > LONGEST:
        raise LessonError("check.picture.beam.span", most=LONGEST - 2 * ROOM)
    return _beam(values, amounts, (least, most))


def _beam(values: Sequence[Figure], amounts: Sequence[Figure], ends: tuple[int, int]) -> Beam:
    whole = _sum(amounts)
    exact = [Fraction(value.value) for value in values]
    shares = [Fraction(amount.value) / whole for amount in amounts] if whole else []
    parts = [value * share for value, share in zip(exact, shares, strict=False)]
    weights = figures(shares, places=PLACES)
    pivot = Figure(sum(parts), places=PLACES) if whole else None
    return Beam(
        values=tuple(values),
        amounts=tuple(amounts),
        line=NumberLine(tuple(values), weights, pivot, *ends),
        parts=figures(parts, places=PLACES),
        plain=Figure(sum(exact) / len(exact), places=PLACES),
        printed_sum=printed_sum(weights),
    )


def _sum(parts: Sequence[Figure]) -> Fraction:
    return sum((Fraction(part.value) for part in parts), Fraction(0))
