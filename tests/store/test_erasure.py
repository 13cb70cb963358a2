"""What is erased is erased from the files too, as soon as nobody reads an earlier state."""

from pathlib import Path

from starlore.store import open_store
from tests.store.logbook import ADA, write_answer, write_setting

SECRET = "a name that nobody else has"


def remains(folder: Path) -> bool:
    return any(SECRET.encode() in file.read_bytes() for file in folder.glob("starlore.db*"))


def test_a_reader_delays_the_wiping_and_that_is_told(tmp_path: Path) -> None:
    store = open_store(tmp_path / "starlore.db", busy_ms=20)
    with store.write() as unit:
        unit.meet(ADA, 0, is_local=True)
        write_answer(unit, "a", 10)
        write_setting(unit, "s", "name", f'"{SECRET}"', 20)
    other = open_store(tmp_path / "starlore.db")
    with other.read() as unit:
        unit.stars(ADA)
        assert not store.erase(ADA, 30).is_wiped
        assert remains(tmp_path)
    open_store(tmp_path / "starlore.db").close()
    assert not remains(tmp_path)
    other.close()
    store.close()


def test_without_a_reader_it_is_wiped_at_once(tmp_path: Path) -> None:
    store = open_store(tmp_path / "starlore.db")
    with store.write() as unit:
        unit.meet(ADA, 0, is_local=True)
        write_setting(unit, "s", "name", f'"{SECRET}"', 20)
    assert remains(tmp_path)
    assert store.erase(ADA, 30).is_wiped
    assert not remains(tmp_path)
    store.close()
