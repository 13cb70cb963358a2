"""Opening a database: made if it is not there, brought up to date, or refused in one sentence."""

import secrets
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine

from starlore.errors import StoreDamaged
from starlore.store.database import Database
from starlore.store.faults import told, too_new, unwritable
from starlore.store.schema import NEWEST
from starlore.store.sqlite import sqlite_engine

BUSY_MS = 5_000
"""How long a writer waits for another program that holds the file."""


def open_store(
    path: Path, bits: Callable[[int], int] = secrets.randbits, busy_ms: int = BUSY_MS
) -> Database:
    """Open the database in a file; a new one is made with its folder, an older one is migrated.

    Args:
        path: the database file.
        bits: the source of chance for ids made here.
        busy_ms: how long to wait for another program.

    Raises:
        StoreUnwritable: if folder or file cannot be written.
        StoreTooNew: if a newer Starlore wrote it.
        StoreDamaged: if it is no sound database, or none of ours.
        StoreBusy: if another program holds it.
        StoreFull: if there is no room.
    """
    path = Path(path)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("ab"):
            pass
    except OSError as error:
        raise unwritable(path, error.strerror or str(error)) from error
    engine = sqlite_engine(path, busy_ms)
    try:
        with told(path):
            _bring_up_to_date(engine, path)
    except BaseException:
        engine.dispose()
        raise
    return Database(engine, path, bits)


def _bring_up_to_date(engine: Engine, path: Path) -> None:
    """Migrate if need be. Alembic is only loaded then, so that an ordinary start is fast."""
    found = _revision_of(engine, path)
    if found == NEWEST:
        return
    if found > NEWEST:
        raise too_new(path, found, NEWEST)
    from starlore.store.migrations import upgrade

    with engine.begin() as connection:
        upgrade(connection)


def _revision_of(engine: Engine, path: Path) -> str:
    """The schema's revision; "" for a new file."""
    pooled = engine.raw_connection()
    try:
        cursor = pooled.cursor()
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in cursor.fetchall()}
        if not tables:
            return ""
        if "alembic_version" in tables:
            cursor.execute("SELECT version_num FROM alembic_version")
            found = cursor.fetchone()
            if found is not None:
                return str(found[0])
        raise StoreDamaged("fault.store.foreign", path=str(path))
    finally:
        pooled.close()
