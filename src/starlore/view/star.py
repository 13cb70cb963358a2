"""One star: size is stability, light is recall, and a shape that says the word as well.

An ember disc lies under a bright disc whose opacity is (L - .30)/.70: one markup for night,
paper and print.
"""

from dataclasses import dataclass
from math import hypot

from markupsafe import Markup

from starlore.memory.light import LEAST_LIGHT
from starlore.view.svg import circle, joined, line, markup, opacity, place

REACH = 16.0
"""Half the width of a star's hit ring, in pixels."""

HOLLOW_RADIUS = 4.0
HALO_OUTSIDE = 5.0


@dataclass(frozen=True)
class StarMark:
    """A star as it is drawn.

    Attributes:
        id: "lesson.star". name: in the page's language.
        at: its place in a box of 100 by 100.
        word: "bright", "dimming", "ember" or "not-yet".
        radius: of its disc, pixels. light: .30 to 1.
        halo: it is one of tonight's. is_open: its card is shown.
        href: where it leads. label: its accessible name, which holds the name and the word.
        grown: the answer just given made it grow.
    """

    id: str
    name: str
    at: tuple[float, float]
    word: str
    radius: float
    light: float
    halo: bool
    href: str
    label: str
    is_open: bool = False
    grown: bool = False

    @property
    def is_lit(self) -> bool:
        """It has been answered at least once."""
        return self.word != "not-yet"


def brightness(light: float) -> float:
    """The opacity of the bright disc over the ember disc.

    Example:
        >>> brightness(1.0), brightness(0.3), round(brightness(0.65), 2)
        (1.0, 0.0, 0.5)
    """
    return min(max((light - LEAST_LIGHT) / (1 - LEAST_LIGHT), 0.0), 1.0)


def star_body(mark: StarMark, x: float, y: float) -> Markup:
    """The discs, rays and rings of a star at a place."""
    if not mark.is_lit:
        return circle(x, y, HOLLOW_RADIUS, "hollow")
    radius, bright = mark.radius, brightness(mark.light)
    parts = [circle(x, y, radius, "ember"), circle(x, y, radius, "light", bright)]
    if mark.word == "ember":
        parts.append(circle(x, y, radius + 2.6, "closed"))
    else:
        parts.insert(0, circle(x, y, 5.2 * radius, "glow", bright))
    if mark.word == "bright":
        rays = Markup('<path class="rays" opacity="{}" d="{}"/>')
        parts.append(rays.format(opacity(0.4 + 0.6 * bright), _rays(x, y, radius)))
    if mark.halo:
        parts.append(circle(x, y, radius + HALO_OUTSIDE, "halo"))
    return joined(parts)


def star_svg(mark: StarMark, x: float, y: float, is_link: bool) -> Markup:
    """A star at a place: a link with a ring of 32 pixels to hit, or a drawing alone."""
    body = star_body(mark, x, y)
    classes = "star" + (" is-open" if mark.is_open else "") + (" grown" if mark.grown else "")
    if not is_link:
        return markup('<g class="{}">{}</g>', classes, body)
    current = Markup(' aria-current="true"') if mark.is_open else Markup()
    return markup(
        '<a class="{}" href="{}" aria-label="{}"{}>{}{}</a>',
        classes,
        mark.href,
        mark.label,
        current,
        circle(x, y, REACH, "reach"),
        body,
    )


def join_svg(
    start: tuple[float, float], end: tuple[float, float], gap: float, is_new: bool
) -> Markup:
    """The line between two lit stars, which stops short of both; a new one draws itself."""
    (x, y), (u, v) = start, end
    length = hypot(u - x, v - y)
    if length <= 2.5 * gap:
        gap = length / 4
    dx, dy = (u - x) / length * gap, (v - y) / length * gap
    path = f"M{place(x + dx)} {place(y + dy)}L{place(u - dx)} {place(v - dy)}"
    if is_new:
        return markup('<path class="join drawn" pathLength="1" d="{}"/>', path)
    return line(path, "join")


def _rays(x: float, y: float, radius: float) -> str:
    """Four tapered rays as one path."""
    far, waist = 3.5 + 2.1 * radius, 0.4 * radius
    a, b = place(waist), place(far - waist)
    return (
        f"M{place(x)} {place(y - far)}l{a} {b}l{b} {a}l-{b} {a}l-{a} {b}"
        f"l-{a} -{b}l-{b} -{a}l{b} -{a}z"
    )
