"""A plane of whole numbers with arrows from its middle: queries, keys and values as directions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.lessons.pictures.data import figures_of, list_of, map_of

PARTS = ("query", "key", "value", "plain")
LEAST_REACH, MOST_REACH = 2, 30
MOST_ARROWS = 8


@dataclass(frozen=True)
class Arrow:
    """An arrow from the middle to a point; its part gives colour and letter, its name a label."""

    x: Figure
    y: Figure
    part: str = "plain"
    name: str = ""


@dataclass(frozen=True)
class Plane:
    """Arrows on a plane that reaches equally far to all four sides."""

    arrows: tuple[Arrow, ...]
    reach: int


def plane(data: object) -> Plane:
    """A plane of a map with `arrows`: maps with `at`, and `part` and `name` where wanted."""
    named = map_of(data, "plane", ("arrows",))
    arrows = list_of(named["arrows"], "plane: arrows", "arrows")
    if len(arrows) > MOST_ARROWS:
        raise LessonError("check.picture.plane.many", most=MOST_ARROWS, got=len(arrows))
    made = tuple(_arrow(arrow) for arrow in arrows)
    return Plane(made, reach_of([(arrow.x, arrow.y) for arrow in made]))


def reach_of(points: Sequence[tuple[Figure, Figure]], least: int = LEAST_REACH) -> int:
    """The whole number that a plane must reach to hold the points.

    Raises:
        LessonError: if that is too far for a grid anyone could read.
    """
    parts = (abs(Fraction(part.value)) for point in points for part in point)
    reach = max(least, math.ceil(max(parts, default=0)))
    if reach > MOST_REACH:
        raise LessonError("check.picture.plane.reach", most=MOST_REACH, got=reach)
    return reach


def point_of(data: object, what: str) -> tuple[Figure, Figure]:
    """Two numbers."""
    parts = figures_of(data, what)
    if len(parts) != 2:
        raise LessonError("check.picture.plane.point", what=what, got=len(parts))
    return parts[0], parts[1]


def _arrow(data: object) -> Arrow:
    named = map_of(data, "plane", ("at",))
    part = named.get("part", "plain")
    if part not in PARTS:
        raise LessonError("check.picture.plane.part", known=PARTS)
    x, y = point_of(named["at"], "plane")
    return Arrow(x, y, str(part), str(named.get("name", "")))
