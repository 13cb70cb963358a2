"""Where lessons stand on the map: floors as circles of height, the lowest at the bottom.

Each floor is an arc of one great dome, as on a star chart; a lesson stands where the course put it,
across its floor in reading order, so the arcs are mirrored with the language and nothing else is.
Whatever a course asks for, no lesson stands on another or on its name: those too close are moved
apart as little as will do, and a floor with more lessons than fit side by side has several arcs.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, sqrt
from typing import TypeVar

from starlore.lessons.map import Neighbourhood
from starlore.lessons.model import Node

Spot = tuple[float, float]
T = TypeVar("T")

WIDTH = 960.0
PITCH = 174.0
HEAD = 62.0
"""Room above the highest lesson."""

FOOT, LARGE_FOOT = 108.0, 126.0
"""Room below a lesson for its name and what is lit of it, and below one that is drawn large."""

DOME = 2400.0
"""Radius of the lowest arc."""

GAP, EDGE = 132.0, 64.0
"""Between the middles of two lessons on one arc, and from a middle to the drawing's side: a line of
a name is as wide."""

MOST_ON_AN_ARC = 1 + int((WIDTH - 2 * EDGE) // GAP)

CUT_PITCH, CUT_HEAD = 172.0, 52.0
BESIDE, NEARER = 330.0, 180.0
"""How far from the middle of a cut the contrasts stand."""

LOWER = 16.0
"""How much lower than the middle."""


@dataclass(frozen=True)
class Dome:
    """The arcs of a drawing.

    Attributes:
        levels: of each arc the floor it belongs to, the lowest first.
        foot: room below the middle of the lowest arc.
    """

    levels: tuple[int, ...]
    pitch: float = PITCH
    head: float = HEAD
    foot: float = FOOT

    @property
    def arcs(self) -> int:
        """How many there are."""
        return len(self.levels)

    @property
    def height(self) -> float:
        """Of the whole drawing; the arcs' ends hang below their middles."""
        return self.head + self.pitch * (self.arcs - 1) + self.foot

    @property
    def centre(self) -> Spot:
        """Of all arcs."""
        return WIDTH / 2, self.height - self.foot + DOME

    def radius(self, arc: int) -> float:
        """Of an arc, counted from the lowest."""
        return DOME + self.pitch * arc

    def spot(self, x: float, arc: int) -> Spot:
        """The place on an arc above `x`."""
        cx, cy = self.centre
        return x, cy - sqrt(self.radius(arc) ** 2 - (x - cx) ** 2)


def places(nodes: Mapping[str, Node], is_mirrored: bool) -> tuple[Dome, dict[str, Spot]]:
    """The whole map: every lesson on its floor, as near as can be to where the course put it.

    A floor that no lesson stands on takes no room.
    """
    floors: dict[int, list[Node]] = {}
    for node in nodes.values():
        floors.setdefault(node.level, []).append(node)
    levels: list[int] = []
    rows: list[dict[str, float]] = []
    for level in sorted(floors):
        own = floors[level]
        wished = dict(zip((node.slug for node in own), aspired(own), strict=True))
        order = sorted(wished, key=lambda slug: wished[slug])
        arcs = ceil(len(order) / MOST_ON_AN_ARC)
        rows += [_on_one_arc(order[arc::arcs], wished) for arc in range(arcs)]
        levels += [level] * arcs
    if is_mirrored:
        rows = [{slug: WIDTH - x for slug, x in row.items()} for row in rows]
    dome = Dome(tuple(levels) or (0,), foot=FOOT + _hang(rows[0].values() if rows else ()))
    return dome, {
        slug: dome.spot(x, arc) for arc, row in enumerate(rows) for slug, x in row.items()
    }


def cut_places(slug: str, around: Neighbourhood, is_mirrored: bool) -> tuple[Dome, dict[str, Spot]]:
    """One lesson and its neighbours: needs below, contrasts at its sides, what it opens above.

    Contrasts that do not fit at its sides stand below them.
    """
    needs = [one for one in around.needs if one != slug]
    leads_to = [one for one in around.leads_to if one not in (slug, *needs)]
    beside = [one for one in around.contrasts if one not in (slug, *needs, *leads_to)]
    sides = (-BESIDE, BESIDE, -NEARER, NEARER)
    tiers = [beside[at : at + len(sides)] for at in range(0, len(beside), len(sides))] or [[]]
    below, above = _side_by_side(needs), _side_by_side(leads_to)
    middle = len(below) + len(tiers) - 1
    arcs = middle + 1 + len(above)
    foot = FOOT if below or len(tiers) > 1 else LARGE_FOOT
    lowest = [x for row in below[:1] for x in row.values()] or [WIDTH / 2 + BESIDE] * len(beside)
    dome = Dome(tuple(range(arcs)), CUT_PITCH, CUT_HEAD, foot + _hang(lowest))
    turn = -1 if is_mirrored else 1
    spots = {
        one: dome.spot(WIDTH / 2 + turn * (x - WIDTH / 2), arc)
        for arcs_of, first in ((below, 0), (above, middle + 1))
        for arc, row in enumerate(arcs_of, first)
        for one, x in row.items()
    }
    spots[slug] = dome.spot(WIDTH / 2, middle)
    for depth, tier in enumerate(tiers):
        _, y = dome.spot(WIDTH / 2, middle - depth)
        for one, side in zip(tier, sides, strict=False):
            spots[one] = WIDTH / 2 + turn * side, y + LOWER
    return dome, spots


def spread(count: int) -> Sequence[float]:
    """Places from 0 to 100 with even room between and half of it at the ends.

    Example:
        >>> spread(2), spread(1)
        ([25.0, 75.0], [50.0])
    """
    return [100 * (place + 0.5) / count for place in range(count)]


def aspired(own: Sequence[Node]) -> list[float]:
    """Where the lessons of a floor would stand if there were room: where the course put them; the
    others, in course order, where most is free.

    Example:
        >>> aspired([Node("a", 0), Node("b", 0, across=25), Node("c", 0)])
        [528.0, 240.0, 816.0]
    """
    fixed = sorted(WIDTH * node.across / 100 for node in own if node.across is not None)
    ends, counts = [0.0, *fixed, WIDTH], [0] * (len(fixed) + 1)
    kept = [1.0] * len(counts)  # of the rooms in a gap those beside its ends; half as much
    kept[0] -= 0.5  # at the sides of the drawing
    kept[-1] -= 0.5
    widths = [end - start for start, end in pairwise(ends)]
    for _ in range(len(own) - len(fixed)):
        rooms = [width / (n + 1 + k) for width, n, k in zip(widths, counts, kept, strict=True)]
        counts[rooms.index(max(rooms))] += 1
    found: list[float] = []
    for at, count in enumerate(counts):
        room = widths[at] / (count + kept[at])
        first = ends[at] + (room / 2 if at == 0 else room)
        found += [first + room * place for place in range(count)]
    free = iter(found)
    return [next(free) if node.across is None else WIDTH * node.across / 100 for node in own]


def apart(wished: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places from `low` to `high`, at least a gap between them, as near as can be to those wished.

    Args:
        wished: in rising order. They fit: `(len(wished) - 1) * gap <= high - low`.

    Source: isotonic regression by pooling neighbours that stand in each other's way.

    Example:
        >>> apart([10, 10, 90], 20, 0, 100)
        [0.0, 20.0, 90.0]
    """
    pools: list[tuple[float, int]] = []
    for place, x in enumerate(wished):
        total, count = x - place * gap, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before = pools.pop()
            total, count = total + before[0], count + before[1]
        pools.append((total, count))
    top = high - (len(wished) - 1) * gap
    free = [min(max(total / count, low), top) for total, count in pools for _ in range(count)]
    return [x + place * gap for place, x in enumerate(free)]


def _on_one_arc(order: Sequence[str], wished: Mapping[str, float]) -> dict[str, float]:
    xs = apart([wished[slug] for slug in order], GAP, EDGE, WIDTH - EDGE)
    return dict(zip(order, xs, strict=True))


def _side_by_side(slugs: Sequence[str]) -> list[dict[str, float]]:
    """Arcs that hold some lessons, each evenly."""
    arcs = ceil(len(slugs) / MOST_ON_AN_ARC)
    rows = [slugs[arc::arcs] for arc in range(arcs)]
    return [
        dict(zip(row, (WIDTH * across / 100 for across in spread(len(row))), strict=True))
        for row in rows
    ]


def _hang(xs: Iterable[float]) -> float:
    """How far the outermost of some places on the lowest arc hangs below its middle."""
    far = max((abs(x - WIDTH / 2) for x in xs), default=0.0)
    return DOME - sqrt(DOME**2 - far**2)
