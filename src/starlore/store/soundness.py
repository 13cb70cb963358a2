"""Whether a database is sound: what SQLite can check, and what only we know."""

import zlib
from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import create_engine, select, text

from starlore.errors import Refused, StoreDamaged
from starlore.lessons.keeping import content_hash
from starlore.memory.stars import checksum
from starlore.questions.codec import variant_hash
from starlore.store import schema, sql
from starlore.store.content import unpack
from starlore.store.rows import SHAPE_OF
from starlore.store.statements import Statement
from starlore.store.unit import SqlUnit
from starlore.study.records import AnswerRecord
from starlore.study.sheet_code import mark_of, read_code
from starlore.study.study_days import is_own_day

_PAGES = Statement(text("PRAGMA integrity_check(20)"))
_SCHEMA = text(
    "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index')"
    " AND sql IS NOT NULL AND name NOT IN ('alembic_version', 'sqlite_sequence')"
)
_GUARDS = Statement(text("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
_KEPT = Statement(select(schema.content_version.c.hash, schema.content_version.c.files))
_VARIANTS = Statement(
    select(*(schema.variant.c[n] for n in ("id", "variant_json", "variant_hash")))
    .where(schema.variant.c.learner == sql.MINE)
    .order_by(schema.variant.c.id)
)
_SHEETS = Statement(select(*(schema.sheet.c[n] for n in ("code", "lesson", "sheet_json"))))
_KEYS = Statement(text("PRAGMA foreign_key_check"))
_LEARNERS = Statement(select(schema.learner.c.id).order_by(schema.learner.c.id))
_CHECKSUMS = Statement(
    select(schema.star.c.star, schema.star.c.checksum)
    .where(schema.star.c.learner == sql.MINE)
    .order_by(schema.star.c.star)
)


def findings(unit: SqlUnit) -> Iterator[StoreDamaged]:
    """Say what is wrong, an error each, given and not raised; nothing when all is sound.

    Checked: pages and indices, the schema, references between tables, that no number of any
    device is missing in a learner's log, that heads stand at its end, that questions, lessons,
    sheets and stars match their checksums, and that answers stand on their study days.
    """
    for (finding,) in unit.run(_PAGES).fetchall():
        if finding != "ok":
            yield StoreDamaged("fault.unsound.sqlite", finding=str(finding))
    for name in _other_than_made(unit):
        yield StoreDamaged("fault.unsound.schema", name=name)
    for table, rowid, other, _ in unit.run(_KEYS).fetchall():
        yield StoreDamaged("fault.unsound.reference", row=str(rowid), table=table, other=other)
    yield from _content(unit)
    yield from _sheets(unit)
    for (learner,) in unit.run(_LEARNERS).fetchall():
        yield from _gaps(unit, learner)
        yield from _questions(unit, learner)
        yield from _stars(unit, learner)


def _other_than_made(unit: SqlUnit) -> list[str]:
    """Names of what differs from the schema: tables, indices, and the guards of the log."""
    made = create_engine("sqlite://")
    schema.metadata.create_all(made)
    with made.connect() as connection:
        wanted = _words(connection.execute(_SCHEMA).fetchall())
    made.dispose()
    found = _words(unit.run(Statement(_SCHEMA)).fetchall())
    guards = {f"{table.name}_never_{what}" for table in schema.LOG for what in ("changes", "goes")}
    lost = guards - {name for (name,) in unit.run(_GUARDS).fetchall()}
    differ = {name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)}
    return sorted(differ | lost)


def _words(rows: Iterable[Sequence[str]]) -> dict[str, list[str]]:
    """Of each table and index the words of its definition, whatever their order."""
    return {name: sorted(sql.replace(",", " ").split()) for name, sql in rows}


def _content(unit: SqlUnit) -> Iterator[StoreDamaged]:
    """What is kept of lessons under a hash that is not its own."""
    for hash_, packed in unit.stream(_KEPT):
        try:
            is_own = content_hash(unpack(packed)) == hash_
        except (ValueError, zlib.error, AttributeError, TypeError):
            is_own = False
        if not is_own:
            yield StoreDamaged("fault.unsound.content", hash=hash_)


def _sheets(unit: SqlUnit) -> Iterator[StoreDamaged]:
    """Kept sheets that are not those their codes were made of."""
    for code, lesson, held in unit.stream(_SHEETS):
        try:
            is_own = read_code(code).mark == mark_of(lesson, held)
        except Refused:
            is_own = False
        if not is_own:
            yield StoreDamaged("fault.unsound.sheet", code=code[:20])


def _questions(unit: SqlUnit, learner: str) -> Iterator[StoreDamaged]:
    """Questions that are not the ones their hashes name, and answers on the wrong day."""
    for id_, stored, hash_ in unit.stream(_VARIANTS, learner=learner):
        if variant_hash(stored) != hash_:
            yield StoreDamaged("fault.unsound.variant", learner=learner, id=id_)
    for row in unit.stream(sql.LOG["answer"], learner=learner):
        record = SHAPE_OF["answer"].to_record(row)
        assert isinstance(record, AnswerRecord)
        if variant_hash(record.variant_json) != record.variant_hash:
            yield StoreDamaged("fault.unsound.variant", learner=learner, id=record.stamp.id)
        if not is_own_day(record):
            yield StoreDamaged(
                "fault.unsound.study-day",
                learner=learner,
                id=record.stamp.id,
                day=record.study_day,
            )


def device_numbers(unit: SqlUnit, learner: str) -> dict[str, tuple[int, int, int]]:
    """Of each device: how many rows of the learner's log are its, the last number and time."""
    numbers: dict[str, tuple[int, int, int]] = {}
    for statement in sql.DEVICE_NUMBERS:
        for device, count, last, at_ms in unit.run(statement, learner=learner).fetchall():
            known = numbers.get(device, (0, 0, 0))
            numbers[device] = (known[0] + count, max(known[1], last), max(known[2], at_ms))
    return numbers


def _gaps(unit: SqlUnit, learner: str) -> Iterator[StoreDamaged]:
    numbers = device_numbers(unit, learner)
    for device, (count, last, _) in sorted(numbers.items()):
        if count != last:
            yield StoreDamaged(
                "fault.unsound.gap", learner=learner, device=device, last=last, count=count
            )
    heads = {row[1]: (row[2], row[0]) for row in unit.run(sql.HEADS, learner=learner).fetchall()}
    if heads != {device: (last, at_ms) for device, (_, last, at_ms) in numbers.items()}:
        yield StoreDamaged("fault.unsound.heads", learner=learner)


def _stars(unit: SqlUnit, learner: str) -> Iterator[StoreDamaged]:
    kept = dict(unit.run(_CHECKSUMS, learner=learner).fetchall())
    for star in unit.stars(learner):
        if checksum(star) != kept[star.star]:
            yield StoreDamaged("fault.unsound.star", learner=learner, star=star.star)
