"""Opening a database: made if it is not there, brought up to date, or refused in one sentence."""

import re
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from starlore.errors import StoreDamaged
from starlore.store.database import Database
from starlore.store.faults import told, too_new, unwritable
from starlore.store.schema import NEWEST, REVISIONS, metadata
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
    engine = sqlite_engine(path, busy_ms)
    try:
        with told(path):
            _bring_up_to_date(engine, path)
            mark = _marked(engine, bits)
            _finish(engine, path)
    except BaseException:
        engine.dispose()
        raise
    return Database(engine, path, bits, mark)


def _bring_up_to_date(engine: Engine, path: Path) -> None:
    """Migrate if need be. Alembic is only loaded then, so that an ordinary start is fast."""
    found = _revision_of(engine, path)
    if found == NEWEST:
        return
    from starlore.store.migrations import upgrade

    with engine.begin() as connection:
        upgrade(connection)


def _revision_of(engine: Engine, path: Path) -> str:
    """The schema's revision; "" for a new file.

    Raises:
        StoreTooNew, StoreDamaged: if it is none that this program can go on from.
    """
    pooled = engine.raw_connection()
    try:
        cursor = pooled.cursor()
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in cursor.fetchall()}
        if not tables:
            return ""
        if "alembic_version" not in tables:
            raise StoreDamaged("fault.store.foreign", path=str(path))
        cursor.execute("SELECT version_num FROM alembic_version")
        found = [revision for (revision,) in cursor.fetchall()]
    finally:
        pooled.close()
    if len(found) == 1 and found[0] in REVISIONS:
        return str(found[0])
    shown = ", ".join(ascii(revision) for revision in found)[:60]
    newer = re.fullmatch(r"[0-9]{4,9}", str(found[0])) if len(found) == 1 else None
    if newer is not None and int(newer.group()) > int(NEWEST):
        raise too_new(path, newer.group(), NEWEST)
    raise StoreDamaged("fault.store.revision", path=str(path), found=shown, newest=NEWEST)


def _marked(engine: Engine, bits: Callable[[int], int]) -> int:
    """The mark by which this database is told from another; one that has none gets one."""
    pooled = engine.raw_connection()
    try:
        connection: Any = pooled.driver_connection
        (mark,) = connection.execute(_MARK).fetchone()
    finally:
        pooled.close()
    if mark == 0:
        with engine.begin() as transaction:  # somebody else may have been first
            mark = transaction.exec_driver_sql(_MARK).scalar_one() or bits(31) or 1
            transaction.exec_driver_sql(f"{_MARK}={mark}")
    return int(mark)


def _finish(engine: Engine, path: Path) -> None:
    """Refuse a file that lacks what the program reads; else put its journal into it, if it can be.

    The journal may hold what was erased while another program was reading (see `Database.erase`).
    """
    pooled = engine.raw_connection()
    connection: Any = pooled.driver_connection
    try:
        lacking = ", ".join(_lacking({tuple(row) for row in connection.execute(_COLUMNS)}))
        if lacking:
            raise StoreDamaged("fault.store.lacks", path=str(path), lacking=lacking[:200])
        (waits_ms,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute("PRAGMA busy_timeout=0").close()
        with suppress(sqlite3.Error):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        connection.execute(f"PRAGMA busy_timeout={waits_ms}").close()
    finally:
        pooled.close()


_MARK = "PRAGMA application_id"
_COLUMNS = (
    "SELECT made.name, its.name FROM sqlite_master made, pragma_table_info(made.name) its"
    " WHERE made.type = 'table'"
)


def _lacking(found: set[tuple[str, str]]) -> Iterator[str]:
    """Tables, and columns of the others, that the program reads and the file does not have."""
    tables = {table for table, _ in found}
    for table in metadata.sorted_tables:
        if table.name not in tables:
            yield table.name
            continue
        for column in table.c:
            if (table.name, column.name) not in found:
                yield f"{table.name}.{column.name}"
