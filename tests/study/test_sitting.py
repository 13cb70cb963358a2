"""A sitting: eight questions or seven minutes; what was missed comes back once, later."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from starlore.lessons.model import Course
from starlore.memory.due import ANSWERS_A_DAY, NEW_STARS_A_DAY
from starlore.memory.stars import lesson_of
from starlore.study import sitting as sittings
from starlore.study.answering import answer
from starlore.study.desk import Desk, Moment
from starlore.study.records import VariantRow
from starlore.study.undoing import undo
from tests.study.acts import answered, later, right_option, sent, without, wrong_option
from tests.wide_course import SECONDS, STARS


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
    assert sittings.sitting(desk, row.sitting).open_at(at.now_ms) == row
    again = sittings.proceed(desk, at, sittings.sitting(desk, row.sitting), "en")
    assert again == row


def run(
    desk: Desk,
    at: Moment,
    lesson: str = "",
    step_ms: int = 1_000,
    misses: Sequence[str] = (),
) -> list[str]:
    """Sit through a whole sitting; name the stars asked, in order."""
    asked: list[str] = []
    row = sittings.begin(desk, at, "en", lesson)
    while row is not None:
        asked.append(row.star)
        reply(desk, at, row, right=row.star not in misses)
        at = later(at, ms=step_ms)
        row = sittings.proceed(desk, at, sittings.sitting(desk, row.sitting), "en")
    return asked


def all_lit(desk: Desk, at: Moment) -> Moment:
    """Answer every star of the wide course. Gives a moment when all are due."""
    for star in STARS:
        answered(desk, at, star)
    return later(at, days=30)


def test_a_review_ends_after_eight_questions(wide: Desk, at: Moment) -> None:
    assert len(run(wide, all_lit(wide, at))) == sittings.QUESTIONS == 8


@pytest.mark.parametrize(("step_ms", "questions"), [(60_000, 7), (59_999, 8), (210_000, 2)])
def test_a_review_ends_after_seven_minutes(
    wide: Desk, at: Moment, step_ms: int, questions: int
) -> None:
    assert len(run(wide, all_lit(wide, at), step_ms=step_ms)) == questions


Choose = Callable[[Course, Sequence[str], Sequence[str]], str]


def turns(choose: Choose, course: Course) -> list[str]:
    """The order in which a chooser takes the stars of the wide course."""
    waiting, asked = list(STARS), list[str]()
    while waiting:
        asked.append(choose(course, waiting, asked))
        waiting.remove(asked[-1])
    return asked


def test_easy_and_hard_questions_take_turns_and_neighbours_are_of_other_lessons(
    wide: Desk,
) -> None:
    asked = turns(sittings.easy_hard_easy, wide.course())
    assert asked[:4] == ["adding.one", "taking.six", "adding.two", "taking.five"]
    assert all(lesson_of(a) != lesson_of(b) for a, b in pairwise(asked))


def test_where_only_one_lesson_waits_its_stars_follow_one_another(wide: Desk) -> None:
    waiting = [star for star in STARS if lesson_of(star) == "adding"]
    first = sittings.easy_hard_easy(wide.course(), waiting, [])
    second = sittings.easy_hard_easy(wide.course(), waiting[1:], [first])
    assert (first, second) == ("adding.one", "adding.six")
    assert sittings.seconds_for(wide.course(), "taking.two") == SECONDS["taking.two"]


def test_a_review_begins_easy_and_goes_on_hard(wide: Desk, at: Moment) -> None:
    asked = run(wide, all_lit(wide, at))
    seconds = [SECONDS[star] for star in asked]
    assert all(easy < hard for easy, hard in zip(seconds[::2], seconds[1::2], strict=True))


def test_c36_the_minute_runs_from_the_answer_and_not_from_the_question(
    desk: Desk, at: Moment
) -> None:
    row = sittings.begin(desk, at, "en", "adding")
    assert row is not None
    now = later(at, ms=90_000)
    reply(desk, now, row, right=False)
    for _ in range(2):
        row = sittings.proceed(desk, now, sittings.sitting(desk, row.sitting), "en")
        assert row is not None
        reply(desk, now, row)
    here = sittings.sitting(desk, row.sitting)
    assert sittings.proceed(desk, later(now, ms=59_999), here, "en") is None
    back = sittings.proceed(desk, later(now, ms=60_000), here, "en")
    assert back is not None
    assert back.star == "adding.sum"


def test_new_stars_come_eight_a_day_however_often_they_are_answered(wide: Desk, at: Moment) -> None:
    met = (*STARS[:3], *STARS[6:9])
    for star in met:
        answered(wide, at, star)
        answered(wide, later(at, ms=1), star)
    asked = run(wide, later(at, ms=60_000))
    assert len(asked) == NEW_STARS_A_DAY - len(met) == 2
    assert not set(asked) & set(met)
    assert sittings.begin(wide, later(at, ms=200_000), "en") is None
    assert sittings.begin(wide, later(at, days=1), "en") is not None


def test_a_star_met_on_another_day_is_not_new_today(wide: Desk, at: Moment) -> None:
    answered(wide, at, "adding.one")
    answered(wide, later(at, days=1), "adding.one")
    answered(wide, later(at, days=1), "adding.two")
    with wide.store.read() as unit:
        stars = {star.star: star for star in unit.stars(wide.learner)}
        today = unit.answered_on(wide.learner, later(at, days=1).today.isoformat())
    assert sittings.first_met(stars, today) == 1


def test_due_stars_that_left_the_course_leave_room_for_new_ones(wide: Desk, at: Moment) -> None:
    answered(wide, at, "adding.one")
    now = later(at, days=60)
    with wide.store.read() as unit:
        (star,) = unit.stars(wide.learner)
        due = {f"{lesson}.{n}": star for lesson in ("adding", "gone") for n in range(60)}
        known = {star.star: star, **due}
        assert len(sittings.new_stars(wide.course(), unit, wide.learner, known, now)) == 8
        many = {f"adding.one{n}": star for n in range(60)}
        course = wide.course()
        adding = course.lessons["adding"]
        (question,) = adding.asks("adding.one")
        asked = {id_: replace(question, id=id_, star=id_) for id_ in many}
        full = replace(adding, questions={**adding.questions, **asked})
        still = replace(course, lessons={**course.lessons, "adding": full})
        assert sittings.new_stars(still, unit, wide.learner, {**known, **many}, now) == ()


def test_a_review_stops_at_the_limit_of_answers_a_day(wide: Desk, at: Moment) -> None:
    now = all_lit(wide, at)
    for turn in range(ANSWERS_A_DAY - 3):
        answered(wide, later(now, ms=turn), "adding.one")
    assert len(run(wide, later(now, ms=1_000))) == 3
    late = later(now, ms=60_000)
    assert sittings.begin(wide, late, "en") is None
    assert sittings.begin(wide, late, "en", "taking") is not None
    assert sittings.begin(wide, later(now, days=1), "en") is not None


def test_a_star_that_nothing_asks_for_any_more_breaks_no_review(wide: Desk, at: Moment) -> None:
    now = all_lit(wide, at)
    gone = without(wide, "adding.one", "taking.six")
    asked = run(gone, now)
    assert len(asked) == 8
    assert not {"adding.one", "taking.six"} & set(asked)
    assert "adding.one" not in run(gone, later(now, days=1), "adding")


def test_a_missed_star_whose_question_is_gone_does_not_come_back(wide: Desk, at: Moment) -> None:
    row = sittings.begin(wide, at, "en", "adding")
    assert row is not None
    reply(wide, at, row, right=False)
    gone = without(wide, row.star)
    now, asked = later(at, ms=90_000), []
    row = sittings.proceed(gone, now, sittings.sitting(gone, row.sitting), "en")
    while row is not None:
        asked.append(row.star)
        reply(gone, now, row)
        row = sittings.proceed(gone, now, sittings.sitting(gone, row.sitting), "en")
    assert asked == list(STARS[1:6])


def test_a_sitting_of_a_lesson_that_left_the_course_ends(wide: Desk, at: Moment) -> None:
    row = sittings.begin(wide, at, "en", "adding")
    assert row is not None
    reply(wide, at, row)
    course = wide.course()
    gone = replace(
        wide, course=lambda: replace(course, lessons={"taking": course.lessons["taking"]})
    )
    assert sittings.proceed(gone, at, sittings.sitting(gone, row.sitting), "en") is None


def test_an_answer_taken_back_has_no_effect_in_its_sitting(wide: Desk, at: Moment) -> None:
    row = sittings.begin(wide, at, "en", "adding")
    assert row is not None
    reply(wide, at, row)
    assert [star for star, _ in sittings.sitting(wide, row.sitting).effects] == ["adding.one"]
    undo(wide, at)
    now = sittings.sitting(wide, row.sitting)
    assert now.effects == ()
    assert now.counted == ()
    assert [one.star for one in now.answered] == ["adding.one"]


def test_a_miss_that_was_taken_back_does_not_return(desk: Desk, at: Moment) -> None:
    row = sittings.begin(desk, at, "en", "adding")
    assert row is not None
    reply(desk, at, row, right=False)
    undo(desk, at)
    now, asked = later(at, ms=90_000), []
    row = sittings.proceed(desk, now, sittings.sitting(desk, row.sitting), "en")
    while row is not None:
        asked.append(row.star)
        reply(desk, now, row)
        row = sittings.proceed(desk, now, sittings.sitting(desk, row.sitting), "en")
    assert asked == ["adding.pair", "adding.which"]


def test_a_question_that_waited_too_long_does_not_hold_its_sitting_up(
    wide: Desk, at: Moment
) -> None:
    row = sittings.begin(wide, at, "en", "adding")
    assert row is not None
    late = later(at, days=31)
    now = sittings.sitting(wide, row.sitting)
    assert now.open_at(at.now_ms) == row
    assert now.open_at(late.now_ms) is None
    fresh = sittings.proceed(wide, late, now, "en")
    assert fresh is not None
    assert fresh.star == row.star
    assert fresh.id != row.id


def test_a_miss_that_found_no_minute_begins_the_next_sitting_of_the_day(
    desk: Desk, at: Moment
) -> None:
    assert run(desk, at, "adding", misses=["adding.pair"]) == [
        "adding.sum",
        "adding.pair",
        "adding.which",
    ]
    assert sittings.begin(desk, later(at, ms=30_000), "en") is None
    tonight = later(at, ms=120_000)
    assert run(desk, tonight, misses=["adding.pair"]) == ["adding.pair"]
    assert sittings.begin(desk, later(tonight, ms=120_000), "en") is None


def test_what_a_sitting_owes_comes_before_what_is_due_and_what_is_new(
    wide: Desk, at: Moment
) -> None:
    answered(wide, at, "adding.one")
    now = later(at, days=30)
    answered(wide, now, "taking.six", right=False)
    assert run(wide, later(now, ms=70_000))[:2] == ["taking.six", "adding.one"]


def test_a_star_missed_after_a_right_answer_of_the_day_comes_back_too(
    desk: Desk, at: Moment
) -> None:
    answered(desk, at, "adding.sum")
    asked = run(desk, at, "adding", step_ms=40_000, misses=["adding.sum"])
    assert asked == ["adding.sum", "adding.pair", "adding.which", "adding.sum"]
    assert sittings.begin(desk, later(at, ms=400_000), "en") is None


def ahead(desk: Desk, at: Moment) -> sittings.Ahead:
    with desk.store.read() as unit:
        return sittings.ahead(desk, unit, at)


def test_what_lies_ahead_is_empty_where_and_only_where_no_sitting_begins(
    wide: Desk, at: Moment
) -> None:
    assert (ahead(wide, at).new, ahead(wide, at).due) == (8, 0)
    for star in STARS[:NEW_STARS_A_DAY]:
        answered(wide, at, star, right=star != STARS[0])
    soon = ahead(wide, later(at, ms=1_000))
    assert soon.is_empty
    assert soon.owed == {STARS[0]}
    assert sittings.begin(wide, later(at, ms=1_000), "en") is None
    rested = ahead(wide, later(at, ms=60_000))
    assert (rested.back, rested.due, rested.new) == (1, 0, 0)
    assert len(run(wide, later(at, ms=60_000))) == 1
    assert ahead(wide, later(at, ms=90_000)).is_empty
    assert ahead(wide, later(at, days=30)).due == 8
