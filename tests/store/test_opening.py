"""Opening: what is not a whole database of ours is refused in one sentence and left as it was."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from starlore.errors import StoreDamaged, StoreTooNew
from starlore.store import open_store
from starlore.store.migrations import upgrade
from starlore.store.schema import NEWEST
from starlore.store.sqlite import sqlite_engine
from tests.told import told


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "starlore.db"
    open_store(path).close()
    return path


def run(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "update alembic_version set version_num = ''",
        "update alembic_version set version_num = 'zzz'",
        "update alembic_version set version_num = '0000'",
        "update alembic_version set version_num = '٠٠٠٩'",
        "update alembic_version set version_num = x'ff'",
        "insert into alembic_version values ('0001')",
        "delete from alembic_version",
    ],
)
def test_a_revision_that_never_was_is_told(path: Path, statement: str) -> None:
    run(path, statement)
    with told(StoreDamaged, "none that Starlore ever had"):
        open_store(path)


def test_a_later_revision_is_told_as_newer(path: Path) -> None:
    run(path, "update alembic_version set version_num = '0900'")
    with told(StoreTooNew, "0900"):
        open_store(path)


@pytest.mark.parametrize(
    ("statements", "lacking"),
    [
        (("drop table void", "drop table star"), r"lacks (void, star|star, void)\."),
        (("alter table answer drop column raw_answer",), r"lacks answer\.raw_answer\."),
        (("drop table answer",), r"lacks answer\."),
    ],
)
def test_missing_tables_and_columns_are_named(
    path: Path, statements: tuple[str, ...], lacking: str
) -> None:
    run(path, "pragma foreign_keys = off", *statements)
    with told(StoreDamaged, lacking):
        open_store(path)


FOREIGN: dict[str, Callable[[Path], object]] = {
    "no database": lambda path: path.write_bytes(b"a diary of mine, not a database\n" * 300),
    "another's": lambda path: run(path, "create table bird (name)"),
    "another's, in a journal mode of its own": lambda path: run(
        path, "pragma journal_mode=truncate", "create table bird (name)"
    ),
    "another's with no table yet": lambda path: run(path, "pragma application_id=7"),
    "another's with only a view": lambda path: run(path, "create view bird as select 1"),
    "another's with revisions": lambda path: run(
        path, "create table alembic_version (version_num)", "insert into alembic_version values (1)"
    ),
    "another's with our first revision": lambda path: run(
        path,
        "create table alembic_version (version_num)",
        "insert into alembic_version values ('0001')",
        "create table bird (name)",
    ),
    "another's with our newest revision": lambda path: run(
        path,
        "create table alembic_version (version_num)",
        f"insert into alembic_version values ('{NEWEST}')",
        "create table bird (name)",
    ),
}
DAMAGED: dict[str, Callable[[Path], object]] = {
    "a later one": lambda path: run(path, "update alembic_version set version_num = '0900'"),
    "no revision": lambda path: run(path, "delete from alembic_version"),
    "lacks a table": lambda path: run(path, "pragma foreign_keys = off", "drop table answer"),
    "lacks a column": lambda path: run(path, "alter table answer drop column raw_answer"),
    "its first page is lost": lambda path: path.write_bytes(bytes(4096) + path.read_bytes()[4096:]),
    "it is cut off": lambda path: path.write_bytes(path.read_bytes()[:5000]),
}
"""What may have become of a database of ours that has no mark yet."""


def refused_unwritten(path: Path) -> None:
    """The file is refused, and neither it nor its folder is other than before."""
    before = path.read_bytes(), sorted(path.parent.iterdir())
    with pytest.raises((StoreDamaged, StoreTooNew)):
        open_store(path)
    assert (path.read_bytes(), sorted(path.parent.iterdir())) == before


@pytest.mark.parametrize("make", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_is_not_ours_is_never_written_to(
    make: Callable[[Path], object], tmp_path: Path
) -> None:
    make(tmp_path / "starlore.db")
    refused_unwritten(tmp_path / "starlore.db")


@pytest.mark.parametrize("journal", ("wal", "delete"))
@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_never_written_to(
    damage: Callable[[Path], object], journal: str, path: Path
) -> None:
    run(path, "pragma application_id = 0", f"pragma journal_mode = {journal}")
    damage(path)
    refused_unwritten(path)


def test_another_program_reads_and_writes_a_file_that_is_refused_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "starlore.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as theirs:
        theirs.execute("pragma journal_mode = wal")
        theirs.execute("create table bird (name)")
        before = path.read_bytes(), path.with_name("starlore.db-wal").read_bytes()
        with told(StoreDamaged, "none of Starlore"):
            open_store(path)
        assert (path.read_bytes(), path.with_name("starlore.db-wal").read_bytes()) == before
        theirs.execute("insert into bird values ('wren')")


def test_a_file_that_is_opened_to_be_written_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "starlore.db"
    FOREIGN["another's"](path)
    before = path.read_bytes()
    engine = sqlite_engine(path, 10)
    engine.raw_connection().close()
    engine.dispose()
    assert path.read_bytes() != before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_a_pipe_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "starlore.db")
    with told(StoreDamaged, "no file"):
        open_store(tmp_path / "starlore.db")


def test_content_kept_with_its_python_goes_when_a_database_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / "starlore.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrade(connection, "0001")
    engine.dispose()
    run(path, "insert into content_version values ('aa', x'00')")
    store = open_store(path)
    with store.read() as unit:
        assert unit.content("aa") is None
    assert store.integrity() == ()
    store.close()
