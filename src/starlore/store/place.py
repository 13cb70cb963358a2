"""Whether the database file that is open is still the one that lies at its path.

A file can be deleted or replaced while it is open; what is then written goes into a file that has
no name any more and is lost when the last program lets go of it. Nothing is acknowledged into it.
"""

from pathlib import Path

from starlore.errors import StoreGone

Identity = tuple[int, int]


class Place:
    """The files of a database, as they were when first seen.

    Args:
        path: of the database, which is open.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = path.with_name(path.name + "-wal")
        self._file_id = _identity(path)
        self._journal_id: Identity | None = None

    def check(self) -> None:
        """Refuse to go on where file or journal are not those that are open.

        Raises:
            StoreGone: if one was deleted, moved or replaced.

        Cost: two calls of `stat`.
        """
        journal = _identity(self._journal)
        if self._journal_id is None:
            self._journal_id = journal  # from here on it stays, for a connection is always open
        if _identity(self._path) != self._file_id or journal != self._journal_id:
            raise StoreGone("fault.store.gone", path=str(self._path))

    def close(self) -> None:
        """No connection is open any more: SQLite takes the journal away."""
        self._journal_id = None


def _identity(path: Path) -> Identity | None:
    """Device and number of a file, None where nothing lies."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
