"""Migrations lead to the tables that the code speaks of, and an ordinary start loads none."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from starlore.memory.stars import Star
from starlore.store import open_store, schema
from starlore.store.migrations import configuration, upgrade


def test_the_newest_revision_is_the_one_this_program_writes() -> None:
    assert ScriptDirectory.from_config(configuration()).get_heads() == [schema.NEWEST]


def test_migrations_and_the_schema_make_the_same_database(tmp_path: Path) -> None:
    open_store(tmp_path / "migrated.db").close()
    migrated = create_engine(f"sqlite:///{tmp_path / 'migrated.db'}")
    made = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    schema.metadata.create_all(made)
    try:
        with migrated.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        assert _words(migrated) == _words(made)
    finally:
        migrated.dispose()
        made.dispose()


def _words(engine: object) -> dict[str, list[str]]:
    """Of each table and index the words of its definition, whatever their order."""
    with engine.connect() as connection:  # type: ignore[attr-defined]
        rows = connection.exec_driver_sql(
            "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index')"
            " AND sql IS NOT NULL AND name <> 'alembic_version'"
        ).fetchall()
    return {name: sorted(sql.replace(",", " ").split()) for name, sql in rows}


def test_opening_a_current_database_does_not_load_alembic(tmp_path: Path) -> None:
    path = tmp_path / "starlore.db"
    open_store(path).close()
    program = (
        "import sys; from pathlib import Path; from starlore.store import open_store;"
        f"open_store(Path({str(path)!r})).close(); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_stars_kept_before_there_was_credit_are_sound_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "starlore.db"
    old = create_engine(f"sqlite:///{path}")
    with old.begin() as connection:
        upgrade(connection, "0002")
        star = (
            "a.b", 2.5, 5.0, "2026-05-01", "2026-05-04", 1, 1, 0, 0, 0, "active", None, 2.5, 7,
            "x", "fsrs-6.1",
        )  # fmt: skip
        text = "|".join(
            f"{name}={int(value * 2**20) if isinstance(value, float) else value or 0}"
            for name, value in zip(Star._fields, star, strict=False)
        ).replace("buried_until=0", "buried_until=")
        values = ("ada", *star, sha256(text.encode()).hexdigest())
        connection.exec_driver_sql("INSERT INTO learner VALUES ('ada', 1, 0)")
        marks = ", ".join("?" * len(values))
        connection.exec_driver_sql(f"INSERT INTO star VALUES ({marks})", values)
    old.dispose()
    store = open_store(path)
    with store.read() as unit:
        (kept,) = unit.stars("ada")
    assert (kept.star, kept.stability_days, kept.practised_times) == ("a.b", 2.5, 0)
    assert kept.practised_on is None
    assert store.integrity() == ()
    store.close()
