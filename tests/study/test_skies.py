"""The sky of a day: what shines, what wears a halo, what fades, and by when all has been seen."""

from dataclasses import replace
from datetime import timedelta

from starlore.errors import Refused
from starlore.memory.due import ANSWERS_A_DAY
from starlore.memory.light import LEAST_LIGHT
from starlore.study.desk import Desk, Moment
from starlore.study.sitting import QUESTIONS
from starlore.study.skies import FARTHEST_DAYS, SeenSky, sky_on
from tests.study.acts import answered, later, without
from tests.told import told
from tests.wide_course import STARS


def halos(seen: SeenSky) -> list[str]:
    return [star.id for stars in seen.lessons.values() for star in stars if star.is_tonight]


def all_lit(desk: Desk, at: Moment) -> Moment:
    """Answer every star of the wide course. Gives a moment when all are due."""
    for star in STARS:
        answered(desk, at, star)
    return later(at, days=30)


def test_before_the_first_answer_every_star_is_hollow(wide: Desk, at: Moment) -> None:
    seen = sky_on(wide, at)
    stars = [star for stars in seen.lessons.values() for star in stars]
    assert [star.id for star in stars] == list(STARS)
    assert {(star.word, star.radius, star.light) for star in stars} == {("not-yet", 4.0, 0.0)}
    assert (seen.first_day, halos(seen), seen.fading, seen.caught_up_by) == (None, [], (), None)


def test_halos_are_worn_by_eight_at_most(wide: Desk, at: Moment) -> None:
    seen = sky_on(wide, all_lit(wide, at))
    assert len(STARS) > QUESTIONS == len(halos(seen)) == 8


def test_halos_are_no_more_than_the_day_has_answers_left(wide: Desk, at: Moment) -> None:
    now = all_lit(wide, at)
    for turn in range(ANSWERS_A_DAY - 3):
        answered(wide, later(now, ms=turn), "adding.one")
    seen = sky_on(wide, now)
    assert len(halos(seen)) == 3
    assert not seen.is_enough
    for turn in range(3):
        answered(wide, later(now, ms=100 + turn), "adding.one")
    full = sky_on(wide, now)
    assert halos(full) == []
    assert full.is_enough
    assert len(halos(sky_on(wide, now, now.today + timedelta(days=1)))) == 8


def test_a_star_that_nothing_asks_for_wears_no_halo(wide: Desk, at: Moment) -> None:
    now = all_lit(wide, at)
    seen = sky_on(without(wide, *STARS[:6]), now)
    assert set(halos(seen)) == set(STARS[6:])
    assert seen.caught_up_by is None


def test_an_ember_has_the_least_light_however_fresh(wide: Desk, at: Moment) -> None:
    answered(wide, at, "adding.one", right=False)
    answered(wide, at, "adding.two", right=True)
    ember, bright = sky_on(wide, at).find("adding.one"), sky_on(wide, at).find("adding.two")
    assert ember is not None
    assert bright is not None
    assert (ember.word, ember.light) == ("ember", LEAST_LIGHT)
    assert ember.recall == 1.0
    assert (bright.word, bright.light) == ("bright", 1.0)


def test_the_sky_dims_with_the_days_and_can_be_seen_ahead_and_back(desk: Desk, at: Moment) -> None:
    answered(desk, at)
    answered(desk, later(at, days=3))
    now = later(at, days=4)
    tonight = sky_on(desk, now).find("adding.sum")
    ahead = sky_on(desk, now, later(now, days=300).today).find("adding.sum")
    back = sky_on(desk, now, at.today).find("adding.sum")
    assert tonight is not None
    assert ahead is not None
    assert back is not None
    assert ahead.light < tonight.light
    assert ahead.word == "ember"
    assert back.star is not None
    assert back.star.answers_counted == 1


def test_fading_names_the_three_that_lose_most_light(wide: Desk, at: Moment) -> None:
    for star in STARS[:5]:
        answered(wide, at, star)
    now = later(at, days=2)
    for star in STARS[:2]:
        answered(wide, now, star)
    seen = sky_on(wide, now, now.today + timedelta(days=1))
    lost = {
        star.id: tonight.light - star.light
        for stars in seen.lessons.values()
        for star in stars
        if (tonight := sky_on(wide, now).find(star.id)) is not None and star.star is not None
    }
    worst = sorted(lost, key=lambda id_: (-lost[id_], id_))[:3]
    assert list(seen.fading) == worst
    assert len(seen.fading) == 3
    assert sky_on(wide, now).fading == ()
    assert sky_on(wide, now, at.today).fading == ()


def test_what_cannot_be_seen_fading_is_not_named(wide: Desk, at: Moment) -> None:
    answered(wide, at, "adding.one")
    long_after = later(at, days=4000)
    ahead = long_after.today + timedelta(days=1)
    assert sky_on(wide, long_after, ahead).fading == ()


def test_a_plan_is_named_only_where_more_is_due_than_a_sitting_takes(
    wide: Desk, at: Moment
) -> None:
    for star in STARS[:QUESTIONS]:
        answered(wide, at, star)
    now = later(at, days=30)
    assert sky_on(wide, now).caught_up_by is None
    answered(wide, at, STARS[QUESTIONS])
    assert sky_on(wide, now).caught_up_by == now.today


def test_a_day_out_of_reach_is_refused(wide: Desk, at: Moment) -> None:
    answered(wide, at, "adding.one")
    with told(Refused, at.today.isoformat()):
        sky_on(wide, at, at.today - timedelta(days=1))
    sky_on(wide, at, at.today + timedelta(days=FARTHEST_DAYS))
    with told(Refused, "year|365"):
        sky_on(wide, at, at.today + timedelta(days=FARTHEST_DAYS + 1))


def test_a_star_is_found_by_its_id(wide: Desk, at: Moment) -> None:
    seen = sky_on(wide, replace(at, zone="Asia/Tehran"))
    found = seen.find("taking.six")
    assert found is not None
    assert found.id == "taking.six"
    assert seen.find("taking.seven") is None
