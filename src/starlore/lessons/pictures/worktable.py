"""A table to read from or to fill in by hand: names of columns, and rows that begin with a name."""

from dataclasses import dataclass

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.lessons.pictures.data import figure_of, list_of, map_of

MOST_ROWS, MOST_COLUMNS = 12, 12

Cell = str | tuple[Figure, ...]
"""A name (a sign, a word of the pictures, or as it stands), or numbers: several are a vector."""


@dataclass(frozen=True)
class Worktable:
    """A table of a worksheet.

    Attributes:
        names: of the columns, that of the rows' names first. rows: each begins with its name.
        is_blank: its cells are to be filled in by hand; the names stand there.
    """

    names: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    is_blank: bool


def worktable(data: object) -> Worktable:
    """A table of a map with `names` and `rows`, and `blank` where it is to be filled in."""
    named = map_of(data, "worktable", ("names", "rows"))
    names = tuple(map(_cell, list_of(named["names"], "worktable: names", "names", least=2)))
    rows = tuple(
        tuple(map(_cell, list_of(row, "worktable: rows", "cells")))
        for row in list_of(named["rows"], "worktable: rows", "rows")
    )
    if len(rows) > MOST_ROWS or len(names) > MOST_COLUMNS:
        most, got = {"rows": MOST_ROWS, "columns": MOST_COLUMNS}, (len(rows), len(names))
        raise LessonError("check.picture.worktable.size", **most, got="{} × {}".format(*got))
    for row in rows:
        if len(row) != len(names):
            cells = {"names": len(names), "got": len(row)}
            raise LessonError("check.picture.worktable.row", **cells)
    return Worktable(names, rows, named.get("blank", False) is True)


def _cell(data: object) -> Cell:
    """A name, a number or a vector."""
    if isinstance(data, str):
        return data
    if isinstance(data, tuple | list):
        return tuple(figure_of(part, "worktable") for part in data)
    return (figure_of(data, "worktable"),)
