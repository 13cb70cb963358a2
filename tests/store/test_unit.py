"""What a transaction refuses, keeps and finds."""

import sqlite3
from dataclasses import replace

import pytest

from starlore.errors import BadValue, Conflict, Refused
from starlore.store import Database, sql
from starlore.store.statements import Statement
from tests.store.logbook import (
    ADA,
    EVE,
    HERE,
    THERE,
    answer_row,
    mark,
    shown,
    write_act,
    write_answer,
    write_grading,
    write_void,
)
from tests.told import told


def test_the_same_row_again_is_nothing(store: Database) -> None:
    with store.write() as unit:
        record = write_answer(unit, "a", 10)
        unit.append(record)
        assert [row.stamp.id for row in unit.log(ADA)] == ["a", "g-a"]
        assert unit.find_record(ADA, "a") == record


def test_an_id_of_another_table_is_taken_too(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
        with told(Conflict, "[Tt]he id g-a"):
            unit.append(answer_row(mark(unit, "g-a", 11)))


@pytest.mark.parametrize("ahead", [-1, 1])
def test_a_number_that_is_not_the_next_is_refused(store: Database, ahead: int) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
        with told(Refused, "has number 3"):
            unit.append(answer_row(mark(unit, "b", 11, ahead=ahead)))


def test_the_head_that_a_transaction_remembers_is_the_one_that_is_kept(store: Database) -> None:
    with store.write() as unit:
        for id_, at_ms, device in (("a", 10, HERE), ("b", 5, THERE), ("c", 20, THERE)):
            write_answer(unit, id_, at_ms, device=device)
            remembered = [unit.head(ADA, HERE), unit.head(ADA, THERE)]
            unit._heads.clear()
            assert remembered == [unit.head(ADA, HERE), unit.head(ADA, THERE)]


def test_an_id_that_was_free_is_taken_once_it_is_written(store: Database) -> None:
    with store.write() as unit:
        assert unit.find_record(ADA, "a") is None
        record = write_answer(unit, "a", 10)
        assert unit.find_record(ADA, "a") == record


def test_an_answer_asks_the_database_little(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
    told: list[str] = []
    with store.write() as unit:
        unit._connection.set_trace_callback(told.append)
        write_answer(unit, "b", 20)
        unit._connection.set_trace_callback(None)
    assert [text.split()[0] for text in told].count("SELECT") == 3  # the head, and each id
    assert len(told) == 7


def test_a_row_before_the_devices_last_one_is_refused(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
        with told(Refused, "cannot lie before"):
            unit.append(answer_row(mark(unit, "b", 9)))


def test_rows_that_point_at_nothing_are_refused(store: Database) -> None:
    with store.write() as unit:
        unit.meet(EVE, 0)
        write_answer(unit, "a", 10, learner=EVE)
        with told(Refused, "no answer a to grade"):
            write_grading(unit, "g", "a", 11, True)
        with told(Refused, "no answer a to take back"):
            write_void(unit, "v", "answer", "a", 11)
        with told(Refused, "no star a to take back"):
            write_void(unit, "v", "star", "a", 11)
        with pytest.raises(BadValue, match="no table 'star'"):
            unit.last_live(ADA, "star")


def test_burying_names_its_day(store: Database) -> None:
    with store.write() as unit:
        with told(Refused, "needs its day"):
            write_act(unit, "b", "bury", 1)
        write_act(unit, "b", "bury", 1, until_day="2026-03-05")


def test_a_seed_of_64_bits_comes_back_whole(store: Database) -> None:
    with store.write() as unit:
        unit.put_variant(shown("v1", at_ms=1, seed=2**64 - 1))
        unit.put_variant(shown("v2", at_ms=2, seed=0))
        assert unit.recent_seeds(ADA, "adding.sum") == (0, 2**64 - 1)
        assert unit.recent_seeds(ADA, "adding.sum", limit=1) == (0,)


def test_only_what_happens_to_a_variant_changes_it(store: Database) -> None:
    with store.write() as unit:
        unit.put_variant(shown("v1"))
        unit.put_variant(replace(shown("v1"), status="answered", answer="a", variant_json="{}"))
        kept = unit.variant(ADA, "v1")
        assert kept == replace(shown("v1"), status="answered", answer="a")
        assert unit.open_variant(ADA, "adding.sum", 1, "lesson", "") is None


def test_an_open_variant_is_found_until_it_expires(store: Database) -> None:
    with store.write() as unit:
        unit.put_variant(shown("v1", at_ms=1))
        unit.meet(EVE, 0)
        unit.put_variant(shown("v2", at_ms=2, learner=EVE))
        unit.put_variant(replace(shown("v3", at_ms=3), mode="review", sitting="s"))
        found = unit.open_variant(ADA, "adding.sum", 1_001, "lesson", "")
        assert found is not None and found.id == "v1"
        assert unit.open_variant(ADA, "adding.sum", 1_002, "lesson", "") is None


def test_files_of_a_lesson_are_kept_once_under_their_hash(store: Database) -> None:
    files = {"lesson.md": b"# Read", "b/numbers.py": bytes(range(256))}
    with store.write() as unit:
        unit.keep_content("h", files)
        unit.keep_content("h", {"lesson.md": b"other"})
        assert unit.content("h") == files
        assert unit.content("other") is None


@pytest.mark.parametrize(
    "statement, values, index",
    [
        (sql.GRADINGS_OF, {"answer": "a"}, "grading_of_answer"),
        (sql.ANSWERED_ON, {"study_day": "2026-03-01"}, "answer_of_day"),
        (sql.NEWEST_FIRST["answer"], {}, "answer_as_folded"),
        (sql.RECENT_VARIANTS, {"star": "s", "most": 20}, "variant_of_star"),
        (
            sql.OPEN_VARIANT,
            {"star": "s", "now_ms": 1, "mode": "lesson", "sitting": ""},
            "variant_of_star",
        ),
        (sql.VARIANTS_OF_SITTING, {"sitting": "s"}, "variant_of_sitting"),
        (sql.VOIDS, {"table": "answer"}, "void_of_table"),
        (sql.HEADS, {}, "sqlite_autoindex_head"),
        (sql.STARS, {}, "sqlite_autoindex_star"),
        (sql.FIND["answer"], {"id": "a"}, "sqlite_autoindex_answer"),
    ],
)
def test_what_an_answer_asks_for_is_found_by_an_index(
    store: Database, statement: Statement, values: dict[str, object], index: str
) -> None:
    with store.read() as unit:
        text, bind = statement.on(unit._dialect)
        cursor = unit._connection.execute(
            f"EXPLAIN QUERY PLAN {text}", bind({"learner": ADA, **values})
        )
        plan = [row[3] for row in cursor.fetchall()]
    assert index in plan[0]
    assert not [step for step in plan if step.startswith("SCAN")]


def test_a_row_replaced_by_force_is_refused_as_well(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
    with store.write() as unit, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        unit._connection.execute("INSERT OR REPLACE INTO answer SELECT * FROM answer")


def test_a_unit_holds_no_statement_after_its_turn(store: Database) -> None:
    with store.write() as unit:
        pass
    with pytest.raises(sqlite3.ProgrammingError):
        unit.run(sql.LOCAL)
