"""A number line: points on it, and where wanted their weights and the pivot they balance on."""

import math
from dataclasses import dataclass
from fractions import Fraction

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.lessons.pictures.data import figure_of, figures_of, map_of

LONGEST = 10_000
"""From end to end: beyond it no whole number could be marked."""


@dataclass(frozen=True)
class NumberLine:
    """Points in order of the data.

    Attributes:
        weights: how heavy each is, () where none are. pivot: the blend, None where none is.
        least, most: whole numbers the line runs between.
    """

    points: tuple[Figure, ...]
    weights: tuple[Figure, ...]
    pivot: Figure | None
    least: int
    most: int


def number_line(data: object) -> NumberLine:
    """A line of a map with `points`, and `weights` and `pivot` where wanted.

    Raises:
        LessonError: if the weights are not as many as the points, or one is below 0.
    """
    named = map_of(data, "number-line", ("points",))
    points = figures_of(named["points"], "number-line")
    weights = figures_of(named["weights"], "number-line") if "weights" in named else ()
    pivot = figure_of(named["pivot"], "number-line") if "pivot" in named else None
    if weights and len(weights) != len(points):
        got = {"points": len(points), "weights": len(weights)}
        raise LessonError("check.picture.number-line.count", **got)
    if any(weight.value < 0 for weight in weights):
        raise LessonError("check.picture.number-line.weight")
    marks = [Fraction(mark.value) for mark in (*points, *((pivot,) if pivot else ()))]
    least, most = math.floor(min(marks)), math.ceil(max(marks))
    if most - least > LONGEST:
        span = str(most - least)
        raise LessonError("check.picture.number-line.span", most=str(LONGEST), got=span)
    return NumberLine(points, weights, pivot, least, most if most > least else least + 1)
