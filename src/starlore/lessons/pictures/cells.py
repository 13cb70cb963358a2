"""Rows of cells: numbers side by side, some lit, a frame over a few of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.lessons.pictures.data import count_of, list_of, map_of, rows_of

MOST_CELLS, MOST_ROWS = 24, 6


@dataclass(frozen=True)
class Cells:
    """Rows of equally many numbers.

    Attributes:
        lit: places that shine, by row and column from 0. frame: its first place in the first row
            and how many it spans, None where there is none.
    """

    rows: tuple[tuple[Figure, ...], ...]
    lit: frozenset[tuple[int, int]]
    frame: tuple[int, int] | None


def cells(data: object) -> Cells:
    """Cells of a map with `rows`, and `lit` (pairs) and `frame` (first, how many) where wanted."""
    named = map_of(data, "cells", ("rows",))
    made = rows_of(named["rows"], "cells")
    long = len(made[0])
    if {len(row) for row in made} != {long} or long > MOST_CELLS or len(made) > MOST_ROWS:
        raise LessonError(
            f"cells: at most {MOST_ROWS} rows of at most {MOST_CELLS} numbers, all of one length; "
            f"got {[len(row) for row in made]}"
        )
    lit = frozenset(_pair(pair, len(made), long) for pair in _several(named.get("lit", ())))
    frame = _several(named["frame"]) if "frame" in named else ()
    if not frame:
        return Cells(made, lit, None)
    first, span = (count_of(part, "cells") for part in frame) if len(frame) == 2 else (0, 0)
    if not 1 <= span <= long - first:
        raise LessonError(f"cells: a frame is its first place and its span within {long} cells")
    return Cells(made, lit, (first, span))


def _several(data: object) -> Sequence[object]:
    return list_of(data, "cells: lit, or frame,", "pairs of whole numbers", least=0)


def _pair(data: object, rows: int, columns: int) -> tuple[int, int]:
    parts = _several(data)
    if len(parts) != 2:
        raise LessonError("cells: lit is a list of pairs: row and place, counted from 0")
    row, place = (count_of(part, "cells") for part in parts)
    if row >= rows or place >= columns:
        raise LessonError(f"cells: {row}, {place} is outside {rows} rows of {columns} cells")
    return row, place
