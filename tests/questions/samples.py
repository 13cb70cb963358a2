"""Questions that keep every law, for tests to use and to break."""

import math
from collections.abc import Callable
from fractions import Fraction

from starlore.questions import Draw, Figure, Misconception, Question, Variant, figures


def count_comparisons(rng: Draw) -> Variant:
    """One number: how many comparisons a text of c * n words needs."""
    n, c = rng.integer("n", 3, 12), rng.integer("c", 2, 6)
    return Variant(
        given={"n": n, "c": c, "comparisons": n * n},
        solution=Figure((c * n) ** 2, unit="comparisons"),
        misconceptions=(
            Misconception("linear-n", Figure(c * n * n, unit="comparisons")),
            Misconception("pairs-once", Figure(c * n * (c * n - 1) // 2, unit="comparisons")),
        ),
    )


def three_shares(rng: Draw) -> Variant:
    """A list of three: the weights of three scores."""
    scores = rng.sample("scores", (0, 1, 2, 3, 4, 5, 6), 3)
    return Variant(
        given={"scores": scores},
        solution=shares([math.exp(score) for score in scores]),
        misconceptions=(
            Misconception("shared-by-sum", shares([Fraction(score) for score in scores])),
            Misconception("powers-of-two", shares([Fraction(2**score) for score in scores])),
        ),
    )


def shares(parts: list[Fraction] | list[float]) -> tuple[Figure, ...]:
    """What each part is of the whole, two decimals."""
    return figures([part / sum(parts) for part in parts], places=2)


def question(vary: Callable[[Draw], Variant], fixed: bool = False, typed: bool = True) -> Question:
    """A question that varies like that."""
    return Question("sample.question", vary, fixed=fixed, may_be_typed=typed)


COUNT = Question("attention.count-comparisons", count_comparisons)
SHARES = Question("lookup.three-shares", three_shares)
