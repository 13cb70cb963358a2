"""The room that attention takes, side by side: a whole table of scores, and tiles.

Bars are on one plain scale, so that a table grows as it does, fourfold with each doubling, and
tiles look as flat beside it as they are. Every number stands in the table of costs.
"""

from markupsafe import Markup

from starlore.lab.measuring import SIZES, Counted, counted
from starlore.view.lab.cost import END, START, WIDTH, shown_bytes, x_of
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.svg import joined, line, number, place, rect, text

HEIGHT, TOP, FOOT = 200.0, 40.0, 44.0
BAR, GAP = 15.0, 2.0


def room_svg(sheet: Sheet) -> Markup:
    """Two bars for each length: filled for tiles, hollow for the table that they do without."""
    say, known = sheet.catalogue.say, [counted(n) for n in SIZES]
    most = max(max(one.table_bytes, one.tiled_bytes) for one in known)
    parts = [
        line(f"M{place(START)} {place(HEIGHT - FOOT)}H{place(WIDTH - END)}", "p-line"),
        text(WIDTH - END, HEIGHT - 2, say("lab.cost.places"), "t-small t-end"),
        rect(START, 8, 12, 12, "p-score"),
        text(START + 20, 19, say("lab.cost.table"), "t-small"),
        rect(START + 180, 8, 12, 12, "p-light"),
        text(START + 200, 19, say("lab.cost.tiles"), "t-small"),
    ]
    for at, one in enumerate(known):
        parts += _bars(one, most)
        if at % 2 == 0:
            parts.append(
                number(x_of(one.n), HEIGHT - FOOT + 24, sheet.count(one.n), "t-small t-mid")
            )
    last = known[-1]
    table, tiles = (shown_bytes(size, sheet) for size in (last.table_bytes, last.tiled_bytes))
    right = x_of(last.n) + BAR + 8
    parts.append(number(right - BAR - GAP - 12, TOP + 12, table, "t-small t-end"))
    parts.append(number(right, HEIGHT - FOOT - 6, tiles, "t-small"))
    alt = say("lab.room-alt", places=sheet.count(last.n), table=table, tiles=tiles)
    return drawing(WIDTH, HEIGHT, "math", alt, joined(parts))


def _bars(one: Counted, most: int) -> list[Markup]:
    """The bars of one length; none that is lower than a hair."""
    bars = []
    for size, x, classes in (
        (one.table_bytes, x_of(one.n) - BAR - GAP / 2, "p-score"),
        (one.tiled_bytes, x_of(one.n) + GAP / 2, "p-light"),
    ):
        tall = size / most * (HEIGHT - FOOT - TOP)
        if tall >= 0.3:
            bars.append(rect(x, HEIGHT - FOOT - tall, BAR, tall, classes))
    return bars
