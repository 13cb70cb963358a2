"""Implicit credit: a right answer to a harder star also practises the easier ones it is made of.

The easier star grows by a share of what a right answer of its own would bring, and no more than
that share: its difficulty and its last day stay, so its next own answer is measured from the last
one. Early practice earns little, by the same formula.
"""

from datetime import date

from starlore.memory.fsrs import Fsrs
from starlore.memory.star import Star

MOST_BETWEEN = 2
"""Credits a star may take between two answers of its own."""

Practised = tuple[tuple[str, float], ...]
"""Stars that an answer practises, each with its credit in (0, 1]; as stored with the answer."""


def may_be_practised(star: Star, day: date) -> bool:
    """Say whether a star may take credit on a study day.

    Never while it is stuck or suspended, once a day, and twice between answers of its own.
    """
    if star.is_stuck or star.status == "suspended" or star.practised_times >= MOST_BETWEEN:
        return False
    return star.practised_on is None or star.practised_on < day


def grown(fsrs: Fsrs, star: Star, elapsed_days: int, credit: float) -> float:
    """Give the stability in days that a star has after some credit.

    ln S grows by `credit` times what Good would bring at the star's own recall.

    Args:
        fsrs: the formulas. star: as it is before.
        elapsed_days: since its own last answer, at least 1.
        credit: from 0 to 1; 1 is as good as a right answer.
    """
    s = star.stability_days
    good = fsrs.recalled(s, star.difficulty, fsrs.recall(elapsed_days, s))
    return float(s * (good / s) ** credit)
