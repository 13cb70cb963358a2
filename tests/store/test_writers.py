"""Writers in turns: one commit for those who wait, and nobody's rows lost or kept by another's."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from starlore.store.writers import Writers


class Pooled:
    """A connection as a pool lends it."""

    def __init__(self, path: Path, told: list[str]) -> None:
        self.driver_connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False
        )
        self.driver_connection.set_trace_callback(told.append)

    def close(self) -> None:
        self.driver_connection.close()


@pytest.fixture
def told() -> list[str]:
    """Every statement run."""
    return []


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "rows.db"
    made = sqlite3.connect(path)
    made.execute("CREATE TABLE row (number INTEGER PRIMARY KEY)")
    made.close()
    return path


def rows(path: Path) -> list[int]:
    """What is kept, as another program sees it."""
    other = sqlite3.connect(path)
    found = [number for (number,) in other.execute("SELECT number FROM row ORDER BY number")]
    other.close()
    return found


def together(writers: Writers, acts: list[Callable[[Any], None]]) -> list[BaseException | None]:
    """Run writers so that all of them wait while the first holds its turn. Gives their faults."""
    faults: list[BaseException | None] = [None] * len(acts)
    held = Barrier(2)

    def run(place: int) -> None:
        try:
            with writers.turn() as connection:
                if place == 0:
                    held.wait()
                    while writers._waiting < len(acts) - 1:
                        pass
                acts[place](connection)
        except BaseException as fault:
            faults[place] = fault

    threads = [Thread(target=run, args=(place,)) for place in range(len(acts))]
    threads[0].start()
    held.wait()
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join()
    return faults


def put(number: int) -> Callable[[Any], None]:
    """Writes one row."""
    return lambda connection: connection.execute("INSERT INTO row VALUES (?)", (number,))


def test_one_writer_commits_at_once(path: Path, told: list[str]) -> None:
    writers = Writers(lambda: Pooled(path, told))
    with writers.turn() as connection:
        put(1)(connection)
    assert rows(path) == [1]
    assert told.count("COMMIT") == 1
    writers.close()


def test_writers_that_wait_share_one_commit(path: Path, told: list[str]) -> None:
    writers = Writers(lambda: Pooled(path, told))
    assert together(writers, [put(number) for number in range(5)]) == [None] * 5
    assert rows(path) == [0, 1, 2, 3, 4]
    assert told.count("COMMIT") == 1
    writers.close()


def test_a_writer_alone_needs_no_savepoint(path: Path, told: list[str]) -> None:
    writers = Writers(lambda: Pooled(path, told))
    with pytest.raises(ValueError, match="no"), writers.turn() as connection:
        put(1)(connection)
        raise ValueError("no")
    with writers.turn() as connection:
        put(2)(connection)
    assert rows(path) == [2]
    assert not [text for text in told if "SAVEPOINT" in text]
    writers.close()


def test_the_first_of_a_group_that_fails_takes_back_its_own_rows_only(
    path: Path, told: list[str]
) -> None:
    def fails(connection: Any) -> None:
        put(9)(connection)
        raise ValueError("no")

    writers = Writers(lambda: Pooled(path, told))
    faults = together(writers, [fails, put(1), put(2)])
    assert [type(fault) for fault in faults] == [ValueError, type(None), type(None)]
    assert rows(path) == [1, 2]
    writers.close()


def test_a_group_waits_for_those_who_were_there_last_time(
    path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("starlore.store.writers.GATHER_S", 60.0)
    writers = Writers(lambda: Pooled(path, told))
    together(writers, [put(0), put(1)])

    def come_again() -> None:
        with writers.turn() as connection:
            put(3)(connection)

    other = Thread(target=come_again)
    with writers.turn() as connection:
        put(2)(connection)
        other.start()
    other.join()
    assert rows(path) == [0, 1, 2, 3]
    assert told.count("COMMIT") == 2
    writers.close()


def test_who_does_not_come_again_is_waited_for_once(
    path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("starlore.store.writers.GATHER_S", 0.0)
    writers = Writers(lambda: Pooled(path, told))
    together(writers, [put(0), put(1)])
    with writers.turn() as connection:
        put(2)(connection)
    monkeypatch.setattr("starlore.store.writers.GATHER_S", 1e9)  # nobody may wait for so long
    with writers.turn() as connection:
        put(3)(connection)
    assert rows(path) == [0, 1, 2, 3]
    assert told.count("COMMIT") == 3
    writers.close()


def test_a_writer_that_fails_takes_back_its_own_rows_only(path: Path, told: list[str]) -> None:
    def fails(connection: Any) -> None:
        put(9)(connection)
        raise ValueError("no")

    writers = Writers(lambda: Pooled(path, told))
    faults = together(writers, [put(0), fails, put(2)])
    assert [type(fault) for fault in faults] == [type(None), ValueError, type(None)]
    assert rows(path) == [0, 2]
    writers.close()


def test_when_the_commit_fails_every_writer_of_the_group_is_told(
    path: Path, told: list[str]
) -> None:
    def break_off(connection: Any) -> None:
        put(1)(connection)
        connection.execute("ROLLBACK")
        raise sqlite3.OperationalError("disk full")

    writers = Writers(lambda: Pooled(path, told))
    faults = together(writers, [put(0), break_off])
    assert [type(fault) for fault in faults] == [sqlite3.OperationalError] * 2
    assert rows(path) == []
    with writers.turn() as connection:
        put(7)(connection)
    assert rows(path) == [7]
    writers.close()


def test_alone_no_transaction_is_open(path: Path, told: list[str]) -> None:
    writers = Writers(lambda: Pooled(path, told))
    with writers.turn() as connection:
        put(1)(connection)
    with writers.alone() as connection:
        assert not connection.in_transaction
    writers.close()
