"""The cost of attention: the line of n times n, drawn first, and what was measured laid on it.

The picture's height is comparisons. A measured time stands at the comparisons it would pay for at
the pace of the longest dense run up to 1,024 places, so the line never moves: the pace sets how
high the dots stand, and only their slope says whether n times n is the law.
"""

from collections.abc import Sequence
from math import log2, log10

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lab.measuring import SIZES, Counted, Timed, counted, median
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import circle, joined, line, number, place, text

WIDTH, HEIGHT = 640.0, 360.0
START, END, TOP, FOOT = 96.0, 108.0, 34.0, 44.0
LEVELS = range(1, 8)
"""Powers of ten of comparisons, lowest to highest."""

PACED_AT = 1024
TIMES = ((1e-3, 1e6, "micro"), (1.0, 1e3, "milli"), (float("inf"), 1.0, "whole"))
BYTES = ((2**10, 1, "bytes"), (2**20, 2**10, "kibi"), (2**60, 2**20, "mebi"))


def cost_svg(runs: Sequence[Timed], sheet: Sheet) -> Markup:
    """Places along, doubling; comparisons up, times ten; dots where something was measured."""
    parts = []
    pace = _pace(runs)
    for power in LEVELS:
        y = _y(10.0**power)
        parts.append(line(f"M{place(START)} {place(y)}H{place(WIDTH - END)}", "p-hair"))
        parts.append(number(START - 8, y + 5, sheet.count(10**power), "t-small t-end"))
        if pace:
            shown = shown_time(pace * 10**power, sheet)
            parts.append(number(WIDTH - END + 8, y + 5, shown, "t-small"))
    for n in SIZES[::2]:
        x, foot = _x(n), HEIGHT - FOOT
        parts.append(line(f"M{place(x)} {place(foot)}v6", "p-line"))
        parts.append(number(x, foot + 24, sheet.count(n), "t-small t-mid"))
    parts.append(line(f"M{place(START)} {place(HEIGHT - FOOT)}H{place(WIDTH - END)}", "p-line"))
    ends = [(_x(n), _y(float(n * n))) for n in (SIZES[0], SIZES[-1])]
    drawn = "L".join(f"{place(x)} {place(y)}" for x, y in ends)
    parts.append(line(f"M{drawn}", "p-ink"))
    parts += [_heading(sheet, bool(pace)), *(_dots(run, pace) for run in runs if pace)]
    alt = sheet.catalogue.say("lab.cost-alt", n=len(runs))
    return drawing(WIDTH, HEIGHT, "math", alt, joined(parts))


def cost_table(runs: Sequence[Timed], sheet: Sheet) -> Markup:
    """Every size: what is counted, and what was measured of it."""
    say = sheet.catalogue.say
    by_size = {run.n: run for run in runs}
    head = [say(f"lab.cost.{name}") for name in ("places", "comparisons", "table", "tiles")]
    if runs:
        head += [say(f"lab.cost.{name}") for name in ("dense", "tiled", "runs")]
    rows = []
    for n in SIZES:
        known = counted(n)
        cells = [sheet.count(known.comparisons), *_rooms(known, sheet)]
        if runs:
            run = by_size.get(n)
            cells += _measured(run, sheet) if run else ["", "", ""]
        rows.append((sheet.count(n), cells))
    return numbers_table(head, rows, say("lab.cost.caption"))


def cost_told(runs: Sequence[Timed], sheet: Sheet) -> str:
    """What was measured, in a sentence."""
    if not runs:
        return sheet.catalogue.say("lab.cost-before")
    last = runs[-1]
    known = counted(last.n)
    return sheet.catalogue.say(
        "lab.cost-told",
        places=sheet.count(last.n),
        dense=shown_time(median(last.dense), sheet),
        tiled=shown_time(median(last.tiled), sheet),
        table=shown_bytes(known.table_bytes, sheet),
        room=shown_bytes(known.tiled_bytes, sheet),
        all="yes" if last.n == SIZES[-1] else "no",
    )


def shown_time(seconds: float, sheet: Sheet) -> str:
    """Seconds with two digits and a unit near them."""
    _, times, unit = next(one for one in TIMES if seconds < one[0])
    value = sheet.number(Figure(seconds * times, digits=2))
    return sheet.catalogue.say(f"lab.time.{unit}", number=value)


def shown_bytes(size: int, sheet: Sheet) -> str:
    """Bytes with a unit near them."""
    _, divisor, unit = next(one for one in BYTES if size < one[0])
    value = sheet.number(
        Figure(size / divisor, digits=3) if size % divisor else Figure(size // divisor)
    )
    return sheet.catalogue.say(f"lab.room.{unit}", number=value)


def _pace(runs: Sequence[Timed]) -> float:
    """Seconds for one comparison, of the longest dense run up to 1,024 places; 0 without any."""
    fit = [run for run in runs if run.n <= PACED_AT]
    return median(fit[-1].dense) / fit[-1].n ** 2 if fit else 0.0


def _x(n: int) -> float:
    wide = WIDTH - START - END
    first, last = log2(SIZES[0]), log2(SIZES[-1])
    return START + 14 + (log2(n) - first) / (last - first) * (wide - 28)


def _y(comparisons: float) -> float:
    low, high = LEVELS[0], LEVELS[-1] + 0.4
    tall = HEIGHT - TOP - FOOT
    share = (log10(comparisons) - low) / (high - low)
    return HEIGHT - FOOT - min(max(share, 0.0), 1.0) * tall


def _heading(sheet: Sheet, is_measured: bool) -> Markup:
    """What both heights are, what the line is, and whose the dots are."""
    say = sheet.catalogue.say
    x, y = _x(256), _y(256.0**2)
    parts = [
        text(START - 8, 14, say("lab.cost.comparisons"), "t-small t-end"),
        text(WIDTH - END, HEIGHT - 2, say("lab.cost.places"), "t-small t-end"),
        text(x + 6, y + 26, say("lab.cost.line"), "t-note"),
    ]
    if is_measured:
        parts += [
            text(WIDTH - END + 8, 14, say("lab.cost.time"), "t-small"),
            circle(START + 24, 16, 4, "p-light"),
            text(START + 34, 21, say("lab.cost.dense"), "t-small"),
            circle(START + 190, 16, 4, "p-score"),
            text(START + 200, 21, say("lab.cost.tiled"), "t-small"),
        ]
    return joined(parts)


def _dots(run: Timed, pace: float) -> Markup:
    """The median of both, each with a stroke from its fastest to its slowest run."""
    parts = []
    for times, aside, classes in ((run.dense, -4.0, "p-light"), (run.tiled, 4.0, "p-score")):
        x = _x(run.n) + aside
        low, high = (_y(one / pace) for one in (times[0], times[-1]))
        parts.append(line(f"M{place(x)} {place(low)}V{place(high)}", "p-line"))
        y = _y(median(times) / pace)
        parts += [circle(x, y, 4, "p-ground"), circle(x, y, 4, classes)]
    return joined(parts)


def _rooms(known: Counted, sheet: Sheet) -> list[str]:
    return [shown_bytes(size, sheet) for size in (known.table_bytes, known.tiled_bytes)]


def _measured(run: Timed, sheet: Sheet) -> list[str]:
    """Median and range of both, and how often each ran."""
    cells = [
        sheet.catalogue.say(
            "lab.cost.range",
            middle=shown_time(median(times), sheet),
            low=shown_time(times[0], sheet),
            high=shown_time(times[-1], sheet),
        )
        for times in (run.dense, run.tiled)
    ]
    return [*cells, sheet.count(len(run.dense))]
