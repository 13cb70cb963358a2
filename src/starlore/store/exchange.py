"""A learner's rows out as JSON lines, and in again: export, erase, import, export: the same bytes.

The first line names the format, the learner and how many lines follow. Then come the files of the
lessons that were asked from, the questions shown, and each log table in log order. No other line
names a learner, so no file can carry rows of two. Stars are left out: they are folded.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from starlore.errors import Conflict, NotFound, Refused
from starlore.store import sql
from starlore.store.content import unpack
from starlore.store.erasure import erase
from starlore.store.lines import (
    files_to_text,
    header,
    line,
    read_header,
    read_line,
    text_to_files,
)
from starlore.store.rows import SHAPE_OF, VARIANT
from starlore.store.soundness import device_numbers
from starlore.store.unit import SqlUnit
from starlore.study.records import LogRecord, VariantRow


def export(unit: SqlUnit, learner: str) -> Iterator[str]:
    """Give every row of a learner as lines, in a fixed order.

    Raises:
        NotFound: if there is no such learner.
    """
    if not unit.run(sql.KNOWN_LEARNER, learner=learner).fetchone():
        raise NotFound("fault.learner.none")
    counts = (unit.run(count, learner=learner).fetchone()[0] for count in sql.EXPORT_COUNTS)
    yield header(learner, sum(counts))
    for hash_, files in unit.stream(sql.CONTENT_OF, learner=learner):
        yield line("content_version", {"hash": hash_, "files": files_to_text(unpack(files))})
    for row in unit.stream(sql.VARIANTS, learner=learner):
        yield line("variant", dict(zip(VARIANT, row, strict=True)))
    for table, shape in SHAPE_OF.items():
        for row in unit.stream(sql.LOG[table], learner=learner):
            yield line(table, shape.to_values(row))


def take_in(unit: SqlUnit, lines: Iterable[str], now_ms: int) -> str:
    """Write the rows of an export; those already here are skipped. Returns the learner's id.

    The learner's stars are dropped: the log they were folded from has changed.

    Raises:
        Refused: naming the line, if one cannot be understood, differs from the row of the same id
            here, or is missing; or if another local learner's log is here. The caller's
            transaction must then be rolled back.
    """
    numbered = enumerate((text for text in lines if text.strip()), 1)
    number, text = next(numbered, (1, ""))
    try:
        learner, count = read_header(text)
        _make_room(unit, learner, now_ms)
        for number, text in numbered:  # noqa: B007 - told below
            table, values = read_line(text)
            _take(unit, learner, table, values)
        if number - 1 != count:
            raise Refused("fault.import.short", count=count)
        _move_heads(unit, learner)
        _check_voids(unit, learner)
    except Refused as error:
        raise Refused("fault.import.line", line=number, fault=error) from error
    unit.replace_stars(learner, ())
    return learner


def _make_room(unit: SqlUnit, learner: str, now_ms: int) -> None:
    """Make the learner local where nobody is, or where nobody has written yet."""
    row = unit.run(sql.LOCAL).fetchone()
    if row is not None and row[0] != learner:
        if unit.run(sql.HEADS, learner=row[0]).fetchall():
            raise Refused("fault.import.another-learner")
        erase(unit, row[0], leave_count=False)
        row = None
    unit.meet(learner, now_ms)
    if row is None:
        unit.run(sql.MAKE_LOCAL, learner=learner)


def _take(unit: SqlUnit, learner: str, table: str, values: Mapping[str, Any]) -> None:
    """Write one row, unless it is here already."""
    if table == "content_version":
        _take_content(unit, values["hash"], text_to_files(values["files"]))
    elif table == "variant":
        _take_variant(unit, VariantRow(learner=learner, **values))
    else:
        shape = SHAPE_OF[table]
        row = tuple(values[name] if name != "learner" else learner for name in shape.columns)
        _take_record(unit, table, shape.to_record(row))


def _take_content(unit: SqlUnit, hash_: str, files: Mapping[str, bytes]) -> None:
    known = unit.content(hash_)
    if known is None:
        unit.keep_content(hash_, files)
    elif known != files:
        raise Conflict("fault.import.other-files", hash=hash_)


def _take_variant(unit: SqlUnit, row: VariantRow) -> None:
    known = unit.variant(row.learner, row.id)
    if known is None:
        try:
            unit.put_variant(row)
        except (ValueError, AttributeError) as error:
            raise Refused("fault.import.no-variant", id=row.id, why=str(error)) from error
    elif known != row:
        raise Conflict("fault.import.other-question", id=row.id)


def _take_record(unit: SqlUnit, table: str, record: LogRecord) -> None:
    stamp = record.stamp
    known = unit.find_record(stamp.learner, stamp.id)
    if known is None:
        if unit.run(
            sql.NUMBER_TAKEN[table],
            learner=stamp.learner,
            on_device=stamp.device,
            number=stamp.device_seq,
        ).fetchone():
            raise Conflict(
                "fault.import.other-number", device=stamp.device, number=stamp.device_seq
            )
        if table != "void":
            unit.check(record)
        unit.write(record)
    elif known != record:
        raise Conflict("fault.import.other-row", id=stamp.id)


def _move_heads(unit: SqlUnit, learner: str) -> None:
    """Set each device's head to its last row; the numbers up to it must all be there."""
    unit.run(sql.DROP_HEADS, learner=learner)
    for device, (count, last, at_ms) in device_numbers(unit, learner).items():
        if count != last:
            raise Refused("fault.import.gap", device=device, last=last, count=count)
        unit.insert(sql.NEW_HEAD, (learner, device, last, at_ms))


def _check_voids(unit: SqlUnit, learner: str) -> None:
    """Every void points at a row that is there, in whatever order they came."""
    for void in unit.stream(sql.LOG["void"], learner=learner):
        record = SHAPE_OF["void"].to_record(void)
        unit.check(record)
