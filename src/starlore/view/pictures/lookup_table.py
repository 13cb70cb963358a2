"""The lookup table drawn: queries at the side, keys above, three positions of one switch.

Score is hollow and weight is filled; the switch works without a script. What a change moved
is outlined. The triangle of shares stands below where there are three places: its corners are
the values, a point's place is its three weights.
"""

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.lookup_table import LookupRow, LookupTable, Moved
from starlore.view.pictures.lookup_triangle import outputs_line, triangle
from starlore.view.pictures.sheet import Sheet, drawing, used, vector
from starlore.view.svg import joined, line, number, rect, text

HEAD, ROW, SIDE, CELL, EDGE = 78.0, 66.0, 122.0, 88.0, 84.0
BAR = 64.0
TRIANGLE = 236.0
NOTHING = Moved(frozenset(), frozenset(), frozenset(), "nothing")


def lookup_svg(
    table: LookupTable, moved: Moved, alt: str, sheet_of: Callable[[float], Sheet]
) -> Markup:
    """Grid, triangle and outputs as one drawing."""
    n = len(table.rows)
    sheet = sheet_of(SIDE + CELL * n + EDGE)
    grid = _Grid(sheet, table, moved)
    top = HEAD + ROW * n + 12
    parts = [grid.mark(), grid.corner(), grid.heads(), grid.rows(), grid.frame()]
    if n == 3:
        parts.append(triangle(sheet, table, moved, top + 34))
        top += TRIANGLE + 34
    outputs, height = outputs_line(sheet, table, moved, top + 34)
    return drawing(sheet.width, top + height + 22, "text", alt, joined([*parts, outputs]))


@dataclass(frozen=True)
class _Grid:
    """The table's cells on their sheet."""

    sheet: Sheet
    table: LookupTable
    moved: Moved

    def column(self, j: int) -> float:
        """Where a column begins, in reading order."""
        return SIDE + CELL * j

    def middle(self, j: int) -> float:
        """The middle of a column as drawn."""
        return self.sheet.x(self.column(j) + CELL / 2)

    def mark(self) -> Markup:
        """The first row is marked: the numbers just answered."""
        return rect(4, HEAD + 3, self.sheet.width - 8, ROW - 6, "p-tint", 8)

    def corner(self) -> Markup:
        """Rows ask, columns are asked: in words, with their arrows."""
        sheet = self.sheet
        way = "M8-2H-8M-4-6L-8-2L-4 2" if sheet.is_mirrored else "M-8-2H8M4-6L8-2L4 2"
        arrow = '<path class="p-line" d="{}" transform="translate({:.0f} {})" stroke-width="1.5"/>'
        return joined(
            [
                text(sheet.x(56), 34, sheet.say("is-asked"), "t-small t-mid"),
                Markup(arrow).format(way, sheet.x(106), 32),
                text(sheet.x(56), 64, sheet.say("asks"), "t-small t-mid"),
                Markup(arrow).format("M0-8V4M-4 0L0 4L4 0", sheet.x(98), 61),
            ]
        )

    def heads(self) -> Markup:
        """Above each column who is asked, and its key."""
        sheet, parts = self.sheet, []
        for j, name in enumerate(self.table.inputs.signs):
            x = self.column(j)
            parts += [
                sheet.who_svg(name, sheet.x(x + 35, 18), 14, 18),
                used("key", sheet.x(x + 4, 12), 45, 12, "t-k"),
                text(sheet.x(x + 24), 56, "K", "t-letter t-mid t-k"),
                vector(sheet, sheet.x(x + 58), 57, self.table.inputs.k[j], f"k.{j}"),
            ]
        end = sheet.x(self.column(len(self.table.rows)) + 44)
        word = text(end, 57, sheet.say("sum"), "t-small t-mid")
        return joined([*parts, self.shown("power", word), self.shown("weight", word)])

    def rows(self) -> Markup:
        """A row per asker."""
        return joined(self.row(i, row) for i, row in enumerate(self.table.rows))

    def row(self, i: int, row: LookupRow) -> Markup:
        """Who asks, its query, and its cells in all three positions of the switch."""
        sheet, y = self.sheet, HEAD + ROW * i
        asker = [
            sheet.who_svg(self.table.inputs.signs[i], sheet.x(14, 18), y + 24, 18),
            used("query", sheet.x(39, 13), y + 26.5, 13, "t-q"),
            text(sheet.x(61), y + 38, "Q", "t-letter t-mid t-q"),
            vector(sheet, sheet.x(93), y + 38, self.table.inputs.q[i], f"q.{i}"),
        ]
        end = sheet.x(self.column(len(row.scores)) + 44)
        scores = joined(self.score(i, j, row, y) for j in range(len(row.scores)))
        powers = [self.amount(i, j, row, y, row.powers[j]) for j in range(len(row.powers))]
        weights = [self.weight(i, j, row, y) for j in range(len(row.weights))]
        powers.append(number(end, y + 39, sheet.number(row.total), "t-mid t-muted"))
        weights.append(number(end, y + 39, sheet.number(row.printed_sum), "t-mid t-muted"))
        return joined(
            [
                *asker,
                self.shown("score", scores),
                self.shown("power", joined(powers)),
                self.shown("weight", joined(weights)),
            ]
        )

    def score(self, i: int, j: int, row: LookupRow, y: float) -> Markup:
        """A hollow column on its zero line, below it where the score is negative."""
        sheet, x = self.sheet, self.column(j)
        highest = max(abs(s.as_float()) for one in self.table.rows for s in one.scores) or 1.0
        lowest = min(s.as_float() for one in self.table.rows for s in one.scores)
        room = 27.0 if lowest >= -highest / 2 else 20.0
        score, zero = row.scores[j].as_float(), y + 45 - (0 if room > 20 else 9)
        tall = abs(score) / highest * room
        start = sheet.x(x + 12, 26)
        parts = [line(f"M{start:.1f} {zero:.1f}h26", "p-line")]
        if tall >= 0.5:
            top = zero - tall if score > 0 else zero
            parts.append(rect(sheet.x(x + 19, 12), top, 12, tall, "p-score"))
        parts.append(
            number(sheet.x(x + 60), y + 39, sheet.number(row.scores[j]), self.size(row, j))
        )
        return joined([*parts, self.outline(self.moved.scores, i, j)])

    def amount(self, i: int, j: int, row: LookupRow, y: float, figure: Figure) -> Markup:
        """A power as a number."""
        shown = number(self.middle(j), y + 39, self.sheet.number(figure), self.size(row, j))
        return joined([shown, self.outline(self.moved.scores, i, j)])

    def weight(self, i: int, j: int, row: LookupRow, y: float) -> Markup:
        """A filled piece of a strip whose length is one."""
        begin, share = self.column(j) + 12, max(row.shares[j] * BAR, 1.5)
        x = self.sheet.x(begin, BAR)
        filled = self.sheet.x(begin, share)
        return joined(
            [
                rect(x, y + 47, BAR, 7, "p-rest", 3.5),
                rect(filled, y + 47, share, 7, "p-weight", min(3.5, share / 2)),
                number(
                    self.middle(j), y + 38, self.sheet.number(row.weights[j]), self.size(row, j)
                ),
                self.outline(self.moved.weights, i, j),
            ]
        )

    def size(self, row: LookupRow, j: int) -> str:
        """The top of a row is bold."""
        return "t-mid t-big t-bold" if j in row.tops else "t-mid t-big"

    def outline(self, cells: frozenset[tuple[int, int]], i: int, j: int) -> Markup:
        """Round what a change moved."""
        if (i, j) not in cells:
            return Markup()
        x = self.sheet.x(self.column(j) + 3, CELL - 6)
        return rect(x, HEAD + ROW * i + 4, CELL - 6, ROW - 8, "p-moved is-moved", 7)

    def frame(self) -> Markup:
        """Hairlines between the cells."""
        n = len(self.table.rows)
        bottom = HEAD + ROW * n
        upright = [
            line(f"M{self.sheet.x(self.column(j)):.1f} {HEAD:.0f}V{bottom:.0f}", "p-hair")
            for j in range(n + 1)
        ]
        start, width = self.sheet.x(4, self.column(n) - 4), self.column(n) - 4
        level = [
            line(f"M{start:.1f} {HEAD + ROW * i:.0f}h{width:.1f}", "p-hair") for i in range(n + 1)
        ]
        return joined(upright + level)

    def shown(self, position: str, part: Markup) -> Markup:
        """A part that one position of the switch shows."""
        return Markup('<g class="at-{}">{}</g>').format(position, part)
