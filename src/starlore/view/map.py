"""The map as a drawing: lessons as small constellations, joined by what comes easier after what.

A line is lit from its lower end as far as the lesson there is lit, so roads grow towards what they
lead to. The map and the cut in a lesson are one drawing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, hypot, sin

from markupsafe import Markup

from starlore.language import letters_of
from starlore.view.constellation import Box, ConstellationMark, lit_pairs
from starlore.view.map_places import WIDTH, Dome, Spot
from starlore.view.star import StarMark, brightness, join_svg
from starlore.view.svg import circle, joined, line, markup, opacity, place

SMALL, LARGE = (70.0, 60.0), (112.0, 97.0)
LETTERS, LETTERS_LARGE = 19, 16
"""Of a line of a name: as many as there is room for between two lessons."""

MOST_LINES = 3
LINE_HEIGHT = 18.0
ABOVE, BELOW = 14.0, 25.0
"""Room between a lesson's stars and the end of a line above them, and its name below."""


OUTLINE = 15.0
"""Radius of a lesson that is to come."""

RAY = 0.045
"""Between two rays to the zenith, in radians."""


@dataclass(frozen=True)
class MapMark:
    """A lesson as the map draws it.

    Attributes:
        slug: its id. title: its name. href: where it leads, "" where it is no link.
        label: its accessible name, which begins with the title.
        status: a few words under the title, or "".
        stars: its constellation, None where it has no file yet.
        share: how much of it is lit, 0 to 1. light: brightness of what is, .30 to 1.
        is_chosen: it is the one looked at. is_large: it is drawn larger than the others.
    """

    slug: str
    title: str
    href: str
    label: str
    status: str
    stars: ConstellationMark | None
    share: float = 0.0
    light: float = 0.0
    is_chosen: bool = False
    is_large: bool = False

    @property
    def half(self) -> float:
        """Half the height of its constellation, or of where one will be."""
        return (LARGE if self.is_large else SMALL)[1] / 2

    @property
    def clear(self) -> float:
        """How far from its middle a line begins."""
        return self.half + ABOVE if self.stars is not None else OUTLINE + ABOVE

    @property
    def lines(self) -> tuple[str, ...]:
        """Its title in short lines."""
        return wrapped(self.title, LETTERS_LARGE if self.is_large else LETTERS)


@dataclass(frozen=True)
class MapEdge:
    """A line between two lessons: what comes easier after what, or two answers to one question."""

    start: str
    end: str
    is_contrast: bool = False
    is_road: bool = False


def map_svg(
    marks: Sequence[MapMark],
    edges: Iterable[MapEdge],
    spots: Mapping[str, Spot],
    dome: Dome,
    label: str,
    floors: Sequence[str] = (),
    is_mirrored: bool = False,
) -> Markup:
    """Draw lessons at their places.

    Args:
        marks: the lessons. edges: between them; others are left out.
        spots: of each lesson its place. dome: the floors.
        label: what the whole drawing is, in words.
        floors: by arc the name of its floor, "" where another arc bears it; none in a cut.
        is_mirrored: the page runs right to left.
    """
    by = {mark.slug: mark for mark in marks}
    known = [edge for edge in edges if edge.start in by and edge.end in by]
    known.sort(key=lambda edge: (edge.is_road, not edge.is_contrast))
    lines = joined(_edge(edge, by, spots) for edge in known)
    nodes = joined(_node(mark, spots[mark.slug]) for mark in marks)
    return markup(
        '<svg class="map" viewBox="0 0 {} {}" role="group" direction="{}" aria-label="{}" '
        'data-sky="">{}{}{}</svg>',
        place(WIDTH),
        place(dome.height),
        "rtl" if is_mirrored else "ltr",
        label,
        _net(dome, floors, is_mirrored),
        lines,
        nodes,
    )


def _net(dome: Dome, floors: Sequence[str], is_mirrored: bool) -> Markup:
    """The floors as circles of height, and rays to the zenith between them."""
    cx, cy = dome.centre
    arcs = []
    for arc in range(dome.arcs):
        radius, (x, y) = place(dome.radius(arc)), dome.spot(0, arc)
        path = f"M{place(x)} {place(y)}A{radius} {radius} 0 0 1 {place(WIDTH)} {place(y)}"
        arcs.append(line(path, "p-dot"))
    low, high = dome.radius(0) - 30, dome.radius(dome.arcs - 1) + 40
    rays = [
        line(
            f"M{place(cx + low * sin(angle))} {place(cy - low * cos(angle))}"
            f"L{place(cx + high * sin(angle))} {place(cy - high * cos(angle))}",
            "p-dot",
        )
        for angle in (step * RAY for step in range(-4, 5))
    ]
    names = []
    for arc, name in enumerate(floors):
        x, y = dome.spot(WIDTH if is_mirrored else 0, arc)
        names.append(_text(x, y - 9, name, "floor-name") if name else Markup())
    return markup(
        '<g class="graticule" aria-hidden="true">{}{}</g>', joined(arcs + rays), joined(names)
    )


def _edge(edge: MapEdge, by: Mapping[str, MapMark], spots: Mapping[str, Spot]) -> Markup:
    """A line, and over it its light."""
    start = by[edge.start]
    if edge.is_contrast:
        return line(_beside(edge, by, spots), "map-contrast")
    path = _upwards(edge, by, spots)
    parts = [line(path, "map-line")]
    if edge.is_road:
        parts += [line(path, "map-road-air"), line(path, "map-road")]
    if start.share > 0:
        shine = Markup(
            '<path class="map-light" pathLength="1" stroke-dasharray="{} 1.1" opacity="{}" d="{}"/>'
        )
        light = 0.35 + 0.65 * brightness(start.light)
        parts.append(shine.format(opacity(start.share), opacity(light), path))
    return joined(parts)


def _upwards(edge: MapEdge, by: Mapping[str, MapMark], spots: Mapping[str, Spot]) -> str:
    """Straight from around the lower lesson's stars to under the upper one's name."""
    start, (u, v), above = spots[edge.start], spots[edge.end], by[edge.end]
    v += above.half + BELOW + LINE_HEIGHT * (len(above.lines) - 1) + (20 if above.status else 8)
    return _straight(start, (u, v), by[edge.start].clear)


def _beside(edge: MapEdge, by: Mapping[str, MapMark], spots: Mapping[str, Spot]) -> str:
    """Straight from one lesson's stars to the side of the other's."""
    (x, y), (u, v) = spots[edge.start], spots[edge.end]
    side = (LARGE if by[edge.end].is_large else SMALL)[0] / 2 + 22
    return _straight((x, y), (u + (side if x > u else -side), v), by[edge.start].clear)


def _straight(start: Spot, end: Spot, gap: float) -> str:
    """A line that begins a gap away from its start."""
    (x, y), (u, v) = start, end
    length = max(hypot(u - x, v - y), 1.0)
    dx, dy = (u - x) / length, (v - y) / length
    return f"M{place(x + gap * dx)} {place(y + gap * dy)}L{place(u)} {place(v)}"


def _node(mark: MapMark, spot: Spot) -> Markup:
    """A lesson: a link with its stars and its name, or the outline of one to come."""
    body = joined([_light(mark, spot), _names(mark, spot)])
    classes = "lesson" + (" is-open" if mark.is_chosen else "")
    if not mark.href:
        kind = "lesson-here" if mark.stars is not None else "lesson-to-come"
        return markup('<g class="{}" role="img" aria-label="{}">{}</g>', kind, mark.label, body)
    current = Markup(' aria-current="true"') if mark.is_chosen else Markup()
    return markup(
        '<a class="{}" id="map-{}" href="{}" aria-label="{}" data-swap="part"{}>{}{}</a>',
        classes,
        mark.slug,
        mark.href,
        mark.label,
        current,
        _reach(mark, spot),
        body,
    )


def _reach(mark: MapMark, spot: Spot) -> Markup:
    """The ring to hit, which shows where the keyboard is."""
    return circle(*spot, mark.half + 8, "reach")


def _light(mark: MapMark, spot: Spot) -> Markup:
    """The stars of a lesson over the glow of what is lit; an outline where there are none yet."""
    x, y = spot
    if mark.stars is None:
        return circle(x, y, OUTLINE, "to-come")
    width, height = LARGE if mark.is_large else SMALL
    box = Box(x - width / 2, y - height / 2, width, height)
    parts = [Markup('<g class="star">')]
    if mark.share > 0:
        shine = 0.6 * mark.share * (0.35 + 0.65 * brightness(mark.light))
        parts.append(circle(x, y, 1.4 * height, "glow", shine))
    parts += [
        join_svg(box.place(one), box.place(other), 6, is_new=False)
        for one, other in lit_pairs(mark.stars)
    ]
    scale = 1.3 if mark.is_large else 1.0
    parts += [_dot(star, box.place(star), scale) for star in mark.stars.stars]
    return joined([*parts, Markup("</g>")])


def _dot(star: StarMark, spot: Spot, scale: float) -> Markup:
    """A star as small as the map draws it: size and light as in the sky, without its rings."""
    x, y = spot
    if not star.is_lit:
        return circle(x, y, 2.2 * scale, "hollow")
    radius, bright = scale * (1.3 + 0.36 * star.radius), brightness(star.light)
    discs = [circle(x, y, radius, "ember"), circle(x, y, radius, "light", bright)]
    if star.word != "ember":
        discs.insert(0, circle(x, y, 5 * radius, "glow", 0.8 * bright))
    return joined(discs)


def _names(mark: MapMark, spot: Spot) -> Markup:
    """The title under the stars, and a few words under it."""
    x, y = spot
    top = y + (mark.half if mark.stars is not None else SMALL[1] / 2) + BELOW - 4
    rows = [(words, top + LINE_HEIGHT * row, "") for row, words in enumerate(mark.lines)]
    if mark.status:
        below = top + LINE_HEIGHT * len(mark.lines) - 1
        rows.append((mark.status, below, "map-status"))
    lines = Markup(" ").join(
        markup(
            '<tspan x="{}" y="{}"{}>{}</tspan>',
            place(x),
            place(v),
            markup(' class="{}"', kind) if kind else Markup(),
            words,
        )
        for words, v, kind in rows
    )
    return markup('<text class="map-name{}">{}</text>', " is-large" if mark.is_large else "", lines)


def _text(x: float, y: float, words: str, classes: str) -> Markup:
    return markup('<text class="{}" x="{}" y="{}">{}</text>', classes, place(x), place(y), words)


def wrapped(title: str, letters: int = LETTERS) -> tuple[str, ...]:
    """A title in as few lines as it needs, at most three of about the same length; what does not
    fit is left out.

    The whole title stands in the lesson's label and in the list beside the drawing.

    Example:
        >>> wrapped("Attention as a learned lookup"), wrapped("Softmax")
        (('Attention as a', 'learned lookup'), ('Softmax',))
        >>> wrapped("Everything one might ever want to know about keys")
        ('Everything one', 'might ever want', 'to know about keys')
    """
    words = title.split()
    for count in range(1, min(MOST_LINES, len(words)) + 1):
        evenest = min(_splits(words, count), key=lambda lines: max(map(letters_of, lines)))
        if max(map(letters_of, evenest)) <= letters:
            return evenest
    return tuple(_fitted(line, letters) for line in evenest)


def _splits(words: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every way to put words on so many lines."""
    for ends in combinations(range(1, len(words)), count - 1):
        bounds = zip((0, *ends), (*ends, len(words)), strict=True)
        yield tuple(" ".join(words[start:end]) for start, end in bounds)


def _fitted(words: str, letters: int) -> str:
    """As much of a line as there is room for, cut between words where it can be."""
    if letters_of(words) <= letters:
        return words
    kept = words[: letters - 1]
    between = kept.rfind(" ") if words[letters - 1] != " " else len(kept)
    return (kept[:between] if between > letters // 2 else kept).rstrip() + "…"
