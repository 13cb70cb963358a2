"""An exercise to be done by hand on paper: numbers drawn for a sheet, and what they come to.

It asks nothing that is graded; its tables are filled in by hand and looked up on the answer side.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlore.errors import QuestionError
from starlore.questions.author_code import DRAW_SECONDS, OutOfTime, told_of, within
from starlore.questions.model import Value
from starlore.questions.plain import plain_map
from starlore.questions.streams import Draw

ATTEMPTS = 1000
"""Draws after which it is the author's error."""


@dataclass(frozen=True)
class Exercise:
    """What a lesson gives to do by hand.

    Attributes:
        vary: draws the numbers and works them out, all by name; None asks for other numbers.
        generator_version: counts up when `vary` may give other numbers for a seed.
    """

    vary: Callable[[Draw], Mapping[str, object] | None]
    generator_version: int = 1


def draw_exercise(exercise: Exercise, lesson: str, seed: int) -> dict[str, Value]:
    """The numbers of an exercise under a seed, on every machine the same.

    Args:
        exercise: whose numbers. lesson: the slug its draws are named after. seed: the sheet's.

    Raises:
        QuestionError: if `vary` raises, gives what cannot be kept, or accepts no numbers.
        TookTooLong: if drawing does not end in its time.

    Example:
        >>> def by_hand(rng):
        ...     n = rng.integer("n", 1, 9)
        ...     return {"n": n, "square": n * n}
        >>> draw_exercise(Exercise(by_hand), "doubling", 7)
        {'n': 2, 'square': 4}
    """
    return within(DRAW_SECONDS, lambda: _drawn(exercise, lesson, seed))


def _drawn(exercise: Exercise, lesson: str, seed: int) -> dict[str, Value]:
    """The first attempt that its author accepts."""
    at = {"lesson": lesson, "seed": str(seed)}
    for attempt in range(ATTEMPTS):
        rng = Draw(seed, f"{lesson}.by-hand", exercise.generator_version, attempt)
        try:
            drawn = exercise.vary(rng)
            if isinstance(drawn, Mapping):
                return plain_map(drawn, "vary()")
        except OutOfTime:
            raise
        except BaseException as fault:  # whatever an author's code raises is the author's error
            said = told_of(fault)
            raise QuestionError("check.exercise.raised", **at, said=said) from fault
        if drawn is not None:
            raise QuestionError("check.exercise.no-map", **at, got=repr(drawn))
    raise QuestionError("check.exercise.never", **at, attempts=ATTEMPTS)
