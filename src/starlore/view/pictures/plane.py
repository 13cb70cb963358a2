"""Arrows on a plane, each with the sign of its part and its name."""

from markupsafe import Markup

from starlore.lessons.pictures.plane import Arrow, Plane
from starlore.view.pictures.grid import LETTERS, Grid
from starlore.view.pictures.sheet import Sheet, bdi, drawing
from starlore.view.svg import joined

WIDTH, SIDE, EDGE = 340.0, 300.0, 20.0


def plane_svg(value: Plane, alt: str, sheet: Sheet) -> Markup:
    """The grid and its arrows."""
    grid = Grid(sheet, EDGE, EDGE, SIDE, value.reach)
    drawn = [grid.lines(), *(_arrow(grid, arrow) for arrow in value.arrows)]
    return drawing(WIDTH, SIDE + 2 * EDGE, sheet.axis, alt, joined(drawn))


def plane_twin(value: Plane, sheet: Sheet) -> Markup:
    """A row per arrow: what it is, and its two numbers."""
    rows = joined(
        Markup('<tr><th scope="row">{}</th><td>{}</td></tr>').format(
            _called(arrow, sheet), bdi(sheet.vector((arrow.x, arrow.y)))
        )
        for arrow in value.arrows
    )
    return Markup("<table><tbody>{}</tbody></table>").format(rows)


def _arrow(grid: Grid, arrow: Arrow) -> Markup:
    x, y = arrow.x.as_float(), arrow.y.as_float()
    return grid.arrow(x, y, LETTERS[arrow.part][1]) + grid.named(x, y, arrow.part, arrow.name)


def _called(arrow: Arrow, sheet: Sheet) -> Markup:
    part = "" if arrow.part == "plain" else sheet.say(arrow.part)
    return Markup("{} {}").format(part, sheet.who_html(arrow.name, is_named=True)).strip()
