"""Laws of the evening: what is asked first, what waits, and by when all has been seen."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from starlore.memory.due import is_due, new_stars_left, plan_for_backlog, tonight
from starlore.memory.light import recall_now
from starlore.memory.stars import Star, fold
from tests.laws.law import Law
from tests.memory.diary import DAY, DAY_ONE, NOON_MS, STAR, typed


class Evening(NamedTuple):
    """The stars of an evening, the day a plan ends, and how many new stars fit."""

    tonight: Callable[[Iterable[Star], date, int, int], list[str]]
    plan: Callable[[Iterable[Star], date, int], date]
    new: Callable[[int, int, int, int], int]


OURS = Evening(tonight, plan_for_backlog, new_stars_left)
TODAY, NOW_MS = DAY_ONE + timedelta(days=60), NOON_MS + 60 * DAY
ANSWERED = fold([typed()], "ada").stars[STAR]


@st.composite
def skies(draw: st.DrawFn) -> list[Star]:
    """Up to thirty stars, due some days before today or after, a few of them set aside."""
    near = st.integers(-10, 10).map(lambda days: TODAY + timedelta(days=days))
    return [
        ANSWERED._replace(
            star=f"lesson.s{number:02}",
            stability_days=draw(st.sampled_from((1.0, 5.0, 40.0, 41.0, 300.0))),
            due_day=draw(near),
            status=(status := draw(st.sampled_from(("active", "active", "suspended", "buried")))),
            buried_until=draw(near) if status == "buried" else None,
        )
        for number in range(draw(st.integers(0, 30)))
    ]


def what_is_due_is_asked_by_falling_recall(evening: Evening, stars: list[Star], limit: int) -> None:
    asked = evening.tonight(stars, TODAY, NOW_MS, limit)
    recalls = {star.star: recall_now(star, NOW_MS) for star in stars if is_due(star, TODAY)}
    assert len(set(asked)) == len(asked) == min(limit, len(recalls))
    assert [recalls[name] for name in asked] == sorted(recalls.values(), reverse=True)[:limit]


def the_weakest_first(stars: Iterable[Star], today: date, now_ms: int, limit: int) -> list[str]:
    return tonight(stars, today, now_ms, 10_000)[::-1][:limit]


def nothing_drops_out_however_little_is_seen_an_evening(
    evening: Evening, stars: list[Star], limit: int
) -> None:
    left, seen = list(stars), set[str]()
    for later in range(11 + len(stars)):
        asked = evening.tonight(left, TODAY + timedelta(days=later), NOW_MS + later * DAY, limit)
        seen.update(asked)
        left = [star for star in left if star.star not in seen]
    assert seen == {star.star for star in stars if star.status != "suspended"}


def only_what_fell_due_this_week(
    stars: Iterable[Star], today: date, now_ms: int, limit: int
) -> list[str]:
    fresh = [star for star in stars if star.due_day > today - timedelta(days=7)]
    return tonight(fresh, today, now_ms, limit)


def a_plan_names_the_first_evening_after_which_nothing_waits(
    evening: Evening, stars: list[Star], per_day: int
) -> None:
    day, seen = TODAY, set[str]()
    while True:
        due = [star.star for star in stars if is_due(star, day) and star.star not in seen]
        seen.update(due[:per_day])
        if len(due) <= per_day:
            break
        day += timedelta(days=1)
    assert evening.plan(stars, TODAY, per_day) == day


def a_plan_for_what_is_due_already(stars: Iterable[Star], today: date, per_day: int) -> date:
    return plan_for_backlog([star for star in stars if is_due(star, today)], today, per_day)


def new_stars_never_crowd_out_due_ones_nor_pass_a_limit(
    evening: Evening, due: int, met: int, a_day: int, answers_left: int
) -> None:
    new = evening.new(due, met, a_day, answers_left)
    assert new >= 0
    assert new == 0 or (met + new <= a_day and due + new <= answers_left)


def new_stars_whatever_waits(_due: int, met: int, a_day: int, answers_left: int) -> int:
    return new_stars_left(0, met, a_day, answers_left)


counts = st.integers(0, 60)

LAWS = (
    Law(
        what_is_due_is_asked_by_falling_recall,
        OURS._replace(tonight=the_weakest_first),
        (skies(), st.integers(0, 12)),
    ),
    Law(
        nothing_drops_out_however_little_is_seen_an_evening,
        OURS._replace(tonight=only_what_fell_due_this_week),
        (skies(), st.integers(1, 8)),
        examples=50,
    ),
    Law(
        a_plan_names_the_first_evening_after_which_nothing_waits,
        OURS._replace(plan=a_plan_for_what_is_due_already),
        (skies(), st.integers(1, 8)),
    ),
    Law(
        new_stars_never_crowd_out_due_ones_nor_pass_a_limit,
        OURS._replace(new=new_stars_whatever_waits),
        (counts, counts, counts, counts),
    ),
)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_law_holds(law: Law[Evening]) -> None:
    law.holds_for(OURS)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_broken_version_fails_it(law: Law[Evening]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
