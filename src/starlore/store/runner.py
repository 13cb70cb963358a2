"""Running statements on a connection: one cursor for short ones, one each for long ones."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from sqlalchemy.engine.interfaces import Dialect

from starlore.store.statements import Cursor, Row, Statement

PAGE = 500
"""Rows fetched at a time from a long log."""


class Runner:
    """What runs statements on one connection, in the words of its database."""

    def __init__(self, connection: Any, dialect: Dialect) -> None:
        self._connection = connection
        self._dialect = dialect
        self._cursor: Cursor = connection.cursor()

    def close(self) -> None:
        """Let go of the statement that was run last.

        A cursor that dies later resets its statement, which the next writer may then be using.
        """
        self._cursor.close()

    def run(self, statement: Statement, **values: object) -> Cursor:
        """Run one statement with named values."""
        text, bind = statement.on(self._dialect)
        self._cursor.execute(text, bind(values))
        return self._cursor

    def pages(
        self, statement: Statement, size: int = PAGE, **values: object
    ) -> Iterator[list[Row]]:
        """Run one statement and give its rows some at a time, on a cursor of its own."""
        text, bind = statement.on(self._dialect)
        cursor: Cursor = self._connection.cursor()
        cursor.execute(text, bind(values))
        while page := cursor.fetchmany(size):
            yield page

    def stream(self, statement: Statement, size: int = PAGE, **values: object) -> Iterator[Row]:
        """Run one statement and give its rows one by one, fetched `size` at a time."""
        return chain.from_iterable(self.pages(statement, size, **values))

    def insert(self, statement: Statement, *rows: Row) -> None:
        """Insert rows given in the order of the table's columns."""
        text, _ = statement.on(self._dialect)
        if len(rows) == 1:
            self._cursor.execute(text, rows[0])
        else:
            self._cursor.executemany(text, rows)
