"""Names of stars and outcomes in a constellation, placed so that none covers another."""

from dataclasses import dataclass

from markupsafe import Markup

from starlore.language import letters_of
from starlore.view.constellation import Box, ConstellationMark, Place, drawn_lines
from starlore.view.svg import joined, markup, place

LETTER = 6.9
HEIGHT = 15.0
CLEAR = 13.0
AWAY = 23.0
STEPS = 60
WIDE = 100.0
"""How far apart, from top to bottom, stars stand that leave room for a name among them."""


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
    """The names of stars as text; decoration, for each star's link speaks its own name.

    A name stands outward from the middle where it can: at the side, below or above its star.
    """
    return _written("star-name", _star_labels(mark, box, width))


def outcome_names(mark: ConstellationMark, box: Box, width: float, with_stars: bool) -> Markup:
    """The names of outcomes, each above, below or among its stars where there is room.

    Args:
        with_stars: whether the stars wear their names too, which then are kept clear.
    """
    centres = {star.id: box.place(star) for star in mark.stars}
    lines = drawn_lines(mark, box)
    taken = [label for _, label in _star_labels(mark, box, width)] if with_stars else []
    named: list[tuple[str, _Label]] = []
    for name, stars in mark.regions:
        own = [centres[star] for star in stars]
        if own:
            options = _region_options(own, letters_of(name) * LETTER, width)
            label = _free(options, taken, list(centres.values()), lines)
            taken.append(label)
            named.append((name, label))
    return _written("outcome-name", named)


def _star_labels(mark: ConstellationMark, box: Box, width: float) -> list[tuple[str, _Label]]:
    """Each star's name and its place."""
    centres = [box.place(star) for star in mark.stars]
    lines = drawn_lines(mark, box)
    taken: list[_Label] = []
    for star, centre in zip(mark.stars, centres, strict=True):
        others = [other for other in centres if other != centre]
        taken.append(
            _free(_options(centre, letters_of(star.name) * LETTER, width), taken, others, lines)
        )
    return [(star.name, label) for star, label in zip(mark.stars, taken, strict=True)]


def _free(
    options: list[_Label],
    taken: list[_Label],
    stars: list[Place],
    lines: list[tuple[Place, Place]],
) -> _Label:
    """The first place that covers no name, no star and no line; else the first."""
    free = (
        label
        for label in options
        if not any(map(label.covers, taken))
        and not any(map(label.hides, stars))
        and not any(label.is_struck_by(*ends) for ends in lines)
    )
    return next(free, options[0])


def _written(kind: str, labels: list[tuple[str, _Label]]) -> Markup:
    words = joined(
        markup(
            '<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>',
            kind,
            place(label.x),
            place(label.y),
            label.anchor,
            name,
        )
        for name, label in labels
    )
    return markup('<g class="{}s" aria-hidden="true">{}</g>', kind, words)


def _region_options(centres: list[Place], length: float, width: float) -> list[_Label]:
    """Places for the name of some stars: among them if they stand wide, above, below."""
    middle = sum(x for x, _ in centres) / len(centres)
    top, bottom = min(y for _, y in centres), max(y for _, y in centres)
    heights = [top - 34, top - 54, bottom + 52, bottom + 72]
    if bottom - top > WIDE:
        heights.insert(0, (top + bottom) / 2)
    places = [(middle + aside, y) for y in heights for aside in (0.0, length, -length)]
    labels = [_Label(x, y, "middle", x - length / 2, x + length / 2) for x, y in places]
    inside = [one for one in labels if one.left > 4 and one.right < width - 4 and one.y > HEIGHT]
    return inside or labels


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
