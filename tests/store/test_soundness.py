"""A check that finds what is wrong, and nothing where all is well."""

from datetime import date

import pytest

from starlore.language import Catalogue
from starlore.memory.stars import Star
from starlore.store import Database
from starlore.study.records import SheetRow
from starlore.study.sheet_code import Code, mark_of
from tests.store.logbook import ADA, CONTENT, KEPT, shown, write_answer

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


def test_an_answer_on_another_study_day_is_found(store: Database) -> None:
    findings = spoil(store, *changed("answer", "study_day = '2026-03-02'"))
    assert "stands on 2026-03-02, which is not the study day" in findings[0]


def test_a_question_that_does_not_match_its_hash_is_found(store: Database) -> None:
    with store.write() as unit:
        unit.put_variant(shown("v1"))
    findings = spoil(
        store,
        *changed("answer", "variant_hash = 'aa'"),
        "UPDATE variant SET variant_json = variant_json || ' '",
    )
    assert [finding.partition(" does")[0] for finding in findings] == [
        "Learner ada: the question of v1",
        "Learner ada: the question of a",
        "Learner ada: the question of b",
    ]


def test_content_under_a_hash_that_is_not_its_own_is_found(store: Database) -> None:
    with store.write() as unit:
        unit.keep_content(CONTENT, KEPT)
        unit.keep_content("ab", KEPT)
    findings = spoil(store, "INSERT INTO content_version VALUES ('cd', x'00')")
    assert [finding.partition(" does")[0] for finding in findings] == [
        "What is kept of the lesson ab",
        "What is kept of the lesson cd",
    ]


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("DROP INDEX answer_of_day", "answer_of_day"),
        ("DROP TRIGGER answer_never_goes", "answer_never_goes"),
        ("CREATE TABLE notes (text TEXT)", "notes"),
        ("ALTER TABLE star ADD COLUMN shade TEXT", "star"),
    ],
)
def test_a_schema_that_is_not_ours_is_found(store: Database, statement: str, name: str) -> None:
    assert spoil(store, statement) == (f"{name} is not as this Starlore makes it.",)


def changed(table: str, values: str) -> tuple[str, ...]:
    """Statements that change a table of the log, whose guards are put back."""
    guard = f"{table}_never_changes"
    body = f"SELECT RAISE(ABORT, '{table} is append-only: no row changes'); END"
    return (
        f"DROP TRIGGER {guard}",
        f"UPDATE {table} SET {values}",
        f"CREATE TRIGGER {guard} BEFORE UPDATE ON {table} BEGIN {body}",
    )


@pytest.mark.parametrize(
    ("spoiled", "named"),
    [
        ("""UPDATE sheet SET sheet_json = '{"asked":[]}'""", Code(7, mark_of("dot", "{}")).letters),
        ("UPDATE sheet SET code = 'nonsense'", "nonsense"),
        ("UPDATE sheet SET lesson = lesson", ""),
    ],
)
def test_a_kept_sheet_that_is_not_what_its_code_was_made_of_is_found(
    spoiled: str, named: str, store: Database
) -> None:
    code = Code(7, mark_of("dot", "{}")).letters
    with store.write() as unit:
        unit.keep_sheet(SheetRow(code, "dot", CONTENT, "{}", 10))
    told = f"What is kept of the sheet {named} is not what its code was made of."
    assert spoil(store, spoiled) == ((told,) if named else ())
