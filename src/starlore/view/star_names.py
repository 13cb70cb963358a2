"""Names beside the stars of a large constellation, placed so that none covers another."""

from dataclasses import dataclass

from markupsafe import Markup

from starlore.view.constellation import Box, ConstellationMark, Place, drawn_lines
from starlore.view.svg import joined, place

LETTER = 6.9
HEIGHT = 15.0
CLEAR = 13.0
AWAY = 23.0
STEPS = 60


@dataclass(frozen=True)
class _Label:
    """A name's place: where its text is anchored, and the box it takes."""

    x: float
    y: float
    anchor: str
    left: float
    right: float

    def covers(self, other: "_Label") -> bool:
        """Two names would touch."""
        apart = self.right + 6 < other.left or other.right + 6 < self.left
        return not apart and abs(self.y - other.y) < HEIGHT

    def hides(self, star: Place) -> bool:
        """A star would lie under the name."""
        x, y = star
        inside = self.left - CLEAR < x < self.right + CLEAR
        return inside and self.y - HEIGHT - 8 < y < self.y + CLEAR

    def is_struck_by(self, start: Place, end: Place) -> bool:
        """A line would run through the name."""
        return any(
            self.left - 4 < start[0] + (end[0] - start[0]) * part / STEPS < self.right + 4
            and self.y - HEIGHT < start[1] + (end[1] - start[1]) * part / STEPS < self.y + 6
            for part in range(STEPS + 1)
        )


def star_names(mark: ConstellationMark, box: Box, width: float) -> Markup:
    """The names as text; decoration, for each star's link speaks its own name.

    A name stands outward from the middle where it can: at the side, below or above its star.
    """
    centres = [box.place(star) for star in mark.stars]
    lines = drawn_lines(mark, box)
    taken: list[_Label] = []
    for star, centre in zip(mark.stars, centres, strict=True):
        others = [other for other in centres if other != centre]
        options = _options(centre, len(star.name) * LETTER, width)
        free = [
            label
            for label in options
            if not any(map(label.covers, taken))
            and not any(map(label.hides, others))
            and not any(label.is_struck_by(*ends) for ends in lines)
        ]
        taken.append((free or options)[0])
    words = joined(
        Markup('<text class="star-name" x="{}" y="{}" text-anchor="{}">{}</text>').format(
            place(label.x), place(label.y), label.anchor, star.name
        )
        for star, label in zip(mark.stars, taken, strict=True)
    )
    return Markup('<g class="star-names" aria-hidden="true">{}</g>').format(words)


def _options(centre: Place, length: float, width: float) -> list[_Label]:
    """The four places of a name, the best first."""
    x, y = centre
    side = _Label(x + AWAY, y + 5, "start", x + AWAY, x + AWAY + length)
    if x < width / 2 - 1:
        side = _Label(x - AWAY, y + 5, "end", x - AWAY - length, x - AWAY)
    other = _Label(x + AWAY, y + 5, "start", x + AWAY, x + AWAY + length)
    if side.anchor == "start":
        other = _Label(x - AWAY, y + 5, "end", x - AWAY - length, x - AWAY)
    below = _Label(x, y + 32, "middle", x - length / 2, x + length / 2)
    above = _Label(x, y - 21, "middle", x - length / 2, x + length / 2)
    is_middle = abs(x - width / 2) < 1
    return [below, side, other, above] if is_middle else [side, below, above, other]
