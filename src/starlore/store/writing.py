"""Writers take turns on one connection and share commits.

A commit waits for the disk, an answer's statements hardly do. So whoever finishes while others
wait leaves the transaction open for them, and the last one of the group commits for all. Each unit
lies in a savepoint of its own: one that fails takes back itself alone. Nobody returns before the
commit that holds his rows.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Any

MOST = 64
"""Units that share a commit at most, so that the first of them never waits long."""
LOOK_AGAIN_S = 0.05
"""How long to trust the next writer before looking whether it is there at all."""


class _Group:
    """Units that share one transaction."""

    def __init__(self) -> None:
        self.size = 0
        self.ended = Event()
        self.error: BaseException | None = None


class Writing:
    """Turns on the one connection that writes.

    Args:
        connection: a SQLite connection without a hidden BEGIN; used by one thread at a time.
    """

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._turn = Lock()
        self._count = Lock()
        self._waiting = 0
        self._group: _Group | None = None

    @contextmanager
    def unit(self) -> Iterator[Any]:
        """One unit of work: gives the connection; on return its rows are on the disk.

        Raises:
            sqlite3.Error: what the database said, to every unit whose rows it did not keep.
        """
        self._queue()
        try:
            group = self._join()
            try:
                with self._savepoint(group):
                    yield self._connection
            finally:
                if not self._waiting or group.size >= MOST or group.error is not None:
                    self._end(group)
        finally:
            self._turn.release()
        self._await(group)

    @contextmanager
    def alone(self) -> Iterator[Any]:
        """The connection outside any transaction, for what cannot run within one."""
        with self._turn:
            if self._group is not None:
                self._end(self._group)
            yield self._connection

    def _queue(self) -> None:
        """Wait for the turn, and be seen waiting."""
        with self._count:
            self._waiting += 1
        try:
            self._turn.acquire()
        finally:
            with self._count:
                self._waiting -= 1

    def _join(self) -> _Group:
        """The group that is open, or a new one."""
        if self._group is None:
            self._connection.execute("BEGIN IMMEDIATE")
            self._group = _Group()
        self._group.size += 1
        return self._group

    @contextmanager
    def _savepoint(self, group: _Group) -> Iterator[None]:
        """Keep the unit's rows if it ends well, else none of them and all of the others'."""
        try:
            self._connection.execute("SAVEPOINT unit")
            yield
            self._connection.execute("RELEASE unit")
        except BaseException as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO unit")
                self._connection.execute("RELEASE unit")
            else:
                group.error = error
            raise

    def _end(self, group: _Group) -> None:
        """Commit for all of the group, or tell all of them why not."""
        self._group = None
        try:
            if group.error is None:
                self._connection.execute("COMMIT")
        except BaseException as error:
            group.error = error
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        finally:
            group.ended.set()

    def _await(self, group: _Group) -> None:
        """Return once the group is on the disk; end it if whoever was to do so never came."""
        while not group.ended.wait(LOOK_AGAIN_S):
            with self._turn:
                if self._group is group:
                    self._end(group)
        if group.error is not None:
            raise group.error
