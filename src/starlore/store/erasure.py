"""Erasing a learner: every row goes, in one transaction; a number without a name stays."""

from sqlalchemy import bindparam, delete, insert

from starlore.errors import NotFound
from starlore.store import schema, sql
from starlore.store.statements import Statement
from starlore.store.unit import SqlUnit

_BEGIN = Statement(insert(schema.erasing))
_END = Statement(delete(schema.erasing).where(schema.erasing.c.learner == sql.MINE))
_ROWS = [
    Statement(delete(table).where(table.c.learner == sql.MINE))
    for table in (*reversed(schema.LOG), schema.variant, schema.star)
]
_NAME = Statement(delete(schema.learner).where(schema.learner.c.id == sql.MINE))
_COUNT = Statement(insert(schema.erasure).values(rows_erased=bindparam("rows")))


def erase(unit: SqlUnit, learner: str, leave_count: bool = True) -> int:
    """Erase all rows of a learner: log, Variants, stars, the name itself.

    Released lessons stay: they are nobody's. Returns how many rows went.

    Raises:
        NotFound: if there is no such learner.
    """
    if not unit.run(sql.KNOWN_LEARNER, learner=learner).fetchone():
        raise NotFound("fault.learner.none")
    unit.insert(_BEGIN, (learner,))
    count = sum(unit.run(rows, learner=learner).rowcount for rows in _ROWS)
    unit.run(sql.DROP_HEADS, learner=learner)
    unit.run(_NAME, learner=learner)
    unit.run(_END, learner=learner)
    if leave_count:
        unit.run(_COUNT, rows=count)
    return count
