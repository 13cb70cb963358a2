"""A star: what is known of one learner's memory of one kind of question."""

from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple


class Star(NamedTuple):
    """One thing to remember, as the log has left it. Made by the fold, never by hand.

    Attributes:
        star: its id, "lesson.star".
        stability_days, difficulty: S and D, multiples of 2**-20.
        last_study_day, last_at_ms: day and instant of the last counted answer.
        due_day: from this day on it is due.
        answers_counted: first tries, practice too. right_answers: those that were right.
        lapses: wrong first answers of a day, after the very first.
        is_stuck: at 8 lapses and every 4 more, until it is next known at the first answer of a day.
        is_ember: the last counted answer was wrong.
        status: "active", "suspended" or "buried". buried_until: the day it comes back.
        floor_days: S as the day's first answer left it; practice never goes below.
        last_answer: id of the last counted answer.
        memory_version: the formulas that made it.
        practised_times: credits it took from harder stars since its own last answer.
        practised_on: the study day of the last of them, ever.
    """

    star: str
    stability_days: float
    difficulty: float
    last_study_day: date
    due_day: date
    answers_counted: int
    right_answers: int
    lapses: int
    is_stuck: bool
    is_ember: bool
    status: str
    buried_until: date | None
    floor_days: float
    last_at_ms: int
    last_answer: str
    memory_version: str
    practised_times: int = 0
    practised_on: date | None = None


ALONG_THE_WAY = ("practised_times", "practised_on")
"""Fields that only implicit credit sets; a star it never touched has no word of them."""


@lru_cache(maxsize=4096)
def lesson_of(star: str) -> str:
    """Give the lesson a star belongs to: its id up to the first dot.

    Example:
        >>> lesson_of("attention.top-weight")
        'attention'
    """
    return star.partition(".")[0]


def name_of(id_: str) -> str:
    """Give what a star or a question is called within its lesson: its id after the first dot.

    Example:
        >>> name_of("attention.top-weight")
        'top-weight'
    """
    return id_.partition(".")[2]


def is_asked(star: Star, day: date) -> bool:
    """Say whether a star takes part on a day: not suspended, and not buried until later."""
    if star.status == "active":
        return True
    return star.status == "buried" and star.buried_until is not None and star.buried_until <= day


def checksum(star: Star) -> str:
    """Give the SHA-256 of a star's canonical text: equal on every machine for equal stars.

    The text is `name=value` of every field in order, joined by "|"; S, D and the floor are
    written as whole numbers of 2**-20, days as ISO dates. What implicit credit sets is left out
    where it is nothing, so stars without it have the text they had before there was any.
    """
    text = "|".join(
        f"{name}={_canonical(value)}"
        for name, value in star._asdict().items()
        if value or name not in ALONG_THE_WAY
    )
    return sha256(text.encode()).hexdigest()


def _canonical(value: object) -> str:
    """One text per value."""
    if isinstance(value, float):
        return str(round(value * 2**20))
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)
