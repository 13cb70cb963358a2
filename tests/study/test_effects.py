"""What an answer did to its star."""

from datetime import date

import pytest

from starlore.memory.fsrs import MEMORY_VERSION
from starlore.memory.stars import Star
from starlore.memory.study_day import DAY_MS
from starlore.questions.grade import GAVE_UP, Grade
from starlore.study.desk import Desk, Moment
from starlore.study.effects import Effect, effect_json, effect_of
from tests.study.acts import answered, later

RIGHT, WRONG = Grade(True, "", "right"), Grade(False, "", "unmatched")
DAY = date(2026, 3, 7)


def star(stability_days: float = 4.0, is_ember: bool = False) -> Star:
    return Star(
        "adding.sum", stability_days, 5.0, DAY, DAY, 1, 1, 0, False, is_ember, "active", None,
        stability_days, 0, "a", MEMORY_VERSION,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "grade", "grew"),
    [
        (None, star(2.0), RIGHT, True),
        (None, star(2.0, is_ember=True), WRONG, False),
        (star(2.0), star(4.0), RIGHT, True),
        (star(4.0), star(4.0), RIGHT, False),
        (star(4.0, is_ember=True), star(4.0), RIGHT, True),
        (star(2.0), star(4.0), WRONG, False),
        (star(4.0, is_ember=True), star(4.0, is_ember=True), GAVE_UP, False),
    ],
)
def test_a_star_grew_if_right_and_it_holds_longer_or_is_no_ember_any_more(
    before: Star | None, after: Star, grade: Grade, grew: bool
) -> None:
    effect = Effect.between(before, after, 0, grade)
    assert effect.grew is grew
    assert effect.is_new is (before is None)
    assert effect.is_ember is after.is_ember
    assert effect.held_days == (0.0 if before is None else before.stability_days)
    assert (effect.light, effect.due_day) == (1.0, "2026-03-07")


def test_an_effect_comes_back_from_its_text() -> None:
    effect = Effect.between(None, star(), DAY_MS, RIGHT)
    assert effect_of(effect_json(effect)) == effect
    assert effect.light < 1
    assert effect_of("") is None


def test_the_effect_of_an_answer_stands_beside_its_variant(desk: Desk, at: Moment) -> None:
    first = effect_of(answered(desk, at).effect_json)
    later_on = effect_of(answered(desk, later(at, days=3)).effect_json)
    missed = effect_of(answered(desk, later(at, days=9), right=False).effect_json)
    assert first is not None
    assert later_on is not None
    assert missed is not None
    assert (first.is_new, first.grew, later_on.is_new, later_on.grew) == (True, True, False, True)
    assert later_on.held_days == first.holds_days
    assert (missed.grew, missed.is_ember) == (False, True)
