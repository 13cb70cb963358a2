"""What the picture needs: a star's size, its light, and the word that says the same.

Size is stability and brightness is recall: two channels, never mixed. Nothing ever goes out.
"""

from datetime import date
from math import log2

from starlore.memory.fsrs import recall
from starlore.memory.star import Star
from starlore.memory.study_day import DAY_MS

EMBER_RECALL = 0.70
LEAST_LIGHT = 0.30


def star_radius(stability_days: float) -> float:
    """Give the radius of a star's disc in pixels, at most 7.

    Example:
        >>> [round(star_radius(days), 1) for days in (0, 1, 7, 30, 365, 36500)]
        [1.6, 2.2, 3.5, 4.7, 6.9, 7.0]
    """
    return min(7.0, 1.6 + 0.62 * log2(1 + max(stability_days, 0.0)))


def star_light(recall: float) -> float:
    """Give the brightness of a lit star, from .30 to 1, for a recall from 0 to 1.

    Example:
        >>> [round(star_light(r), 2) for r in (1, 0.90, 0.80, 0.70, 0.2)]
        [1.0, 0.77, 0.53, 0.3, 0.3]
    """
    share = (recall - EMBER_RECALL) / (1 - EMBER_RECALL)
    return LEAST_LIGHT + (1 - LEAST_LIGHT) * min(max(share, 0.0), 1.0)


def recall_now(star: Star, now_ms: int) -> float:
    """Give the chance that a star would be known at this instant.

    Real days since the last counted answer, not study days: the picture fades smoothly.
    """
    return recall(max(now_ms - star.last_at_ms, 0) / DAY_MS, star.stability_days)


def star_word(star: Star | None, today: date, now_ms: int) -> str:
    """Say a star's light in a word: "bright", "dimming", "ember" or "not-yet".

    Args:
        star: None if it was never answered.
        today: the learner's study day. now_ms: the instant.

    Example:
        >>> star_word(None, date(2026, 5, 1), 0)
        'not-yet'
    """
    if star is None:
        return "not-yet"
    if star.is_ember or recall_now(star, now_ms) <= EMBER_RECALL:
        return "ember"
    return "dimming" if star.due_day <= today else "bright"


def holds_days(star: Star, today: date) -> int:
    """Give the days until a star begins to dim; 0 once its due day has come."""
    return max(0, (star.due_day - today).days)
