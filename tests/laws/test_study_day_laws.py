"""Laws of the study day: the wall clock decides, and days never stray from the clock by two."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import strategies as st

from starlore.memory.study_day import DAY_MS, elapsed_days, is_zone, study_day
from tests.laws.law import Law


class Days(NamedTuple):
    """The day of an instant, and the days between two."""

    day: Callable[[int, str, int], date]
    elapsed: Callable[[int, date, int, date], int]


OURS = Days(study_day, elapsed_days)
HOUR_MS = 3_600_000
ZONES = sorted(zone for zone in available_timezones() if is_zone(zone))
FROM_MS = 631_152_000_000  # the year 1990
CLOCK_CHANGES = (
    (1_772_953_200_000, "America/New_York"),  # 8 March 2026, forward
    (1_792_890_000_000, "Europe/Berlin"),  # 25 October 2026, back
    (1_325_239_200_000, "Pacific/Apia"),  # 30 December 2011, which never was
)


def spans(least_days: int, most_days: int) -> st.SearchStrategy[int]:
    """Milliseconds; days and seconds are drawn apart, so that every hour is as likely."""
    return st.builds(
        lambda days, seconds: days * DAY_MS + seconds * 1000 + days % 1000,
        st.integers(least_days, most_days - 1),
        st.integers(0, 86_399),
    )


instants = spans(0, 18_627).map(lambda ms: FROM_MS + ms)  # the years 1990 to 2040
zones = st.sampled_from(ZONES)
hours = st.integers(0, 23)
moments = st.one_of(
    st.tuples(instants, zones),
    st.tuples(spans(-1, 1), st.sampled_from(CLOCK_CHANGES)).map(
        lambda drawn: (drawn[1][0] + drawn[0], drawn[1][1])
    ),
)


def local(at_ms: int, zone: str) -> datetime:
    """What the clock on the wall shows."""
    seconds = datetime.fromtimestamp(at_ms // 1000, UTC)
    return seconds.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def the_day_turns_at_the_rollover_hour_of_the_wall_clock(
    days: Days, moment: tuple[int, str], rollover: int
) -> None:
    wall = local(*moment)
    assert days.day(*moment, rollover) == (wall - timedelta(hours=rollover)).date()


def hours_passed_for_hours_shown(at_ms: int, zone: str, rollover: int) -> date:
    return study_day(at_ms - rollover * HOUR_MS, zone, 0)


def days_only_go_forward(days: Days, at_ms: int, later_ms: int, rollover: int) -> None:
    now, then = (days.day(ms, "UTC", rollover) for ms in (at_ms, at_ms + later_ms))
    assert now <= then


def the_day_before_after_the_rollover(at_ms: int, zone: str, rollover: int) -> date:
    return study_day(at_ms, zone, 0) - timedelta(days=local(at_ms, zone).hour > rollover)


def no_zone_is_more_than_a_day_from_utc(days: Days, at_ms: int) -> None:
    here = local(at_ms, "UTC").date()
    for zone in ZONES:
        assert abs((days.day(at_ms, zone, 4) - here).days) <= 1, zone


def days_named_after_their_end(at_ms: int, zone: str, rollover: int) -> date:
    return study_day(at_ms, zone, rollover) + timedelta(days=1)


def elapsed_days_are_never_negative_nor_off_by_more_than_one(
    days: Days, a_ms: int, a_zone: str, passed_ms: int, b_zone: str
) -> None:
    b_ms, whole = a_ms + passed_ms, max(0, passed_ms) // DAY_MS
    found = days.elapsed(a_ms, days.day(a_ms, a_zone, 4), b_ms, days.day(b_ms, b_zone, 4))
    assert whole <= found <= whole + 1
    assert passed_ms > 0 or found == 0


def elapsed_days_are_those_of_the_calendar_where_the_clock_allows(
    days: Days, a_ms: int, passed_ms: int, zone: str
) -> None:
    b_ms = a_ms + passed_ms
    a_day, b_day = days.day(a_ms, zone, 4), days.day(b_ms, zone, 4)
    shown = (b_day - a_day).days
    if 0 <= shown - passed_ms // DAY_MS <= 1:
        assert days.elapsed(a_ms, a_day, b_ms, b_day) == shown


def the_difference_of_dates(_a_ms: int, a_day: date, _b_ms: int, b_day: date) -> int:
    return (b_day - a_day).days


def blocks_of_24_hours(a_ms: int, _a_day: date, b_ms: int, _b_day: date) -> int:
    return max(0, b_ms - a_ms) // DAY_MS


LAWS = (
    Law(
        the_day_turns_at_the_rollover_hour_of_the_wall_clock,
        OURS._replace(day=hours_passed_for_hours_shown),
        (moments, hours),
        examples=500,
    ),
    Law(
        days_only_go_forward,
        OURS._replace(day=the_day_before_after_the_rollover),
        (instants, spans(0, 1), hours),
    ),
    Law(
        no_zone_is_more_than_a_day_from_utc,
        OURS._replace(day=days_named_after_their_end),
        (instants,),
        examples=30,
    ),
    Law(
        elapsed_days_are_never_negative_nor_off_by_more_than_one,
        OURS._replace(elapsed=the_difference_of_dates),
        (instants, zones, spans(-1, 40), zones),
        examples=1000,
    ),
    Law(
        elapsed_days_are_those_of_the_calendar_where_the_clock_allows,
        OURS._replace(elapsed=blocks_of_24_hours),
        (instants, spans(0, 40), zones),
    ),
)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_law_holds(law: Law[Days]) -> None:
    law.holds_for(OURS)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_broken_version_fails_it(law: Law[Days]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
