"""The accepting window of a number: exact ends, no binary floating point.

The union rule: with t the solution before rounding, p as it is printed and h half a unit of the
last asked place, x is right when it lies within h of t or within h of p. Rounding late and going
on with the printed number are both right. As p lies within h of t, the window is one interval.
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from starlore.figures import Figure, order_of
from starlore.questions.model import AsPrinted, Between, Rule, Within


@dataclass(frozen=True)
class Window:
    """All numbers from `low` to `high`, ends included."""

    low: Fraction
    high: Fraction

    def __contains__(self, number: Decimal | Fraction | int) -> bool:
        return self.low <= Fraction(number) <= self.high

    def meets(self, other: "Window") -> bool:
        """Whether some number lies in both.

        Example:
            >>> Window(Fraction(0), Fraction(1)).meets(Window(Fraction(1), Fraction(2)))
            True
        """
        return self.low <= other.high and other.low <= self.high


@lru_cache(maxsize=4096)
def window(figure: Figure, rule: Rule) -> Window:
    """Which typed numbers are right for a figure.

    Example:
        >>> late = window(Figure(Decimal("2.347"), digits=3), AsPrinted())
        >>> float(late.low), float(late.high)
        (2.342, 2.355)
        >>> Decimal("46.0") in window(Figure(Decimal("45.8")), Within("0.2"))
        True
    """
    exact = Fraction(figure.value)
    if isinstance(rule, Within):
        return Window(exact - rule.width, exact + rule.width)
    if isinstance(rule, Between):
        return Window(*rule.ends)
    if not isinstance(rule, AsPrinted):
        return Window(exact, exact)
    half = asked_unit(figure) / 2
    shown = Fraction(figure.shown)
    return Window(min(exact, shown) - half, max(exact, shown) + half)


def rule_of_wrong(rule: Rule) -> Rule:
    """The rule by which a misconception's number is known: an interval is the solution's alone.

    Example:
        >>> rule_of_wrong(Between("3.5", "4")), rule_of_wrong(Within("0.2"))
        (AsPrinted(), Within(abs='0.2'))
    """
    return AsPrinted() if isinstance(rule, Between) else rule


def asked_unit(figure: Figure) -> Fraction:
    """One unit of the last place that is asked for, taken before rounding.

    0 where the exact number is asked: a figure with neither places nor digits that ends.

    Example:
        >>> asked_unit(Figure(Decimal("9.996"), digits=3)), asked_unit(Figure(36))
        (Fraction(1, 100), Fraction(0, 1))
    """
    exact = Fraction(figure.value)
    if figure.places is not None:
        return Fraction(10) ** -figure.places
    if figure.digits is not None and exact:
        return Fraction(10) ** (order_of(exact) - figure.digits + 1)
    if exact == Fraction(figure.shown):
        return Fraction(0)
    last = figure.shown.as_tuple().exponent
    return Fraction(10) ** (last if isinstance(last, int) else 0)
