"""One input through three learned tables: each row is taken as often as the input says, and added.

The input and every number of the tables can be changed; the other inputs go through the same
tables, so a change shows at all of them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from starlore.errors import LessonError, Worded
from starlore.figures import Figure
from starlore.lessons.pictures.data import list_of, map_of, rows_of, short
from starlore.lessons.pictures.dials import Dial, stand, turnable

PARTS = ("q", "k", "v")
FARTHEST = Decimal(20)
FEWEST, MOST, WIDEST = 2, 4, 3

Vector = tuple[Figure, ...]
Table = tuple[Vector, ...]
Tables = tuple[Table, ...]


@dataclass(frozen=True)
class Projected:
    """An input with what each table makes of it: query, key, value."""

    name: str
    x: Vector
    made: tuple[Vector, ...]


@dataclass(frozen=True)
class Project:
    """The tables, the input that goes through them, and the named inputs.

    Attributes:
        tables: for queries, keys and values; a row for each number of an input.
        begun: the tables as the lesson has them.
        now: the input that is drawn. others: every named input, through the tables as they are.
    """

    tables: Tables
    begun: Tables
    now: Projected
    others: tuple[Projected, ...]

    @property
    def lit(self) -> frozenset[int]:
        """The rows that are taken: those whose number in the input is not zero."""
        return frozenset(at for at, part in enumerate(self.now.x) if part.value)

    @property
    def moved(self) -> tuple[int, ...]:
        """How many queries, keys and values of the named inputs the changed tables moved."""
        before = [_projected(other.name, other.x, self.begun) for other in self.others]
        return tuple(
            sum(
                was.made[part] != now.made[part]
                for was, now in zip(before, self.others, strict=True)
            )
            for part in range(len(PARTS))
        )

    @property
    def dials(self) -> tuple[Dial, ...]:
        """The input's numbers, then those of the tables, row by row."""
        return (*_input_dials(self.now.x), *_table_dials(self.tables))

    def turned(self, at: Mapping[str, Decimal]) -> "Project":
        """Another input through other tables."""
        stands = iter([Figure(stand(dial, at).at) for dial in self.dials])
        x = tuple(next(stands) for _ in self.now.x)
        tables = tuple(
            tuple(tuple(next(stands) for _ in row) for row in table) for table in self.tables
        )
        named = [(other.name, other.x) for other in self.others]
        return _project(x, named, tables, self.begun)


def project(data: object) -> Project:
    """Inputs and tables of a map with `x`, `signs`, `q`, `k` and `v`.

    Raises:
        LessonError: if a table has not one row for each number of an input.
    """
    map_ = map_of(data, "project", ("x", "signs", *PARTS))
    inputs, signs = _table(map_["x"]), list_of(map_["signs"], "project: signs", "names")
    tables = tuple(_table(map_[part]) for part in PARTS)
    rows = len(inputs[0])
    if len(signs) != len(inputs):
        raise LessonError("check.picture.project.signs")
    if not FEWEST <= rows <= MOST or any(len(table) != rows for table in tables):
        counts = {"fewest": FEWEST, "most": MOST, "numbers": rows}
        got = str([len(table) for table in tables])
        raise LessonError("check.picture.project.rows", **counts, rows=got)
    if any(len(table[0]) > WIDEST for table in tables):
        raise LessonError("check.picture.project.wide", most=WIDEST)
    named = [(str(sign), x) for sign, x in zip(signs, inputs, strict=True)]
    return _project(inputs[0], named, tables, tables)


def _project(x: Vector, named: list[tuple[str, Vector]], tables: Tables, begun: Tables) -> Project:
    name = next((sign for sign, other in named if other == x), "")
    others = tuple(_projected(sign, other, tables) for sign, other in named)
    return Project(tables, begun, _projected(name, x, tables), others)


def _projected(name: str, x: Vector, tables: Tables) -> Projected:
    return Projected(name, x, tuple(_times(x, table) for table in tables))


def _times(x: Vector, table: Table) -> Vector:
    """The rows, each as often as the input says, added exactly."""
    return tuple(
        short(
            sum(
                (Fraction(a.value) * Fraction(b.value) for a, b in zip(x, column, strict=True)),
                Fraction(0),
            ),
            longest=3,
        )
        for column in zip(*table, strict=True)
    )


def _table(data: object) -> Table:
    given = rows_of(data, "project")
    rows = tuple(tuple(turnable(one, "project") for one in row) for row in given)
    if {len(row) for row in rows} != {len(rows[0])} or len(rows) > MOST:
        raise LessonError("check.picture.project.table", most=MOST)
    if any(abs(Fraction(part.value)) > FARTHEST for row in rows for part in row):
        ends = {"least": str(-FARTHEST), "most": str(FARTHEST)}
        raise LessonError("check.picture.project.bounds", **ends)
    return rows


def _input_dials(x: Vector) -> Iterator[Dial]:
    for at, part in enumerate(x):
        word = Worded("picture.dial.input", which=str(at + 1))
        yield Dial(f"x.{at}", word, part.shown, -FARTHEST, FARTHEST)


def _table_dials(tables: Tables) -> Iterator[Dial]:
    for part, table in zip(PARTS, tables, strict=True):
        for i, row in enumerate(table):
            for j, cell in enumerate(row):
                word = Worded("picture.dial.cell", part=part, row=str(i + 1), which=str(j + 1))
                yield Dial(f"{part}.{i}.{j}", word, cell.shown, -FARTHEST, FARTHEST)
