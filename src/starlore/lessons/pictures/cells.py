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
        most, got = {"rows": MOST_ROWS, "numbers": MOST_CELLS}, str([len(row) for row in made])
        raise LessonError("check.picture.cells.size", **most, got=got)
    lit = frozenset(_pair(pair, len(made), long) for pair in _several(named.get("lit", ())))
    frame = _several(named["frame"]) if "frame" in named else ()
    if not frame:
        return Cells(made, lit, None)
    first, span = (count_of(part, "cells") for part in frame) if len(frame) == 2 else (0, 0)
    if not 1 <= span <= long - first:
        raise LessonError("check.picture.cells.frame", cells=long)
    return Cells(made, lit, (first, span))


def _several(data: object) -> Sequence[object]:
    return list_of(data, "cells: lit, frame", "whole-pairs", least=0)


def _pair(data: object, rows: int, columns: int) -> tuple[int, int]:
    parts = _several(data)
    if len(parts) != 2:
        raise LessonError("check.picture.cells.pairs")
    row, place = (count_of(part, "cells") for part in parts)
    if row >= rows or place >= columns:
        size = {"rows": rows, "columns": columns}
        raise LessonError("check.picture.cells.outside", got=f"{row}, {place}", **size)
    return row, place
