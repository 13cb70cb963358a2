"""An export of anybody's making is held to what Starlore could have written, or not taken in."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from starlore.errors import Refused
from starlore.language import Catalogue
from starlore.lessons.shelf import Shelf
from starlore.questions.codec import variant_hash
from starlore.store import vetting
from starlore.store.lines import TYPES
from starlore.study.desk import Desk, Moment
from starlore.study.exchange import import_log
from starlore.study.rebuilding import drifts
from starlore.study.setting import change_settings
from tests.fresh_store import fresh_store
from tests.sample_course import write_sample
from tests.study.acts import answered, later
from tests.study.conftest import DAY_MS, START_MS, Bits
from tests.told import told

AT = Moment(START_MS, "UTC")
NOW_MS = START_MS + 2 * DAY_MS
Row = dict[str, Any]
HELD_OTHERWISE = {
    "content_version": {"hash", "files"},
    "variant": {"variant_json", "variant_hash"},
    "answer": {"variant_json", "variant_hash", "gave_up"},
    "grading": {"correct"},
    "setting_change": {"name"},
}
"""What is held to its hash or to its name, or is a claim."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk without answers."""
    store = fresh_store(tmp_path / "starlore.db")
    shelf = Shelf(write_sample(tmp_path))
    yield Desk(store, shelf.course, store.local_learner(START_MS), store.device(), Bits(), "UTC")
    store.close()


@pytest.fixture
def rows(desk: Desk) -> list[Row]:
    """An honest export of one who was erased since: two answers, a setting and an act."""
    answered(desk, AT)
    answered(desk, later(AT, ms=1_000), "adding.pair", right=False)
    change_settings(desk, later(AT, ms=2_000).now_ms, {"theme": "night"})
    lines = list(desk.store.export(desk.learner))
    desk.store.erase(desk.learner, START_MS)
    made: list[Row] = [json.loads(line) for line in lines]
    stamp = {name: made[-1][name] for name in made[-1] if name.endswith("_ms")}
    act = {"table": "star_action", "id": "an-act", "device": desk.device, "device_seq": 6}
    act |= {"clock_flag": "", "star": "adding.sum", "action": "suspend", "until_day": "", **stamp}
    made[0]["lines"] += 1
    return [*made, act]


def take_in(desk: Desk, rows: list[Row]) -> str:
    fresh = replace(desk, learner=desk.store.local_learner(NOW_MS))
    return import_log(fresh, map(json.dumps, rows), NOW_MS)


def spoilt(rows: list[Row], table: str, name: str, value: object) -> list[Row]:
    """The export with one value changed, in the first row of its table."""
    place = next(place for place, row in enumerate(rows) if row.get("table") == table)
    return [*rows[:place], {**rows[place], name: value}, *rows[place + 1 :]]


def test_an_honest_export_is_taken_in(desk: Desk, rows: list[Row]) -> None:
    assert not drifts(desk.store, take_in(desk, rows))
    assert desk.store.integrity() == ()


def test_every_column_is_held_to_something() -> None:
    for table, types in TYPES.items():
        held = set(vetting.COLUMNS[table]) | HELD_OTHERWISE.get(table, set())
        assert held == types.keys(), table


def test_every_kind_is_said_in_words() -> None:
    for kind in vetting.KINDS:
        assert Catalogue.load("en").say(f"fault.kind.{kind}"), kind


HOSTILE: list[tuple[str, str, object]] = [
    *(("answer", "study_day", day) for day in ("", "x", "20260528", "0001-01-01", "9999-12-31")),
    *(("answer", "study_day", day) for day in ("2026-W01-1", "2026-05-01", "2026-02-30")),
    *(("answer", "zone", zone) for zone in ("Mars", "", "../etc/passwd", "localtime")),
    *(("answer", "rollover_hour", hour) for hour in (-1, 24, 2**62)),
    *(("answer", "corrected_at_ms", at_ms) for at_ms in (-1, 2**62, NOW_MS + 2 * DAY_MS)),
    *(("answer", "star", star) for star in ("", ".", "adding.", "a/b.c", "A.b", "a.b\n")),
    *(("answer", name, -1) for name in ("hints_shown", "try_no", "option_count", "taken_ms")),
    ("answer", "device_seq", 0),
    ("answer", "offset_min", 10**9),
    ("answer", "id", "a/b"),
    ("answer", "form", "drawn"),
    ("answer", "mode", ""),
    ("answer", "language", "en/../x"),
    ("answer", "clock_flag", "odd"),
    ("answer", "practised_json", "{}"),
    ("answer", "raw_answer", "x" * 30_000),
    ("answer", "variant_json", "{}"),
    ("answer", "reading_json", "[]"),
    *(
        ("grading", "reading_json", json.dumps({"numbers": [n], "unit": None, "echo": ""}))
        for n in ("x", "1/0", "nan", "1e999999", "9" * 3_000)
    ),
    ("grading", "reading_json", '{"numbers":[],"unit":null,"echo":""}'),
    ("grading", "parts_json", "[1]"),
    ("grading", "parts_json", "[" * 9_000),
    ("grading", "explanation", "slip of the pen"),
    ("grading", "misconception", "two words"),
    ("grading", "content_hash", "<b>"),
    ("variant", "effect_json", "{}"),
    ("variant", "effect_json", "null"),
    ("variant", "status", "open"),
    ("variant", "sitting", "a b"),
    ("variant", "hints_shown", 2**60),
    ("variant", "shown_at_ms", -(2**60)),
    ("variant", "variant_hash", "0" * 64),
    ("content_version", "hash", "f" * 64),
    ("star_action", "action", "shine"),
    ("star_action", "star", "x"),
    ("star_action", "until_day", "0001-01-01"),
    ("setting_change", "name", "hue"),
    ("setting_change", "old_json", "{"),
    *(("setting_change", "new_json", text) for text in ("", "5", '"x"', "NaN", "{}", "null")),
]


@pytest.mark.parametrize(("table", "name", "value"), HOSTILE)
def test_a_value_that_no_starlore_writes_is_named_and_nothing_is_taken_in(
    desk: Desk, rows: list[Row], table: str, name: str, value: object
) -> None:
    before = desk.store.learners()
    with pytest.raises(Refused) as caught:
        take_in(desk, spoilt(rows, table, name, value))
    sentence = Catalogue.load("en").tell(caught.value)
    assert re.search(r"^Line \d+: .+ Nothing was taken in\.$", sentence), sentence
    assert desk.store.learners() == before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("zone", "Mars"),
        ("zone", 5),
        ("rollover_hour", 99),
        ("rollover_hour", True),
        ("desired_retention", 5),
        ("desired_retention", "x"),
        ("max_interval_days", 0),
        ("easy_days", [1, 2]),
        ("name", ["Ada"]),
        ("name", "x" * 5_000),
        ("keys", "on"),
        ("motion", []),
        ("params", []),
    ],
)
def test_a_setting_that_cannot_be_obeyed_is_refused(
    desk: Desk, rows: list[Row], name: str, value: object
) -> None:
    named = spoilt(rows, "setting_change", "name", name)
    with pytest.raises(Refused, match=r"fault\.import\.line"):
        take_in(desk, spoilt(named, "setting_change", "new_json", json.dumps(value)))


def test_settings_of_the_memory_may_come_too(desk: Desk, rows: list[Row]) -> None:
    named = spoilt(rows, "setting_change", "name", "easy_days")
    take_in(desk, spoilt(named, "setting_change", "new_json", "[1,1,1,1,1,0,0]"))


def test_a_learner_whose_name_is_no_id_is_refused(desk: Desk, rows: list[Row]) -> None:
    for name in ("", "a b", "x" * 65, "\u202e"):
        with told(Refused, "^Line 1: learner must be an id"):
            take_in(desk, [{**rows[0], "learner": name}, *rows[1:]])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "[]",
        lambda text: "{}",
        lambda text: "[" * 100_000,
        lambda text: text.replace('"solution"', '"absolution"'),
        lambda text: text.replace('"given":{', '"given":{"n":{"$dec":"1e999999999"},', 1),
        lambda text: text.replace('"seed":', '"seed":0.'),
    ],
)
def test_a_question_that_cannot_be_read_is_refused_whatever_its_hash(
    desk: Desk, rows: list[Row], spoil: Callable[[str], str]
) -> None:
    row = next(row for row in rows if row.get("table") == "variant")
    text = spoil(row["variant_json"])
    hashed = spoilt(rows, "variant", "variant_hash", variant_hash(text))
    with told(Refused, r"^Line \d+: This line holds no question that can be read"):
        take_in(desk, spoilt(hashed, "variant", "variant_json", text))


def test_a_row_of_another_device_may_lie_ahead_of_the_clock_here(
    desk: Desk, rows: list[Row]
) -> None:
    there = [{**row, "device": "there"} if "device" in row else row for row in rows]
    last = {**there[-1], "corrected_at_ms": NOW_MS + 9 * DAY_MS}
    assert not drifts(desk.store, take_in(desk, [*there[:-1], last]))


def test_files_under_a_hash_that_is_not_theirs_are_mended_by_sound_ones(
    desk: Desk, rows: list[Row]
) -> None:
    hash_ = rows[1]["hash"]
    with desk.store._writers.alone() as connection:  # type: ignore[attr-defined]
        connection.execute("DELETE FROM content_version")
    with desk.store.write() as unit:
        unit.keep_content(hash_, {"lesson.md": b"another"})
    assert len(desk.store.integrity()) == 1
    take_in(desk, rows)
    assert desk.store.integrity() == ()


def test_an_export_closes_the_question_that_is_still_open_here(desk: Desk, rows: list[Row]) -> None:
    learner = take_in(desk, rows)
    variant = next(row["id"] for row in rows if row.get("table") == "variant")
    with desk.store.write() as unit:
        row = unit.variant(learner, variant)
        assert row is not None
        unit.put_variant(replace(row, status="open", answer="", effect_json=""))
    take_in(desk, rows)
    with desk.store.read() as unit:
        assert unit.variant(learner, variant) == row
