"""Where lessons stand on the map: floors as circles of height, the lowest at the bottom.

Each floor is an arc of one great dome, as on a star chart; a lesson stands where the course put it,
across its floor in reading order, so the arcs are mirrored with the language and nothing else is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from starlore.lessons.map import Neighbourhood
from starlore.lessons.model import Node

Spot = tuple[float, float]

WIDTH = 960.0
PITCH = 174.0
HEAD, FOOT = 62.0, 84.0
"""Room above the highest lesson and below the lowest."""

DOME = 2400.0
"""Radius of the lowest floor's arc."""

CUT_PITCH, CUT_HEAD, CUT_FOOT = 172.0, 52.0, 106.0
BESIDE = 330.0
"""How far from the middle of a cut the contrasts stand."""


@dataclass(frozen=True)
class Dome:
    """The floors of a drawing.

    Attributes:
        floors: how many. height: of the drawing.
    """

    floors: int
    pitch: float = PITCH
    head: float = HEAD
    foot: float = FOOT

    @property
    def height(self) -> float:
        """Of the whole drawing; the arcs' ends hang below their middles."""
        return self.head + self.pitch * (self.floors - 1) + self.foot

    @property
    def centre(self) -> Spot:
        """Of all arcs."""
        return WIDTH / 2, self.height - self.foot + DOME

    def radius(self, floor: int) -> float:
        """Of a floor's arc."""
        return DOME + self.pitch * floor

    def spot(self, across: float, floor: int) -> Spot:
        """A place on a floor, `across` from 0 to 100."""
        x = WIDTH * across / 100
        cx, cy = self.centre
        return x, cy - sqrt(self.radius(floor) ** 2 - (x - cx) ** 2)


def places(nodes: Mapping[str, Node], is_mirrored: bool) -> tuple[Dome, dict[str, Spot]]:
    """The whole map: every lesson on its floor, where the course put it or evenly spread."""
    dome = Dome(1 + max((node.level for node in nodes.values()), default=0))
    floors: dict[int, list[Node]] = {}
    for node in nodes.values():
        floors.setdefault(node.level, []).append(node)
    spots: dict[str, Spot] = {}
    for floor, own in floors.items():
        for node, even in zip(own, spread(len(own)), strict=True):
            across = even if node.across is None else node.across
            spots[node.slug] = dome.spot(100 - across if is_mirrored else across, floor)
    return dome, spots


def cut_places(slug: str, around: Neighbourhood, is_mirrored: bool) -> tuple[Dome, dict[str, Spot]]:
    """One lesson and its neighbours: needs below, contrasts at its sides, what it opens above."""
    rows = [row for row in (around.needs, (slug,), around.leads_to) if row]
    dome = Dome(len(rows), CUT_PITCH, CUT_HEAD, CUT_FOOT)
    spots: dict[str, Spot] = {}
    for floor, row in enumerate(rows):
        for one, across in zip(row, spread(len(row)), strict=True):
            spots[one] = dome.spot(100 - across if is_mirrored else across, floor)
    middle, y = spots[slug]
    for place, one in enumerate(other for other in around.contrasts if other not in spots):
        side = 1 if (place % 2 == 0) is is_mirrored else -1
        reach = BESIDE * (1 - 0.45 * (place // 2))
        spots[one] = middle + side * reach, y + 16
    return dome, spots


def spread(count: int) -> Sequence[float]:
    """Places from 0 to 100 with even room between and half of it at the ends.

    Example:
        >>> spread(2), spread(1)
        ([25.0, 75.0], [50.0])
    """
    return [100 * (place + 0.5) / count for place in range(count)]
