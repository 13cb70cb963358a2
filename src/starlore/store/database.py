"""The Store on an SQL database: transactions, who is here, and what concerns whole learners."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import Engine, insert, select

from starlore.errors import StoreDamaged
from starlore.store import exchange, schema, sql
from starlore.store.erasure import erase
from starlore.store.faults import told
from starlore.store.soundness import findings
from starlore.store.statements import Statement
from starlore.store.unit import SqlUnit
from starlore.store.writers import Writers
from starlore.study.port import Unit

Bits = Callable[[int], int]

_HERE = Statement(select(schema.installation.c.id).where(schema.installation.c.is_here == 1))
_NEW_DEVICE = Statement(insert(schema.installation))
_LEARNERS = Statement(select(schema.learner.c.id).order_by(schema.learner.c.id))


class Database:
    """A Store; made by `open_store`. Threads may share it: writers take turns, readers never wait.

    Args:
        engine: connections to the database, its schema up to date.
        path: where it lies, for messages.
        bits: the source of chance for ids.
    """

    def __init__(self, engine: Engine, path: Path, bits: Bits) -> None:
        self._engine = engine
        self._path = path
        self._bits = bits
        self._writers = Writers(engine.raw_connection)
        self._device = ""

    @contextmanager
    def write(self) -> Iterator[SqlUnit]:
        """Begin a transaction that may write; see the port."""
        with told(self._path), self._writers.turn() as connection:
            yield SqlUnit(connection, self._engine.dialect)

    @contextmanager
    def read(self) -> Iterator[SqlUnit]:
        """Begin a transaction that only reads; see the port."""
        with told(self._path):
            pooled = self._engine.raw_connection()
            connection: Any = pooled.driver_connection
            try:
                connection.execute("BEGIN")
                yield SqlUnit(connection, self._engine.dialect)
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                pooled.close()

    def device(self) -> str:
        """Id of this installation; made once."""
        if not self._device:
            with self.write() as unit:
                row = unit.run(_HERE).fetchone()
                self._device = row[0] if row else self._new_uuid()
                if not row:
                    unit.insert(_NEW_DEVICE, (self._device, 1))
        return self._device

    def local_learner(self, now_ms: int) -> str:
        """Id of the one learner of local mode; made once, and anew after an erasure."""
        with self.read() as unit:
            row = unit.run(sql.LOCAL).fetchone()
        if row:
            return str(row[0])
        with self.write() as unit:
            row = unit.run(sql.LOCAL).fetchone()
            learner = row[0] if row else self._new_uuid()
            unit.meet(learner, now_ms, is_local=True)
        return str(learner)

    def learners(self) -> tuple[str, ...]:
        """All learner ids."""
        with self.read() as unit:
            return tuple(row[0] for row in unit.run(_LEARNERS).fetchall())

    def export(self, learner: str) -> Iterator[str]:
        """Every row of a learner as JSON lines, each with its line end; see `exchange`.

        Raises:
            NotFound: if there is no such learner.
        """
        with self.read() as unit:
            yield from exchange.export(unit, learner)

    def import_lines(
        self,
        lines: Iterable[str],
        now_ms: int,
        rebuild: Callable[[Unit, str], object] | None = None,
    ) -> str:
        """Take in an export, wholly or not at all; see the port and `exchange`."""
        with self.write() as unit:
            learner = exchange.take_in(unit, lines, now_ms)
            if rebuild is not None:
                rebuild(unit, learner)
        return learner

    def erase(self, learner: str) -> int:
        """Erase a learner wholly, leaving a nameless count. Returns the rows erased.

        Raises:
            NotFound: if there is no such learner.
        """
        with self.write() as unit:
            count = erase(unit, learner)
        with told(self._path), self._writers.alone() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        return count

    def integrity(self) -> tuple[StoreDamaged, ...]:
        """What the database's own check and ours find wrong; empty when sound."""
        with self.read() as unit:
            return tuple(findings(unit))

    def close(self) -> None:
        """Let go of the database; what was acknowledged is on disk already."""
        self._writers.close()
        self._engine.dispose()

    def _new_uuid(self) -> str:
        return str(UUID(int=self._bits(128), version=4))
