"""The slips nobody has to foresee: per cent for a share, a lost sign, a changed order, and so on.

They are tried after the misconceptions, in the order of `SLIPS`; the first that fits explains the
answer. Each looks at typed numbers and asked figures, exactly.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from starlore.figures import Figure, order_of
from starlore.questions.model import Rule
from starlore.questions.pairing import paired
from starlore.questions.window import asked_unit, window

Typed = Sequence[Fraction]
Slip = Callable[[Typed, Sequence[Figure], Rule], bool]

NEARLY_WHOLE = Fraction(1, 10**9)
"""How far from a whole number the sum of exact parts may be, for the engine's last digits."""


def slip_of(numbers: Typed, asked: Sequence[Figure], rule: Rule) -> str:
    """The name of the first slip that explains wrong numbers, or "".

    Example:
        >>> from starlore.questions.model import AsPrinted
        >>> slip_of([Fraction(84)], [Figure(0.8438, places=2)], AsPrinted())
        'percent-for-share'
    """
    return next((name for name, fits in SLIPS.items() if fits(numbers, asked, rule)), "")


def percent_for_share(numbers: Typed, asked: Sequence[Figure], rule: Rule) -> bool:
    """84 for 0.84: every part a share from 0 to 1 without a unit, typed as per cent."""
    shares = all(not one.unit and 0 <= Fraction(one.value) <= 1 for one in asked)
    return shares and _all_right([number / 100 for number in numbers], asked, rule)


def sign_lost(numbers: Typed, asked: Sequence[Figure], rule: Rule) -> bool:
    """2 for -2, in one part or more."""
    return all(
        number in window(one, rule) or -number in window(one, rule)
        for number, one in zip(numbers, asked, strict=True)
    )


def order_changed(numbers: Typed, asked: Sequence[Figure], rule: Rule) -> bool:
    """The right parts in another order."""
    windows = [window(one, rule) for one in asked]
    return len(asked) > 1 and all(paired(numbers, windows, lambda number, one: number in one))


def too_few_places(numbers: Typed, asked: Sequence[Figure], rule: Rule) -> bool:
    """0.8 for 0.84: rounded rightly, but to fewer digits than are asked, yet to one at least."""
    exact = [Fraction(one.value) for one in asked]
    largest = max(map(abs, exact))
    units = [unit for unit in map(asked_unit, asked) if unit]
    if not largest or not units:
        return False
    unit = Fraction(10) ** order_of(largest)
    while unit > min(units):
        if all(
            number in window(one, rule) or (number % unit == 0 and abs(number - value) <= unit / 2)
            for number, one, value in zip(numbers, asked, exact, strict=True)
        ):
            return True
        unit /= 10
    return False


def rounding_is_error(numbers: Typed, asked: Sequence[Figure], rule: Rule) -> bool:
    """One part changed so that the printed parts add up to the whole, which they need not (C25)."""
    total = sum((Fraction(one.value) for one in asked), Fraction(0))
    whole = round(total)
    wrong = [n for n, one in zip(numbers, asked, strict=True) if n not in window(one, rule)]
    return (
        len(wrong) == 1 < len(asked)
        and abs(total - whole) <= NEARLY_WHOLE
        and sum(numbers) == whole
    )


SLIPS: dict[str, Slip] = {
    "percent-for-share": percent_for_share,
    "sign-lost": sign_lost,
    "order-changed": order_changed,
    "too-few-places": too_few_places,
    "rounding-is-error": rounding_is_error,
}
"""Every built-in slip by name, in the order tried."""


def _all_right(numbers: Typed, asked: Sequence[Figure], rule: Rule) -> bool:
    return all(number in window(one, rule) for number, one in zip(numbers, asked, strict=True))
