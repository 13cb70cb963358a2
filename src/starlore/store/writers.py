"""Writers take turns on one connection, and those that wait for one another share one commit.

A commit waits for the disk; with several writers at once that wait is all there is. So a writer
that sees another one waiting leaves the transaction open to it, and the last of the group commits
for all. Nobody's `with` block ends before that commit: what was acknowledged is on disk. Each
writer but the first works in a savepoint, so that one that fails takes back its own rows and no
one else's; when the first one fails, nobody has joined it yet, and all is taken back.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, Event, Lock, get_ident
from typing import Any

MOST = 32
"""Writers that one commit serves at most, so that the first of them does not wait for long."""

GATHER_S = 0.002
"""How long a group waits for one more writer: a fraction of what a disk takes for a commit."""


@dataclass
class Group:
    """Writers that share one transaction.

    Attributes:
        size: how many so far. done: set when all is over. fault: why nothing was kept, if so.
    """

    size: int = 0
    done: Event = field(default_factory=Event)
    fault: BaseException | None = None


class Writers:
    """The turns on one connection.

    Args:
        connect: gives a pooled connection that is kept until `close`.
        check: raises where nothing may be written or acknowledged.
        seal: is given the connection before each commit, and may write or raise.
    """

    def __init__(
        self,
        connect: Callable[[], Any],
        check: Callable[[], object] = bool,
        seal: Callable[[Any], object] = bool,
    ) -> None:
        self._connect = connect
        self._check = check
        self._seal = seal
        self._pooled: Any = None
        self._turn = Lock()
        self._coming = Condition()
        self._waiting = 0
        self._lately = 1
        self._holder = 0
        self._group: Group | None = None

    @contextmanager
    def turn(self) -> Iterator[Any]:
        """Wait for a turn and write; the block ends when its rows are on disk, or raises."""
        with self._next_turn():
            connection = self._connection()
            group = self._joined(connection)
            try:
                if group.size > 1:
                    connection.execute("SAVEPOINT turn")
                yield connection
                if group.size > 1:
                    connection.execute("RELEASE turn")
            except BaseException as fault:
                self._take_back(connection, group, fault)
                raise
            finally:
                if group.fault is not None or not self._is_joined(group):
                    self._end(connection, group)
        group.done.wait()
        if group.fault is not None:
            raise group.fault

    @contextmanager
    def alone(self) -> Iterator[Any]:
        """The connection with no transaction open, for what cannot be done within one."""
        with self._next_turn():
            connection = self._connection()
            if self._group is not None:
                self._end(connection, self._group)
            self._check()
            yield connection
            self._check()

    def close(self) -> None:
        """Let go of the connection; an open group is committed first."""
        with self._turn:
            if self._group is not None:
                self._end(self._connection(), self._group)
            if self._pooled is not None:
                self._pooled.close()
                self._pooled = None

    @contextmanager
    def _next_turn(self) -> Iterator[None]:
        """Hold the turn; while waiting, be counted among those who wait."""
        if self._holder == get_ident():
            raise RuntimeError("a transaction cannot begin within another of the same thread")
        with self._coming:
            self._waiting += 1
            self._coming.notify()
        try:
            self._turn.acquire()
        finally:
            with self._coming:
                self._waiting -= 1
        self._holder = get_ident()
        try:
            yield
        finally:
            self._holder = 0
            self._turn.release()

    def _connection(self) -> Any:
        if self._pooled is None:
            self._check()
            self._pooled = self._connect()
        return self._pooled.driver_connection

    def _joined(self, connection: Any) -> Group:
        """The open group with one member more, or a new one."""
        if self._group is None:
            self._check()
            connection.execute("BEGIN IMMEDIATE")
            self._group = Group()
        self._group.size += 1
        return self._group

    def _is_joined(self, group: Group) -> bool:
        """Whether another writer is there for the group. Where the last group had more, those that
        it let go are likely to be back at once, and are worth waiting for."""
        if group.size == MOST:
            return False
        with self._coming:
            if not self._waiting and group.size < self._lately:
                self._coming.wait(GATHER_S)
            return self._waiting > 0

    def _take_back(self, connection: Any, group: Group, fault: BaseException) -> None:
        """Undo one writer's rows. Where the database gave up the transaction, all are undone, and
        where it has no other writer."""
        if connection.in_transaction and group.size > 1:
            connection.execute("ROLLBACK TO turn")
            connection.execute("RELEASE turn")
        else:
            group.fault = fault

    def _end(self, connection: Any, group: Group) -> None:
        """Commit for the whole group, or note why that could not be done."""
        self._group, self._lately = None, group.size
        try:
            if group.fault is None:
                self._seal(connection)
                self._check()
                connection.execute("COMMIT")
                self._check()  # again, for a commit may have moved pages into the file
        except BaseException as fault:
            group.fault = fault
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            group.done.set()
