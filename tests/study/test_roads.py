"""The map as a learner has lit it."""

from starlore.memory.study_day import DAY_MS
from starlore.study.desk import Desk, Moment
from starlore.study.roads import chart, dim_need, next_goal, road_to
from starlore.study.skies import sky_on
from tests.study.acts import answered, later
from tests.study.conftest import START_MS


def lit(desk: Desk, at: Moment, slug: str) -> None:
    for star in desk.course().lessons[slug].stars:
        answered(desk, at, star)


def test_at_first_the_road_to_the_seed_lies_ahead_whole(seven: Desk, at: Moment) -> None:
    course = seven.course()
    charted = chart(course, sky_on(seven, at))
    assert len(charted) == 17
    assert next_goal(course, charted) == "lookup"
    road = road_to(course, charted, "lookup")
    assert road.left == road.lessons == ("dot", "average", "softmax", "project", "lookup")
    assert road.minutes == 15 + 20 + 25 + 15 + 25
    assert road.unwritten == 0


def test_what_is_lit_is_left_out_and_what_is_to_come_is_counted(seven: Desk, at: Moment) -> None:
    lit(seven, at, "dot")
    answered(seven, at, "average.blend")
    answered(seven, at, "average.outside", right=False)
    course = seven.course()
    charted = chart(course, sky_on(seven, at))
    assert charted["dot"].is_lit
    assert (charted["average"].lit, charted["average"].share) == (1, 1 / 8)
    assert charted["mask"].minutes is None
    road = road_to(course, charted, "reading")
    assert road.left[:2] == ("average", "softmax")
    assert road.unwritten == 3
    assert road.minutes == 20 + 25 + 15 + 25


def test_once_the_seed_is_lit_the_next_lesson_is_the_goal(seven: Desk, at: Moment) -> None:
    lit(seven, at, "lookup")
    course = seven.course()
    assert next_goal(course, chart(course, sky_on(seven, at))) == "dot"
    for slug in course.lessons:
        lit(seven, at, slug)
    assert next_goal(course, chart(course, sky_on(seven, at))) == "lookup"


def test_before_a_lesson_the_dimmest_star_it_needs_until_one_of_them_is_answered(
    seven: Desk, at: Moment
) -> None:
    course = seven.course()
    assert dim_need(course, sky_on(seven, at), "lookup") is None
    answered(seven, at, "softmax.top-weight")
    answered(seven, at, "window.slide")
    assert dim_need(course, sky_on(seven, at), "lookup") is None
    now = later(at, days=40)
    found = dim_need(course, sky_on(seven, now), "lookup")
    assert found is not None
    assert found.id == "softmax.top-weight"
    assert now.now_ms == START_MS + 40 * DAY_MS
    answered(seven, now, "dot.score")
    assert dim_need(course, sky_on(seven, now), "lookup") is None
