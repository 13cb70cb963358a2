"""Between dataclasses and rows of the database: one order of columns, one exact way each."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from functools import lru_cache
from operator import attrgetter
from typing import Any

from sqlalchemy import Table

from starlore.memory.stars import Star, checksum
from starlore.store import schema
from starlore.store.statements import Row
from starlore.study.records import (
    AnswerRecord,
    GradingRecord,
    LogRecord,
    SettingRecord,
    SheetRow,
    Stamp,
    StarActionRecord,
    VariantRow,
    VoidRecord,
)

STAMP = tuple(field.name for field in fields(Stamp))


class Shape:
    """How one kind of log record lies in its table.

    Attributes:
        table: its table. columns: names in order. types: of each column's value.
    """

    def __init__(self, table: Table, kind: type[LogRecord]) -> None:
        own = fields(kind)[1:]
        self.table = table
        self.kind = kind
        self.columns = STAMP + tuple(field.name for field in own)
        self.types: Mapping[str, type] = {f.name: _type(f.type) for f in (*fields(Stamp), *own)}
        self.to_row = attrgetter(
            *(f"stamp.{name}" for name in STAMP), *(field.name for field in own)
        )
        self._claims = [i for i, name in enumerate(self.columns) if self.types[name] is bool]

    def to_record(self, row: Row) -> LogRecord:
        """The record a row was written from."""
        values = list(row)
        for place in self._claims:
            values[place] = bool(values[place])
        make: Any = self.kind
        record: LogRecord = make(Stamp(*values[: len(STAMP)]), *values[len(STAMP) :])
        return record

    def to_values(self, row: Row) -> dict[str, Any]:
        """A row by the names of its columns, claims as True or False."""
        return {
            name: bool(value) if self.types[name] is bool else value
            for name, value in zip(self.columns, row, strict=True)
        }


def _type(annotation: object) -> type:
    assert isinstance(annotation, type)
    return annotation


SHAPES: Mapping[type[LogRecord], Shape] = {
    AnswerRecord: Shape(schema.answer, AnswerRecord),
    GradingRecord: Shape(schema.grading, GradingRecord),
    VoidRecord: Shape(schema.void, VoidRecord),
    SettingRecord: Shape(schema.setting_change, SettingRecord),
    StarActionRecord: Shape(schema.star_action, StarActionRecord),
}
"""In the order of `schema.LOG`."""

SHAPE_OF: Mapping[str, Shape] = {shape.table.name: shape for shape in SHAPES.values()}
"""By the name of the table."""

VARIANT = tuple(field.name for field in fields(VariantRow))
VARIANT_TYPES: Mapping[str, type] = {f.name: _type(f.type) for f in fields(VariantRow)}
variant_to_row = attrgetter(*VARIANT)
sheet_to_row = attrgetter(*(field.name for field in fields(SheetRow)))

_DATED = ("last_study_day", "due_day", "buried_until", "practised_on")
_DAYS = [Star._fields.index(name) for name in _DATED]
_DAY = date.fromisoformat
day_of = lru_cache(maxsize=8192)(date.fromisoformat)
"""The day of an ISO date; many stars share few days."""


STAR_NOW = tuple(f"now_{name}" for name in (*Star._fields[1:], "checksum"))
"""What the values of a star's row behind its id are called where they replace others."""


def star_to_row(star: Star) -> Row:
    """A star as it is kept, without its learner, its checksum behind it."""
    values: list[Any] = list(star)
    for place in _DAYS:
        values[place] = values[place] and values[place].isoformat()
    return (*values, checksum(star))


@lru_cache(maxsize=8192)
def row_to_star(row: Row) -> Star:
    """The star of a row without learner and checksum. Few of many stars change with an answer, so
    the others are not made again."""
    star, s, d, last_day, due_day, count, right, lapses, is_stuck, is_ember, *rest = row
    status, buried_until, floor, last_at_ms, last_answer, version, times, practised_on = rest
    return Star(
        star, s, d, _DAY(last_day), _DAY(due_day), count, right, lapses, is_stuck == 1,
        is_ember == 1, status, _DAY(buried_until) if buried_until else None, floor, last_at_ms,
        last_answer, version, times, _DAY(practised_on) if practised_on else None,
    )  # fmt: skip
