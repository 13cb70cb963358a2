"""How seconds or counts grow with the length: the power of n, and how sure it is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from starlore.attention.cost.fit import student
from starlore.errors import BadValue


@dataclass(frozen=True)
class Exponent:
    """The power of n that numbers follow, and the interval that holds it in 95 of 100 fits."""

    power: float
    low: float
    high: float


def fit_exponent(lengths: Sequence[float], numbers: Sequence[float]) -> Exponent:
    """The slope of log numbers over log lengths, by least squares, with its t-interval.

    Args:
        lengths, numbers: at least three of each, above 0; the lengths not all the same.

    Raises:
        BadValue: if they are none such.

    Example:
        >>> fit_exponent([1, 2, 4, 8], [3, 12, 48, 192])
        Exponent(power=2.0, low=2.0, high=2.0)
    """
    if len(lengths) != len(numbers) or len(lengths) < 3:
        raise BadValue(
            f"an exponent needs three lengths and a number for each: there are {len(lengths)} "
            f"and {len(numbers)}"
        )
    if min(*lengths, *numbers) <= 0 or len(set(lengths)) < 2:
        raise BadValue("an exponent needs lengths that differ, and only numbers above 0")
    x, y = np.log(np.asarray(lengths, np.float64)), np.log(np.asarray(numbers, np.float64))
    x -= x.mean()
    power = float((x * y).sum() / (x * x).sum())
    left = y - y.mean() - power * x
    freedom = len(lengths) - 2
    off = student(freedom) * float(np.sqrt((left * left).sum() / freedom / (x * x).sum()))
    return Exponent(*(round(one, 12) for one in (power, power - off, power + off)))
