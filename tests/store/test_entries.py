"""The live log as the fold reads it: in log order, whatever was written when and where."""

from datetime import date

from starlore.memory.stars import Answered, Entry, SettingChanged, StarActed
from starlore.store import Database
from starlore.store.runner import PAGE
from tests.store.logbook import (
    ADA,
    EVE,
    THERE,
    write_act,
    write_answer,
    write_grading,
    write_setting,
    write_void,
)

NAMES = ("answer", "name", "action")


def names(entries: list[Entry]) -> list[str]:
    return [
        getattr(e, "answer", "") or getattr(e, "name", "") or getattr(e, "action", "")
        for e in entries
    ]


def test_a_setting_lies_between_the_answers_of_its_millisecond(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
        write_setting(unit, "s", "retention", "0.9", 10)
        write_answer(unit, "b", 10)
        write_act(unit, "c", "suspend", 10)
        write_answer(unit, "from-there", 9, device=THERE)
        write_answer(unit, "also-there", 10, device=THERE)
        found = list(unit.entries(ADA))
        assert names(found) == ["from-there", "a", "retention", "b", "suspend", "also-there"]
        assert found[2] == SettingChanged(10, "retention", 0.9)
        assert found[4] == StarActed(10, date(1970, 1, 1), "adding.sum", "suspend")


def test_the_newest_live_grading_counts(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10, correct=False)
        write_grading(unit, "g2", "a", 20, True)
        (entry,) = unit.entries(ADA)
        assert isinstance(entry, Answered) and entry.correct
        write_void(unit, "v", "grading", "g2", 30)
        (entry,) = unit.entries(ADA)
        assert isinstance(entry, Answered) and not entry.correct
        grading = unit.grading_of(ADA, "a")
        assert grading is not None and grading.stamp.id == "g-a"


def test_an_answer_whose_only_grading_is_void_does_not_count(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10)
        write_void(unit, "v", "grading", "g-a", 30)
        assert list(unit.entries(ADA)) == []
        assert unit.grading_of(ADA, "a") is None


def test_a_voided_setting_gives_way_to_the_one_before(store: Database) -> None:
    with store.write() as unit:
        write_setting(unit, "s1", "theme", '"day"', 1)
        write_setting(unit, "s2", "theme", '"night"', 2)
        assert unit.settings(ADA) == {"theme": "night"}
        write_void(unit, "v", "setting_change", "s2", 3)
        assert unit.settings(ADA) == {"theme": "day"}


def test_days_after_the_last_one_asked_for_are_left_out(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10, day="2026-03-01")
        write_answer(unit, "b", 20, day="2026-03-02")
        assert names(list(unit.entries(ADA, "2026-03-01"))) == ["a"]
        assert unit.first_study_day(ADA) == "2026-03-01"
        write_void(unit, "v", "answer", "a", 30)
        assert unit.first_study_day(ADA) == "2026-03-02"
        assert unit.answered_on(ADA, "2026-03-01") == ()
        assert unit.answered_on(ADA, "2026-03-02") == ("adding.sum",)


def test_pages_of_a_long_log_join_without_a_seam(store: Database) -> None:
    count = 2 * PAGE + 1
    with store.write() as unit:
        for i in range(count):
            write_answer(unit, f"a{i:05}", i)
            if i % PAGE == PAGE - 1:
                write_setting(unit, f"s{i}", f"after-{i}", "1", i)
        found = names(list(unit.entries(ADA)))
    expected: list[str] = []
    for i in range(count):
        expected.append(f"a{i:05}")
        if i % PAGE == PAGE - 1:
            expected.append(f"after-{i}")
    assert found == expected


def test_each_learner_has_a_log_of_their_own_even_under_one_id(store: Database) -> None:
    with store.write() as unit:
        write_answer(unit, "a", 10, learner=ADA)
        unit.meet(EVE, 0)
        write_answer(unit, "a", 20, learner=EVE, correct=False)
        (ada,), (eve,) = unit.entries(ADA), unit.entries(EVE)
        assert isinstance(ada, Answered) and ada.at_ms == 10 and ada.correct
        assert isinstance(eve, Answered) and eve.at_ms == 20 and not eve.correct
