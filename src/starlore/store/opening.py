"""Opening a database: made if it is not there, brought up to date, or refused in one sentence."""

import secrets
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from starlore.errors import StoreDamaged
from starlore.store.database import Database
from starlore.store.faults import told, unwritable
from starlore.store.inspection import MARK, revision_of
from starlore.store.schema import NEWEST
from starlore.store.sqlite import sqlite_engine

BUSY_MS = 5_000
"""How long a writer waits for another program that holds the file."""


def open_store(
    path: Path, bits: Callable[[int], int] = secrets.randbits, busy_ms: int = BUSY_MS
) -> Database:
    """Open the database in a file; a new one is made with its folder, an older one is migrated.

    What is refused is left as it was, to the byte.

    Args:
        path: the database file.
        bits: the source of chance for ids made here.
        busy_ms: how long to wait for another program.

    Raises:
        StoreUnwritable: if folder or file cannot be written.
        StoreTooNew: if a newer Starlore wrote it.
        StoreDamaged: if it is no sound database, none of ours, or lacks tables or columns.
        StoreBusy: if another program holds it.
        StoreFull: if there is no room.
    """
    path = Path(path)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise StoreDamaged("fault.store.no-file", path=str(path))
        with path.open("ab"):
            pass
    except OSError as error:
        raise unwritable(path, error.strerror or str(error)) from error
    with told(path):
        found = revision_of(path, busy_ms)
    engine = sqlite_engine(path, busy_ms)
    try:
        with told(path):
            if found != NEWEST:
                _bring_up_to_date(engine)
            mark = _marked(engine, bits)
            _put_journal_in(engine)
    except BaseException:
        engine.dispose()
        raise
    return Database(engine, path, bits, mark)


def _bring_up_to_date(engine: Engine) -> None:
    """Migrate, all or nothing. Alembic is only loaded here, so that an ordinary start is fast."""
    from starlore.store.migrations import upgrade

    with engine.begin() as connection:
        upgrade(connection)


def _marked(engine: Engine, bits: Callable[[int], int]) -> int:
    """The mark by which this database is told from another; one that has none gets one."""
    pooled = engine.raw_connection()
    try:
        connection: Any = pooled.driver_connection
        (mark,) = connection.execute(MARK).fetchone()
    finally:
        pooled.close()
    if mark == 0:
        with engine.begin() as transaction:  # somebody else may have been first
            mark = transaction.exec_driver_sql(MARK).scalar_one() or bits(31) or 1
            transaction.exec_driver_sql(f"{MARK}={mark}")
    return int(mark)


def _put_journal_in(engine: Engine) -> None:
    """Put the journal into the file, if it can be.

    It may hold what was erased while another program was reading (see `Database.erase`).
    """
    pooled = engine.raw_connection()
    connection: Any = pooled.driver_connection
    try:
        (waits_ms,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute("PRAGMA busy_timeout=0").close()
        with suppress(sqlite3.Error):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        connection.execute(f"PRAGMA busy_timeout={waits_ms}").close()
    finally:
        pooled.close()
