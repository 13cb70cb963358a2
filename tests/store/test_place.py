"""A database that is deleted, replaced or overwritten under the program takes nothing more."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from starlore.errors import StoreDamaged, StoreGone
from starlore.store import Database, open_store
from starlore.store.place import COUNT, MARK, Place
from tests.store.logbook import ADA, shown, write_answer


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for file in path.parent.glob(path.name + "*"):
        file.unlink()


def replace_it(path: Path) -> None:
    open_store(path.parent / "other" / "starlore.db").close()
    (path.parent / "other" / "starlore.db").replace(path)


def move_away(path: Path) -> None:
    path.rename(path.with_name("moved.db"))


def delete_the_journal(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


@pytest.mark.parametrize("spoil", [delete, delete_all, replace_it, move_away, delete_the_journal])
def test_nothing_is_acknowledged_or_read(
    store: Database, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
    spoil(tmp_path / "starlore.db")
    with pytest.raises(StoreGone), store.write() as unit:
        write_answer(unit, "b", 20)
    with pytest.raises(StoreGone), store.read() as unit:
        unit.stars(ADA)
    with pytest.raises(StoreGone):
        next(store.export(ADA))
    with pytest.raises(StoreGone):
        store.erase(ADA, 5)


def another(path: Path) -> bytes:
    """A database of somebody else."""
    elsewhere = path.parent / "other" / "starlore.db"
    other = open_store(elsewhere)
    with other.write() as unit:
        unit.meet(ADA, 0, is_local=True)
        write_answer(unit, "theirs", 10)
    other.close()
    return elsewhere.read_bytes()


def in_file(store: Database, path: Path) -> bytes:
    """The database as it lies in its file once the journal is empty: a backup of this moment."""
    with store._writers.alone() as connection:
        assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    return path.read_bytes()


def overwrite(path: Path, content: bytes) -> None:
    """What `cp` does: the same file, other content."""
    before = path.stat().st_ino
    path.write_bytes(content)
    assert path.stat().st_ino == before


Content = Callable[[Database, Path], bytes]


def somebody_else(store: Database, path: Path) -> bytes:
    return another(path)


def an_older_copy(store: Database, path: Path) -> bytes:
    old = in_file(store, path)
    with store.write() as unit:
        write_answer(unit, "since", 20)
    in_file(store, path)
    return old


def no_database(store: Database, path: Path) -> bytes:
    return b"none" * 4096


def nothing(store: Database, path: Path) -> bytes:
    return b""


CONTENTS = (somebody_else, an_older_copy, no_database, nothing)


@pytest.mark.parametrize("made", CONTENTS)
def test_nothing_is_acknowledged_into_a_file_that_was_overwritten(
    store: Database, tmp_path: Path, made: Content
) -> None:
    path = tmp_path / "starlore.db"
    with store.write() as unit:
        write_answer(unit, "a", 10)
    content = made(store, path)
    overwrite(path, content)
    with pytest.raises(StoreGone), store.write() as unit:
        write_answer(unit, "b", 30)
    with pytest.raises(StoreGone), store.read() as unit:
        unit.stars(ADA)
    with pytest.raises(StoreGone):
        store.erase(ADA, 5)
    store.close()
    assert path.read_bytes() == content


@pytest.mark.parametrize("made", CONTENTS)
def test_a_file_that_is_overwritten_before_the_commit_is_told(
    store: Database, tmp_path: Path, made: Content
) -> None:
    path = tmp_path / "starlore.db"
    content = made(store, path)
    with pytest.raises(StoreGone), store.write() as unit:
        write_answer(unit, "b", 30)
        overwrite(path, content)


def test_a_database_put_in_place_by_sql_is_told(store: Database, tmp_path: Path) -> None:
    path = tmp_path / "starlore.db"
    another(path)
    with (
        closing(sqlite3.connect(path)) as here,
        closing(sqlite3.connect(tmp_path / "other" / "starlore.db")) as there,
    ):
        there.backup(here)
    with pytest.raises(StoreGone), store.write() as unit:
        write_answer(unit, "b", 30)


def test_without_a_look_at_the_file_an_answer_would_be_lost(
    store: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Place, "_is_overwritten", lambda self: False)
    overwrite(tmp_path / "starlore.db", another(tmp_path / "starlore.db"))
    with store.write() as unit:
        write_answer(unit, "b", 30)


def test_what_the_program_and_others_do_to_the_file_is_no_overwriting(
    store: Database, tmp_path: Path
) -> None:
    path = tmp_path / "starlore.db"
    for turn in range(3):
        with store.write() as unit:
            write_answer(unit, f"a{turn}", 10 + turn)
        in_file(store, path)
        other = open_store(path)
        with other.write() as unit:
            write_answer(unit, f"b{turn}", 20 + turn, device="other")
        in_file(other, path)
        lines = list(other.export(ADA))
        assert other.import_lines(lines, 10**9) == ADA
        other.close()
    with store.write() as unit:
        unit.replace_stars(ADA, ())
    in_file(store, path)
    overwrite(path, path.read_bytes())  # the same content changes nothing
    with store.write() as unit:
        write_answer(unit, "last", 40)
    assert store.integrity() == ()


def test_each_commit_that_changes_something_is_counted(store: Database, tmp_path: Path) -> None:
    def count() -> int:
        header = in_file(store, tmp_path / "starlore.db")
        return int.from_bytes(header[COUNT], "big")

    before = count()
    with store.write() as unit:
        unit.stars(ADA)
    assert count() == before
    with store.write() as unit:
        write_answer(unit, "a", 10)
    assert count() == before + 1


def test_each_database_has_a_mark_of_its_own_and_keeps_it(tmp_path: Path) -> None:
    marks: list[bytes] = []
    for name in ("a", "b", "a"):
        path = tmp_path / f"{name}.db"
        open_store(path).close()
        marks.append(path.read_bytes()[MARK])
    assert marks[0] == marks[2] != marks[1]
    assert int.from_bytes(marks[0], "big") in range(1, 2**31)


def test_a_database_without_a_mark_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    open_store(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id=0")
    open_store(path).close()
    assert path.read_bytes()[MARK] != bytes(4)


def test_a_file_that_goes_before_the_commit_is_told(store: Database, tmp_path: Path) -> None:
    with pytest.raises(StoreGone), store.write() as unit:
        write_answer(unit, "a", 10)
        (tmp_path / "starlore.db").unlink()


def test_a_deleted_database_is_not_made_anew_by_a_reader(store: Database, tmp_path: Path) -> None:
    (tmp_path / "starlore.db").unlink()
    for _ in range(12):
        with pytest.raises(StoreGone), store.read():
            pass
    assert not (tmp_path / "starlore.db").exists()


def test_a_table_that_has_gone_is_told_as_damage(store: Database) -> None:
    with store._writers.alone() as connection:
        connection.execute("DROP TABLE star")
    with pytest.raises(StoreDamaged, match="no such table"), store.read() as unit:
        unit.stars(ADA)


def test_after_closing_it_can_be_used_again(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
    store.close()
    with store.write() as unit:
        unit.put_variant(shown("v1"))
