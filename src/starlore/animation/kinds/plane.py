"""Arrows from the middle of a grid; one may cast its shadow on the line of the first."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.kinds.names import named
from starlore.animation.marks import Mark, Spot, circle, line, number, sign
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.lessons.pictures.data import figures_of, list_of, map_of

PARTS = {"query": "q", "key": "k", "value": "v", "plain": "plain"}


@dataclass(frozen=True)
class Arrow:
    """From the middle to a point."""

    at: tuple[Figure, Figure]
    part: str
    name: str

    @property
    def floats(self) -> tuple[float, float]:
        """Its point, for drawing."""
        return self.at[0].as_float(), self.at[1].as_float()


@dataclass(frozen=True)
class Plane:
    """Arrows on a grid that reaches equally far to all sides.

    Attributes:
        has_shadow: the last arrow's shadow on the line of the first is drawn.
    """

    arrows: tuple[Arrow, ...]
    reach: int
    has_shadow: bool
    is_math = True

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """Grid, shadow, arrows."""
        return tuple(self._marks(box, ink))

    def _marks(self, box: Box, ink: Ink) -> Iterator[Mark]:
        side = min(box.w, box.h)
        unit = side / (2 * self.reach)
        x, y = box.x + box.w / 2, box.y + box.h / 2
        for step in range(-self.reach, self.reach + 1):
            paint = "p-line" if step == 0 else "p-hair"
            yield line(f"v{step}", x + step * unit, y - side / 2, 0, side, paint)
            yield line(f"h{step}", x - side / 2, y + step * unit, side, 0, paint)
        if self.has_shadow and len(self.arrows) > 1:
            yield from self._shadow(x, y, unit)
        for at, arrow in enumerate(self.arrows):
            yield from _arrow(at, arrow, x, y, unit, ink)

    def _shadow(self, x: float, y: float, unit: float) -> Iterator[Mark]:
        """Where the tip falls on the query's line, and the way it falls."""
        (qx, qy), (kx, ky) = self.arrows[0].floats, self.arrows[-1].floats
        share = (qx * kx + qy * ky) / (qx * qx + qy * qy or 1.0)
        foot_x, foot_y = share * qx, share * qy
        born = Spot(x, y, 0, 0)
        yield line("shadow", x, y, foot_x * unit, -foot_y * unit, "w-shadow", born)
        fall = (x + kx * unit, y - ky * unit, (foot_x - kx) * unit, (ky - foot_y) * unit)
        yield line("fall", *fall, "p-dash", Spot(*fall[:2], 0, 0))

    def told(self, ink: Ink) -> str:
        """Each arrow with its point."""
        said = [f"{_called(arrow, ink)} {ink.vector(arrow.at)}".strip() for arrow in self.arrows]
        return ink.say("told", things=ink.clauses(said))

    def figures(self) -> tuple[Figure, ...]:
        """The points."""
        return tuple(figure for arrow in self.arrows for figure in arrow.at)


def _called(arrow: Arrow, ink: Ink) -> str:
    part = "" if arrow.part == "plain" else ink.who(arrow.part)
    return " ".join(filter(None, (part, ink.who(arrow.name))))


def _arrow(at: int, arrow: Arrow, x: float, y: float, unit: float, ink: Ink) -> Iterator[Mark]:
    """A stroke, its sign at the tip, and what it is called beyond it."""
    across, up = arrow.floats
    key = "q" if arrow.part == "query" else f"{at}"
    tip = (x + across * unit, y - up * unit)
    born = Spot(x, y, 0, 0)
    paint = PARTS[arrow.part]
    yield line(f"{key}.a", x, y, across * unit, -up * unit, f"w-{paint}", born)
    if arrow.part == "plain":
        yield circle(f"{key}.t", *tip, 5, "p-light")
    else:
        yield sign(f"{key}.t", arrow.part, *tip, 15, f"t-{paint}")
    shown = ink.vector(arrow.at)
    if arrow.part == "query":
        yield number(f"{key}.n", tip[0] + 34, tip[1] + 26, shown)
        return
    away = math.hypot(across, up) or 1.0
    out = (tip[0] + 34 * across / away, tip[1] - 26 * (up / away if up else 1))
    if arrow.name:
        yield named(f"{key}.s", arrow.name, out[0] - 30, out[1], ink, 20)
    yield number(f"{key}.n", out[0] + (8 if arrow.name else 0), out[1] + 6, shown)


def plane(given: Given) -> Plane:
    """Of a list of arrows, maps with `at`, `part`, `name`; `reach`, and the last one's `shadow`."""
    arrows = tuple(_read(one) for one in list_of(given.needed("of"), "plane", "arrows"))
    reach = given.places("reach")
    far = max((abs(part) for arrow in arrows for part in arrow.floats), default=1.0)
    return Plane(
        arrows,
        max(reach[0] if reach else 0, math.ceil(far), 1),
        given.choice("shadow", "none", "cast") == "cast",
    )


def _read(data: object) -> Arrow:
    said: Mapping[str, object] = map_of(data, "plane", ("at",))
    point = figures_of(said["at"], "plane")
    part = str(said.get("part", "plain"))
    if len(point) != 2 or part not in PARTS:
        raise LessonError("check.scene.plane")
    return Arrow((point[0], point[1]), part, str(said.get("name", "")))
