"""Where labels stand at the tips of arrows: each beside its own tip, none on another."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Spot = tuple[float, float]
WAYS, GAP, EVERY = 16, 7.0, 5.0
OUTSIDE, ON_A_LABEL = 10_000, 100
"""What a place costs; a point of an arrow under the label costs one."""


@dataclass(frozen=True)
class Box:
    """A rectangle of the sheet, by its middle and its two half sides."""

    x: float
    y: float
    half_wide: float
    half_tall: float

    def meets(self, other: "Box") -> bool:
        """Whether the two share more than an edge.

        Example:
            >>> Box(0, 0, 2, 1).meets(Box(3, 0, 2, 1)), Box(0, 0, 2, 1).meets(Box(4, 0, 2, 1))
            (True, False)
        """
        return (
            abs(self.x - other.x) < self.half_wide + other.half_wide
            and abs(self.y - other.y) < self.half_tall + other.half_tall
        )

    def holds(self, spot: Spot) -> bool:
        """Whether a point lies inside."""
        return self.meets(Box(*spot, 0, 0))

    def lies_in(self, other: "Box") -> bool:
        """Whether all of it lies in the other."""
        return (
            abs(self.x - other.x) <= other.half_wide - self.half_wide
            and abs(self.y - other.y) <= other.half_tall - self.half_tall
        )


def stand_apart(
    middle: Spot,
    tips: Sequence[Spot],
    widths: Sequence[float],
    tall: float,
    within: Box,
    taken: Sequence[Box] = (),
    more: Sequence[Spot] = (),
) -> list[Box]:
    """A box beside each tip, outward if it can be, clear of the others and of all arrows.

    Args:
        middle: where the arrows begin. tips: where they end. widths: of the labels; 0 for none.
        tall: how tall all labels are. within: where they must lie. taken: boxes to keep clear of.
        more: ends of further lines from the middle, which no label should lie on.

    Example:
        >>> field = Box(0, 0, 100, 100)
        >>> one, other = stand_apart((0, 0), [(40, 0), (40, 2)], [30, 30], 16, field)
        >>> one.meets(other)
        False
    """
    ink = [spot for end in (*tips, *more) for spot in _along(middle, end)]
    placed: list[Box] = []
    for tip, wide in zip(tips, widths, strict=True):
        spots = [_beside(tip, way, wide / 2, tall / 2) for way in _ways(middle, tip)]

        def cost(box: Box) -> int:
            labels = sum(box.meets(other) for other in (*taken, *placed) if other.half_wide)
            points = sum(box.holds(spot) for spot in ink)
            return OUTSIDE * (not box.lies_in(within)) + ON_A_LABEL * labels + points

        placed.append(min(spots, key=cost))
    return placed


def _along(middle: Spot, tip: Spot) -> list[Spot]:
    """Points of an arrow, its tip among them."""
    count = max(1, math.ceil(math.dist(middle, tip) / EVERY))
    (x0, y0), (x1, y1) = middle, tip
    return [(x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count) for i in range(count + 1)]


def _ways(middle: Spot, tip: Spot) -> list[float]:
    """Directions to try: outward first, then further and further to both sides."""
    outward = math.atan2(tip[1] - middle[1], tip[0] - middle[0])
    turns = sorted(range(WAYS), key=lambda k: min(k, WAYS - k))
    return [outward + 2 * math.pi * turn / WAYS for turn in turns]


def _beside(tip: Spot, way: float, half_wide: float, half_tall: float) -> Box:
    x = tip[0] + math.cos(way) * (GAP + half_wide)
    y = tip[1] + math.sin(way) * (GAP + half_tall)
    return Box(x, y, half_wide, half_tall)
