"""Points on a number line; with weights it is a beam, and the blend is where it balances."""

from dataclasses import dataclass

from markupsafe import Markup

from starlore.lessons.pictures.number_line import NumberLine
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import circle, joined, line, number, place, rect

WIDTH, EDGE = 600.0, 34.0
HANG, MOST_TICKS = 86.0, 24


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

    def marks(self) -> Markup:
        """The line, a tick at whole numbers, and the numbers that there is room for."""
        step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 10**6) if self._ticks(s) <= MOST_TICKS)
        named = next(
            s for s in (1, 2, 5, 10, 20, 50, 100, 10**6) if s >= step and self._ticks(s) <= 11
        )
        parts = [line(f"M{self.left:.1f} {self.y:.1f}h{self.width:.1f}", "p-line")]
        for whole in range(int(self.least // 1), int(self.most) + 1):
            if whole < self.least or whole % step:
                continue
            x = self.at(whole)
            parts.append(line(f"M{x:.1f} {self.y - 4:.1f}v8", "p-line"))
            if whole % named == 0:
                shown = self.sheet.count(whole)
                parts.append(number(x, self.y + 22, shown, "t-small t-mid"))
        return joined(parts)

    def pivot(self, value: float, shown: str) -> Markup:
        """The edge the beam balances on, with its number."""
        x, y = self.at(value), self.y + 3
        edge = Markup('<path class="p-light" d="M{} {}l11 20h-22z"/>').format(place(x), place(y))
        return edge + number(x, y + 40, shown, "t-mid t-big t-bold")

    def _ticks(self, step: int) -> float:
        return (self.most - self.least) / step


def number_line_svg(value: NumberLine, alt: str, sheet: Sheet) -> Markup:
    """The line, its points, and where there are weights a weight hung at each."""
    top = 30.0 + (HANG if value.weights else 0)
    ruler = Ruler(sheet, value.least, value.most, top)
    parts = [ruler.marks()]
    parts += [circle(ruler.at(p.as_float()), top, 5, "p-light") for p in value.points]
    parts += hung(ruler, value)
    tall = top + 34
    if value.pivot:
        parts.append(ruler.pivot(value.pivot.as_float(), sheet.number(value.pivot)))
        tall = top + 54
    return drawing(WIDTH, tall, sheet.axis, alt, joined(parts))


def hung(ruler: Ruler, value: NumberLine) -> list[Markup]:
    """Above each point a column as tall as its weight, and the weight."""
    most = max((weight.as_float() for weight in value.weights), default=0.0) or 1.0
    parts = []
    for point, weight in zip(value.points, value.weights, strict=False):
        x, tall = ruler.at(point.as_float()), weight.as_float() / most * (HANG - 24)
        parts.append(rect(x - 11, ruler.y - 8 - tall, 22, max(tall, 1), "p-weight", 3))
        parts.append(number(x, ruler.y - 14 - tall, ruler.sheet.number(weight), "t-mid"))
    return parts


def number_line_twin(value: NumberLine, sheet: Sheet) -> Markup:
    """Points, weights where there are some, and the blend."""
    weights = value.weights or ()
    head = [sheet.say("place"), sheet.say("point"), *([sheet.say("weight")] if weights else [])]
    rows = [
        (
            sheet.count(at + 1),
            [sheet.number(part) for part in (point, *weights[at : at + 1])],
        )
        for at, point in enumerate(value.points)
    ]
    if value.pivot:
        rows.append((sheet.say("blend"), [sheet.number(value.pivot)]))
    return numbers_table(head, rows)
