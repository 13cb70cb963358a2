"""The dotted net behind the stars: a sky without one point of light that means nothing."""

from math import cos, radians, sin

from markupsafe import Markup

from starlore.view.svg import circle, joined, line, markup, place

RINGS = 5
MERIDIANS = range(-44, 45, 11)


def graticule(width: float, height: float, top: float) -> Markup:
    """Circles of height and lines towards the zenith, seen from a place below the picture.

    Args:
        width, height: of the drawing; the net runs on beyond it. top: of the highest circle.
    """
    x, y = width / 2, 2.05 * height
    step = (y - top) / (RINGS + 2.2)
    radii = [y - top - step * ring for ring in range(RINGS)]
    rings = [circle(x, y, radius, "p-dot") for radius in radii]
    rays = [
        line(_ray(x, y, radians(degrees), min(radii), max(radii) + step / 3), "p-dot")
        for degrees in MERIDIANS
    ]
    return markup('<g class="graticule" aria-hidden="true">{}</g>', joined(rings + rays))


def _ray(x: float, y: float, angle: float, near: float, far: float) -> str:
    """A line from one circle to another."""
    start = f"{place(x + near * sin(angle))} {place(y - near * cos(angle))}"
    return f"M{start}L{place(x + far * sin(angle))} {place(y - far * cos(angle))}"
