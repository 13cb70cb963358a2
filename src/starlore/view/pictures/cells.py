"""Rows of cells with numbers in them, lit or framed."""

from markupsafe import Markup

from starlore.lessons.pictures.cells import Cells
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, drawing, pulled
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, number, rect

WIDEST, CELL, TALL, GAP, ROW = 600.0, 62.0, 38.0, 4.0, 56.0
LETTER, EDGE = 9.5, 8.0


def width_of(value: Cells) -> float:
    """The drawing's width: cells no wider than they need, no wider than the page together."""
    return _cell(value) * len(value.rows[0]) + 2 * EDGE


def cells_svg(value: Cells, alt: str, sheet: Sheet) -> Markup:
    """Row under row; the frame lies over the first."""
    cell, parts = _cell(value), []
    for row, figures in enumerate(value.rows):
        y = EDGE + ROW * row
        parts += [
            one_cell(sheet, EDGE + cell * at, y, cell, sheet.number(figure), (row, at) in value.lit)
            for at, figure in enumerate(figures)
        ]
    if value.frame:
        first, span = value.frame
        wide = cell * span
        x = sheet.x(EDGE + cell * first, wide)
        parts.append(rect(x - 2, EDGE - 5, wide + 4 - GAP / 2, TALL + 10, "p-focus", 8))
    tall = ROW * (len(value.rows) - 1) + TALL + 2 * EDGE
    return drawing(sheet.width, tall, sheet.axis, alt, joined(parts))


def one_cell(
    sheet: Sheet,
    x: float,
    y: float,
    wide: float,
    shown: str,
    is_lit: bool,
    tall: float = TALL,
    pull: str = "",
) -> Markup:
    """One box with its number; a lit one is filled as a weight is.

    Args:
        pull: the dial that the number is pulled by; nothing for none.
    """
    begin = sheet.x(x, wide) + GAP / 2
    box = rect(begin, y, wide - GAP, tall, "p-weight" if is_lit else "p-rest", 5)
    classes = "t-mid t-bold t-on" if is_lit else "t-mid"
    cell = box + number(begin + (wide - GAP) / 2, y + tall / 2 + 6, shown, classes)
    return pulled(sheet, pull, cell) if pull else cell


def cells_twin(value: Cells, sheet: Sheet) -> Markup:
    """A row of numbers for each row of cells."""
    head = [sheet.say("row"), *(sheet.count(at + 1) for at in range(len(value.rows[0])))]
    rows = [
        (sheet.count(row + 1), [sheet.number(figure) for figure in figures])
        for row, figures in enumerate(value.rows)
    ]
    return numbers_table(head, rows)


def _cell(value: Cells) -> float:
    """How wide a cell is: its longest number, and all of them on one page."""
    long = max(len(figure.printed) for row in value.rows for figure in row)
    return min(max(CELL, LETTER * long + 14), (WIDEST - 2 * EDGE) / len(value.rows[0]))


DRAWN = Drawn(cells_svg, cells_twin, width_of)
