"""What a database error means to the person in front of it: one message each."""

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
        return StoreBusy("fault.store.busy", path=str(path))
    if primary == sqlite3.SQLITE_FULL:
        return StoreFull("fault.store.full", path=str(path))
    if primary in _UNWRITABLE:
        return unwritable(path, str(cause))
    if primary in _DAMAGED:
        return StoreDamaged("fault.store.damaged", path=str(path), why=str(cause))
    return None


def unwritable(path: Path, why: str) -> StoreUnwritable:
    """The folder or file cannot be written."""
    return StoreUnwritable("fault.store.unwritable", path=str(path), why=why)


def too_new(path: Path, found: str, newest: str) -> StoreTooNew:
    """The file was made by a later version."""
    return StoreTooNew("fault.store.too-new", path=str(path), found=found, newest=newest)


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
