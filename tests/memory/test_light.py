"""A star's size, light and word."""

from datetime import timedelta

import pytest

from starlore.memory.fsrs import interval_days, recall
from starlore.memory.light import (
    EMBER_RECALL,
    holds_days,
    recall_now,
    star_light,
    star_radius,
    star_word,
)
from starlore.memory.stars import Star, fold
from tests.memory.diary import DAY, DAY_ONE, NOON_MS, STAR, typed


def lit(correct: bool = True) -> Star:
    return fold([typed(correct=correct)], "ada").stars[STAR]


def test_size_is_stability() -> None:
    radii = [round(star_radius(days), 1) for days in (0, 1, 7, 30, 365, 418, 36_500)]
    assert radii == [1.6, 2.2, 3.5, 4.7, 6.9, 7.0, 7.0]


def test_light_is_recall_and_never_goes_out() -> None:
    lights = [round(star_light(r), 2) for r in (1, 0.9, 0.8, 0.7, 0.0)]
    assert lights == [1.0, 0.77, 0.53, 0.30, 0.30]


def test_recall_falls_as_the_page_of_the_sky_says() -> None:
    falls = [round(recall(ratio, 1.0), 3) for ratio in (0, 0.5, 1, 2, 3, 5, 10, 30)]
    assert falls == [1, 0.940, 0.900, 0.846, 0.809, 0.761, 0.693, 0.591]
    assert interval_days(1.0, EMBER_RECALL) == pytest.approx(9.3, abs=0.05)


def test_recall_now_counts_real_time_and_never_before_the_answer() -> None:
    star = lit()
    assert recall_now(star, NOON_MS) == recall_now(star, NOON_MS - DAY) == 1
    assert recall_now(star, NOON_MS + DAY // 2) == recall(0.5, star.stability_days)


def test_words_follow_the_due_day_then_the_ember() -> None:
    star = lit()
    assert star_word(None, DAY_ONE, NOON_MS) == "not-yet"
    assert star_word(star, DAY_ONE, NOON_MS) == "bright"
    assert star_word(star, star.due_day, NOON_MS + 2 * DAY) == "dimming"
    late = NOON_MS + round(interval_days(star.stability_days, EMBER_RECALL) * DAY)
    assert star_word(star, DAY_ONE, late + 1000) == "ember"
    assert star_word(star, star.due_day, late - 1000) == "dimming"


def test_a_wrong_answer_is_an_ember_until_a_right_one_also_in_practice() -> None:
    assert star_word(lit(correct=False), DAY_ONE, NOON_MS) == "ember"
    star = fold([typed(correct=False), typed(minute=5)], "ada").stars[STAR]
    assert star_word(star, DAY_ONE, star.last_at_ms) == "bright"


def test_a_star_holds_until_its_due_day() -> None:
    star = lit()
    assert holds_days(star, DAY_ONE) == (star.due_day - DAY_ONE).days > 0
    assert holds_days(star, star.due_day + timedelta(days=3)) == 0
