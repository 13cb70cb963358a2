"""A strip: weights as pieces of one whole, laid end to end."""

from dataclasses import dataclass
from fractions import Fraction

from starlore.errors import LessonError
from starlore.figures import Figure, printed_sum
from starlore.lessons.pictures.data import figures_of


@dataclass(frozen=True)
class Strip:
    """The weights in order, and the sum of their printed digits."""

    weights: tuple[Figure, ...]
    printed_sum: Figure


def strip(data: object) -> Strip:
    """A strip of shares.

    Raises:
        LessonError: if a share is below 0 or all are 0.
    """
    weights = figures_of(data, "strip")
    if any(weight.value < 0 for weight in weights) or not sum(Fraction(w.value) for w in weights):
        raise LessonError("check.picture.strip")
    return Strip(weights, printed_sum(weights))
