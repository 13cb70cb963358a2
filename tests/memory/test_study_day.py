"""Study days and the days between answers: clock changes, flights, a date that never was."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from starlore.errors import Refused
from starlore.memory.study_day import elapsed_days, is_zone, study_day
from tests.told import told

NEW_YORK, LOS_ANGELES, HONOLULU = "America/New_York", "America/Los_Angeles", "Pacific/Honolulu"
APIA, BERLIN = "Pacific/Apia", "Europe/Berlin"
TEHRAN, AUCKLAND, SYDNEY = "Asia/Tehran", "Pacific/Auckland", "Australia/Sydney"


def at(local: str, zone: str) -> int:
    """UTC milliseconds of a local time; of one that occurs twice, the first."""
    moment = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))
    return round(moment.timestamp() * 1000)


@pytest.mark.parametrize(
    ("first", "zone", "second", "second_zone", "rollover", "hours", "days", "elapsed"),
    [
        ("2026-03-07T22:00", NEW_YORK, "2026-03-08T08:00", NEW_YORK, 4, 9, (7, 8), 1),
        ("2026-03-07T22:00", NEW_YORK, "2026-03-08T22:00", NEW_YORK, 4, 23, (7, 8), 1),
        ("2026-06-10T23:50", TEHRAN, "2026-06-11T03:59", TEHRAN, 4, 249 / 60, (10, 10), 0),
        ("2026-06-10T23:50", TEHRAN, "2026-06-11T04:00", TEHRAN, 4, 250 / 60, (10, 11), 1),
        ("2026-08-01T09:00", AUCKLAND, "2026-07-31T20:00", HONOLULU, 4, 9, (1, 31), 0),
        ("2026-07-01T22:00", LOS_ANGELES, "2026-07-03T08:00", SYDNEY, 4, 17, (1, 3), 1),
        ("2026-07-01T21:00", SYDNEY, "2026-07-01T17:00", LOS_ANGELES, 4, 13, (1, 1), 0),
        ("2011-12-29T20:00", APIA, "2011-12-31T08:00", APIA, 4, 12, (29, 31), 1),
        ("2026-03-29T01:59", BERLIN, "2026-03-29T03:00", BERLIN, 2, 1 / 60, (28, 29), 1),
    ],
)  # fmt: skip
def test_days_between_two_answers_c01_c02_c03(
    first: str,
    zone: str,
    second: str,
    second_zone: str,
    rollover: int,
    hours: float,
    days: tuple[int, int],
    elapsed: int,
) -> None:
    earlier, later = at(first, zone), at(second, second_zone)
    assert later - earlier == round(hours * 3_600_000)
    one, other = study_day(earlier, zone, rollover), study_day(later, second_zone, rollover)
    assert (one.day, other.day) == days
    assert elapsed_days(earlier, one, later, other) == elapsed


def test_an_hour_that_comes_twice_belongs_to_one_day_c02() -> None:
    instants = [
        datetime.fromisoformat(f"2026-11-01T{time}+00:00") for time in ("05:30", "06:30", "07:00")
    ]
    days = [study_day(round(i.timestamp() * 1000), NEW_YORK, 2) for i in instants]
    assert days == [date(2026, 10, 31), date(2026, 10, 31), date(2026, 11, 1)]


def test_a_clock_set_back_lets_no_day_pass_c06() -> None:
    now, back = at("2026-05-10T10:00", "UTC"), at("2020-01-01T00:00", "UTC")
    assert elapsed_days(now, date(2026, 5, 10), back, date(2020, 1, 1)) == 0
    assert elapsed_days(now, date(2026, 5, 10), now, date(2026, 5, 11)) == 0


@pytest.mark.parametrize("rollover", [0, 4, 23])
def test_the_day_turns_at_the_rollover_hour(rollover: int) -> None:
    turn = at(f"2026-06-10T{rollover:02}:00", TEHRAN)
    assert study_day(turn, TEHRAN, rollover) == date(2026, 6, 10)
    assert study_day(turn - 1, TEHRAN, rollover) == date(2026, 6, 9)


@pytest.mark.parametrize(
    "name",
    ["Atlantis", "", "America", "../../etc/passwd", "/etc/passwd", "localtime", "right/UTC",
     "a\0b", "x" * 5000, "ایران", "Asia/Tehran\n"],
)  # fmt: skip
def test_what_is_no_zone_is_refused_by_name(name: str) -> None:
    assert not is_zone(name)
    with told(Refused, "a name such as Europe/Vienna"):
        study_day(0, name)


def test_a_zone_keeps_its_name() -> None:
    assert is_zone(TEHRAN) and is_zone("UTC") and is_zone("Etc/GMT+12")


def test_an_hour_or_an_instant_out_of_range_is_refused() -> None:
    with told(Refused, "0 to 23, not 24"):
        study_day(0, "UTC", 24)
    with told(Refused, "years 1 to 9999"):
        study_day(10**18, "UTC")
