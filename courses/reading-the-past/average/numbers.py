"""Every number of the lesson's prose: three values and their weights, through the engine."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from starlore.attention import blend
from starlore.figures import printed_sum
from starlore.questions import Figure, figures

Exact = int | Decimal | Fraction

VALUES, AMOUNTS = (10, 4, 1), (5, 3, 2)
TIMES = 4
HEAVY = Decimal("0.75")
FROM, TO = (2, 0), (6, 8)
ENDS, BLENDED = (2, 10), 8


def numbers() -> dict[str, object]:
    """The numbers by name."""
    weights = _shares(AMOUNTS)
    return {
        "values": figures(VALUES),
        "amounts": figures(AMOUNTS),
        "whole": sum(AMOUNTS),
        "weights": figures(weights),
        "parts": figures(value * weight for value, weight in zip(VALUES, weights, strict=True)),
        "blend": Figure(_blended(weights, VALUES), places=1),
        "plain": Figure(_blended(_shares((1, 1, 1)), VALUES), places=0),
        "beam": {"values": VALUES, "amounts": AMOUNTS},
        "above": max(VALUES) + 1,
        "below": min(VALUES) - 1,
        "missing": {"known": figures(weights[:2]), "sum": Figure(sum(weights[:2]))},
        "vectors": _vectors(),
        "larger": {
            "times": TIMES,
            "amounts": tuple(TIMES * amount for amount in AMOUNTS),
            "whole": TIMES * sum(AMOUNTS),
        },
        "back": _back(),
        "thirds": _printed((1, 1, 1)),
        "watched": _watched(),
        "sixths": _printed((1, 1, 4)),
    }


def _shares(amounts: Sequence[int]) -> list[Fraction]:
    """Each amount as a share of the whole."""
    return [Fraction(amount, sum(amounts)) for amount in amounts]


def _blended(weights: Sequence[Exact], values: Sequence[Exact]) -> float:
    """The engine's blend of numbers."""
    parts = [[float(value)] for value in values]
    return float(blend([[float(weight) for weight in weights]], parts)[0, 0])


def _vectors() -> dict[str, object]:
    """Two vectors blended part by part."""
    weights = (HEAVY, 1 - HEAVY)
    pulls = [(weights[0] * a, weights[1] * b) for a, b in zip(FROM, TO, strict=True)]
    return {
        "one": figures(FROM),
        "other": figures(TO),
        "weight": HEAVY,
        "rest": 1 - HEAVY,
        "pulls": tuple(tuple(figures(pull)) for pull in pulls),
        "blend": figures(_blended(weights, column) for column in zip(FROM, TO, strict=True)),
    }


def _back() -> dict[str, object]:
    """The weight of the larger of two values, from their blend."""
    low, high = ENDS
    weight = Fraction(BLENDED - low, high - low)
    return {
        "low": low,
        "high": high,
        "blend": BLENDED,
        "way": BLENDED - low,
        "whole": high - low,
        "weight": Figure(weight),
        "rest": Figure(1 - weight),
    }


def _watched() -> dict[str, object]:
    """What Watch shows beside the prose: other weights on the beam, and a blend of three points."""
    points = (FROM, TO, (9, 1))
    shares = ((1, 1, 1), (6, 1, 1), (1, 1, 6), AMOUNTS)
    return {
        "ends": (0, max(VALUES)),
        "equal": figures(_shares((1, 1, 1)), places=2),
        "alone": figures(_shares((1, 0, 0))),
        "points": points,
        "blends": [
            {
                "weights": figures(_shares(amounts), places=2),
                "blend": figures(
                    (_blended(_shares(amounts), column) for column in zip(*points, strict=True)),
                    places=1,
                ),
            }
            for amounts in shares
        ],
        "whole": Figure(sum(_shares((1, 1, 1)))),
    }


def _printed(amounts: Sequence[int]) -> dict[str, object]:
    """Shares cut to two decimals, and what these add to."""
    weights = figures(_shares(amounts), places=2)
    return {
        "amounts": figures(amounts),
        "weights": weights,
        "sum": printed_sum(weights),
    }
