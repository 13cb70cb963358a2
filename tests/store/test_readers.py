"""Readers: a connection of one's own, kept for the next one, and let go of when it fails."""

import sqlite3
from pathlib import Path

import pytest

from starlore.store.readers import Readers


class Pooled:
    """A connection as a pool lends it."""

    def __init__(self, path: Path) -> None:
        self.driver_connection = sqlite3.connect(path, isolation_level=None)
        self.is_closed = False

    def close(self) -> None:
        self.driver_connection.close()
        self.is_closed = True


@pytest.fixture
def lent() -> list[Pooled]:
    """Every connection that was opened."""
    return []


@pytest.fixture
def readers(tmp_path: Path, lent: list[Pooled]) -> Readers:
    def connect() -> Pooled:
        lent.append(Pooled(tmp_path / "rows.db"))
        return lent[-1]

    return Readers(connect)


def test_one_after_the_other_reads_on_one_connection(readers: Readers, lent: list[Pooled]) -> None:
    for _ in range(3):
        with readers.turn() as connection:
            assert connection.in_transaction
        assert not connection.in_transaction
    assert len(lent) == 1
    readers.close()
    assert lent[0].is_closed


def test_two_at_once_have_two_connections(readers: Readers, lent: list[Pooled]) -> None:
    with readers.turn() as one, readers.turn() as other:
        assert one is not other
    readers.close()
    assert [pooled.is_closed for pooled in lent] == [True, True]


def test_after_a_fault_the_state_is_let_go_of(readers: Readers, lent: list[Pooled]) -> None:
    with pytest.raises(ValueError, match="no"), readers.turn():
        raise ValueError("no")
    assert not lent[0].driver_connection.in_transaction
    with readers.turn():
        assert len(lent) == 1
    readers.close()


def test_a_connection_that_cannot_be_used_any_more_is_not_lent_again(
    readers: Readers, lent: list[Pooled]
) -> None:
    with pytest.raises(sqlite3.ProgrammingError), readers.turn() as connection:
        connection.close()
    with readers.turn():
        assert len(lent) == 2
    readers.close()


def test_after_closing_others_can_read_again(readers: Readers, lent: list[Pooled]) -> None:
    with readers.turn():
        pass
    readers.close()
    with readers.turn():
        assert len(lent) == 2
    readers.close()
