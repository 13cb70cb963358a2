"""The output's path: the pulls of one row laid end to end, the true ones and the broken ones."""

from collections.abc import Sequence

from markupsafe import Markup

from starlore.lab.path import Step
from starlore.view.lab.words import spoken
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import circle, joined, line, number, place, text

WIDTH, HEIGHT, LEAST = 520.0, 330.0, 96.0
SIDE, ABOVE = 84.0, 40.0
LABELLED = 26.0
"""A pull at least so long has its place's sign beside it."""

Point = tuple[float, float]
Steps = Sequence[Step]


def path_svg(truth: Steps, damage: Steps, names: Sequence[str], alt: str, sheet: Sheet) -> Markup:
    """Both paths from nothing; a mathematical plane, or a line where vectors have one number."""
    plane = _Plane([(0.0, 0.0), *map(_at, truth), *map(_at, damage)])
    x, y = plane.at((0.0, 0.0))
    parts = [
        line(f"M{place(x)} 8V{place(plane.height - 8)}", "p-hair"),
        line(f"M8 {place(y)}H{place(WIDTH - 8)}", "p-hair"),
        circle(x, y, 3, "p-rest"),
    ]
    if damage:
        parts.append(_path(plane, damage, names, "p-damage", sheet))
    if truth:
        parts.append(_path(plane, truth, names, "p-ink", sheet))
    if damage:
        parts.append(_end(plane, damage, "p-damage", "lab.path-damage", 24, sheet))
    if truth:
        parts.append(_end(plane, truth, "p-light", "lab.path-truth", -14, sheet))
    return drawing(WIDTH, plane.height, "math", alt, joined(parts))


def path_twin(steps: Steps, names: Sequence[str], caption: str, sheet: Sheet) -> Markup:
    """Weight, value, pull and sum so far, place by place."""
    head = [sheet.say("place"), *(sheet.say(word) for word in ("weight", "value"))]
    head += [sheet.catalogue.say(f"lab.{word}") for word in ("pull", "so-far")]
    rows = [
        (
            spoken(names[step.place], sheet),
            [
                sheet.number(step.weight),
                sheet.vector(step.value),
                sheet.vector(step.pull),
                sheet.vector(step.end),
            ],
        )
        for step in steps
    ]
    return numbers_table(head, rows, caption)


def _at(step: Step) -> Point:
    """Where a step ends: its first two numbers."""
    return step.at[0], step.at[1] if len(step.at) > 1 else 0.0


class _Plane:
    """Both axes by one measure, so that a turn is a turn."""

    def __init__(self, points: Sequence[Point]) -> None:
        xs, ys = zip(*points, strict=True)
        self.left, self.top = min(xs), max(ys)
        wide, tall = max(xs) - self.left, self.top - min(ys)
        room = WIDTH - 2 * SIDE, HEIGHT - 2 * ABOVE
        self.scale = min(
            room[0] / wide if wide else float("inf"), room[1] / tall if tall else float("inf")
        )
        if self.scale == float("inf"):
            self.scale = 1.0
        self.margin = (WIDTH - wide * self.scale) / 2
        self.height = max(LEAST, tall * self.scale + 2 * ABOVE)
        self.above = (self.height - tall * self.scale) / 2

    def at(self, point: Point) -> Point:
        x, y = point
        return (
            self.margin + (x - self.left) * self.scale,
            self.above + (self.top - y) * self.scale,
        )


def _path(plane: _Plane, steps: Steps, names: Sequence[str], classes: str, sheet: Sheet) -> Markup:
    points = [plane.at((0.0, 0.0)), *(plane.at(_at(step)) for step in steps)]
    drawn = "M" + "L".join(f"{place(x)} {place(y)}" for x, y in points)
    parts = [line(drawn, f"{classes} is-path")]
    for step, (x0, y0), (x1, y1) in zip(steps, points[:-1], points[1:], strict=True):
        long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        if long < LABELLED:
            continue
        parts.append(circle(x1, y1, 2.5, "p-rest"))
        if classes == "p-ink":
            aside = 15 / long
            x, y = (x0 + x1) / 2 - (y0 - y1) * aside, (y0 + y1) / 2 - (x1 - x0) * aside
            parts.append(sheet.who_svg(names[step.place], x - 7, y - 7, 14))
    return joined(parts)


def _end(
    plane: _Plane, steps: Steps, classes: str, word: str, below: float, sheet: Sheet
) -> Markup:
    """Where a path ends, with the output."""
    x, y = plane.at(_at(steps[-1]))
    said = sheet.catalogue.say(word)
    return joined(
        [
            circle(x, y, 5.5, classes),
            text(x, y + below + (14 if below > 0 else -17), said, "t-small t-mid"),
            number(x, y + below, sheet.vector(steps[-1].end), "t-mid t-bold"),
        ]
    )
