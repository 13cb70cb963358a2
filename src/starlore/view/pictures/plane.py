"""Arrows on a plane, each with the sign of its part and its name."""

from markupsafe import Markup

from starlore.lessons.pictures.plane import Arrow, Plane
from starlore.view.pictures.grid import LETTERS, Grid, Tip
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, markup

WIDTH, SIDE, EDGE = 340.0, 300.0, 20.0


def plane_svg(value: Plane, alt: str, sheet: Sheet) -> Markup:
    """The grid and its arrows."""
    grid = Grid(sheet, EDGE, EDGE, SIDE, value.reach)
    tips = [Tip(a.x.as_float(), a.y.as_float(), a.part, a.name) for a in value.arrows]
    arrows = (grid.arrow(tip.x, tip.y, LETTERS[tip.part][1]) for tip in tips)
    drawn = joined([grid.lines(), *arrows, grid.names(tips)])
    return drawing(WIDTH, SIDE + 2 * EDGE, sheet.axis, alt, drawn)


def plane_twin(value: Plane, sheet: Sheet) -> Markup:
    """A row per arrow: what it is, and its two numbers."""
    rows = [(_called(arrow, sheet), [sheet.vector((arrow.x, arrow.y))]) for arrow in value.arrows]
    return numbers_table((), rows)


def _called(arrow: Arrow, sheet: Sheet) -> Markup:
    part = "" if arrow.part == "plain" else sheet.say(arrow.part)
    return markup("{} {}", part, sheet.who_html(arrow.name, is_named=True)).strip()


DRAWN = Drawn(plane_svg, plane_twin, WIDTH)
