"""What is asked tonight, and how a long break is caught up."""

from datetime import timedelta

import pytest

from starlore.errors import BadValue
from starlore.memory.due import is_due, new_stars_left, plan_for_backlog, tonight
from starlore.memory.light import recall_now
from starlore.memory.stars import Star, fold
from tests.memory.diary import DAY, DAY_ONE, NOON_MS, STAR, typed

TODAY, NOW_MS = DAY_ONE + timedelta(days=60), NOON_MS + 60 * DAY


def one(**changes: object) -> Star:
    star = fold([typed()], "ada").stars[STAR]
    return star._replace(**changes)  # type: ignore[arg-type]


def waiting(count: int) -> list[Star]:
    """Stars that all fell due on day two, each a little stronger than the one before."""
    due_day = DAY_ONE + timedelta(days=1)
    return [
        one(star=f"lesson.s{i:03}", stability_days=1 + i / 8, due_day=due_day) for i in range(count)
    ]


def test_a_star_is_due_from_its_day_on() -> None:
    star = one(due_day=TODAY)
    assert not is_due(star, TODAY - timedelta(days=1))
    assert is_due(star, TODAY) and is_due(star, TODAY + timedelta(days=400))


def test_a_star_set_aside_is_never_asked() -> None:
    tomorrow = TODAY + timedelta(days=1)
    buried = one(status="buried", buried_until=tomorrow)
    stars = [one(status="suspended"), buried]
    assert tonight(stars, TODAY, NOW_MS) == []
    assert tonight([buried], tomorrow, NOW_MS) == [STAR]


def test_after_a_break_of_sixty_days_fifty_are_seen_a_day_and_none_is_lost_c36() -> None:
    stars = waiting(500)
    names = tonight(stars, TODAY, NOW_MS, limit=50)
    recalls = {star.star: recall_now(star, NOW_MS) for star in stars}
    assert names == sorted(recalls, key=lambda name: -recalls[name])[:50]
    assert new_stars_left(due=500) == 0
    assert plan_for_backlog(stars, TODAY, 50) == TODAY + timedelta(days=9)
    left = stars
    for day in range(10):
        assert left, day
        seen = set(tonight(left, TODAY + timedelta(days=day), NOW_MS, limit=50))
        left = [star for star in left if star.star not in seen]
    assert left == []


def test_equals_are_asked_by_name_and_eight_at_most() -> None:
    stars = [one(star=f"lesson.s{i}") for i in (9, 3, 5, 1, 2, 4, 6, 7, 8)]
    assert tonight(stars, TODAY, NOW_MS) == [f"lesson.s{i}" for i in range(1, 9)]


def test_a_plan_counts_what_falls_due_meanwhile_but_nothing_later() -> None:
    meanwhile = [
        one(star=f"new.s{i}", due_day=TODAY + timedelta(days=1 + i // 2)) for i in range(20)
    ]
    assert plan_for_backlog(waiting(10), TODAY, 4) == TODAY + timedelta(days=2)
    assert plan_for_backlog(waiting(10) + meanwhile, TODAY, 4) == TODAY + timedelta(days=3)
    assert plan_for_backlog(meanwhile, TODAY, 4) == TODAY
    aside = [one(status="suspended"), one(status="buried", buried_until=TODAY + timedelta(days=9))]
    assert plan_for_backlog(aside, TODAY, 1) == TODAY


def test_a_plan_without_an_answer_a_day_is_refused() -> None:
    with pytest.raises(BadValue, match="at least 1"):
        plan_for_backlog([], TODAY, 0)


@pytest.mark.parametrize(
    ("due", "new_today", "left", "wanted"),
    [(0, 0, 50, 8), (50, 0, 50, 0), (51, 0, 50, 0), (47, 0, 50, 3), (0, 8, 50, 0), (0, 9, 50, 0)],
)
def test_new_stars_wait_while_much_is_due(due: int, new_today: int, left: int, wanted: int) -> None:
    assert new_stars_left(due, new_today, answers_left=left) == wanted
