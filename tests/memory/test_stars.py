"""The fold: ratings, guesses, hints, practice, lapses, acts and settings."""

from datetime import date, timedelta
from hashlib import sha256

import pytest

from starlore.errors import Refused
from starlore.memory.stars import (
    Answered,
    Entry,
    SettingChanged,
    Sky,
    Star,
    StarActed,
    checksum,
    fold,
    lesson_of,
)
from tests.memory.diary import DAY, DAY_ONE, NOON_MS, STAR, typed
from tests.told import told


def star_after(*entries: Entry) -> Star:
    """The one star that a log leaves."""
    return fold(entries, "ada").stars[STAR]


def star_at_forty() -> Star:
    """S 40, D 5, last answered on day one."""
    return star_after(typed())._replace(stability_days=40.0, difficulty=5.0, floor_days=40.0)


def next_after(star: Star, answer: Answered) -> Star:
    after = Sky.resume([star], {}, "ada").advance(answer)
    assert after is not None
    return after


def memory_of(star: Star) -> tuple[float, float]:
    return star.stability_days, star.difficulty


def test_an_evening_and_the_next_morning_are_a_day_apart_c01() -> None:
    first = typed()._replace(at_ms=1_772_938_800_000, study_day=date(2026, 3, 7))
    second = first._replace(answer="b", at_ms=1_772_971_200_000, study_day=date(2026, 3, 8))
    star = star_after(first, second)
    assert star.stability_days == pytest.approx(7.315301, abs=1e-6)
    assert timedelta(5) <= star.due_day - date(2026, 3, 8) <= timedelta(9)


def test_a_clock_set_back_neither_helps_nor_harms_c06() -> None:
    once = star_after(typed())
    held = typed(minute=0)._replace(answer="held")
    back = typed(-2000)._replace(answer="back")
    for second in (held, back):
        star = star_after(typed(), second)
        assert memory_of(star) == memory_of(once)
        assert star.due_day > DAY_ONE
        assert star.answers_counted == 2


def test_an_answer_from_a_clock_ahead_leaves_no_due_day_in_the_past_c06() -> None:
    ahead, corrected = typed(1000), typed(1000, minute=1)
    star = star_after(typed(), ahead, corrected)
    assert star.due_day > corrected.study_day
    odd = corrected._replace(at_ms=ahead.at_ms, study_day=ahead.study_day + timedelta(days=400))
    assert star_after(typed(), ahead, odd).due_day > odd.study_day


@pytest.mark.parametrize(
    ("answer", "stability", "difficulty"),
    [
        (typed(40), 109.936970, 4.990228),
        (typed(40, False), 2.622113, 8.341762),
        (typed(40, gave_up=True), 2.622113, 8.341762),
        (typed(40, hints=1), 66.313489, 4.995114),
        (typed(40, hints=3), 66.313489, 4.995114),
        (typed(40, options=4), 98.866744, 5.085442),
        (typed(40, False, options=4), 2.622113, 8.341762),
    ],
)
def test_what_an_answer_after_forty_days_leaves(
    answer: Answered, stability: float, difficulty: float
) -> None:
    star = next_after(star_at_forty(), answer)
    assert memory_of(star) == pytest.approx((stability, difficulty), abs=1e-6)


@pytest.mark.parametrize(
    ("answer", "stability", "difficulty"),
    [
        (typed(), 2.3065, 2.118104),
        (typed(correct=False), 0.212, 6.4133),
        (typed(gave_up=True), 0.212, 6.4133),
        (typed(options=4), 1.402786, 3.012936),
        (typed(hints=1), (0.212 * 2.3065) ** 0.5, (6.413300 + 2.118104) / 2),
    ],
)
def test_what_a_first_answer_leaves(answer: Answered, stability: float, difficulty: float) -> None:
    assert memory_of(star_after(answer)) == pytest.approx((stability, difficulty), abs=1e-6)


def test_a_hinted_choice_is_half_of_what_the_choice_would_be() -> None:
    star = next_after(star_at_forty(), typed(40, options=4, hints=1))
    assert star.stability_days == pytest.approx((40 * 98.866744) ** 0.5, abs=1e-5)
    assert star.difficulty == pytest.approx((5 + 5.085442) / 2, abs=1e-6)


def test_wrong_after_right_on_one_day_is_practice_and_no_lapse() -> None:
    right = star_after(typed(), typed(3))
    star = star_after(typed(), typed(3), typed(3, False, minute=5))
    assert memory_of(star) == memory_of(right)
    assert (star.lapses, star.due_day, star.is_ember) == (0, right.due_day, True)
    assert (star.answers_counted, star.right_answers) == (3, 2)


def test_practice_after_a_miss_lifts_stability_and_lights_the_star() -> None:
    wrong = star_after(typed(), typed(3, False))
    star = star_after(typed(), typed(3, False), typed(3, minute=5))
    assert star.stability_days > wrong.stability_days == wrong.floor_days == star.floor_days
    assert star.difficulty == wrong.difficulty
    assert (star.due_day, star.lapses) == (wrong.due_day, 1)
    assert wrong.is_ember and not star.is_ember
    hinted = star_after(typed(), typed(3, False), typed(3, minute=5, hints=1))
    assert hinted.stability_days == pytest.approx(
        (wrong.stability_days * star.stability_days) ** 0.5, abs=1e-5
    )


def test_practice_never_takes_back_what_the_first_answer_left() -> None:
    misses = [typed(3, False, minute=minute) for minute in range(1, 9)]
    star = star_after(typed(), typed(3), *misses)
    assert star.stability_days == star.floor_days


def test_only_the_first_try_counts() -> None:
    assert fold([typed(try_no=2)], "ada").stars == {}
    assert star_after(typed(), typed(5, try_no=2)) == star_after(typed())


def test_a_star_is_stuck_at_eight_lapses_and_at_every_four_more() -> None:
    sky = fold([typed()], "ada")
    stuck_at = []
    for lapse in range(1, 17):
        missed = sky.advance(typed(lapse * 2 - 1, False))
        assert missed is not None and missed.lapses == lapse
        if missed.is_stuck:
            stuck_at.append(lapse)
        known = sky.advance(typed(lapse * 2))
        assert known is not None and not known.is_stuck
    assert stuck_at == [8, 12, 16]


def test_a_stuck_star_stays_stuck_while_it_is_missed() -> None:
    star = star_after(typed(), *(typed(day, False) for day in range(1, 10)))
    assert (star.lapses, star.is_stuck) == (9, True)


def test_a_first_wrong_answer_is_no_lapse() -> None:
    assert star_after(typed(correct=False)).lapses == 0


def act(action: str, day: int = 0, until: date | None = None) -> StarActed:
    return StarActed(NOON_MS + day * DAY, DAY_ONE + timedelta(days=day), STAR, action, until)


def test_a_suspended_star_still_folds_answers_and_leaves_the_load() -> None:
    sky = fold([typed(), act("suspend"), typed(4)], "ada")
    star = sky.stars[STAR]
    assert (star.status, star.answers_counted) == ("suspended", 2)
    assert memory_of(star) == memory_of(star_after(typed(), typed(4)))
    assert sky.load.on(star.due_day) == 0
    resumed = sky.advance(act("resume", 4))
    assert resumed is not None and resumed.status == "active"
    assert sky.load.on(star.due_day) == 1


def test_a_buried_star_comes_back_on_its_day() -> None:
    assert star_after(typed(), act("bury")).buried_until == DAY_ONE + timedelta(days=1)
    until = DAY_ONE + timedelta(days=9)
    early = star_after(typed(), act("bury", 0, until), typed(8))
    late = star_after(typed(), act("bury", 0, until), typed(9))
    assert (early.status, early.buried_until) == ("buried", until)
    assert (late.status, late.buried_until) == ("active", None)


def test_a_day_set_by_hand_is_the_due_day_but_never_the_day_of_the_answer() -> None:
    far = DAY_ONE + timedelta(days=30)
    assert star_after(typed(), act("manual_due", 0, far)).due_day == far
    at_once = star_after(typed(), act("manual_due", 0, DAY_ONE))
    assert at_once.due_day == DAY_ONE + timedelta(days=1)


def test_an_act_on_a_star_never_answered_does_nothing() -> None:
    assert fold([act("suspend")], "ada").stars == {}


def test_an_act_that_cannot_be_done_is_refused() -> None:
    with told(Refused, "not “polish”"):
        fold([typed(), act("polish")], "ada")
    with told(Refused, "needs its day"):
        fold([typed(), act("manual_due")], "ada")


def test_a_setting_holds_from_its_row_on_and_reschedules_nothing() -> None:
    sky = fold([typed(), typed(3)], "ada")
    before = sky.stars[STAR]
    assert sky.advance(SettingChanged(NOON_MS + 3 * DAY, "desired_retention", 0.97)) is None
    assert sky.stars[STAR] == before
    strict = sky.advance(typed(20))
    assert strict is not None
    loose = star_after(typed(), typed(3), typed(20))
    assert memory_of(strict) == memory_of(loose)
    assert strict.due_day < loose.due_day


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("desired_retention", 0.5),
        ("desired_retention", "high"),
        ("desired_retention", True),
        ("desired_retention", float("nan")),
        ("max_interval_days", 0),
        ("max_interval_days", 10.5),
        ("easy_days", [1, 1]),
        ("easy_days", [1, 1, 1, 1, 1, 1, -1]),
    ],
)
def test_a_setting_that_cannot_be_obeyed_changes_nothing(name: str, value: object) -> None:
    sky = fold([typed()], "ada")
    with told(Refused, f"^{name} must be"):
        sky.advance(SettingChanged(NOON_MS, name, value))
    assert sky.settings == {}


def test_a_checksum_is_the_same_everywhere_and_sees_the_smallest_step() -> None:
    star = star_after(typed())
    assert checksum(star) == checksum(Star(*star))
    assert checksum(star) != checksum(star._replace(difficulty=star.difficulty + 2**-20))
    s = round(2.3065 * 2**20)
    text = (
        f"star=attention.top-weight|stability_days={s}|difficulty={round(star.difficulty * 2**20)}"
        f"|last_study_day=2026-05-01|due_day={star.due_day.isoformat()}|answers_counted=1"
        "|right_answers=1|lapses=0|is_stuck=0|is_ember=0|status=active|buried_until="
        f"|floor_days={s}|last_at_ms={NOON_MS}|last_answer=attention.top-weight@0:0"
        "|memory_version=fsrs-6.1"
    )
    assert checksum(star) == sha256(text.encode()).hexdigest()


def test_the_lesson_is_the_part_before_the_first_dot() -> None:
    assert [lesson_of(star) for star in ("a.b.c", "a")] == ["a", "a"]
