"""A plane of whole numbers on a sheet: where a point lies, and what is drawn from its middle."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from starlore.view.pictures.labels import Box, Spot, stand_apart
from starlore.view.pictures.sheet import Sheet, used
from starlore.view.svg import joined, line, markup, number, place, text

HEAD = 11.0
FINEST = 12
SIGN_WIDE, NAME_WIDE, LABEL_TALL, ROOM = 31.0, 21.0, 18.0, 14.0
LETTERS = {"query": ("Q", "t-q"), "key": ("K", "t-k"), "value": ("V", "t-v"), "plain": ("", "")}


@dataclass(frozen=True)
class Tip:
    """The tip of an arrow: its part gives sign, letter and colour, its name a label."""

    x: float
    y: float
    part: str
    name: str = ""


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
        for end in self._ends:
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
            return markup(
                '<circle class="p-arrow {}" cx="{}" cy="{}" r="3"/>', classes, place(x0), place(y0)
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

    def names(self, tips: Sequence[Tip], more: Sequence[Spot] = ()) -> Markup:
        """What stands at the tips of arrows, no label on another: sign and letter, and a name.

        Args:
            tips: where the arrows end. more: ends of further lines from the middle, kept clear.
        """
        lettered = [SIGN_WIDE if LETTERS[tip.part][0] else 0.0 for tip in tips]
        widths = [
            wide + (NAME_WIDE if tip.name else 0.0)
            for tip, wide in zip(tips, lettered, strict=True)
        ]
        half = self.side / 2
        boxes = stand_apart(
            self.at(0, 0),
            [self.at(tip.x, tip.y) for tip in tips],
            widths,
            LABEL_TALL,
            Box(self.left + half, self.top + half, half + ROOM, half),
            self._end_labels(),
            [self.at(*end) for end in more],
        )
        return joined(
            self._label(tip, box, wide)
            for tip, box, wide in zip(tips, boxes, lettered, strict=True)
        )

    def _label(self, tip: Tip, box: Box, lettered: float) -> Markup:
        letter, colour = LETTERS[tip.part]
        x, parts = box.x - box.half_wide, []
        if letter:
            parts.append(used(tip.part, x + 2, box.y - 7, 13, colour))
            parts.append(text(x + 22, box.y + 4.5, letter, f"t-letter t-mid {colour}"))
        if tip.name:
            parts.append(self.sheet.who_svg(tip.name, x + lettered + 2, box.y - 8, 16))
        return joined(parts)

    def _end_labels(self) -> list[Box]:
        """Where the numbers at the ends of both axes stand."""
        x, y = self.at(0, 0)
        along = [
            Box(self.at(end, 0)[0] - math.copysign(12, end), y + 11, 13, 8) for end in self._ends
        ]
        up = [Box(x - 14, self.at(0, end)[1] + math.copysign(4, end), 12, 9) for end in self._ends]
        return along + up

    @property
    def _ends(self) -> tuple[int, int]:
        return -self.reach, self.reach

    def handle(self, x: float, y: float, name: str) -> Markup:
        """Something to pull at a point: two dials, `name.0` along and `name.1` up."""
        tip, pulled = self.at(x, y), [self.sheet.field(f"{name}.{at}") for at in range(2)]
        return markup(
            '<circle class="handle is-free" cx="{}" cy="{}" r="17" data-drag-x="{}" '
            'data-drag-y="{}" data-unit="{}"/>',
            *map(place, tip),
            *pulled,
            place(self.unit),
        )

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
