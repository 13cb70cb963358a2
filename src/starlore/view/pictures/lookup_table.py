"""The lookup table drawn: queries at the side, keys above, three positions of one switch.

Score is hollow and weight is filled; the switch works without a script. What a change moved
is outlined. The triangle of shares stands below where there are three places: its corners are
the values, a point's place is its three weights.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.lookup_table import LookupRow, LookupTable
from starlore.view.pictures.columns import Upright
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.lookup_fields import lookup_fields
from starlore.view.pictures.lookup_triangle import outputs_line, triangle
from starlore.view.pictures.lookup_twin import lookup_alt, lookup_told, lookup_twin
from starlore.view.pictures.sheet import Sheet, drawing, used, vector
from starlore.view.pictures.strip import piece
from starlore.view.svg import joined, line, markup, number, rect, text

HEAD, ROW, SIDE, CELL, EDGE = 78.0, 66.0, 122.0, 88.0, 84.0
BAR, THICK, COLUMN = 64.0, 7.0, 26.0
SCORE_TOP, SCORE_ROOM = 12.0, 36.0
TRIANGLE = 236.0
CELLS = ("score", "power", "weight")


def width_of(table: LookupTable) -> float:
    """The drawing's width: a column for each that is asked."""
    return SIDE + CELL * len(table.rows) + EDGE


def lookup_switch(table: LookupTable, sheet: Sheet) -> Markup:
    """What the cells show: one position for each step from scores to weights."""
    choices = joined(
        markup(
            '<label><input type="radio" name="cells-{}" value="{}"{}>{}</label>',
            sheet.picture,
            cell,
            Markup(" checked") if cell == "weight" else "",
            sheet.say(cell),
        )
        for cell in CELLS
    )
    return markup(
        '<fieldset><legend class="unseen">{}</legend><span class="switch">{}</span></fieldset>',
        sheet.say("cells"),
        choices,
    )


def lookup_svg(table: LookupTable, alt: str, sheet: Sheet) -> Markup:
    """Grid, triangle and outputs as one drawing."""
    n = len(table.rows)
    grid = _Grid(sheet, table)
    top = HEAD + ROW * n + 46
    parts = [grid.mark(), grid.corner(), grid.heads(), grid.rows(), grid.frame()]
    if n == 3:
        parts.append(triangle(sheet, table, top))
        top += TRIANGLE + 34
    outputs, height = outputs_line(sheet, table, top)
    return drawing(sheet.width, top + height - 12, sheet.axis, alt, joined([*parts, outputs]))


@dataclass(frozen=True)
class _Grid:
    """The table's cells on their sheet."""

    sheet: Sheet
    table: LookupTable

    def column(self, j: int) -> float:
        """Where a column begins, in reading order."""
        return SIDE + CELL * j

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
                text(sheet.x(95), 34, sheet.say("is-asked"), "t-small t-end"),
                Markup(arrow).format(way, sheet.x(106), 32),
                text(sheet.x(87), 64, sheet.say("asks"), "t-small t-end"),
                Markup(arrow).format("M0-8V4M-4 0L0 4L4 0", sheet.x(98), 61),
            ]
        )

    def heads(self) -> Markup:
        """Above each column who is asked, and its key; above the last what is added."""
        sheet, parts = self.sheet, []
        for j, name in enumerate(self.table.inputs.signs):
            x = self.column(j)
            parts += [
                sheet.who_svg(name, sheet.x(x + 35, 18), 14, 18),
                used("key", sheet.x(x + 4, 12), 45, 12, "t-k"),
                text(sheet.x(x + 24), 56, "K", "t-letter t-mid t-k"),
                vector(sheet, sheet.x(x + 58), 57, self.table.inputs.k[j], f"k.{j}"),
            ]
        word = text(self.end, 57, sheet.say("sum"), "t-small t-mid")
        return joined([*parts, _shown("power", word), _shown("weight", word)])

    def rows(self) -> Markup:
        """A row per asker: its query, and its cells in all three positions of the switch."""
        return joined(
            [
                *(self.asker(i) for i in range(len(self.table.rows))),
                _shown("score", joined(self.scores())),
                _shown("power", joined(self.powers())),
                _shown("weight", joined(self.weights())),
            ]
        )

    def asker(self, i: int) -> Markup:
        """Who asks, and its query."""
        sheet, y = self.sheet, HEAD + ROW * i
        return joined(
            [
                sheet.who_svg(self.table.inputs.signs[i], sheet.x(14, 18), y + 24, 18),
                used("query", sheet.x(39, 13), y + 26.5, 13, "t-q"),
                text(sheet.x(61), y + 38, "Q", "t-letter t-mid t-q"),
                vector(sheet, sheet.x(93), y + 38, self.table.inputs.q[i], f"q.{i}"),
            ]
        )

    def scores(self) -> Iterator[Markup]:
        """Hollow columns on the zero line of their row, and beside them their numbers."""
        heights = [[score.as_float() for score in row.scores] for row in self.table.rows]
        up, down = (max(1e-3, *(way * h for row in heights for h in row)) for way in (1, -1))
        left = SIDE + (COLUMN - CELL) / 2 + 12
        for i, row in enumerate(self.table.rows):
            y = HEAD + ROW * i
            upright = Upright(
                self.sheet, y + SCORE_TOP, SCORE_ROOM, up, down, CELL, COLUMN / 2, left
            )
            for j, height in enumerate(heights[i]):
                start = upright.middle(j) - COLUMN / 2
                yield line(f"M{start:.1f} {upright.zero:.1f}h{COLUMN:.0f}", "p-line")
                yield upright.column(j, height, "p-score") if height else Markup()
            yield self.numbers(row, row.scores, y + 39, CELL / 2 + 16)
        yield self.outlines(self.table.moved.scores)

    def powers(self) -> Iterator[Markup]:
        """e to each score, and what they add to."""
        for i, row in enumerate(self.table.rows):
            yield self.numbers(row, row.powers, HEAD + ROW * i + 39)
            yield self.sum(i, row.total)
        yield self.outlines(self.table.moved.scores)

    def weights(self) -> Iterator[Markup]:
        """Filled pieces of strips whose length is one, and what they add to."""
        for i, row in enumerate(self.table.rows):
            y = HEAD + ROW * i
            for j, share in enumerate(row.shares):
                yield piece(self.sheet, self.column(j) + 12, y + 47, BAR, THICK, share)
            yield self.numbers(row, row.weights, y + 38)
            yield self.sum(i, row.printed_sum)
        yield self.outlines(self.table.moved.weights)

    def numbers(
        self, row: LookupRow, figures: Sequence[Figure], y: float, at: float = CELL / 2
    ) -> Markup:
        """The numbers of a row, so far into their cells; its tops are bold."""
        return joined(
            number(
                self.sheet.x(self.column(j) + at),
                y,
                self.sheet.number(figure),
                "t-mid t-big t-bold" if j in row.tops else "t-mid t-big",
            )
            for j, figure in enumerate(figures)
        )

    @property
    def end(self) -> float:
        """The middle of what stands behind the cells."""
        return self.sheet.x(self.column(len(self.table.rows)) + 44)

    def sum(self, i: int, figure: Figure) -> Markup:
        """What a row adds to."""
        return number(self.end, HEAD + ROW * i + 39, self.sheet.number(figure), "t-mid t-muted")

    def outlines(self, cells: frozenset[tuple[int, int]]) -> Markup:
        """Round what a change moved."""
        return joined(
            rect(
                self.sheet.x(self.column(j) + 3, CELL - 6),
                HEAD + ROW * i + 4,
                CELL - 6,
                ROW - 8,
                "p-moved is-moved",
                7,
            )
            for i, j in sorted(cells)
        )

    def frame(self) -> Markup:
        """Hairlines between the cells."""
        n = len(self.table.rows)
        wide = self.column(n) - 4
        start, ends = self.sheet.x(4, wide), f"{HEAD:.0f}V{HEAD + ROW * n:.0f}"
        upright = (f"M{self.sheet.x(self.column(j)):.1f} {ends}" for j in range(n + 1))
        level = (f"M{start:.1f} {HEAD + ROW * i:.0f}h{wide:.1f}" for i in range(n + 1))
        return joined(line(path, "p-hair") for path in (*upright, *level))


def _shown(position: str, part: Markup) -> Markup:
    """A part that one position of the switch shows."""
    return markup('<g class="at-{}">{}</g>', position, part)


DRAWN = Drawn(
    lookup_svg,
    lookup_twin,
    width_of,
    told=lookup_told,
    alt=lookup_alt,
    fields=lookup_fields,
    above=lookup_switch,
    twin_name="twin-lookup",
)
