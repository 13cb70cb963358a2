"""Every pair of a short text, inside every pair of a longer one."""

from collections.abc import Iterator

from markupsafe import Markup

from starlore.lessons.pictures.squares import Squares
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, bdi, drawing
from starlore.view.pictures.strip import WIDTH
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, line, number, rect

SIDE, LEFT, TOP = 216.0, 46.0, 10.0
FINEST = 40


def squares_svg(value: Squares, alt: str, sheet: Sheet) -> Markup:
    """The old square filled in the corner of the new one, each with its count."""
    inner = SIDE / value.large * value.small
    parts = [
        rect(LEFT, TOP, SIDE, SIDE, "p-power"),
        rect(LEFT, TOP, inner, inner, "p-weight"),
        *_hairlines(value.large),
        number(LEFT - 8, TOP + inner / 2 + 5, sheet.count(value.small), "t-end"),
        number(LEFT + SIDE / 2, TOP + SIDE + 24, sheet.count(value.large)),
    ]
    small, large = sheet.number(value.small_pairs), sheet.number(value.large_pairs)
    x = LEFT + SIDE + 14
    if inner >= 26 + 9 * len(small):
        parts.append(
            number(LEFT + inner / 2, TOP + inner / 2 + 6, small, "t-mid t-big t-bold t-on")
        )
    else:
        level = TOP + min(inner / 2, 12)
        parts.append(line(f"M{LEFT + inner:.1f} {level:.1f}H{x - 4:.1f}", "p-line"))
        parts.append(number(x, TOP + 18, small, "t-bold"))
    parts.append(number(x, TOP + SIDE - 6, large, "t-big t-bold"))
    return drawing(LEFT + SIDE + 120, TOP + SIDE + 34, sheet.axis, alt, joined(parts))


def _hairlines(many: int) -> Iterator[Markup]:
    """Between the words, where there is room to see them apart."""
    cell = SIDE / many
    for k in range(1, many if many <= FINEST else 0):
        across, down = f"M{LEFT + cell * k:.1f} {TOP:.0f}", f"M{LEFT:.0f} {TOP + cell * k:.1f}"
        yield line(f"{across}v{SIDE:.0f}{down}h{SIDE:.0f}", "p-hair")


def squares_twin(value: Squares, sheet: Sheet) -> Markup:
    """Words and comparisons, before and after."""
    lengths = ((value.small, value.small_pairs), (value.large, value.large_pairs))
    rows = [(bdi(sheet.count(words)), [sheet.number(pairs)]) for words, pairs in lengths]
    return numbers_table([sheet.say("words"), sheet.say("comparisons")], rows)


DRAWN = Drawn(squares_svg, squares_twin, WIDTH)
