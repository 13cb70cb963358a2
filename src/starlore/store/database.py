"""The Store on an SQL database: transactions, who is here, and what concerns whole learners."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import Engine, insert, select

from starlore.errors import StoreDamaged, StoreGone
from starlore.store import exchange, schema, sql
from starlore.store.erasure import erase
from starlore.store.faults import told
from starlore.store.place import Place
from starlore.store.readers import Readers
from starlore.store.soundness import findings
from starlore.store.statements import Statement
from starlore.store.unit import SqlUnit
from starlore.store.vetting import Vetting
from starlore.store.writers import Writers
from starlore.study.port import Unit
from starlore.study.records import Erasure

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
        mark: the database's own, see `Place`.
    """

    def __init__(self, engine: Engine, path: Path, bits: Bits, mark: int) -> None:
        self._engine = engine
        self._path = path
        self._bits = bits
        self._mark = mark
        self._place = Place(path, mark)
        self._writers = Writers(engine.raw_connection, self._place.check, self._count)
        self._readers = Readers(engine.raw_connection)
        self._changes = 0
        self._device = ""

    @contextmanager
    def write(self) -> Iterator[SqlUnit]:
        """Begin a transaction that may write; see the port."""
        with told(self._path), self._writers.turn() as connection:
            unit = SqlUnit(connection, self._engine.dialect)
            try:
                yield unit
            finally:
                unit.close()

    @contextmanager
    def read(self) -> Iterator[SqlUnit]:
        """Begin a transaction that only reads; see the port."""
        with told(self._path):
            self._place.check()
            with self._readers.turn() as connection:
                unit = SqlUnit(connection, self._engine.dialect)
                try:
                    yield unit
                finally:
                    unit.close()

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
        """Id of the one learner of local mode; made once."""
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
        here = self.device()
        with self.write() as unit:
            return exchange.take_in(unit, lines, Vetting(here, now_ms), rebuild)

    def erase(self, learner: str, now_ms: int) -> Erasure:
        """Erase a learner wholly, leaving a nameless count; see the port.

        What was erased also stands in the journal, which is cut short as soon as nobody reads an
        earlier state: that is waited for as for any lock, and done at the next start at the latest.
        """
        with self.write() as unit:
            row = unit.run(sql.LOCAL).fetchone()
            rows = erase(unit, learner)
            if row is not None and row[0] == learner:
                unit.meet(self._new_uuid(), now_ms, is_local=True)
        with told(self._path), self._writers.alone() as connection:
            (is_read, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return Erasure(rows, is_wiped=not is_read)

    def integrity(self) -> tuple[StoreDamaged, ...]:
        """What the database's own check and ours find wrong; empty when sound."""
        with self.read() as unit:
            return tuple(findings(unit))

    def close(self) -> None:
        """Let go of the database; what was acknowledged is on disk already."""
        self._writers.close()
        self._readers.close()
        self._place.cut_journal()
        self._engine.dispose()
        self._place.close()

    def _count(self, connection: Any) -> None:
        """Count a commit that changes something, in the database that was opened; see `Place`.

        Raises:
            StoreGone: if another one was put in its place by SQL, as a restore does.
        """
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        if mark != self._mark:
            raise StoreGone("fault.store.gone", path=str(self._path))
        if connection.total_changes != self._changes:
            self._changes = connection.total_changes
            (count,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute(f"PRAGMA user_version={count + 1}")

    def _new_uuid(self) -> str:
        return str(UUID(int=self._bits(128), version=4))
