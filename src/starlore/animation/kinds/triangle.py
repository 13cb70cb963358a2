"""A triangle whose corners are values: a blend is the point its weights say, always inside."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from starlore.animation.given import Given
from starlore.animation.kinds.names import named
from starlore.animation.marks import Mark, Spot, circle, line, lit, number, sign
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

CORNERS = 3
PLACES = ((0.5, 0.0), (0.0, 1.0), (1.0, 1.0))
"""Of the second, first and third corner in a box of one by one: the first is at the start below."""

ORDER = (1, 0, 2)


@dataclass(frozen=True)
class Triangle:
    """Three values, and the place of a blend among them.

    Attributes:
        corners: a vector each. weights: three shares, empty: no point. output: the blend, said
            beside the point; empty: not said.
    """

    corners: tuple[tuple[Figure, ...], ...]
    names: tuple[str, ...]
    weights: tuple[Figure, ...]
    output: tuple[Figure, ...]
    is_math = True

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """Edges, corners with their values, and the point."""
        return tuple(self._marks(box, ink))

    def _spots(self, box: Box) -> list[tuple[float, float]]:
        """The corners in the order of the values."""
        tall = box.h - 70
        wide = min(box.w - 150, tall * 1.5)
        left, top = box.x + (box.w - wide) / 2, box.y + 34
        return [(left + PLACES[at][0] * wide, top + PLACES[at][1] * tall) for at in ORDER]

    def _marks(self, box: Box, ink: Ink) -> Iterator[Mark]:
        spots = self._spots(box)
        for at in range(CORNERS):
            (x, y), (to_x, to_y) = spots[at], spots[(at + 1) % CORNERS]
            yield line(f"edge{at}", x, y, to_x - x, to_y - y, "p-line")
        for at, corner in enumerate(self.corners):
            x, y = spots[at]
            down = -20 if at == 1 else 24
            yield sign(f"{at}.g", "value", x, y, 16, "t-v")
            shown = ink.vector(corner)
            if self.names:
                yield named(f"{at}.s", self.names[at], x - 8 - 4.6 * len(shown), y + down, ink, 20)
            yield number(f"{at}.n", x + 10, y + down + 6, shown)
        if self.weights:
            yield from self._point(spots, ink)

    def _point(self, spots: list[tuple[float, float]], ink: Ink) -> Iterator[Mark]:
        """The blend: what pulls it, and where it has come to rest."""
        shares = [weight.as_float() for weight in self.weights]
        x = sum(share * spot[0] for share, spot in zip(shares, spots, strict=True))
        y = sum(share * spot[1] for share, spot in zip(shares, spots, strict=True))
        for at, (share, spot) in enumerate(zip(shares, spots, strict=True)):
            way = (spot[0] - x, spot[1] - y)
            pull = line(f"pull{at}", x, y, *way, "p-dash", Spot(*spot, 0, 0))
            yield lit(pull, 0.25 + 0.75 * share)
        point = circle("point", x, y, 8, "p-light")
        middle_x, middle_y = (sum(places) / CORNERS for places in zip(*spots, strict=True))
        yield replace(point, born=Spot(middle_x, middle_y, 8, 0))
        if self.output:
            yield number("out", x, y - 16, ink.vector(self.output), "t-mid t-bold")

    def told(self, ink: Ink) -> str:
        """The corners, the weights, the blend."""
        said = []
        for at, corner in enumerate(self.corners):
            name = f"{ink.who(self.names[at])} " if self.names else ""
            said.append(f"{name}{ink.vector(corner)}")
        told = ink.say("told", things=ink.clauses(said))
        if self.output:
            told += " " + ink.say("told-blend", blend=ink.vector(self.output))
        return told

    def figures(self) -> tuple[Figure, ...]:
        """Corners and blend."""
        return (*(figure for corner in self.corners for figure in corner), *self.output)


def triangle(given: Given) -> Triangle:
    """Of three `corners`, vectors; `names`, `weights` of a point, and the `output` it says."""
    corners, weights = given.rows("corners"), given.maybe_figures("weights")
    if len(corners) != CORNERS or len(weights) not in (0, CORNERS):
        raise LessonError("check.scene.triangle")
    return Triangle(corners, given.names(), weights, given.maybe_figures("output"))
