"""Opening: what is not a whole database of ours is refused in one sentence and left as it was."""

import os
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from starlore.errors import StoreDamaged, StoreTooNew
from starlore.store import open_store
from starlore.store.migrations import upgrade
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
