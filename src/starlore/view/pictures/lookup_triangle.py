"""The triangle of shares: its corners are the three values, a point's place its three weights."""

from math import sqrt

from markupsafe import Markup

from starlore.lessons.pictures.lookup_table import LookupTable
from starlore.view.pictures.sheet import Sheet, used, vector
from starlore.view.svg import circle, joined, line, markup, number, rect, text

Place = tuple[float, float]
EDGE = 214.0


def triangle(sheet: Sheet, table: LookupTable, top: float) -> Markup:
    """Corners with their values, and each asker's blend as a point. Its axis is mathematical."""
    middle, tall = sheet.width / 2, EDGE * sqrt(3) / 2
    corners = (
        (middle - EDGE / 2, top + tall),
        (middle, top),
        (middle + EDGE / 2, top + tall),
    )
    (ax, ay), (bx, by), (cx, cy) = corners
    parts = [line(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}L{cx:.1f} {cy:.1f}z", "p-line")]
    labels = ((6.0, ay - 10), (middle + 14, by - 14), (cx + 16, cy - 10))
    for index, (corner, (x, y)) in enumerate(zip(corners, labels, strict=True)):
        parts.append(circle(*corner, 4, "p-v"))
        parts.append(_value(sheet, table, index, x, y))
    for index, row in reversed(list(enumerate(table.rows))):
        x, y = _blend(row.shares, corners)
        if index == 0:
            parts.append(circle(x, y, 24, "p-glow"))
        parts.append(circle(x, y, 5.5 if index == 0 else 4, "p-light"))
        if index in table.moved.outputs:
            parts.append(circle(x, y, 9, "p-moved is-moved"))
        parts.append(sheet.who_svg(table.inputs.signs[index], x - 7, y - 23, 14))
    return markup('<g data-axis="math" direction="ltr">{}</g>', joined(parts))


def outputs_line(sheet: Sheet, table: LookupTable, top: float) -> tuple[Markup, float]:
    """The outputs as numbers, one for each asker, and how much room they take."""
    names = table.inputs.signs
    wide = 150.0 if len(table.rows[0].output) <= 2 else 220.0
    columns = max(1, int(sheet.width // wide))
    parts = [text(sheet.x(6), top - 18, sheet.say("output"), "t-small")]
    for index, row in enumerate(table.rows):
        across, down = index % columns, index // columns
        x, y = across * wide + 8, top + 28 * down
        parts.append(sheet.who_svg(names[index], sheet.x(x, 16), y - 8, 16))
        weight = "t-mid t-bold" if index == 0 else "t-mid"
        parts.append(number(sheet.x(x + wide / 2 + 2), y + 5, sheet.vector(row.output), weight))
        if index in table.moved.outputs:
            parts.append(
                rect(sheet.x(x - 5, wide - 6), y - 13, wide - 6, 26, "p-moved is-moved", 7)
            )
    return joined(parts), 28.0 * -(-len(table.rows) // columns)


def _blend(shares: tuple[float, ...], corners: tuple[Place, ...]) -> Place:
    pairs = list(zip(shares, corners, strict=True))
    return sum(s * x for s, (x, _) in pairs), sum(s * y for s, (_, y) in pairs)


def _value(sheet: Sheet, table: LookupTable, index: int, x: float, y: float) -> Markup:
    """A corner's sign, its letter and its value."""
    return joined(
        [
            sheet.who_svg(table.inputs.signs[index], x, y, 16),
            used("value", x + 22, y + 3, 11, "t-v"),
            text(x + 41, y + 13, "V", "t-letter t-mid t-v"),
            vector(sheet, x + 74, y + 14, table.inputs.v[index], f"v.{index}"),
        ]
    )
