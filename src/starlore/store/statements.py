"""Statements written once in SQLAlchemy Core and compiled once per database.

Hot statements run on the driver itself: an answer runs a dozen of them, and what SQLAlchemy does
around each execution would cost more than SQLite does (decisions/0006).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql.expression import ClauseElement

Row = tuple[Any, ...]


class Cursor(Protocol):
    """What is used of a DBAPI cursor."""

    @property
    def rowcount(self) -> int: ...
    def execute(self, sql: str, parameters: Any = ..., /) -> Any: ...
    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def fetchmany(self, size: int = ..., /) -> list[Any]: ...
    def close(self) -> None: ...


class Statement:
    """One statement with named parameters.

    Example:
        >>> from sqlalchemy import bindparam, select
        >>> from sqlalchemy.dialects import sqlite
        >>> from starlore.store.schema import learner
        >>> wanted = Statement(select(learner.c.id).where(learner.c.id == bindparam("id")))
        >>> wanted.on(sqlite.dialect())[1]({"id": "ada"})
        ('ada',)
    """

    def __init__(self, clause: ClauseElement) -> None:
        self._clause = clause
        self._compiled: dict[str, tuple[str, Callable[[Mapping[str, Any]], Any]]] = {}

    def on(self, dialect: Dialect) -> tuple[str, Callable[[Mapping[str, Any]], Any]]:
        """The SQL text for a database, and what turns named values into its parameters."""
        known = self._compiled.get(dialect.name)
        if known is None:
            known = self._compiled[dialect.name] = self._compile(dialect)
        return known

    def _compile(self, dialect: Dialect) -> tuple[str, Callable[[Mapping[str, Any]], Any]]:
        compiled: Any = self._clause.compile(dialect=dialect)
        written = {name: value for name, value in compiled.params.items() if value is not None}
        names: list[str] | None = compiled.positiontup
        if names is None:
            return str(compiled), lambda values: {**written, **values}
        if written:
            return str(compiled), lambda values: tuple(
                values[name] if name in values else written[name] for name in names
            )
        return str(compiled), lambda values: tuple(values[name] for name in names)
