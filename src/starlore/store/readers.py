"""Readers do not wait: each has a connection of its own, which the next one finds open."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class Readers:
    """Connections that read.

    Args:
        connect: gives a pooled connection that is kept until `close`.
    """

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._idle: list[Any] = []

    @contextmanager
    def turn(self) -> Iterator[Any]:
        """A connection on which one consistent state is read.

        One that fails to let go of that state is not used again.
        """
        try:
            pooled = self._idle.pop()
        except IndexError:
            pooled = self._connect()
        connection = pooled.driver_connection
        try:
            connection.execute("BEGIN")
            yield connection
        finally:
            try:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            except BaseException:
                pooled.close()
                raise
            self._idle.append(pooled)

    def close(self) -> None:
        """Let go of the connections that nobody reads on."""
        while self._idle:
            self._idle.pop().close()
