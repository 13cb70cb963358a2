"""What SQLite alone must do: keep the log append-only, wait its turn, and tell its faults."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from starlore.errors import StoreBusy, StoreDamaged, StoreFull, StoreTooNew, StoreUnwritable
from starlore.lessons.shelf import Shelf
from starlore.store import open_store
from starlore.study.desk import Desk, Moment
from tests.sample_course import write_sample
from tests.study.acts import answered, later
from tests.study.conftest import START_MS, Bits

AT = Moment(START_MS, "UTC")
PRAGMAS = ("journal_mode", "synchronous", "foreign_keys")
LOG = ("answer", "grading", "void", "setting_change", "star_action")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    store = open_store(tmp_path / "starlore.db")
    shelf = Shelf(write_sample(tmp_path))
    yield Desk(store, shelf.course, store.local_learner(START_MS), store.device(), Bits(), "UTC")
    store.close()


def beside(tmp_path: Path) -> sqlite3.Connection:
    """Another program's connection to the same file."""
    return sqlite3.connect(tmp_path / "starlore.db", isolation_level=None, timeout=0.1)


def test_the_log_refuses_change_and_deletion(desk: Desk, tmp_path: Path) -> None:
    answered(desk, AT)
    other = beside(tmp_path)
    with pytest.raises(sqlite3.DatabaseError):
        other.execute("update answer set raw_answer = 'better'")
    with pytest.raises(sqlite3.DatabaseError):
        other.execute("delete from answer")
    with pytest.raises(sqlite3.DatabaseError):
        other.execute("update grading set correct = 1 - correct")
    other.close()


def test_every_log_table_has_its_guards(desk: Desk, tmp_path: Path) -> None:
    other = beside(tmp_path)
    rows = other.execute(
        "select tbl_name, sql from sqlite_master where type = 'trigger'"
    ).fetchall()
    other.close()
    for table in LOG:
        told = " ".join(sql.lower() for name, sql in rows if name == table)
        assert "update" in told and "delete" in told, table


def test_it_is_safe_at_every_commit(desk: Desk) -> None:
    connection = desk.store._engine.raw_connection()  # type: ignore[attr-defined]
    cursor = connection.cursor()
    modes = [cursor.execute(f"pragma {name}").fetchone()[0] for name in PRAGMAS]
    connection.close()
    assert modes == ["wal", 2, 1]


def test_a_database_held_by_another_program_is_busy_and_then_goes_on(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = beside(tmp_path)
    other.execute("begin immediate")
    with pytest.raises(StoreBusy, match=r"starlore\.db"):
        answered(desk, AT)
    other.execute("rollback")
    other.close()
    answered(desk, later(AT, ms=10))
    with desk.store.read() as unit:
        assert unit.count_answers(desk.learner) == 1


def test_a_full_disk_is_told_and_nothing_is_half_done(desk: Desk, tmp_path: Path) -> None:
    answered(desk, AT)
    with desk.store._writers.alone() as connection:  # type: ignore[attr-defined]
        pages = connection.execute("pragma page_count").fetchone()[0] + 2
        connection.execute(f"pragma max_page_count = {pages}").fetchone()
    with pytest.raises(StoreFull):
        for turn in range(200):
            answered(desk, later(AT, days=turn + 1))
    assert desk.store.integrity() == ()


def test_a_newer_schema_is_refused(desk: Desk, tmp_path: Path) -> None:
    other = beside(tmp_path)
    other.execute("update alembic_version set version_num = '9999'")
    other.execute("pragma user_version = 9999")
    other.close()
    desk.store.close()
    with pytest.raises(StoreTooNew):
        open_store(tmp_path / "starlore.db")


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreUnwritable):
        open_store(tmp_path / "file" / "starlore.db")


def test_a_file_that_is_no_database_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "starlore.db"
    path.write_text("a letter, not a database " * 100, encoding="utf-8")
    with pytest.raises(StoreDamaged):
        open_store(path)
    assert path.read_text(encoding="utf-8").startswith("a letter")
