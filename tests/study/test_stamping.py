"""Ids and clocks: the client's times are kept, and what orders the log is mended and flagged."""

import pytest

from starlore.errors import Refused
from starlore.memory.study_day import DAY_MS
from starlore.study.desk import Desk, Moment
from starlore.study.records import SettingRecord, Stamp
from starlore.study.stamping import SKEW_MS, checked_id, new_id, stamp
from tests.told import told

Times = tuple[int, int, int, int, str]


def stamped(desk: Desk, at: Moment, made: int | None, sent: int | None) -> Times:
    """The times of a stamp: made, sent, received, corrected, each after `at`; and its flag."""
    when = [None if one is None else at.now_ms + one for one in (made, sent)]
    with desk.store.read() as unit:
        mark = stamp(desk, unit, at.now_ms, "", *when)
    return (*(one - at.now_ms for one in times_of(mark)), mark.clock_flag)  # type: ignore[return-value]


def times_of(mark: Stamp) -> tuple[int, int, int, int]:
    return mark.made_at_ms, mark.sent_at_ms, mark.received_at_ms, mark.corrected_at_ms


@pytest.mark.parametrize(
    ("made", "sent", "times"),
    [
        (None, None, (0, 0, 0, 0, "")),
        (-900, -100, (-900, -100, 0, -900, "")),
        (-900, None, (-900, 0, 0, -900, "")),
        (None, -100, (-100, -100, 0, -100, "")),
        (-SKEW_MS - 900, -SKEW_MS, (-SKEW_MS - 900, -SKEW_MS, 0, -SKEW_MS - 900, "")),
        (-DAY_MS - 900, -DAY_MS, (-DAY_MS - 900, -DAY_MS, 0, -900, "skewed")),
        (DAY_MS - 900, DAY_MS, (DAY_MS - 900, DAY_MS, 0, -900, "skewed")),
        (-SKEW_MS - 1, -SKEW_MS - 1, (-SKEW_MS - 1, -SKEW_MS - 1, 0, 0, "skewed")),
        (500, -100, (500, -100, 0, -100, "skewed")),
        (DAY_MS, None, (DAY_MS, 0, 0, 0, "skewed")),
    ],
)
def test_a_clock_more_than_five_minutes_off_is_corrected_and_the_clients_times_are_kept(
    desk: Desk, at: Moment, made: int | None, sent: int | None, times: Times
) -> None:
    assert stamped(desk, at, made, sent) == times


def test_a_row_never_lies_before_the_last_one_of_its_device(desk: Desk, at: Moment) -> None:
    with desk.store.write() as unit:
        unit.append(SettingRecord(stamp(desk, unit, at.now_ms), "name", '""', '"Ada"'))
    assert stamped(desk, at, -900, -900) == (-900, -900, 0, 0, "held")
    assert stamped(desk, at, 0, 0) == (0, 0, 0, 0, "")
    assert stamped(desk, at, -DAY_MS - 900, -DAY_MS)[3:] == (0, "held")


def test_rows_are_numbered_without_a_gap(desk: Desk, at: Moment) -> None:
    with desk.store.write() as unit:
        for name in ("Ada", "Eve"):
            unit.append(SettingRecord(stamp(desk, unit, at.now_ms), "name", '""', f'"{name}"'))
        assert [row.stamp.device_seq for row in unit.log(desk.learner)] == [1, 2]


def test_ids_sort_by_the_time_they_were_made() -> None:
    ids = [new_id(ms, lambda count: (1 << count) - 1) for ms in (1, 2, 1 << 40)]
    assert ids == sorted(ids)
    assert all(checked_id(id_) == id_ for id_ in ids)
    assert {(id_[14], id_[19]) for id_ in ids} == {("7", "b")}


@pytest.mark.parametrize("text", ["", "018bcfe5", "018BCFE5-6800-7000-8000-000000000000", "x" * 36])
def test_what_is_no_id_is_refused(text: str) -> None:
    with told(Refused, "UUID"):
        checked_id(text)
