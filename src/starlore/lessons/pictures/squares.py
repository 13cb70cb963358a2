"""Squares: every pair of a short text inside every pair of a longer one."""

from dataclasses import dataclass

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.lessons.pictures.data import count_of, map_of


@dataclass(frozen=True)
class Squares:
    """Two lengths and their squares."""

    small: int
    large: int
    small_pairs: Figure
    large_pairs: Figure


def squares(data: object) -> Squares:
    """Squares of a map with `small` and `large`."""
    named = map_of(data, "squares", ("small", "large"))
    small, large = (count_of(named[name], "squares", 1) for name in ("small", "large"))
    if small > large:
        raise LessonError("check.picture.squares", small=str(small), large=str(large))
    return Squares(small, large, Figure(small * small), Figure(large * large))
