"""Whether a database is sound: what SQLite can check, and what only we know."""

from collections.abc import Iterator

from sqlalchemy import select, text

from starlore.errors import StoreDamaged
from starlore.memory.stars import checksum
from starlore.store import schema, sql
from starlore.store.statements import Statement
from starlore.store.unit import SqlUnit

_PAGES = Statement(text("PRAGMA integrity_check(20)"))
_KEYS = Statement(text("PRAGMA foreign_key_check"))
_LEARNERS = Statement(select(schema.learner.c.id).order_by(schema.learner.c.id))
_CHECKSUMS = Statement(
    select(schema.star.c.star, schema.star.c.checksum)
    .where(schema.star.c.learner == sql.MINE)
    .order_by(schema.star.c.star)
)


def findings(unit: SqlUnit) -> Iterator[StoreDamaged]:
    """Say what is wrong, an error each, given and not raised; nothing when all is sound.

    Checked: pages and indices, references between tables, that no number of any device is missing
    in a learner's log, that heads stand at its end, and that stars match their checksums.
    """
    for (finding,) in unit.run(_PAGES).fetchall():
        if finding != "ok":
            yield StoreDamaged("fault.unsound.sqlite", finding=str(finding))
    for table, rowid, other, _ in unit.run(_KEYS).fetchall():
        yield StoreDamaged("fault.unsound.reference", row=str(rowid), table=table, other=other)
    for (learner,) in unit.run(_LEARNERS).fetchall():
        yield from _gaps(unit, learner)
        yield from _stars(unit, learner)


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
