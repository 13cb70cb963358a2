"""What a file is, found out before anything is written to it or laid beside it.

To open a database for writing already changes it: its journal is set up, and a file that was never
ours would be touched. So a file is first read as it lies; only what is new or ours is opened.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine

from starlore.errors import StoreDamaged
from starlore.store.faults import too_new
from starlore.store.schema import NEWEST, REVISIONS, metadata

MARK = "PRAGMA application_id"
"""What tells one database from another: 0 in a file that is none yet, or not ours."""

_COLUMNS = (
    "SELECT made.name, its.name FROM sqlite_master made, pragma_table_info(made.name) its"
    " WHERE made.type = 'table'"
)
_OURS = ", ".join(f"'{name}'" for name in ("alembic_version", *metadata.tables))
_MADE = (
    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('table', 'index')"
    f" AND tbl_name IN ({_OURS}) ORDER BY rowid"
)


def revision_of(path: Path, busy_ms: int) -> str:
    """The schema's revision of a file; "" for a new one.

    Args:
        path: an existing file. busy_ms: how long to wait for another program.

    Raises:
        StoreTooNew: if a newer Starlore wrote it.
        StoreDamaged: if it is no database of ours, or lacks what its revision has.
        sqlite3.Error, DBAPIError: if it cannot be read as a database, or not be migrated.
    """
    with closing(_looked_at(path, busy_ms)) as connection:
        found = _revision(connection.execute, path)
        if found == NEWEST:
            _refuse_lacking(connection.execute, path)
        elif found:
            _rehearse(connection.execute, found, path)
    return found


def _rehearse(run: Callable[[str], Iterable[Any]], found: str, path: Path) -> None:
    """Migrate the empty tables of an older database, in memory, and see whether it is ours then."""
    from starlore.store.migrations import upgrade

    engine = create_engine("sqlite://")
    with engine.connect() as tables:
        for (made,) in run(_MADE):
            tables.exec_driver_sql(made)
        tables.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (found,))
        upgrade(tables)
        _refuse_lacking(tables.exec_driver_sql, path)
    engine.dispose()


def _refuse_lacking(run: Callable[[str], Iterable[Any]], path: Path) -> None:
    """Refuse a database that lacks what the program reads.

    Args:
        run: executes a statement of SQL in it.

    Raises:
        StoreDamaged: naming tables and columns.
    """
    lacking = ", ".join(_lacking({tuple(row) for row in run(_COLUMNS)}))
    if lacking:
        raise StoreDamaged("fault.store.lacks", path=str(path), lacking=lacking[:200])


def _looked_at(path: Path, busy_ms: int) -> sqlite3.Connection:
    """A connection that writes nothing.

    Where no journal lies beside the file, all of it is in the file, and it is read with no lock and
    no journal made. Where one does, it is read as a reader reads. A commit that was cut short
    (`-journal`) must be undone before anyone can read, which only a writer may.
    """
    how = "mode=ro&immutable=1"
    if path.with_name(path.name + "-wal").exists():
        how = "mode=ro"
    elif path.with_name(path.name + "-journal").exists():
        how = "mode=rw"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", timeout=busy_ms / 1000, uri=True)


def _revision(run: Callable[[str], sqlite3.Cursor], path: Path) -> str:
    made = run("SELECT type, name FROM sqlite_master").fetchall()
    marks = [*run(MARK).fetchone(), *run("PRAGMA user_version").fetchone()]
    if not made and not any(marks):
        return ""
    if ("table", "alembic_version") not in made:
        raise StoreDamaged("fault.store.foreign", path=str(path))
    found = [revision for (revision,) in run("SELECT version_num FROM alembic_version")]
    if len(found) == 1 and found[0] in REVISIONS:
        return str(found[0])
    shown = ", ".join(ascii(revision) for revision in found)[:60]
    newer = re.fullmatch(r"[0-9]{4,9}", str(found[0])) if len(found) == 1 else None
    if newer is not None and int(newer.group()) > int(NEWEST):
        raise too_new(path, newer.group(), NEWEST)
    raise StoreDamaged("fault.store.revision", path=str(path), found=shown, newest=NEWEST)


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
