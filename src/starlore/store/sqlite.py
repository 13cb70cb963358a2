"""How Starlore talks to SQLite: safe against power loss, writers in turn, readers never waiting."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event

CACHE_KIB = 16_384
JOURNAL_PAGES = 4_000
"""Pages of 4 KiB that the journal holds before they go into the file, while a writer waits."""


def sqlite_engine(path: Path, busy_ms: int) -> Engine:
    """An engine whose connections all speak to one file in the same strict way, never making it.

    Args:
        path: the database file.
        busy_ms: how long to wait for another program that holds it.
    """
    place = path.absolute().as_uri() + "?mode=rw"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(place, timeout=busy_ms / 1000, check_same_thread=False, uri=True)

    engine = create_engine(
        "sqlite://", creator=connect, poolclass=QueuePool, pool_size=8, max_overflow=-1
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: Any, _record: object) -> None:
    """Every new connection: no hidden BEGIN, and each safeguard on."""
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "recursive_triggers=ON",
        "secure_delete=ON",
        f"cache_size=-{CACHE_KIB}",
        f"wal_autocheckpoint={JOURNAL_PAGES}",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    """SQLAlchemy's own transactions (migrations) write, so they take the lock at once."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
