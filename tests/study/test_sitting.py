"""A sitting: eight questions or seven minutes; what was missed comes back once, later."""

from starlore.study import sitting as sittings
from starlore.study.answering import answer
from starlore.study.desk import Desk, Moment
from starlore.study.records import VariantRow
from starlore.study.skies import sky_on
from tests.study.acts import answered, later, right_option, sent, wrong_option


def reply(desk: Desk, at: Moment, row: VariantRow, right: bool = True) -> None:
    text = right_option(row) if right else wrong_option(row)
    answer(desk, at, row.id, sent(desk, at, text))


def test_a_lesson_asks_each_of_its_stars_once(desk: Desk, at: Moment) -> None:
    row = sittings.begin(desk, at, "en", "adding")
    asked = []
    while row is not None:
        asked.append(row.star)
        reply(desk, at, row)
        row = sittings.proceed(desk, at, sittings.sitting(desk, row.sitting), "en")
    assert asked == ["adding.sum", "adding.pair", "adding.which"]


def test_a_missed_star_comes_back_once_a_minute_later_after_others(desk: Desk, at: Moment) -> None:
    now, row, asked = at, sittings.begin(desk, at, "en", "adding"), []
    while row is not None:
        asked.append(row.star)
        reply(desk, now, row, right=row.star != "adding.sum")
        now = later(now, ms=40_000)
        row = sittings.proceed(desk, now, sittings.sitting(desk, row.sitting), "en")
    assert asked == ["adding.sum", "adding.pair", "adding.which", "adding.sum"]


def test_c36_no_star_comes_back_within_a_minute(desk: Desk, at: Moment) -> None:
    now, row, asked = at, sittings.begin(desk, at, "en", "adding"), []
    while row is not None:
        asked.append(row.star)
        reply(desk, now, row, right=False)
        now = later(now, ms=1_000)
        row = sittings.proceed(desk, now, sittings.sitting(desk, row.sitting), "en")
    assert asked == ["adding.sum", "adding.pair", "adding.which"]


def test_a_review_takes_what_is_due_and_ends(desk: Desk, at: Moment) -> None:
    for star in ("adding.sum", "adding.pair", "adding.which"):
        answered(desk, at, star)
    assert sittings.begin(desk, at, "en") is None
    week = later(at, days=9)
    row = sittings.begin(desk, week, "en")
    asked = set()
    while row is not None:
        assert row.mode == "review"
        asked.add(row.star)
        reply(desk, week, row)
        row = sittings.proceed(desk, week, sittings.sitting(desk, row.sitting), "en")
    assert asked == {"adding.sum", "adding.pair", "adding.which"}


def test_seven_minutes_end_it_but_the_question_on_screen_is_finished(
    desk: Desk, at: Moment
) -> None:
    row = sittings.begin(desk, at, "en")
    assert row is not None
    late = later(at, ms=8 * 60_000)
    same = sittings.proceed(desk, late, sittings.sitting(desk, row.sitting), "en")
    assert same == row
    reply(desk, late, row)
    assert sittings.proceed(desk, late, sittings.sitting(desk, row.sitting), "en") is None


def test_a_reload_shows_the_same_question(desk: Desk, at: Moment) -> None:
    row = sittings.begin(desk, at, "en")
    assert row is not None
    assert sittings.sitting(desk, row.sitting).open == row
    again = sittings.proceed(desk, at, sittings.sitting(desk, row.sitting), "en")
    assert again == row


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
