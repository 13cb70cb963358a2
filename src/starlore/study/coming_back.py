"""What was missed today and comes back once: a minute later, in this sitting or in the next."""

from collections import Counter
from datetime import date

from starlore.memory.star import Star, is_asked
from starlore.study.effects import effect_of
from starlore.study.port import Unit

RETURN_AFTER_MS = 60_000


def coming_back(unit: Unit, learner: str, today: date) -> tuple[Star, ...]:
    """The stars that were missed today and have not come back since, the earliest first.

    A miss comes back once: missed again then, the star waits for another day.
    """
    times = Counter(unit.answered_on(learner, today.isoformat()))
    back = [
        star
        for star in unit.stars(learner)
        if star.is_ember and star.last_study_day == today and is_asked(star, today)
        if times[star.star] == 1 or not _was_ember(unit, learner, star)
    ]
    return tuple(sorted(back, key=lambda star: (star.last_at_ms, star.star)))


def has_rested(star: Star, now_ms: int) -> bool:
    """Whether the minute since a star's answer is over."""
    return now_ms - star.last_at_ms >= RETURN_AFTER_MS


def _was_ember(unit: Unit, learner: str, star: Star) -> bool:
    """Whether a star was an ember before its last answer; where that is not kept, it was."""
    record = unit.answer(learner, star.last_answer)
    row = unit.variant(learner, record.variant) if record is not None else None
    effect = effect_of(row.effect_json) if row is not None else None
    return effect is None or effect.was_ember
