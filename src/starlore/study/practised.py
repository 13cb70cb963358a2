"""Which easier stars an answer practises: as the course says that day, and as the log holds it."""

import json

from starlore.errors import BadValue
from starlore.lessons.model import Course
from starlore.memory.credit import Practised

MOST = 500
"""Stars that one answer may practise; no course comes near."""


def practised_by(course: Course, star: str) -> Practised:
    """The stars within reach of a star, each with the largest product of credits on the way."""
    return tuple(sorted(course.reach(star).items()))


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
