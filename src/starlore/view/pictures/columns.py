"""Columns side by side on their zero line: scores hollow, and what else stands so."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from starlore.lessons.pictures.columns import Columns
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, line, markup, number, place, rect

STEP, BAR, ROOM = 66.0, 20.0, 76.0


@dataclass(frozen=True)
class Upright:
    """Columns on a sheet, in reading order.

    Attributes:
        top: where the tallest ends. room: from there to the lowest.
        up, down: the heights that the room holds above and below the zero line.
        step: from one column to the next. bar: how wide one is. left: where the first begins.
    """

    sheet: Sheet
    top: float
    room: float
    up: float
    down: float
    step: float = STEP
    bar: float = BAR
    left: float = 0

    @property
    def unit(self) -> float:
        """User units per one."""
        return self.room / ((self.up + self.down) or 1.0)

    @property
    def zero(self) -> float:
        """Where the zero line lies."""
        return self.top + self.up * self.unit

    def middle(self, at: int) -> float:
        """The middle of a column."""
        return self.sheet.x(self.left + self.step * (at + 0.5))

    def line(self) -> Markup:
        """The zero line."""
        return line(f"M0 {self.zero:.1f}H{self.sheet.width:.1f}", "p-line")

    def column(self, at: int, height: float, classes: str) -> Markup:
        """One column, up or down; a stroke where it has no height."""
        x, tall = self.middle(at) - self.bar / 2, abs(height) * self.unit
        if tall < 1:
            return line(f"M{x:.1f} {self.zero - 0.7:.1f}h{self.bar:.0f}", classes)
        return rect(x, self.zero - max(height, 0) * self.unit, self.bar, tall, classes)

    def columns(self, heights: Sequence[float], shown: Sequence[str], classes: str) -> Markup:
        """Every column, and its number under the lowest."""
        under = self.top + self.room + 24
        return joined(
            self.column(at, height, classes) + number(self.middle(at), under, words)
            for at, (height, words) in enumerate(zip(heights, shown, strict=True))
        )

    def handle(self, at: int, height: float, name: str, unit: float) -> Markup:
        """Something to pull at a column's end: a dial, one for every `unit` of the drawing."""
        x, y = self.middle(at), self.zero - height * self.unit
        return markup(
            '<circle class="handle is-free" cx="{}" cy="{}" r="13" data-drag-y="{}" '
            'data-unit="{}"/>',
            place(x),
            place(y),
            self.sheet.field(name),
            place(unit),
        )


def columns_svg(value: Columns, alt: str, sheet: Sheet) -> Markup:
    """A column up or down for each score, its number under it."""
    heights = [score.as_float() for score in value.scores]
    up, down = max(0.0, *heights), max(0.0, *(-h for h in heights))
    upright = Upright(sheet, 10, ROOM, up, down)
    shown = [sheet.number(score) for score in value.scores]
    drawn = upright.line() + upright.columns(heights, shown, "p-score")
    return drawing(sheet.width, ROOM + 44, sheet.axis, alt, drawn)


def columns_twin(value: Columns, sheet: Sheet) -> Markup:
    """The scores as one row."""
    return numbers_table((), [(sheet.say("scores"), [sheet.number(s) for s in value.scores])])


DRAWN = Drawn(columns_svg, columns_twin, lambda value: STEP * len(value.scores))
