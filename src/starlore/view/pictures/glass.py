"""A glass at every step, the drops that fall into it, and the same drops kept on a shelf."""

import math
from fractions import Fraction

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.data import short
from starlore.lessons.pictures.glass import MOST_INPUT, Glass
from starlore.view.pictures.cells import TALL, one_cell
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, line, markup, number, opacity, place, rect, text

WIDTH = 600.0
DROPS, GLASSES, LEFT_OF, SHELF, OTHER = 66.0, 84.0, 318.0, 386.0, 472.0
RIM, FOOT, DEEP, DROP, BAR = 64.0, 44.0, 96.0, 19.0, 66.0
BOX = 84.0


def glass_svg(value: Glass, alt: str, sheet: Sheet) -> Markup:
    """From above: drops, glasses, what is left of each drop, the shelf, another past."""
    step = WIDTH / len(value.inputs)
    columns = zip(value.inputs, value.states, value.shares, strict=True)
    parts = [text(WIDTH / 2, 16, sheet.say("glass-drops"), "t-small t-mid")]
    for at, (drop, state, share) in enumerate(columns):
        middle = sheet.x(step * (at + 0.5))
        parts += [_drop(middle, drop.as_float()), _glass(middle, state.as_float())]
        parts.append(number(middle + 32, DROPS, sheet.number(drop), "t-mid t-big"))
        shown = sheet.number(_short(state))
        parts.append(number(middle, GLASSES + DEEP + 24, shown, "t-mid t-big t-bold"))
        if at:
            kept = f"{sheet.times} {sheet.number(value.keep)}"
            parts.append(number(sheet.x(step * at), GLASSES + DEEP / 2 + 5, kept, "t-small t-mid"))
        parts.append(_left(middle, share, sheet))
    parts.append(text(WIDTH / 2, LEFT_OF - BAR - 12, sheet.say("glass-left"), "t-small t-mid"))
    parts += _shelf(value, step, sheet)
    tall = (OTHER if value.other else SHELF) + TALL + 8
    return drawing(WIDTH, tall, sheet.axis, alt, joined(parts))


def glass_told(value: Glass, sheet: Sheet) -> str:
    """What is left of the first input and of the last, and another past with the same end."""
    return sheet.catalogue.say(
        f"picture.glass-told-{'other' if value.other else 'alone'}",
        keep=sheet.number(value.keep),
        first=sheet.number(Figure(value.shares[0].value, digits=2)),
        last=sheet.number(_short(value.shares[-1])),
        state=sheet.number(_short(value.states[-1])),
        other=sheet.vector(map(_short, value.other)),
    )


def glass_twin(value: Glass, sheet: Sheet) -> Markup:
    """Step by step: input, state, the input's exact share of the last state, and another past."""
    columns = [
        ("input", value.inputs),
        ("state-after", value.states),
        ("share-left", value.shares),
        ("share-part", value.parts),
        *([("other-past", value.other)] if value.other else []),
    ]
    rows = [
        (sheet.count(at + 1), [sheet.number(figures[at]) for _, figures in columns])
        for at in range(len(value.inputs))
    ]
    head = [sheet.say("step"), *(sheet.say(word) for word, _ in columns)]
    caption = sheet.catalogue.say("picture.glass-caption", keep=sheet.number(value.keep))
    return numbers_table(head, rows, caption)


def _short(figure: Figure) -> Figure:
    return short(Fraction(figure.value))


def _drop(x: float, amount: float) -> Markup:
    """A drop as large as its amount; an empty one is only an outline."""
    r = DROP * math.sqrt(amount / MOST_INPUT) or 5.0
    top, side = place(DROPS - 4 - 2 * r), place(r * 0.86)
    shape = (
        f"M{place(x)} {top}C{place(x + r * 0.3)} {place(DROPS - 4 - r * 1.3)} "
        f"{place(x + r * 0.86)} {place(DROPS - 4 - r * 0.9)} {place(x + r * 0.86)} "
        f"{place(DROPS - 4)}a{side} {side} 0 0 1 {place(-r * 1.72)} 0"
        f"C{place(x - r * 0.86)} {place(DROPS - 4 - r * 0.9)} "
        f"{place(x - r * 0.3)} {place(DROPS - 4 - r * 1.3)} {place(x)} {top}Z"
    )
    return line(shape, "p-light" if amount else "p-line")


def _glass(x: float, state: float) -> Markup:
    """The glass, filled as high and lit as strongly as the state is large."""
    share, foot = state / MOST_INPUT, GLASSES + DEEP
    level = FOOT + (RIM - FOOT) * share
    filling = markup(
        '<path class="p-light" opacity="{}" d="M{} {}H{}L{} {}H{}Z"/>',
        opacity(0.4 + 0.6 * share),
        *map(place, (x - level / 2, foot - DEEP * share, x + level / 2)),
        *map(place, (x + FOOT / 2, foot, x - FOOT / 2)),
    )
    outline = (
        f"M{place(x - RIM / 2)} {place(GLASSES)}L{place(x - FOOT / 2)} {place(foot)}"
        f"h{place(FOOT)}L{place(x + RIM / 2)} {place(GLASSES)}"
    )
    return (filling if state else Markup()) + line(outline, "p-ink")


def _left(x: float, share: Figure, sheet: Sheet) -> Markup:
    """A bar as tall as an input's share of the last state."""
    tall = max(BAR * share.as_float(), 1)
    shown = sheet.number(Figure(share.value, digits=2))
    bar = rect(x - RIM / 2, LEFT_OF - tall, RIM, tall, "p-weight", min(3, tall / 2))
    return bar + number(x, LEFT_OF + 20, shown)


def _shelf(value: Glass, step: float, sheet: Sheet) -> list[Markup]:
    """The inputs kept apart, as attention keeps them; under it another past of the same state."""
    parts = [
        text(WIDTH / 2, SHELF - 12, sheet.say("glass-shelf"), "t-small t-mid"),
        line(f"M0 {place(SHELF + TALL + 2)}H{place(WIDTH)}", "p-ink"),
    ]
    rows = [(SHELF, value.inputs, True), (OTHER, value.other, False)]
    for y, figures, is_lit in rows:
        for at, figure in enumerate(figures):
            x, shown = step * (at + 0.5) - BOX / 2, sheet.number(_short(figure))
            parts.append(one_cell(sheet, x, y, BOX, shown, is_lit))
    if value.other:
        said = sheet.say("glass-other")
        parts.append(text(WIDTH / 2, OTHER - 12, said, "t-small t-mid"))
    return parts


DRAWN = Drawn(glass_svg, glass_twin, WIDTH, told=glass_told, alt=glass_told)
