"""A check that finds what is wrong, and nothing where all is well."""

from datetime import date

from starlore.language import Catalogue
from starlore.memory.stars import Star
from starlore.store import Database
from tests.store.logbook import ADA, write_answer

STAR = Star(
    "adding.sum", 2.5, 5.0, date(2026, 3, 1), date(2026, 3, 4), 1, 1, 0, False, True,
    "buried", date(2026, 3, 9), 2.5, 10, "a", "1",
)  # fmt: skip


def filled(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
        write_answer(unit, "b", 20)
        unit.put_stars(ADA, [STAR])


def spoil(store: Database, *statements: str) -> tuple[str, ...]:
    """Do what no part of the program does, then check."""
    filled(store)
    with store._writers.alone() as connection:
        for statement in ("PRAGMA foreign_keys = OFF", *statements, "PRAGMA foreign_keys = ON"):
            connection.execute(statement)
    return tuple(map(Catalogue.load("en").tell, store.integrity()))


def test_a_sound_database_has_no_findings_and_gives_its_stars_back_exactly(
    store: Database,
) -> None:
    assert spoil(store) == ()
    with store.read() as unit:
        assert unit.stars(ADA) == (STAR,)


def test_a_changed_star_is_found_by_its_checksum(store: Database) -> None:
    (finding,) = spoil(store, "UPDATE star SET stability_days = 99.0")
    assert "adding.sum does not match its checksum" in finding


def test_a_missing_row_is_found_by_the_gap_it_leaves(store: Database) -> None:
    findings = spoil(
        store, "INSERT INTO erasing VALUES ('ada')", "DELETE FROM grading WHERE id = 'g-a'"
    )
    assert findings == ("Learner ada: device device-a counts to 4 but has 3 rows.",)


def test_a_reference_to_nothing_is_found(store: Database) -> None:
    findings = spoil(
        store, "INSERT INTO erasing VALUES ('ada')", "DELETE FROM answer WHERE id = 'a'"
    )
    assert any("of grading points at a row of answer" in finding for finding in findings)


def test_a_head_that_lags_behind_the_log_is_found(store: Database) -> None:
    (finding,) = spoil(store, "UPDATE head SET device_seq = 2")
    assert "heads of the log" in finding
