"""How often one and the same mistake was made: what tells a slip from a lesson at fault."""

from dataclasses import dataclass

from starlore.study.port import Unit
from starlore.study.records import GradingRecord

SEE_WHAT_BREAKS = 3
"""Misses by one misconception, of whatever stars, from which on its damage is shown in place."""

LESSON_AT_FAULT = 4
"""Misses of one star by one misconception from which on the lesson is at fault."""


@dataclass(frozen=True)
class Misses:
    """Misses by one misconception up to an answer, itself among them; 0 where it does not count.

    Attributes:
        of_star: of the answer's own star. in_all: of all stars.
    """

    of_star: int = 0
    in_all: int = 0

    @property
    def breaks_are_shown(self) -> bool:
        """Whether explaining once more in words is not enough."""
        return self.in_all >= SEE_WHAT_BREAKS

    @property
    def lesson_is_at_fault(self) -> bool:
        """Whether it is time to say so."""
        return self.of_star >= LESSON_AT_FAULT


def misses_until(unit: Unit, learner: str, star: str, grading: GradingRecord | None) -> Misses:
    """Count the misses by the misconception of a grading, up to the answer it graded.

    What comes after that answer is not counted, so that its page says the same for ever; what was
    taken back is not counted either.
    """
    if grading is None or grading.correct or not grading.misconception:
        return Misses()
    found = unit.recent_misses(learner, grading.misconception)
    answers = [missed.answer for missed in found]
    if grading.answer not in answers:
        return Misses()
    until = found[answers.index(grading.answer) :]
    return Misses(sum(missed.star == star for missed in until), len(until))
