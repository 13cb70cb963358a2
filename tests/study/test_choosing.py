"""Choosing: what covers most of what waits comes first, and what helps after a miss."""

from dataclasses import replace

import pytest

from starlore.memory.due import tonight
from starlore.memory.stars import Star
from starlore.study import sitting as sittings
from starlore.study.answering import answer
from starlore.study.choosing import faintest_practised, farthest_reaching
from starlore.study.desk import Desk, Moment
from starlore.study.records import VariantRow
from tests.study.acts import answered, later, right_option, sent, wrong_option

HEAD = "lookup.the-whole-head"
EASIER = ("average.blend", "dot.score", "softmax.top-weight")


def stars_of(desk: Desk) -> dict[str, Star]:
    with desk.store.read() as unit:
        return {star.star: star for star in unit.stars(desk.learner)}


def go_on(desk: Desk, at: Moment, row: VariantRow, right: bool = True) -> VariantRow | None:
    text = right_option(row) if right else wrong_option(row)
    answer(desk, at, row.id, sent(desk, at, text))
    return sittings.proceed(desk, at, sittings.sitting(desk, row.sitting), "en")


def test_of_stars_equally_due_the_one_that_covers_most_others_comes_first(
    seven: Desk, at: Moment
) -> None:
    for star in (*EASIER, "project.shapes", HEAD):
        answered(seven, at, star)
    course, stars = seven.course(), stars_of(seven)
    day = stars[HEAD].due_day
    equal = {name: star._replace(due_day=day) for name, star in stars.items()}
    waiting = ["project.shapes", *EASIER, HEAD]
    assert farthest_reaching(course, equal, waiting, [], "project.shapes", at.today) == HEAD
    assert farthest_reaching(
        course, equal, ["project.shapes", HEAD], [], "project.shapes", at.today
    ) == ("project.shapes")
    later_due = equal | {HEAD: equal[HEAD]._replace(due_day=day.replace(year=2030))}
    assert (
        farthest_reaching(course, later_due, waiting, [], "project.shapes", at.today)
        == "project.shapes"
    )


@pytest.mark.parametrize("change", ["stuck", "suspended", "today", "twice"])
def test_a_star_that_may_take_no_credit_is_none_to_be_spared(
    change: str, seven: Desk, at: Moment
) -> None:
    for star in (*EASIER, "project.shapes", HEAD):
        answered(seven, at, star)
    stars = {name: star._replace(due_day=at.today) for name, star in stars_of(seven).items()}
    taken: dict[str, dict[str, object]] = {
        "stuck": {"is_stuck": True},
        "suspended": {"status": "suspended"},
        "today": {"practised_times": 1, "practised_on": at.today},
        "twice": {"practised_times": 2},
    }
    full = stars | {name: stars[name]._replace(**taken[change]) for name in EASIER}  # type: ignore[arg-type]
    waiting, course = ["project.shapes", *EASIER, HEAD], seven.course()
    first = "project.shapes"
    assert farthest_reaching(course, stars, waiting, [], first, at.today) == HEAD
    assert farthest_reaching(course, full, waiting, [], first, at.today) == first


def test_a_covering_star_comes_first_though_more_than_a_sitting_holds_are_due(
    seven: Desk, at: Moment
) -> None:
    lessons = seven.course().lessons
    for star in (*lessons["average"].stars, *lessons["dot"].stars, "softmax.top-weight", HEAD):
        answered(seven, at, star)
    stars = stars_of(seven)
    assert len({star.due_day for star in stars.values()}) == 1
    now = later(at, days=(stars[HEAD].due_day - at.today).days)
    assert HEAD not in tonight(stars.values(), now.today, now.now_ms, sittings.QUESTIONS)
    row = sittings.begin(seven, now, "en")
    assert row is not None
    assert row.star == HEAD


def test_the_lesson_just_asked_gives_way_to_others(seven: Desk, at: Moment) -> None:
    for star in (*EASIER, "lookup.three-shares", HEAD):
        answered(seven, at, star)
    stars = {name: star._replace(due_day=at.today) for name, star in stars_of(seven).items()}
    course = seven.course()
    chosen = farthest_reaching(
        course, stars, [*EASIER, HEAD], ["lookup.three-shares"], EASIER[0], at.today
    )
    assert chosen == EASIER[0]


def test_a_review_asks_the_covering_star_first_and_spares_the_covered(
    seven: Desk, at: Moment
) -> None:
    for star in (*EASIER, HEAD):
        answered(seven, at, star)
    stars = stars_of(seven)
    now = later(at, days=max((star.due_day - at.today).days for star in stars.values()))
    assert {star.due_day for star in stars.values()} == {stars[HEAD].due_day}
    row = sittings.begin(seven, now, "en")
    assert row is not None
    assert row.star == HEAD
    before = [star for star in stars_of(seven).values() if star.due_day <= now.today]
    go_on(seven, now, row)
    after = [star for star in stars_of(seven).values() if star.due_day <= now.today]
    assert len(before) == 4
    assert after == []


def test_after_a_miss_one_question_on_the_faintest_star_it_is_made_of(
    seven: Desk, at: Moment
) -> None:
    answered(seven, at, "softmax.top-weight")
    answered(seven, later(at, days=3), "dot.score")
    now = later(at, days=4)
    row = sittings.begin(seven, now, "en", "lookup")
    while row is not None and row.star != HEAD:
        now = later(now, ms=1_000)
        row = go_on(seven, now, row)
    assert row is not None
    now = later(now, ms=1_000)
    easier = go_on(seven, now, row, right=False)
    assert easier is not None
    assert (easier.star, easier.sitting) == ("softmax.top-weight", row.sitting)
    on = go_on(seven, later(now, ms=1_000), easier)
    assert on is not None
    assert on.star == "lookup.read-the-head"


def test_after_a_miss_nothing_that_was_never_met_is_stuck_or_is_set_aside(
    seven: Desk, at: Moment
) -> None:
    answered(seven, at, HEAD)
    course, stars = seven.course(), stars_of(seven)
    assert faintest_practised(course, stars, HEAD, at) is None
    answered(seven, at, "dot.score")
    stars = stars_of(seven)
    assert faintest_practised(course, stars, HEAD, at) == "dot.score"
    assert faintest_practised(course, stars, HEAD, at, besides=["dot.score"]) is None
    for change in ({"is_stuck": True}, {"status": "suspended"}):
        aside = stars | {"dot.score": stars["dot.score"]._replace(**change)}
        assert faintest_practised(course, aside, HEAD, at) is None


def test_new_stars_come_of_lessons_begun_and_then_along_the_road(seven: Desk, at: Moment) -> None:
    answered(seven, at, "softmax.top-weight")
    course = seven.course()
    with seven.store.read() as unit:
        stars = {star.star: star for star in unit.stars(seven.learner)}
        fresh = sittings.new_stars(course, unit, seven.learner, stars, at)
        begun = dict.fromkeys(course.lessons["softmax"].stars, stars["softmax.top-weight"])
        onward = sittings.new_stars(course, unit, seven.learner, begun, at)
    assert fresh == course.lessons["softmax"].stars[1:]
    assert onward == course.lessons["dot"].stars[:7]


def test_the_very_first_question_begins_no_lesson(seven: Desk, at: Moment) -> None:
    course = seven.course()
    answered(seven, at, course.first_star)
    stars = stars_of(seven)
    with seven.store.read() as unit:
        fresh = sittings.new_stars(course, unit, seven.learner, stars, at)
    assert fresh == course.lessons["dot"].stars[:7]


def test_new_stars_take_the_shortest_road_before_all_others(seven: Desk, at: Moment) -> None:
    course = seven.course()
    one = answered(seven, at, course.first_star)
    met = stars_of(seven)[one.star]
    road = ("dot", "average", "softmax", "project")
    begun = {star: met for slug in road for star in course.lessons[slug].stars}
    with seven.store.read() as unit:
        fresh = sittings.new_stars(course, unit, seven.learner, begun, at)
    assert {star.partition(".")[0] for star in fresh} == {"lookup"}


def test_a_lesson_that_left_the_course_holds_no_road_up(seven: Desk, at: Moment) -> None:
    course = seven.course()
    without = {slug: one for slug, one in course.lessons.items() if slug != "dot"}
    gone = replace(seven, course=lambda: replace(course, lessons=without))
    row = sittings.begin(gone, at, "en")
    assert row is not None
    assert row.star == "average.blend"
