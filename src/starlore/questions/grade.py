"""Grade an answer: pure, exact, in decimal and whole-number arithmetic on what was typed.

First what is right (the accepting windows of `window`), then the misconceptions in the order
declared, then the slips of `slips`; whatever is left is unmatched and gets the worked path.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from starlore.errors import BadValue
from starlore.questions.model import Solution, Variant
from starlore.questions.printing import numbers_of
from starlore.questions.slips import slip_of
from starlore.questions.window import window

GRADER_VERSION = 1
"""Counts up with every change of how numbers are read or graded; it stands in every grading."""


@dataclass(frozen=True)
class Grade:
    """The outcome of grading.

    Attributes:
        correct: whether the answer is right.
        misconception: the foreseen wrong method it shows, or "".
        explanation: "right", "wrong <misconception>", "slip <name>", "unmatched" or "shown".
        parts: for typed numbers, whether each part is right, in order.
    """

    correct: bool
    misconception: str
    explanation: str
    parts: tuple[bool, ...] = ()


GAVE_UP = Grade(False, "", "shown")
"""The grade of "Not yet: show me": the worked path, and not known."""


def grade_option(variant: Variant, option: str) -> Grade:
    """Grade a choice by its place among the options, "1" being the first.

    Raises:
        BadValue: if there is no such option.

    Example:
        >>> from starlore.figures import Figure
        >>> from starlore.questions.model import Misconception
        >>> linear = Misconception("linear", Figure(14))
        >>> grade_option(Variant({}, Figure(49), (linear,), order=("linear", "")), "1").explanation
        'wrong linear'
    """
    places = {str(place): name for place, name in enumerate(variant.order, 1)}
    if option not in places:
        raise BadValue(f"this question has options 1 to {len(places)}, not {option[:40]!r}")
    name = places[option]
    return Grade(False, name, f"wrong {name}") if name else Grade(True, "", "right")


def grade_numbers(
    variant: Variant, numbers: Sequence[Decimal | Fraction | int], unit: str | None = None
) -> Grade:
    """Grade numbers as they were read.

    Args:
        variant: whose solution is a figure or figures.
        numbers: as many as are asked, exactly as read.
        unit: the unit that was typed; its factor among the Variant's units is applied.

    Raises:
        BadValue: if the question takes no numbers, or another count of them.

    Example:
        >>> from starlore.figures import figures
        >>> variant = Variant({}, figures([0.843795, 0.114195, 0.04201], places=2))
        >>> typed = [Decimal("0.84"), Decimal("0.11"), Decimal("0.05")]
        >>> grade_numbers(variant, typed).explanation
        'slip rounding-is-error'
    """
    asked = numbers_of(variant.solution)
    if len(numbers) != len(asked) or not asked:
        raise BadValue(f"this question takes {len(asked)} numbers, not {len(numbers)}")
    factor = variant.units.get(unit, Fraction(1)) if unit else Fraction(1)
    exact = [Fraction(number) * factor for number in numbers]
    parts = _parts(variant, variant.solution, exact)
    if all(parts):
        return Grade(True, "", "right", parts)
    for one in variant.misconceptions:
        if all(_parts(variant, one.answer, exact) or [False]):
            return Grade(False, one.name, f"wrong {one.name}", parts)
    slip = slip_of(exact, asked, variant.rule)
    return Grade(False, "", f"slip {slip}" if slip else "unmatched", parts)


def _parts(variant: Variant, answer: Solution, numbers: Sequence[Fraction]) -> tuple[bool, ...]:
    """Which of the numbers are an answer's, part by part; nothing if it has another count."""
    asked = numbers_of(answer)
    if len(asked) != len(numbers):
        return ()
    return tuple(
        number in window(figure, variant.rule)
        for number, figure in zip(numbers, asked, strict=True)
    )
