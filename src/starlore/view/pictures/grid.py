"""A plane of whole numbers on a sheet: where a point lies, and what is drawn from its middle."""

import math
from dataclasses import dataclass

from markupsafe import Markup

from starlore.view.pictures.sheet import Sheet, used
from starlore.view.svg import joined, line, number, place, text

HEAD = 11.0
FINEST = 12
LETTERS = {"query": ("Q", "t-q"), "key": ("K", "t-k"), "value": ("V", "t-v"), "plain": ("", "")}


@dataclass(frozen=True)
class Grid:
    """A square of the sheet, from -reach to reach both ways."""

    sheet: Sheet
    left: float
    top: float
    side: float
    reach: int

    @property
    def unit(self) -> float:
        """User units per one."""
        return self.side / (2 * self.reach)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies."""
        return self.left + (x + self.reach) * self.unit, self.top + (self.reach - y) * self.unit

    def lines(self) -> Markup:
        """Hairlines at whole numbers, two axes, and how far they go."""
        step = 1 if self.reach <= FINEST else 5
        parts = []
        for k in range(-self.reach + self.reach % step, self.reach + 1, step):
            x, y = self.at(k, k)
            kind = "p-line" if k == 0 else "p-hair"
            parts.append(
                line(
                    f"M{x:.1f} {self.top:.1f}v{self.side:.1f}"
                    f"M{self.left:.1f} {y:.1f}h{self.side:.1f}",
                    kind,
                )
            )
        middle_x, middle_y = self.at(0, 0)
        for end in (-self.reach, self.reach):
            shown = self.sheet.count(end)
            x, y = self.at(end, end)
            inward = 12 if end < 0 else -12
            parts.append(number(x + inward, middle_y + 15, shown, "t-small t-mid"))
            parts.append(number(middle_x - 7, y + (5 if end < 0 else 14), shown, "t-small t-end"))
        return joined(parts)

    def arrow(self, x: float, y: float, classes: str) -> Markup:
        """An arrow from the middle to a point; a dot where it has no length."""
        (x0, y0), (x1, y1) = self.at(0, 0), self.at(x, y)
        long = math.hypot(x1 - x0, y1 - y0)
        if long < 1:
            return Markup('<circle class="p-arrow {}" cx="{}" cy="{}" r="3"/>').format(
                classes, place(x0), place(y0)
            )
        ux, uy = (x1 - x0) / long, (y1 - y0) / long
        head = min(HEAD, long * 0.6)
        back_x, back_y, side = x1 - ux * head, y1 - uy * head, head * 0.42
        return line(
            f"M{x0:.1f} {y0:.1f}L{back_x:.1f} {back_y:.1f}"
            f"M{back_x - uy * side:.1f} {back_y + ux * side:.1f}L{x1:.1f} {y1:.1f}"
            f"L{back_x + uy * side:.1f} {back_y - ux * side:.1f}Z",
            f"p-arrow {classes}",
        )

    def named(self, x: float, y: float, part: str, name: str = "") -> Markup:
        """What stands at the tip of an arrow: the sign and letter of its part, and its name."""
        letter, colour = LETTERS[part]
        tip_x, tip_y = self.at(x, y)
        outward = 1 if x >= 0 else -1
        label_x = tip_x + outward * 16
        label_y = min(max(tip_y + (-6 if y >= 0 else 16), self.top + 14), self.top + self.side - 4)
        parts = []
        if letter:
            parts.append(used(part, label_x - 13, label_y - 11, 13, colour))
            parts.append(text(label_x + 8, label_y, letter, f"t-letter t-mid {colour}"))
            label_x += outward * 22
        if name:
            parts.append(self.sheet.who_svg(name, label_x - 8, label_y - 13, 16))
        return joined(parts)

    def handle(self, x: float, y: float, name: str) -> Markup:
        """Something to pull at a point: two dials, `name.0` along and `name.1` up."""
        tip_x, tip_y = self.at(x, y)
        return Markup(
            '<circle class="handle is-free" cx="{}" cy="{}" r="17" data-drag-x="{}.0" '
            'data-drag-y="{}.1" data-unit="{}"/>'
        ).format(place(tip_x), place(tip_y), name, name, place(self.unit))

    def bar(self, x: float, y: float, thick: float, classes: str) -> Markup:
        """A bar from the middle to a point."""
        (x0, y0), (x1, y1) = self.at(0, 0), self.at(x, y)
        long = math.hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = -(y1 - y0) / long * thick / 2, (x1 - x0) / long * thick / 2
        return line(
            f"M{x0 + nx:.1f} {y0 + ny:.1f}L{x1 + nx:.1f} {y1 + ny:.1f}"
            f"L{x1 - nx:.1f} {y1 - ny:.1f}L{x0 - nx:.1f} {y0 - ny:.1f}Z",
            classes,
        )
