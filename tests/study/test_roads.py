"""The map as a learner has lit it."""

from dataclasses import replace
from itertools import pairwise
from math import ceil

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
    assert road.minutes == 20 + 20 + 20 + 20 + 25
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
    assert road.minutes == 16 + 20 + 20 + 25, "six of eight stars, and one question for the ember"


def test_the_time_a_road_takes_falls_with_each_star_and_grows_again_with_an_ember(
    seven: Desk, at: Moment
) -> None:
    course = seven.course()

    def minutes(now: Moment) -> int:
        return road_to(course, chart(course, sky_on(seven, now)), "lookup").minutes

    told = [minutes(at)]
    for star in course.lessons["dot"].stars:
        answered(seven, at, star)
        told.append(minutes(at))
    assert told == sorted(told, reverse=True)
    assert told[0] - told[-1] == 20
    assert max(before - after for before, after in pairwise(told)) <= 3
    answered(seven, later(at, days=2), "dot.score", right=False)
    assert minutes(later(at, days=2)) == told[-1] + 1, "one question"
    seconds = sum(one.seconds for one in course.lessons["dot"].questions.values())
    assert minutes(later(at, days=60)) == told[-1] + ceil(seconds / 60), "not the whole reading"


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


def test_where_the_direct_needs_are_bright_or_unmet_what_those_need_is_looked_at(
    seven: Desk, at: Moment
) -> None:
    course = seven.course()
    answered(seven, at, "average.blend")
    now = later(at, days=40)
    found = dim_need(course, sky_on(seven, now), "lookup")
    assert found is not None and found.id == "average.blend"
    answered(seven, later(at, days=5), "softmax.shift")
    nearest = dim_need(course, sky_on(seven, now), "lookup")
    assert nearest is not None and nearest.id == "softmax.shift", "the fainter one is farther off"
    answered(seven, now, "average.blend")
    assert dim_need(course, sky_on(seven, now), "lookup") is None


def test_a_round_of_needs_offers_no_star_of_the_lesson_itself(seven: Desk, at: Moment) -> None:
    course = seven.course()
    dot = replace(course.nodes["dot"], needs=("project",))
    turned = replace(course, nodes={**course.nodes, "dot": dot})
    answered(seven, at, "dot.score")
    seen = sky_on(seven, later(at, days=40))
    assert dim_need(turned, seen, "dot") is None
    found = dim_need(turned, seen, "lookup")
    assert found is not None and found.id == "dot.score"
