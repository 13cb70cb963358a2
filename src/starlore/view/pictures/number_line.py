"""Points on a number line; with weights it is a beam, and the blend is where it balances."""

from dataclasses import dataclass, replace

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.number_line import NumberLine
from starlore.view.pictures.labels import Box
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import circle, joined, line, markup, number, place, rect

WIDTH, EDGE = 600.0, 34.0
HANG, MOST_TICKS = 86.0, 24
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
HUNG = 40.0 + HANG
"""How far down the line lies under what hangs at it."""
COLUMN, LIFT, LETTER, UNDER = 22.0, 18.0, 5.0, 26.0


@dataclass(frozen=True)
class Ruler:
    """A line of numbers on a sheet, from `least` to `most`, at a height."""

    sheet: Sheet
    least: float
    most: float
    y: float
    left: float = EDGE
    width: float = WIDTH - 2 * EDGE

    def at(self, value: float) -> float:
        """Where a number lies."""
        return self.left + (value - self.least) / (self.most - self.least) * self.width

    def marks(self, pivot: Figure | None = None) -> Markup:
        """The line, a tick at whole numbers, and the numbers that there is room for.

        Args:
            pivot: no number stands where its edge is drawn.
        """
        under = self.at(pivot.as_float()) if pivot else -UNDER
        step = next(s for s in STEPS if self._ticks(s) <= MOST_TICKS)
        named = next(s for s in STEPS if s >= step and self._ticks(s) <= 11)
        parts = [line(f"M{self.left:.1f} {self.y:.1f}h{self.width:.1f}", "p-line")]
        for whole in range(int(self.least // 1), int(self.most) + 1):
            if whole < self.least or whole % step:
                continue
            x = self.at(whole)
            parts.append(line(f"M{x:.1f} {self.y - 4:.1f}v8", "p-line"))
            if whole % named == 0 and abs(x - under) >= UNDER:
                shown = self.sheet.count(whole)
                parts.append(number(x, self.y + 22, shown, "t-small t-mid"))
        return joined(parts)

    def pivot(self, value: float, shown: str) -> Markup:
        """The edge the beam balances on, with its number."""
        x, y = self.at(value), self.y + 3
        edge = markup('<path class="p-light" d="M{} {}l11 20h-22z"/>', place(x), place(y))
        return edge + number(x, y + 40, shown, "t-mid t-big t-bold")

    def _ticks(self, step: int) -> float:
        return (self.most - self.least) / step


def number_line_svg(value: NumberLine, alt: str, sheet: Sheet) -> Markup:
    """The line, its points, and where there are weights a weight hung at each."""
    top = HUNG if value.weights else 30.0
    ruler = Ruler(sheet, value.least, value.most, top)
    parts = [ruler.marks(value.pivot)]
    parts += [circle(ruler.at(p.as_float()), top, 5, "p-light") for p in value.points]
    parts += hung(ruler, value)
    tall = top + 34
    if value.pivot:
        parts.append(ruler.pivot(value.pivot.as_float(), sheet.number(value.pivot)))
        tall = top + 54
    return drawing(WIDTH, tall, sheet.axis, alt, joined(parts))


def hung(ruler: Ruler, value: NumberLine) -> list[Markup]:
    """Above each point a column as tall as its weight, one on another at one point; its number."""
    hangs = [
        (ruler.at(point.as_float()), weight)
        for point, weight in zip(value.points, value.weights, strict=False)
    ]
    tall = {x: sum(one.as_float() for at, one in hangs if at == x) for x, _ in hangs}
    unit = (HANG - 24) / (max(tall.values(), default=0.0) or 1.0)
    feet = dict.fromkeys(tall, ruler.y - 8)
    parts: list[Markup] = []
    labels: list[Box] = []
    for x, weight in hangs:
        height = max(weight.as_float() * unit, 1.0)
        parts.append(rect(x - COLUMN / 2, feet[x] - height, COLUMN, height, "p-weight", 3))
        feet[x] -= height + 1
    for x, weight in hangs:
        shown = ruler.sheet.number(weight)
        label = Box(x, feet[x] - 11, LETTER * len(shown), LIFT / 2)
        while any(label.meets(other) for other in labels):
            label = replace(label, y=label.y - LIFT)
        labels.append(label)
        parts.append(number(x, label.y + 6, shown, "t-mid"))
    return parts


def number_line_twin(value: NumberLine, sheet: Sheet) -> Markup:
    """Points with their weights in the order of the data, and the blend; without weights each point
    once, as the line runs."""
    weights = value.weights
    seen = {point.value: point for point in value.points}
    points = value.points if weights else tuple(seen[at] for at in sorted(seen))
    head = [sheet.say("place"), sheet.say("point"), *([sheet.say("weight")] if weights else [])]
    rows = [
        (
            sheet.count(at + 1),
            [sheet.number(part) for part in (point, *weights[at : at + 1])],
        )
        for at, point in enumerate(points)
    ]
    if value.pivot:
        rows.append((sheet.say("blend"), [sheet.number(value.pivot)]))
    return numbers_table(head, rows)


DRAWN = Drawn(number_line_svg, number_line_twin, WIDTH)
