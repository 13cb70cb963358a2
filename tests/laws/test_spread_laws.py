"""Laws of spreading: no due day leaves its bounds, and inside them the lightest evening wins."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from starlore.memory.spread import EVEN_WEEK, Load, choose_due_day, fuzz_bounds
from tests.laws.law import Law
from tests.memory.diary import DAY_ONE, STAR


class Spread(NamedTuple):
    """How far an interval may move, and the day chosen within that."""

    bounds: Callable[[int, int], tuple[int, int]]
    choose: Callable[[date, int, int, Load, str, int, str, Sequence[float]], date]


OURS = Spread(fuzz_bounds, choose_due_day)
Others = list[tuple[str, int]]

intervals = st.one_of(st.integers(1, 60), st.integers(1, 36_500))
lessons = st.sampled_from(("attention", "recurrence"))
others = st.lists(st.tuples(lessons, st.integers(-5, 5)), max_size=20)
crowded = st.lists(st.tuples(lessons, st.integers(-2, 2)), min_size=10, max_size=20)
weeks = st.tuples(*[st.sampled_from((0.0, 0.3, 1.0))] * 7)
counts = st.integers(0, 999)


def load_around(interval: int, others: Others) -> Load:
    """The load of stars of these lessons, each due some days before or after the interval's end."""
    load = Load()
    for lesson, days in others:
        load.add(lesson, DAY_ONE + timedelta(days=interval + days))
    return load


def felt(others: Others, days: int) -> int:
    """The stars due that many days after the interval's end, those of the same lesson twice."""
    return sum(1 + (lesson == "attention") for lesson, day in others if day == days)


def bounds_hold_the_interval_and_end_at_the_longest(
    spread: Spread, interval: int, max_days: int
) -> None:
    interval = min(interval, max_days)
    low, high = spread.bounds(interval, max_days)
    assert 1 <= low <= interval <= high <= max_days


def bounds_that_know_no_longest(interval: int, _max_days: int) -> tuple[int, int]:
    return fuzz_bounds(interval, 100_000)


def no_due_day_leaves_its_bounds(
    spread: Spread,
    interval: int,
    max_days: int,
    others: Others,
    week: tuple[float, ...],
    count: int,
) -> None:
    interval = min(interval, max_days)
    low, high = spread.bounds(interval, max_days)
    load = load_around(interval, others)
    due = spread.choose(DAY_ONE, interval, max_days, load, STAR, count, "ada", week)
    assert low <= (due - DAY_ONE).days <= high


def on_to_the_next_free_evening(
    today: date, interval: int, _most: int, load: Load, *_: object
) -> date:
    day = today + timedelta(days=interval)
    while load.on(day):
        day += timedelta(days=1)
    return day


def the_lightest_evening_wins_and_the_own_lesson_counts_double(
    spread: Spread, interval: int, others: Others, count: int
) -> None:
    load = load_around(interval, others)
    due = spread.choose(DAY_ONE, interval, 36_500, load, STAR, count, "ada", EVEN_WEEK)
    low, high = spread.bounds(interval, 36_500)
    least = min(felt(others, days - interval) for days in range(low, high + 1))
    assert felt(others, (due - DAY_ONE).days - interval) == least


def lessons_all_alike(
    today: date, interval: int, most: int, load: Load, _star: str, *others: object
) -> date:
    return choose_due_day(today, interval, most, load, "another.star", *others)  # type: ignore[arg-type]


def a_day_off_is_taken_only_where_no_other_is_in_reach(
    spread: Spread, interval: int, others: Others, week: tuple[float, ...], count: int
) -> None:
    load = load_around(interval, others)
    due = spread.choose(DAY_ONE, interval, 36_500, load, STAR, count, "ada", week)
    low, high = spread.bounds(interval, 36_500)
    reach = {(DAY_ONE + timedelta(days=days)).weekday() for days in range(low, high + 1)}
    assert week[due.weekday()] > 0 or not any(week[day] for day in reach)


def no_evening_off(
    today: date, interval: int, most: int, load: Load, star: str, count: int, who: str, *_: object
) -> date:
    return choose_due_day(today, interval, most, load, star, count, who)


LAWS = (
    Law(
        bounds_hold_the_interval_and_end_at_the_longest,
        OURS._replace(bounds=bounds_that_know_no_longest),
        (intervals, intervals),
    ),
    Law(
        no_due_day_leaves_its_bounds,
        OURS._replace(choose=on_to_the_next_free_evening),
        (intervals, intervals, others, weeks, counts),
    ),
    Law(
        the_lightest_evening_wins_and_the_own_lesson_counts_double,
        OURS._replace(choose=lessons_all_alike),
        (st.integers(3, 12), crowded, counts),
        examples=300,
    ),
    Law(
        a_day_off_is_taken_only_where_no_other_is_in_reach,
        OURS._replace(choose=no_evening_off),
        (st.integers(1, 60), others, weeks, counts),
    ),
)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_law_holds(law: Law[Spread]) -> None:
    law.holds_for(OURS)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_broken_version_fails_it(law: Law[Spread]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
