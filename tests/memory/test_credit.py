"""Implicit credit: the worked numbers, who may take it, and when the star is due after it."""

from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest

from starlore.memory.credit import MOST_BETWEEN, grown, may_be_practised
from starlore.memory.fsrs import DEFAULT_PARAMS, MEMORY_VERSION, Fsrs
from starlore.memory.stars import Answered, SettingChanged, Sky, Star, StarActed, checksum
from tests.memory.diary import DAY, DAY_ONE, NOON_MS, typed

FSRS = Fsrs.of(DEFAULT_PARAMS)
HARD, EASY = "attention.head", "attention.share"


def star(stability_days: float = 10.0, difficulty: float = 5.0) -> Star:
    return Star(
        EASY, stability_days, difficulty, DAY_ONE, DAY_ONE + timedelta(days=10), 1, 1, 0, False,
        False, "active", None, stability_days, NOON_MS, "a", MEMORY_VERSION,
    )  # fmt: skip


def sky_with(easy: Star) -> Sky:
    return Sky.resume([easy], {}, "ada")


def hard(day: int, credit: float = 0.5, **more: Any) -> Answered:
    return typed(day, star=HARD, **more)._replace(practised=((EASY, credit),))


@pytest.mark.parametrize(("elapsed", "s"), [(10, 17.896013), (2, 12.579876)])
def test_half_a_credit_at_the_due_day_and_early(elapsed: int, s: float) -> None:
    assert grown(FSRS, star(), elapsed, 0.5) == pytest.approx(s, abs=1e-6)


def test_the_fold_gives_the_worked_number_and_keeps_difficulty_and_last_day() -> None:
    sky = sky_with(star())
    sky.advance(hard(10))
    (easy,) = sky.brightened
    assert easy.stability_days == pytest.approx(17.896013, abs=1e-6)
    assert (easy.difficulty, easy.last_study_day, easy.last_at_ms) == (5.0, DAY_ONE, NOON_MS)
    assert easy.due_day > DAY_ONE + timedelta(days=10)
    assert (easy.practised_times, easy.practised_on) == (1, DAY_ONE + timedelta(days=10))
    assert sky.stars[EASY] == easy


def test_a_guess_earns_less_than_what_was_typed() -> None:
    known, guessed = sky_with(star()), sky_with(star())
    known.advance(hard(10))
    guessed.advance(hard(10, options=4))
    assert 10 < guessed.stars[EASY].stability_days < known.stars[EASY].stability_days


@pytest.mark.parametrize(
    "entry",
    [
        hard(10, correct=False),
        hard(10, gave_up=True),
        hard(10, hints=1),
        hard(10, try_no=2),
        hard(10, credit=0.0),
        hard(0),
    ],
    ids=["wrong", "shown", "with a hint", "second try", "no credit", "the same day"],
)
def test_nothing_is_earned_by(entry: Answered) -> None:
    sky = sky_with(star())
    sky.advance(entry)
    assert sky.stars[EASY] == star()
    assert sky.brightened == ()


def test_practice_on_the_same_day_earns_nothing() -> None:
    sky = sky_with(star())
    sky.advance(hard(10, correct=False))
    sky.advance(hard(10, minute=5))
    assert sky.stars[EASY] == star()


def test_once_a_day_and_twice_between_answers_of_its_own() -> None:
    sky, held = sky_with(star()), [10.0]
    for day, minute in ((10, 0), (10, 5), (12, 0), (14, 0)):
        sky.advance(hard(day, minute=minute))
        sky.advance(
            typed(day, star="attention.other", minute=minute + 1)._replace(practised=((EASY, 0.5),))
        )
        held.append(sky.stars[EASY].stability_days)
    assert held[1] == held[2] < held[3] == held[4]
    assert sky.stars[EASY].practised_times == MOST_BETWEEN
    sky.advance(typed(20, star=EASY))
    assert sky.stars[EASY].practised_times == 0
    sky.advance(hard(30))
    assert sky.stars[EASY].practised_times == 1


def test_never_a_star_that_is_not_met_stuck_or_set_aside() -> None:
    day = DAY_ONE + timedelta(days=3)
    assert may_be_practised(star(), day)
    assert not may_be_practised(star()._replace(is_stuck=True), day)
    assert not may_be_practised(star()._replace(status="suspended"), day)
    sky = Sky("ada")
    sky.advance(hard(0))
    assert sky.stars.keys() == {HARD}
    aside = sky_with(star())
    aside.advance(StarActed(NOON_MS + DAY, day, EASY, "suspend"))
    aside.advance(hard(10))
    assert aside.stars[EASY].stability_days == 10


def test_the_due_day_never_comes_earlier() -> None:
    late = star()._replace(due_day=DAY_ONE + timedelta(days=300))
    sky = sky_with(late)
    sky.advance(hard(10))
    assert sky.stars[EASY].due_day == late.due_day
    assert sky.stars[EASY].stability_days > 10


def test_the_due_day_is_none_of_those_gone_by_while_a_later_one_is_in_reach() -> None:
    sky = sky_with(star())
    sky.advance(SettingChanged(NOON_MS, "desired_retention", 0.9))
    sky.advance(hard(17, credit=1.0))
    assert sky.stars[EASY].due_day > DAY_ONE + timedelta(days=17)


def test_a_star_without_credit_has_the_checksum_it_had_before_there_was_any() -> None:
    text = (
        "star=attention.share|stability_days=10485760|difficulty=5242880|last_study_day=2026-05-01"
        "|due_day=2026-05-11|answers_counted=1|right_answers=1|lapses=0|is_stuck=0|is_ember=0"
        "|status=active|buried_until=|floor_days=10485760|last_at_ms=1777636800000|last_answer=a"
        "|memory_version=fsrs-6.1"
    )
    assert checksum(star()) == sha256(text.encode()).hexdigest()
    assert checksum(star()) != checksum(star()._replace(practised_times=1))
