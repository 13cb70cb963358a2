"""Softmax drawn in three rows: scores as columns, e to each as columns, their shares as a strip."""

from collections.abc import Sequence
from fractions import Fraction

from markupsafe import Markup

from starlore.figures import Figure
from starlore.language import show_number
from starlore.lessons.pictures.softmax import Softmax
from starlore.view.pictures.columns import Upright
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import ORDINALS, Sheet, drawing
from starlore.view.pictures.strip import laid
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, text

WIDTH, BAR = 420.0, 34.0
SCORES, POWERS, STRIP = 34.0, 204.0, 392.0
SCORE_ROOM, POWER_ROOM = 92.0, 110.0
LABEL = 18.0
LEAST_UP = 4.0
"""So that small scores look small."""
LONGEST = 9
"""Characters of a number under a column."""


def softmax_svg(value: Softmax, alt: str, sheet: Sheet) -> Markup:
    """Three rows, each with what it is."""
    strip, tall = laid(value.weights, sheet, STRIP)
    labels = [
        (SCORES, _said("score", value, sheet)),
        (POWERS, _said("power", value, sheet)),
        (STRIP, _said("weight", value, sheet)),
    ]
    above = (text(sheet.x(2), y - LABEL, said, "t-note") for y, said in labels)
    parts = [*above, _scores(value, sheet), _powers(value, sheet), strip]
    return drawing(WIDTH, STRIP + tall + 4, sheet.axis, alt, joined(parts))


def softmax_told(value: Softmax, sheet: Sheet) -> str:
    """What lift and temperature did, and what the first gap became."""
    said, number, parts = sheet.catalogue.say, sheet.number, []
    if value.lift.value:
        raised = {"lift": number(value.lift), "times": number(value.times)}
        parts.append(said("picture.softmax-lifted", **raised))
    if value.temperature.value != 1:
        case = "hot" if value.temperature.value > 1 else "cold"
        parts.append(said(f"picture.softmax-{case}", temperature=number(value.temperature)))
    first, second = (sheet.say(ORDINALS[at]) for at in value.order[:2])
    case = "gap" if value.gap.value else "even"
    shown = {"gap": number(value.gap), "ratio": number(value.ratio)}
    parts.append(said(f"picture.softmax-{case}", first=first, second=second, **shown))
    return " ".join(parts)


def softmax_alt(value: Softmax, sheet: Sheet) -> str:
    """The picture in a sentence, once something was turned."""
    return sheet.catalogue.say(
        "picture.softmax-alt",
        scores=sheet.vector(value.scores),
        temperature=sheet.number(value.temperature),
        powers=sheet.vector(value.powers),
        weights=sheet.vector(value.weights.weights),
    )


def softmax_twin(value: Softmax, sheet: Sheet) -> Markup:
    """A line for the scores, one for the powers, one for the weights."""
    say = sheet.say
    places = [sheet.count(at + 1) for at in range(len(value.scores))]
    rows = [(say("score"), [*_shown(value.scores, sheet), ""])]
    if value.temperature.value != 1:
        rows.append((_said("score", value, sheet), [*_shown(value.divided, sheet), ""]))
    weights = value.weights.weights
    whole = sum(Fraction(weight.value) for weight in weights)
    rows += [
        (say("power-of"), _shown((*value.powers, value.total), sheet)),
        (say("weight"), _shown((*weights, Figure(whole, places=3)), sheet)),
    ]
    return numbers_table([say("place"), *places, say("sum")], rows, say("softmax-caption"))


def _shown(figures: Sequence[Figure], sheet: Sheet) -> list[str]:
    return [_brief(figure, sheet) for figure in figures]


def _brief(figure: Figure, sheet: Sheet) -> str:
    """The number; with a power of ten where it would be too long for its column."""
    if len(figure.printed) <= LONGEST:
        return sheet.number(figure)
    return show_number(f"{figure.shown:.2e}".replace("e+", "e"), sheet.catalogue.tag)


def _said(row: str, value: Softmax, sheet: Sheet) -> str:
    """What a row of the drawing holds."""
    return sheet.catalogue.say(
        f"picture.softmax-row-{row}",
        is_plain="yes" if value.temperature.value == 1 else "no",
        temperature=sheet.number(value.temperature),
        total=_brief(value.total, sheet),
    )


def _scores(value: Softmax, sheet: Sheet) -> Markup:
    """The divided scores hollow; where they stood before, dashed; each can be pulled."""
    heights, plain = ([one.as_float() for one in row] for row in (value.divided, value.scores))
    up, down = max(LEAST_UP, *heights, *plain), max(0.0, *(-one for one in (*heights, *plain)))
    rows = _upright(value, sheet, SCORES, SCORE_ROOM, up, down)
    unit = rows.unit / value.temperature.as_float()
    before = joined(rows.column(at, height, "p-dash") for at, height in enumerate(plain))
    handles = (rows.handle(at, height, f"score.{at}", unit) for at, height in enumerate(heights))
    return joined(
        [
            rows.line(),
            before if heights != plain else "",
            rows.columns(heights, _shown(value.divided, sheet), "p-score"),
            *handles,
        ]
    )


def _powers(value: Softmax, sheet: Sheet) -> Markup:
    """The powers, the largest as tall as there is room."""
    heights = [power.as_float() for power in value.powers]
    rows = _upright(value, sheet, POWERS, POWER_ROOM, max(heights), 0)
    return rows.line() + rows.columns(heights, _shown(value.powers, sheet), "p-power")


def _upright(
    value: Softmax, sheet: Sheet, top: float, room: float, up: float, down: float
) -> Upright:
    return Upright(sheet, top, room, up, down, sheet.width / len(value.scores), BAR)


DRAWN = Drawn(softmax_svg, softmax_twin, WIDTH, told=softmax_told, alt=softmax_alt)
