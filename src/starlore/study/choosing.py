"""Which star to ask among several: what covers most of what waits, and what helps after a miss."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from starlore.lessons.model import Course
from starlore.memory.credit import may_be_practised
from starlore.memory.light import recall_now
from starlore.memory.star import Star, is_asked, lesson_of
from starlore.study.desk import Moment


def faintest_practised(
    course: Course,
    stars: Mapping[str, Star],
    star: str,
    at: Moment,
    besides: Collection[str] = (),
) -> str | None:
    """The star that a missed one is made of and that is known least now: one question on it helps.

    Args:
        stars: the learner's, by id. star: the one that was missed.
        besides: stars to pass over. Never answered, stuck and set aside ones always are.
    """
    known = (stars.get(name) for name in course.reach(star) if name not in besides)
    asked = [
        one for one in known if one is not None and not one.is_stuck and is_asked(one, at.today)
    ]
    faint = min(asked, key=lambda one: (recall_now(one, at.now_ms), one.star), default=None)
    return None if faint is None else faint.star


def farthest_reaching(
    course: Course,
    stars: Mapping[str, Star],
    waiting: Sequence[str],
    asked: Sequence[str],
    chosen: str,
    today: date,
) -> str:
    """Of the stars due on the same day as the chosen one, that which practises most of the others.

    A right answer to it may spare their own questions; so only those count that may still take
    credit today. Where none practises more, it is the chosen one; stars of the lesson just asked
    come in only where there are no others.

    Args:
        stars: the learner's, by id. waiting: those due. asked: in this sitting, the last one last.
    """
    before = lesson_of(asked[-1]) if asked else ""
    elsewhere = [star for star in waiting if lesson_of(star) != before] or waiting
    equally = [star for star in elsewhere if stars[star].due_day == stars[chosen].due_day]
    spared = {star for star in waiting if may_be_practised(stars[star], today)}

    def covered(star: str) -> int:
        return len(spared & course.reach(star).keys())

    return max([chosen, *equally], key=covered)
