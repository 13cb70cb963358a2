"""Every number of the lesson's prose, from three inputs and three tables, through the engine."""

import math
from decimal import Decimal
from fractions import Fraction

from starlore.attention import explain, softmax
from starlore.figures import printed_sum
from starlore.questions import Figure, figures

Exact = int | Decimal
Rows = tuple[tuple[Exact, ...], ...]

SIGNS = ("sun", "moon", "comet")
HALF = Decimal("0.5")

X: Rows = ((1, 0, 1), (0, 1, 1), (1, 1, 0))
W_Q: Rows = ((1, 0), (0, 1), (1, 1))
W_K: Rows = ((-HALF, 2), (-HALF, 0), (3 * HALF, -1))
W_V: Rows = ((15 * HALF, -5 * HALF), (-5 * HALF, 15 * HALF), (5 * HALF, 5 * HALF))


def numbers() -> dict[str, object]:
    """The numbers by name."""
    q, k, v = (_product(X, table) for table in (W_Q, W_K, W_V))
    rows = {sign: _row(place, q, k, v) for place, sign in enumerate(SIGNS)}
    first, second, _ = softmax([[3.0, 1.0, 0.0]])[0].tolist()
    return {
        "trio": {"signs": SIGNS, "q": q, "k": k, "v": v},
        **rows,
        "keys": tuple(figures(key) for key in k),
        "values": tuple(figures(value) for value in v),
        "near": _shares((Decimal("0.01"), 0, 0)),
        "percent": _percent((3, 1, 0)),
        "gap": Figure(3 - 1),
        "ratio": Figure(first / second, places=1),
        "powers": _powers(),
        "price": _price(),
        "watched": _watched(k, rows),
    }


def _product(rows: Rows, table: Rows) -> Rows:
    """Rows times a table, exactly; what is whole becomes an int."""
    columns = tuple(zip(*table, strict=True))
    return tuple(tuple(_whole(_dot(row, column)) for column in columns) for row in rows)


def _dot(one: tuple[Exact, ...], other: tuple[Exact, ...]) -> Exact:
    return sum((Decimal(a) * b for a, b in zip(one, other, strict=True)), Decimal(0))


def _whole(number: Exact) -> Exact:
    return int(number) if number == int(number) else number


def _floats(rows: Rows) -> list[list[float]]:
    return [[float(number) for number in row] for row in rows]


def _row(place: int, q: Rows, k: Rows, v: Rows) -> dict[str, object]:
    """One asker's row, from its query to its output."""
    steps = explain(_floats(q[place : place + 1]), _floats(k), _floats(v), scale=1)
    scores, weights = steps.scores[0].tolist(), steps.weights[0].tolist()
    powers = [math.exp(score) for score in scores]
    printed = figures(weights, places=2)
    return {
        "query": figures(q[place]),
        "products": tuple(
            figures(Decimal(a) * b for a, b in zip(q[place], key, strict=True)) for key in k
        ),
        "scores": figures(scores),
        "powers": figures(powers, places=2),
        "total": Figure(sum(powers), places=2),
        "weights": printed,
        "weights_long": figures(weights, places=5),
        "shares": figures(weights, places=3),
        "printed_sum": printed_sum(printed),
        "pulls": tuple(
            figures((w * float(part) for w, part in zip(weights, column, strict=True)), places=3)
            for column in zip(*v, strict=True)
        ),
        "output": figures(steps.output[0].tolist(), places=2),
        "output_long": figures(steps.output[0].tolist(), places=3),
    }


def _shares(scores: tuple[Exact, ...]) -> dict[str, object]:
    """Scores, and the weights that softmax makes of them."""
    weights = softmax([[float(score) for score in scores]])[0].tolist()
    return {"scores": figures(scores), "weights": figures(weights, places=2)}


def _percent(scores: tuple[Exact, ...]) -> dict[str, object]:
    """Weights in whole percent, and what the printed numbers add up to."""
    weights = softmax([[float(score) for score in scores]])[0].tolist()
    parts = figures((100 * weight for weight in weights), places=0)
    return {"parts": parts, "sum": printed_sum(parts), "whole": Figure(100)}


def _powers() -> dict[str, object]:
    """e to the power of nought to four, in halves."""
    exponents = [Fraction(halves, 2) for halves in range(9)]
    return {
        "e": Figure(math.e, places=2),
        "exponents": figures(exponents),
        "values": figures((math.exp(exponent) for exponent in exponents), places=2),
    }


def _price() -> dict[str, object]:
    """Comparisons for four, forty and forty thousand words."""
    four, forty, long = 4, 40, 40_000
    return {
        "four": Figure(four * four),
        "forty": Figure(forty * forty),
        "billions": Figure(Fraction(long * long, 10**9), places=1),
        "double": Figure(Fraction((2 * four) ** 2, four * four)),
    }


def _watched(k: Rows, rows: dict[str, dict[str, object]]) -> dict[str, object]:
    """What Watch shows beside the prose: steps on the way, and two older ways of reading."""
    table = [row["weights"] for row in rows.values()]
    return {
        "tables": {"q": W_Q, "k": W_K, "v": W_V},
        "met": [k[:1], k[:2]],
        "asker": 0,
        "nobody": (len(SIGNS),),
        "table": table,
        "tops": _tops(rows["moon"]["scores"], SIGNS.index("moon")),
        "windows": [_window(7, 3, first) for first in (0, 2, 4)],
        "glasses": [_poured(drops) for drops in (1, 2, 3)],
        "pairs": [{"words": Figure(n), "pairs": Figure(n * n)} for n in (4, 8, 40)],
    }


def _tops(scores: object, row: int) -> tuple[tuple[int, int], ...]:
    """The places of a row's highest scores, be it one or several."""
    values = [score.value for score in scores]  # type: ignore[attr-defined]
    return tuple((row, place) for place, value in enumerate(values) if value == max(values))


def _window(places: int, span: int, first: int) -> dict[str, object]:
    """A row of words, and what of it a window sees."""
    return {
        "places": figures(range(places)),
        "frame": (first, span),
        "seen": tuple((0, place) for place in range(first, first + span)),
    }


def _poured(drops: int) -> tuple[Figure, ...]:
    """What each drop is of a glass that every new one half replaces."""
    return figures(Fraction(1, 2 ** (drops - at)) for at in range(drops))
