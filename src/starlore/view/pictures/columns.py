"""Scores as hollow columns on their zero line."""

from markupsafe import Markup

from starlore.lessons.pictures.columns import Columns
from starlore.view.pictures.sheet import Sheet, bdi, drawing
from starlore.view.svg import joined, line, number, rect

STEP, BAR, ROOM = 66.0, 20.0, 76.0


def columns_svg(value: Columns, alt: str, sheet: Sheet) -> Markup:
    """A column up or down for each score, its number under it."""
    heights = [score.as_float() for score in value.scores]
    up, down = max(0.0, *heights), max(0.0, *(-h for h in heights))
    unit = ROOM / ((up + down) or 1.0)
    zero = 10 + up * unit
    parts = [line(f"M0 {zero:.1f}H{sheet.width:.1f}", "p-line")]
    for index, (height, score) in enumerate(zip(heights, value.scores, strict=True)):
        middle = sheet.x(STEP * (index + 0.5))
        tall = abs(height) * unit
        if tall >= 1:
            top = zero - tall if height > 0 else zero
            parts.append(rect(middle - BAR / 2, top, BAR, tall, "p-score"))
        else:
            parts.append(line(f"M{middle - BAR / 2:.1f} {zero - 0.7:.1f}h{BAR:.0f}", "p-score"))
        parts.append(number(middle, 10 + ROOM + 24, sheet.number(score)))
    return drawing(sheet.width, ROOM + 44, sheet.axis, alt, joined(parts))


def columns_twin(value: Columns, sheet: Sheet) -> Markup:
    """The scores as one row."""
    cells = joined(Markup("<td>{}</td>").format(bdi(sheet.number(s))) for s in value.scores)
    return Markup('<table><tr><th scope="row">{}</th>{}</tr></table>').format(
        sheet.say("scores"), cells
    )
