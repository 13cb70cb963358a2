"""The room that attention takes, side by side: a whole table of scores, and tiles.

Bars are on one plain scale, so that a table grows as it does, fourfold with each doubling, and
tiles look as flat beside it as they are. Shorter texts would show nothing; the table has them.
"""

from markupsafe import Markup

from starlore.lab.measuring import SIZES, Counted, counted
from starlore.language import letters_of
from starlore.view.lab.cost import shown_bytes
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.svg import joined, line, number, place, rect, text

SHOWN = SIZES[-6:]
WIDTH, HEIGHT, TOP, FOOT, END = 360.0, 200.0, 40.0, 44.0, 86.0
STEP = (WIDTH - END) / len(SHOWN)
BAR, GAP, LETTER = 14.0, 2.0, 7.2


def room_svg(sheet: Sheet) -> Markup:
    """Two bars for each length: filled for tiles, hollow for the table that they do without."""
    say, known = sheet.catalogue.say, [counted(n) for n in SHOWN]
    most = max(max(one.table_bytes, one.tiled_bytes) for one in known)
    second = max(161.0, 34 + LETTER * letters_of(say("lab.cost.table")))
    parts = [
        line(f"M0 {place(HEIGHT - FOOT)}H{place(WIDTH - END)}", "p-line"),
        text(WIDTH - END, HEIGHT - 2, say("lab.cost.places"), "t-small t-end"),
        rect(1, 8, 12, 12, "p-score"),
        text(20, 19, say("lab.cost.table"), "t-small"),
        rect(second, 8, 12, 12, "p-light"),
        text(second + 19, 19, say("lab.cost.tiles"), "t-small"),
    ]
    for at, one in enumerate(known):
        middle = STEP * (at + 0.5)
        parts += _bars(one, middle, most)
        parts.append(number(middle, HEIGHT - FOOT + 22, sheet.count(one.n), "t-small t-mid"))
    last, middle = known[-1], STEP * (len(known) - 0.5)
    table, tiles = (shown_bytes(size, sheet) for size in (last.table_bytes, last.tiled_bytes))
    parts.append(number(middle - BAR - GAP - 6, TOP + 12, table, "t-small t-end"))
    parts.append(number(middle + BAR + GAP + 6, HEIGHT - FOOT - 6, tiles, "t-small"))
    alt = say("lab.room-alt", places=sheet.count(last.n), table=table, tiles=tiles)
    return drawing(WIDTH, HEIGHT, "math", alt, joined(parts))


def _bars(one: Counted, middle: float, most: int) -> list[Markup]:
    """The bars of one length; none that is lower than a hair."""
    bars = []
    for size, x, classes in (
        (one.table_bytes, middle - BAR - GAP / 2, "p-score"),
        (one.tiled_bytes, middle + GAP / 2, "p-light"),
    ):
        tall = size / most * (HEIGHT - FOOT - TOP)
        if tall >= 0.3:
            bars.append(rect(x, HEIGHT - FOOT - tall, BAR, tall, classes))
    return bars
