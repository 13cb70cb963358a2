"""The course that comes with Starlore, read once for all tests that need it as it is."""

from functools import cache
from pathlib import Path

from starlore.lessons.load import load_course
from starlore.lessons.model import Course

COURSE = Path(__file__).parents[1] / "courses" / "reading-the-past"


@cache
def real_course() -> Course:
    """Its seven lessons and its whole map."""
    course = load_course(COURSE)
    assert course.diagnostics == ()
    return course
