"""A table of weights over a sentence: rows ask, columns are asked."""

from dataclasses import dataclass

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.lessons.pictures.data import count_of, list_of, map_of, rows_of


@dataclass(frozen=True)
class WeightsTable:
    """Words and their weights; `asker` is the row that is asked about, None if none is."""

    words: tuple[str, ...]
    rows: tuple[tuple[Figure, ...], ...]
    asker: int | None

    @property
    def tops(self) -> tuple[frozenset[int], ...]:
        """Of each row, the places it reads most."""
        highest = [max(weight.shown for weight in row) for row in self.rows]
        return tuple(
            frozenset(j for j, weight in enumerate(row) if weight.shown == most)
            for row, most in zip(self.rows, highest, strict=True)
        )


def weights_table(data: object) -> WeightsTable:
    """A table of a map with `words` and `rows`."""
    named = map_of(data, "weights-table", ("words", "rows"))
    words = list_of(named["words"], "weights-table: words", "words")
    table = rows_of(named["rows"], "weights-table")
    if {len(table), *(len(row) for row in table)} != {len(words)}:
        counts = {"words": len(words), "rows": len(table)}
        widths = str([len(row) for row in table])
        raise LessonError("check.picture.weights-table.size", **counts, widths=widths)
    asker = named.get("asker")
    place = None if asker is None else count_of(asker, "weights-table")
    if place is not None and place >= len(words):
        raise LessonError("check.picture.weights-table.asker", rows=len(words), got=str(place))
    return WeightsTable(tuple(str(word) for word in words), table, place)
