"""Rows of numbers in cells, with heads, what shines and what waits, a cursor and a frame."""

from collections.abc import Iterator
from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.kinds.names import named
from starlore.animation.marks import Mark, lit, number, rect
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

HEAD, FOOT, MOST_WIDE, MOST_TALL, DIM = 44.0, 4.0, 104.0, 58.0, 0.6

SLIM = 52.0

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Cells:
    """A table as it is drawn.

    Attributes:
        rows: numbers, each row as long as the first or shorter. names, askers: heads of columns
            and rows. lit: cells that shine, None: all alike. cursor: the row one reads along, -1.
        frame: first place and span of the frame over one row, empty: none. framed: which row.
        is_bare: cells are drawn without their numbers.
    """

    rows: tuple[tuple[Figure, ...], ...]
    names: tuple[str, ...]
    askers: tuple[str, ...]
    lit: Pairs | None
    cursor: int
    frame: tuple[int, ...]
    is_bare: bool
    mark: str
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """The cells from the first row down."""
        return tuple(self._marks(box, ink))

    @property
    def _columns(self) -> int:
        return max(len(self.names), *(len(row) for row in self.rows))

    def _marks(self, box: Box, ink: Ink) -> Iterator[Mark]:
        side = HEAD if self.askers else 0.0
        above = HEAD if self.names else 0.0
        wide = min(MOST_WIDE, (box.w - side) / self._columns)
        count = max(len(self.rows), len(self.askers))
        tall = min(MOST_TALL, (box.h - above - FOOT) / count)
        left = box.x + (box.w - side - wide * self._columns) / 2 + side
        top = box.y + (box.h - above - tall * count) / 2 + above
        for at, name in enumerate(self.names):
            yield named(f"c{at}.s", name, left + wide * (at + 0.5), top - 20, ink)
        for at, name in enumerate(self.askers):
            yield named(f"r{at}.s", name, left - 24, top + tall * (at + 0.5), ink)
        if self.cursor >= 0:
            y, whole = top + tall * self.cursor, wide * self._columns
            yield rect("cursor", left - side, y, whole + side, tall, "p-tint")
        for row, cells in enumerate(self.rows):
            for at, cell in enumerate(cells):
                spot = (left + wide * at, top + tall * row, wide, tall)
                yield from self._cell(row, at, cell, spot, ink)
        if self.frame:
            first, span = self.frame
            yield rect("frame", left + wide * first, top, wide * span, tall, "p-focus")

    def _cell(
        self, row: int, at: int, cell: Figure, spot: tuple[float, float, float, float], ink: Ink
    ) -> Iterator[Mark]:
        x, y, wide, tall = spot
        is_lit = self.lit is None or (row, at) in self.lit
        gap = 2.0 if wide > 12 else 0.5
        drawn = rect(
            f"{row}.{at}", x + gap, y + gap, wide - 2 * gap, tall - 2 * gap, self._paint(row, at)
        )
        yield lit(drawn, 1.0 if is_lit else DIM)
        if not self.is_bare:
            bold = " t-bold" if self.lit is not None and is_lit else ""
            small = " t-slim" if wide < SLIM else ""
            on = " t-on" if self._paint(row, at) == "p-weight" else ""
            shown = number(
                f"{row}.{at}.n",
                x + wide / 2,
                y + tall / 2 + 6,
                ink.number(cell),
                f"t-mid{small}{bold}{on}",
            )
            yield lit(shown, 1.0 if is_lit else 0.75)

    def _paint(self, row: int, at: int) -> str:
        """A cell's paint: filled where it shines and cells are weights."""
        if self.mark == "weight" and self.lit is not None and (row, at) in self.lit:
            return "p-weight"
        return "p-rest"

    def told(self, ink: Ink) -> str:
        """Row by row."""
        if self.is_bare:
            count = len(self.lit or ())
            return ink.say("told-lit", n=count) if self.lit is not None else ""
        said = []
        for at, row in enumerate(self.rows):
            numbers = ink.say("and").join(map(ink.number, row))
            said.append(f"{ink.who(self.askers[at])}: {numbers}" if self.askers else numbers)
        return ink.say("told", things=ink.clauses(said))

    def figures(self) -> tuple[Figure, ...]:
        """Every number in a cell."""
        return () if self.is_bare else tuple(cell for row in self.rows for cell in row)


def cells(given: Given) -> Cells:
    """Of rows of numbers; `names`, `askers`, `lit`, `cursor`, `frame`, `mark`, `numbers`."""
    rows, names, askers = given.rows(), given.names(), given.names("askers")
    if askers and len(askers) < len(rows):
        raise LessonError("check.scene.cells.askers")
    is_lit = "lit" in given.options
    pairs = given.pairs("lit")
    frame = given.places("frame")
    if frame and len(frame) != 2:
        raise LessonError("check.scene.cells.frame")
    return Cells(
        rows=rows,
        names=names,
        askers=askers,
        lit=pairs if is_lit else None,
        cursor=given.named("cursor", askers),
        frame=frame,
        is_bare=given.choice("numbers", "shown", "none") == "none",
        mark=given.choice("mark", "plain", "weight"),
    )
