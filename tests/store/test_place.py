"""A database that is deleted or replaced under the program acknowledges nothing more."""

from collections.abc import Callable
from pathlib import Path

import pytest

from starlore.errors import StoreDamaged, StoreGone
from starlore.store import Database, open_store
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
