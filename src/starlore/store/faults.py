"""What a database error means to the person in front of it: one sentence each."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from starlore.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreTooNew,
    StoreUnwritable,
)

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_IOERR,
}
_DAMAGED = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT}


def fault_of(error: BaseException, path: Path) -> StoreError | None:
    """Say what an error of the database means, or None if it is not about the database's state."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return None
    code = getattr(cause, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    if primary in _BUSY:
        return StoreBusy(
            f"another program holds {path}; nothing was changed, try again in a moment"
        )
    if primary == sqlite3.SQLITE_FULL:
        return StoreFull(
            f"no room left for {path}; nothing was changed and all that was acknowledged is kept"
        )
    if primary in _UNWRITABLE:
        return unwritable(path, str(cause))
    if primary in _DAMAGED:
        return StoreDamaged(
            f"{path} is not a sound Starlore database ({cause}); it was left untouched, "
            "put a backup or an export in its place"
        )
    return None


def unwritable(path: Path, why: str) -> StoreUnwritable:
    """The folder or file cannot be written."""
    return StoreUnwritable(f"cannot write {path} ({why}); choose a folder that can be written")


def too_new(path: Path, found: str, newest: str) -> StoreTooNew:
    """The file was made by a later version."""
    return StoreTooNew(
        f"{path} was written by a newer Starlore (schema {found}, this one knows up to {newest}); "
        "update Starlore, the file was left untouched"
    )


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn database errors inside into the Store's own."""
    try:
        yield
    except (sqlite3.Error, DBAPIError) as error:
        fault = fault_of(error, path)
        if fault is None:
            raise
        raise fault from error
