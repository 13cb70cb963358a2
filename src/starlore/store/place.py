"""Whether the database file that is open is still the one that lies at its path.

A file can be deleted or replaced while it is open; what is then written goes into a file that has
no name any more and is lost when the last program lets go of it. And it can be overwritten in place
(`cp backup.db starlore.db`), which SQLite does not notice: it goes on in its journal and writes the
pages of one database into another. Nothing is acknowledged into either (decisions/0018).

The first page of the file tells one database from another: it holds a mark, a number of chance that
stays, and a count, which goes up with every commit. Another database has another mark; an older
copy of the same one has a lower count.
"""

import os
from pathlib import Path
from threading import Lock

from starlore.errors import StoreGone

Identity = tuple[int, int]

HEADER = 100
"""Bytes at the beginning of an SQLite file that describe it."""

COUNT, MARK = slice(60, 64), slice(68, 72)
"""Where `PRAGMA user_version` and `PRAGMA application_id` stand in them."""


class Place:
    """The files of a database, as they were when first seen.

    Args:
        path: of the database, which is open. mark: its own, from 1 to 2**31 - 1.
    """

    def __init__(self, path: Path, mark: int) -> None:
        self._path = path
        self._file, self._journal = str(path), f"{path}-wal"
        self._mark = mark
        self._file_id = _identity(self._file)
        self._journal_id: Identity | None = None
        self._reading = Lock()
        self._opened: int | None = None
        self._is_marked = False
        self._count = 0

    def check(self) -> None:
        """Refuse to go on where file or journal are not those that are open.

        Raises:
            StoreGone: if one was deleted, moved, replaced or overwritten.

        Cost: two calls of `stat`, and one that reads a hundred bytes.
        """
        journal = _identity(self._journal)
        if self._journal_id is None:
            self._journal_id = journal  # from here on it stays, for a connection is always open
        is_there = _identity(self._file) == self._file_id and journal == self._journal_id
        if not is_there or self._is_overwritten():
            raise StoreGone("fault.store.gone", path=str(self._path))

    def close(self) -> None:
        """No connection is open any more: SQLite takes the journal away.

        Not earlier: to close any descriptor of a file drops all locks a program has on it.
        """
        self._journal_id = None
        if self._opened is not None:
            os.close(self._opened)
            self._opened = None

    def cut_journal(self) -> None:
        """Empty the journal where it belongs to a database that has been overwritten: the last
        connection that closes would write its pages into the other one."""
        is_ours = _identity(self._journal) == self._journal_id is not None
        if is_ours and _identity(self._file) == self._file_id and self._is_overwritten():
            os.truncate(self._journal, 0)

    def _is_overwritten(self) -> bool:
        """Whether the file holds another database now. A page that is just being written may be
        read in part, so what looks foreign is looked at twice."""
        with self._reading:
            return not (self._is_own(self._header()) or self._is_own(self._header()))

    def _is_own(self, header: bytes) -> bool:
        """Whether this is our database: its mark, once it has come there from the journal, and a
        count no lower than before."""
        mark, count = int.from_bytes(header[MARK], "big"), int.from_bytes(header[COUNT], "big")
        has_mark = mark == self._mark or (mark == 0 and not self._is_marked)
        if len(header) < HEADER or not has_mark or count < self._count:
            return False
        self._is_marked, self._count = self._is_marked or mark != 0, count
        return True

    def _header(self) -> bytes:
        """The beginning of the file that is open, whatever lies at its path."""
        if self._opened is None:
            self._opened = os.open(self._path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        os.lseek(self._opened, 0, os.SEEK_SET)
        return os.read(self._opened, HEADER)


def _identity(path: str) -> Identity | None:
    """Device and number of a file, None where nothing lies."""
    try:
        found = os.stat(path)  # noqa: PTH116 (as text it costs half as much)
    except OSError:
        return None
    return found.st_dev, found.st_ino
