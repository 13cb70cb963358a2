"""Which easier stars an answer practises: as the course says that day, and as the log holds it."""

import json
from collections.abc import Collection, Mapping

from starlore.errors import BadValue
from starlore.lessons.model import Course
from starlore.memory.credit import Practised
from starlore.memory.light import recall_now
from starlore.memory.star import Star, is_asked
from starlore.study.desk import Moment

MOST = 500
"""Stars that one answer may practise; no course comes near."""


def practised_by(course: Course, star: str) -> Practised:
    """The stars within reach of a star, each with the largest product of credits on the way."""
    return tuple(sorted(course.reach(star).items()))


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
    open_ = [one for one in known if one is not None and not one.is_stuck]
    asked = [one for one in open_ if is_asked(one, at.today)]
    faint = min(asked, key=lambda one: (recall_now(one, at.now_ms), one.star), default=None)
    return None if faint is None else faint.star


def practised_json(practised: Practised) -> str:
    """The stars as the log holds them: canonical JSON, so equal lists are equal texts.

    Example:
        >>> practised_json((("dot.score", 0.3),))
        '[["dot.score",0.3]]'
    """
    return json.dumps([list(pair) for pair in practised], ensure_ascii=False, separators=(",", ":"))


def practised_of(text: str) -> Practised:
    """The stars of such a text.

    Raises:
        BadValue: if it is none: every entry is a star and its credit above 0, at most 1.

    Example:
        >>> practised_of('[["dot.score",0.3]]'), practised_of("[]")
        ((('dot.score', 0.3),), ())
    """
    try:
        pairs = json.loads(text)
        found = tuple((star, credit) for star, credit in pairs)
    except (ValueError, TypeError, RecursionError):
        pairs, found = None, ()
    if not isinstance(pairs, list):
        raise BadValue(f"stars with their credits were expected, got {text[:60]!r}")
    for star, credit in found:
        if not isinstance(star, str) or type(credit) not in (int, float) or not 0 < credit <= 1:
            raise BadValue(f"a star with a credit in (0, 1] was expected, got {[star, credit]!r}")
    if len(found) > MOST or len({star for star, _ in found}) < len(found):
        raise BadValue(f"at most {MOST} stars were expected, each once, got {len(found)}")
    return found
