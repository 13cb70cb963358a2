"""Every number of the reading: three scores, their powers, and what lifting and heating do."""

import math
from collections.abc import Sequence
from fractions import Fraction

from starlore.attention import softmax
from starlore.questions import Figure, figures

SCORES = (3, 1, 0)
LIFT, FACTOR, LOW = 10, 2, -3
HALF = Fraction(1, 2)
EVEN = (Fraction(2), Fraction(4), Fraction(6), Fraction(8))


def numbers() -> dict[str, object]:
    """The numbers by name."""
    first, second, _ = SCORES
    gap = first - second
    return {
        "scores": figures(SCORES),
        "plain": {
            "sum": Figure(sum(SCORES)),
            "shares": figures((Fraction(s, sum(SCORES)) for s in SCORES), places=2),
        },
        "gap": Figure(gap),
        "ratio": Figure(math.exp(gap), places=2),
        "score_ratio": Figure(first // second),
        "one": Figure(1),
        "sun": _shares(SCORES),
        "lift": Figure(LIFT),
        "lift_times": Figure(math.exp(LIFT), places=0),
        "lifted": _shares([score + LIFT for score in SCORES]),
        "lowered": _shares([score - max(SCORES) for score in SCORES]),
        "factor": Figure(FACTOR),
        "double": _shares([FACTOR * score for score in SCORES]),
        "double_gap": Figure(FACTOR * gap),
        "double_ratio": Figure(math.exp(FACTOR * gap), places=1),
        "hot": {"temperature": Figure(2), **_shares([Fraction(s, 2) for s in SCORES])},
        "cold": {"temperature": Figure(HALF), **_shares([s / HALF for s in SCORES])},
        "low": {"score": Figure(LOW), **_shares([*SCORES[:2], LOW])},
        "two": [_two(gap) for gap in (0, 1, 2, 4)],
        "wanted": [_wanted(times) for times in (10, 100, 1000)],
        "powers": _powers([Fraction(halves, 2) for halves in range(9)]),
        "whole": _powers([Fraction(whole) for whole in range(7)]),
        "heat": _powers([*(Fraction(quarters, 4) for quarters in (0, 1, 2, 3, 4, 6)), *EVEN]),
    }


def _shares(scores: Sequence[int | Fraction]) -> dict[str, object]:
    """Scores, e to each, the total, and the weights."""
    powers = [math.exp(score) for score in scores]
    weights = softmax([[float(score) for score in scores]])[0].tolist()
    return {
        "scores": figures(scores),
        "powers": figures(powers, places=3),
        "total": Figure(sum(powers), places=3),
        "weights": figures(weights, places=3),
    }


def _two(gap: int) -> dict[str, object]:
    """The larger of two weights whose scores lie this far apart."""
    larger = softmax([[float(gap), 0.0]])[0, 0]
    return {"gap": Figure(gap), "weight": Figure(larger, places=3)}


def _wanted(times: int) -> dict[str, object]:
    """The gap that makes one weight so many times another."""
    return {"times": Figure(times), "gap": Figure(math.log(times), places=2)}


def _powers(exponents: list[Fraction]) -> dict[str, object]:
    """A small table of powers of e."""
    return {
        "e": Figure(math.e, places=2),
        "exponents": figures(exponents),
        "values": figures((math.exp(exponent) for exponent in exponents), places=2),
        "long": figures((math.exp(exponent) for exponent in exponents), places=3),
    }
