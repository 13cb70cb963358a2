"""Which stars are worth a visit tonight, in what order, and how a long break is caught up."""

from collections.abc import Iterable
from datetime import date, timedelta

from starlore.errors import BadValue
from starlore.memory.light import recall_now
from starlore.memory.spread import EVEN_WEEK, Load, choose_due_day, fuzz_bounds
from starlore.memory.star import Star, is_asked

__all__ = [
    "ANSWERS_A_DAY",
    "EVEN_WEEK",
    "NEW_STARS_A_DAY",
    "Load",
    "choose_due_day",
    "fuzz_bounds",
    "is_due",
    "new_stars_left",
    "plan_for_backlog",
    "tonight",
]

NEW_STARS_A_DAY = 8
ANSWERS_A_DAY = 50


def is_due(star: Star, today: date) -> bool:
    """Say whether a star may be asked for today: its day has come and nobody set it aside."""
    return star.due_day <= today and is_asked(star, today)


def tonight(stars: Iterable[Star], today: date, now_ms: int, limit: int = 8) -> list[str]:
    """Name the due stars to ask tonight, those most likely still known first.

    After a break not all can be seen at once. By falling recall, most answers hold what would be
    lost tomorrow; what is lost already waits without harm, and nothing drops out.

    Args:
        stars: all the learner's stars. Suspended and buried ones are passed over.
        today: the learner's study day.
        now_ms: the instant recall is taken at.
        limit: how many at most.

    Returns:
        Star ids by falling recall, equals by id.
    """
    due = [(-recall_now(star, now_ms), star.star) for star in stars if is_due(star, today)]
    due.sort()
    return [name for _, name in due[: max(limit, 0)]]


def plan_for_backlog(stars: Iterable[Star], today: date, per_day: int = ANSWERS_A_DAY) -> date:
    """Name the day by which every star that waits has been seen once.

    Stars that fall due meanwhile are counted in; coming back sooner after a miss is not.

    Args:
        stars: all the learner's stars.
        today: the learner's study day; it counts as the first day of the plan.
        per_day: how many stars are seen a day, at least 1.

    Raises:
        BadValue: if `per_day` is below 1.
    """
    if per_day < 1:
        raise BadValue(f"a plan needs at least 1 answer a day, got {per_day}")
    days = sorted(_back_on(star) for star in stars if star.status != "suspended")
    last = today
    for seen, day in enumerate(days):
        if day > last:
            break  # at the end of that evening nothing waits
        last = today + timedelta(days=seen // per_day)
    return last


def _back_on(star: Star) -> date:
    """The day from which a star waits: its due day, or later if it is buried until then."""
    return max(star.due_day, star.buried_until or star.due_day)


def new_stars_left(
    due: int,
    new_today: int = 0,
    new_a_day: int = NEW_STARS_A_DAY,
    answers_left: int = ANSWERS_A_DAY,
) -> int:
    """Say how many new stars may still be lit today: none while more is due than can be seen.

    Args:
        due: stars due now.
        new_today: new stars already met today.
        new_a_day: the learner's limit of new stars.
        answers_left: the learner's limit of answers a day, less those given today.

    Example:
        >>> new_stars_left(due=3), new_stars_left(due=3, new_today=6), new_stars_left(due=500)
        (8, 2, 0)
    """
    if due > answers_left:
        return 0
    return max(0, min(new_a_day - new_today, answers_left - due))
