"""Out as lines and in again: all or nothing, and only what was said to be there."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from starlore.errors import NotFound, Refused
from starlore.store import Database, open_store
from tests.store.logbook import (
    ADA,
    EVE,
    THERE,
    shown,
    write_act,
    write_answer,
    write_setting,
    write_void,
)
from tests.store.test_soundness import STAR
from tests.told import told

Lines = list[str]


def fill(store: Database, learner: str = ADA) -> None:
    """Something of every kind."""
    with store.write() as unit:
        unit.keep_content("content", {"lesson.md": "# Читать\r\n".encode(), "a.bin": b"\0\xff"})
        unit.put_variant(shown("v1", learner))
        write_answer(unit, "a", 10, learner=learner)
        write_answer(unit, "b", 10, learner=learner, device=THERE)
        if learner == ADA:
            write_void(unit, "v", "answer", "a", 20)
            write_setting(unit, "s", "name", '"آدا"', 30)
            write_act(unit, "c", "suspend", 40)
        unit.put_stars(learner, [STAR])


def changed(lines: Lines, table: str, **values: object) -> Lines:
    """An export with some values of one kind of line changed."""
    rows = [json.loads(line) for line in lines]
    for row in rows:
        if row.get("table") == table:
            row.update(values)
    return [json.dumps(row) for row in rows]


def test_an_export_holds_every_row_and_nobody_elses(store: Database) -> None:
    fill(store)
    fill(store, EVE)
    lines = list(store.export(ADA))
    tables = [json.loads(line).get("table") for line in lines]
    assert tables == [
        None, "content_version", "variant", "answer", "answer", "grading", "grading", "void",
        "setting_change", "star_action",
    ]  # fmt: skip
    assert json.loads(lines[0]) == {"starlore": "log", "format": 1, "learner": ADA, "lines": 9}
    assert not any(EVE in line for line in lines)
    assert all(line.isascii() and line.endswith("\n") for line in lines)
    assert "".join(lines).splitlines(keepends=True) == lines


def test_erased_and_taken_in_again_it_gives_the_same_bytes(store: Database) -> None:
    fill(store)
    fill(store, EVE)
    lines, hers = list(store.export(ADA)), list(store.export(EVE))
    assert store.erase(ADA) == 9
    with pytest.raises(NotFound):
        list(store.export(ADA))
    assert list(store.export(EVE)) == hers
    assert store.import_lines(lines, 5) == ADA
    assert store.local_learner(6) == ADA
    assert list(store.export(ADA)) == lines
    assert store.integrity() == ()


def test_an_erasure_leaves_a_number_without_a_name(store: Database, tmp_path: Path) -> None:
    fill(store)
    count = store.erase(ADA)
    with store.read() as unit:
        kept = unit._connection.execute("SELECT id, rows_erased FROM erasure").fetchall()
    assert kept == [(1, count)]
    assert store.learners() == ()
    store.close()
    assert "آدا".encode() not in (tmp_path / "starlore.db").read_bytes()
    with pytest.raises(NotFound):
        store.erase(ADA)


def test_an_import_joins_two_logs_whichever_comes_first(store: Database, tmp_path: Path) -> None:
    fill(store)
    short = list(store.export(ADA))
    with store.write() as unit:
        write_answer(unit, "later", 50)
    whole = list(store.export(ADA))
    assert store.import_lines(short, 60) == ADA
    assert list(store.export(ADA)) == whole
    other = open_store(tmp_path / "other" / "starlore.db")
    other.local_learner(1)
    for lines in (short, whole):
        other.import_lines(lines, 2)
        assert list(other.export(ADA)) == lines
    assert other.learners() == (ADA,)
    other.close()


def test_stars_are_dropped_or_rebuilt_in_the_same_transaction(store: Database) -> None:
    fill(store)
    lines = list(store.export(ADA))
    store.import_lines(lines, 5)
    with store.read() as unit:
        assert unit.stars(ADA) == ()
    store.import_lines(lines, 5, lambda unit, learner: unit.put_stars(learner, [STAR]))
    with store.read() as unit:
        assert unit.stars(ADA) == (STAR,)


def test_the_log_of_another_learner_is_not_mixed_in(store: Database, tmp_path: Path) -> None:
    fill(store)
    other = open_store(tmp_path / "other" / "starlore.db")
    with other.write() as unit:
        unit.meet(EVE, 0, is_local=True)
        write_answer(unit, "mine", 1, learner=EVE)
    before = list(other.export(EVE))
    with told(Refused, r"Line 1: Another learner.*erase them"):
        other.import_lines(store.export(ADA), 5)
    assert list(other.export(EVE)) == before
    other.close()


FAULTS: list[tuple[str, Callable[[Lines], Lines]]] = [
    ("Line 1: .*first line", lambda lines: lines[1:]),
    ("Line 1: ", lambda lines: []),
    ("Line 1: .*format 2", lambda lines: [lines[0].replace('mat":1', 'mat":2'), *lines[1:]]),
    ("Line 9: .*9 lines", lambda lines: lines[:-1]),
    ("Line 10: .*one JSON object", lambda lines: [*lines[:-1], lines[-1][:-9]]),
    ("Line 2: .*another value", lambda lines: [lines[0], "[]", *lines[2:]]),
    ("Line 2: .*one JSON object", lambda lines: [lines[0], "[" * 100_000, *lines[2:]]),
    ("Line 2: .*not of 'star'", lambda lines: [lines[0], '{"table":"star"}', *lines[2:]]),
    ("Line 8: .*differs in learner", lambda lines: changed(lines, "void", learner=EVE)),
    ("Line 4: gave_up is of type bool", lambda lines: changed(lines, "answer", gave_up=0)),
    ("Line 4: try_no is of type int", lambda lines: changed(lines, "answer", try_no=True)),
    ("Line 4: .*64 bits", lambda lines: changed(lines, "answer", taken_ms=2**63)),
    ("Line 4: .*half of a", lambda lines: changed(lines, "answer", raw_answer="\ud800")),
    ("Line 5: .*other content", lambda lines: changed(lines, "answer", id="zz")),
    ("Line 6: .*no answer zz", lambda lines: changed(lines, "grading", answer="zz")),
    ("no answer zz to take back", lambda lines: changed(lines, "void", target_id="zz")),
    (
        "(rows are|row is) expected",
        lambda lines: changed(lines, "star_action", device_seq=77),
    ),
    (
        "another row of number",
        lambda lines: [*lines, changed(lines, "void", id="w")[7]],
    ),
    ("Line 2: .*base64", lambda lines: changed(lines, "content_version", files={"a": "é"})),
    ("Line 2: .*base64", lambda lines: changed(lines, "content_version", files={"a": 1})),
    ("Line 2: .*other files", lambda lines: changed(lines, "content_version", files={})),
    ("Line 3: .*no variant", lambda lines: changed(lines, "variant", variant_json="[]")),
    ("Line 10: .*needs its day", lambda lines: changed(lines, "star_action", action="bury")),
]


@pytest.mark.parametrize("said, spoil", FAULTS)
def test_a_faulty_line_is_named_and_nothing_is_taken_in(
    store: Database, said: str, spoil: Callable[[Lines], Lines]
) -> None:
    fill(store)
    lines = list(store.export(ADA))
    store.erase(ADA)
    with told(Refused, rf"(?=.*({said}))^Line \d+: .*\. Nothing was taken in\.$"):
        store.import_lines(spoil(lines), 5)
    assert store.learners() == ()
    store.import_lines(lines, 5)
    assert list(store.export(ADA)) == lines


@pytest.mark.parametrize("table, name", [("answer", "raw_answer"), ("variant", "form")])
def test_a_row_that_differs_from_the_one_here_is_refused(
    store: Database, table: str, name: str
) -> None:
    fill(store)
    lines = list(store.export(ADA))
    with told(Refused, r"Line \d+: .*(other content|another one) here"):
        store.import_lines(changed(lines, table, **{name: "other"}), 5)
    assert list(store.export(ADA)) == lines
