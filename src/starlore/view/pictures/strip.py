"""Weights as filled pieces of one whole, laid end to end."""

from markupsafe import Markup

from starlore.lessons.pictures.strip import Strip
from starlore.view.pictures.sheet import Sheet, bdi, drawing
from starlore.view.svg import joined, line, number, rect

WIDTH, TALL, GAP = 600.0, 34.0, 2.0
LETTER = 9.5


def strip_svg(value: Strip, alt: str, sheet: Sheet) -> Markup:
    """Pieces in order; a number that does not fit its piece stands under it on a line."""
    shares = [weight.as_float() for weight in value.weights]
    unit = (WIDTH - 2 * GAP - GAP * (len(shares) - 1)) / sum(shares)
    x, free, parts = GAP, 0.0, []
    for share, weight in zip(shares, value.weights, strict=True):
        wide, shown = share * unit, sheet.number(weight)
        begin = sheet.x(x, wide)
        parts.append(rect(begin, 2, max(wide, 1.0), TALL, "p-weight", min(3.0, wide / 2)))
        room = LETTER * len(shown)
        if wide >= room:
            parts.append(number(begin + wide / 2, 25, shown, "t-mid t-bold t-on"))
        else:
            middle = min(max(x + wide / 2, free + room / 2), WIDTH - room / 2)
            free = middle + room / 2 + 6
            drawn = sheet.x(middle)
            parts.append(line(f"M{begin + wide / 2:.1f} 38L{drawn:.1f} 47", "p-line"))
            parts.append(number(drawn, 63, shown))
        x += wide + GAP
    height = 70 if free else TALL + 4
    return drawing(WIDTH, height, sheet.axis, alt, joined(parts))


def strip_twin(value: Strip, sheet: Sheet) -> Markup:
    """The weights as one row, with the sum of their printed digits."""
    cells = joined(Markup("<td>{}</td>").format(bdi(sheet.number(w))) for w in value.weights)
    return Markup(
        '<table><tr><th scope="row">{}</th>{}</tr>'
        '<tr><th scope="row">{}</th><td>{}</td></tr></table>'
    ).format(
        sheet.say("weights"), cells, sheet.say("printed-sum"), bdi(sheet.number(value.printed_sum))
    )
