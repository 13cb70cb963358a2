"""For authors: a check of a course that says what is wrong, where, and what to do."""

from starlore.authoring.check import Report, check_course

__all__ = ["Report", "check_course"]
