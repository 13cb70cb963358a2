"""The lesson's eight kinds of question."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product

from starlore.attention import blend, softmax
from starlore.figures import printed_sum
from starlore.questions import (
    Draw,
    Exercise,
    Figure,
    Misconception,
    Question,
    Text,
    Variant,
    figures,
)

Exact = int | Decimal | Fraction

VALUES = tuple(product(range(21), repeat=3))
TRIPLES = tuple(
    tuple(Decimal(hundredths) / 100 for hundredths in triple)
    for triple in (
        (10, 30, 60),
        (20, 30, 50),
        (50, 30, 20),
        (60, 10, 30),
        (70, 20, 10),
        (20, 70, 10),
        (25, 50, 25),
        (10, 10, 80),
    )
)
POINTS = tuple(product(range(11), repeat=2))
TENTHS = tuple(Decimal(tenths) / 10 for tenths in range(1, 10) if tenths != 5)
SCORES = tuple(Decimal(halves) / 2 for halves in range(-2, 9))
WIDE = 6
"""How far apart the smallest and the largest value stand at least."""
HALF = Decimal("0.5")


def a_blend(rng: Draw) -> Variant:
    """Three values with three weights."""
    v, w = rng.choice("v", VALUES), rng.choice("w", TRIPLES)
    heaviest = w.index(max(w))
    blended = _blended(w, v)
    return Variant(
        given={"v": v, "w": w},
        solution=Figure(blended, places=2),
        misconceptions=(
            Misconception("plain-average", Figure(Fraction(sum(v), 3), places=2)),
            Misconception("winner-takes-all", Figure(v[heaviest], places=2)),
            Misconception("adds-everything", Figure(sum(v), places=2)),
        ),
        working={
            "parts": figures((value * weight for value, weight in zip(v, w, strict=True)), 2),
            "least": min(v),
            "most": max(v),
            "sum": sum(v),
            "heaviest": heaviest,
            "line": {"points": v, "weights": figures(w, 2), "pivot": Figure(blended, places=2)},
        },
        accept=len(set(v)) == 3,
    )


def missing_weight(rng: Draw) -> Variant:
    """The last of three weights."""
    a, b = (rng.decimal(name, "0.05", "0.7", "0.05") for name in ("a", "b"))
    third = 1 - a - b
    return Variant(
        given={"a": a, "b": b},
        solution=Figure(third, places=2),
        misconceptions=(
            Misconception("adds-it", Figure(a + b, places=2)),
            Misconception("multiplies-them", Figure(a * b, places=2)),
            Misconception("plain-average", Figure((a + b) / 2, places=2)),
        ),
        working={"sum": Figure(a + b), "weights": figures((a, b, max(third, Decimal(0))), 2)},
        accept=a != b and third > Decimal("0.05"),
    )


def blend_vectors(rng: Draw) -> Variant:
    """Two vectors of two numbers, part by part."""
    p = rng.choice("p", TENTHS)
    a, b = rng.choice("a", POINTS), rng.choice("b", POINTS)
    blended = _parts_blended(p, a, b)
    heavier = a if p > HALF else b
    pulls = tuple(figures((p * one, (1 - p) * other)) for one, other in zip(a, b, strict=True))
    return Variant(
        given={"p": p, "a": a, "b": b},
        solution=figures(blended, 1),
        misconceptions=(
            Misconception("swaps-weights", figures(_parts_blended(1 - p, a, b), 1)),
            Misconception("plain-average", figures(_parts_blended(HALF, a, b), 1)),
            Misconception("winner-takes-all", figures(heavier, 1)),
        ),
        working={
            "rest": 1 - p,
            "pulls": pulls,
            "heavier": heavier,
            "heaviest": max(p, 1 - p),
            "arrows": {
                "arrows": (
                    {"at": a, "part": "value"},
                    {"at": b, "part": "value"},
                    {"at": figures(blended, 1)},
                )
            },
        },
        accept=a[0] != b[0] and a[1] != b[1],
    )


def outside(rng: Draw) -> Variant:
    """The one result of four that lies beyond the values."""
    v = rng.sample("v", range(20), 3)
    is_above = rng.choice("above", (True, False))
    beyond = rng.integer("beyond", 1, 3)
    least, most = min(v), max(v)
    near, far = least + HALF, most - HALF
    between = Decimal(least + most) / 2
    impossible = most + beyond if is_above else least - beyond
    wrong = {"near-the-middle": near, "must-be-one-of-them": between, "plain-average": far}
    return Variant(
        given={"v": v, "results": figures(sorted((impossible, *wrong.values())), 1)},
        solution=Figure(impossible, places=1),
        misconceptions=tuple(
            Misconception(name, Figure(result, places=1)) for name, result in wrong.items()
        ),
        working={
            "least": least,
            "most": most,
            "high": {name: _share(least, most, result) for name, result in wrong.items()},
            "low": {name: _share(most, least, result) for name, result in wrong.items()},
            "line": {"points": v},
            "average": Figure(Fraction(sum(v), 3), places=2),
        },
        accept=most - least >= WIDE and between not in v,
    )


def which_weight(rng: Draw) -> Variant:
    """The weight of the larger of two values, from their blend."""
    a = rng.integer("a", 0, 8)
    b = a + rng.integer("gap", 4, 12)
    t = rng.integer("t", 1, 19)
    weight = Fraction(t - a, b - a)
    other = 1 - weight
    return Variant(
        given={"a": a, "b": b, "t": t},
        solution=Figure(weight, places=2),
        misconceptions=(
            Misconception("other-end", Figure(other, places=2)),
            Misconception("share-of-total", Figure(Fraction(t, a + b), places=2)),
            Misconception("ratio-to-top", Figure(Fraction(t, b), places=2)),
        ),
        working={
            "way": t - a,
            "whole": b - a,
            "back": b - t,
            "sum": a + b,
            "line": {
                "points": (a, b),
                "weights": figures((max(other, Fraction(0)), max(weight, Fraction(0))), 2),
                "pivot": t,
            },
        },
        accept=a < t < b and 2 * (t - a) != b - a,
    )


def normalise(rng: Draw) -> Variant:
    """One of three amounts as a share of all."""
    amounts = rng.sample("amounts", range(1, 10), 3)
    second, whole = amounts[1], sum(amounts)
    return Variant(
        given={"amounts": amounts},
        solution=Figure(Fraction(second, whole), places=2),
        misconceptions=(
            Misconception("ratio-to-top", Figure(Fraction(second, max(amounts)), places=2)),
            Misconception("odds", Figure(Fraction(second, whole - second), places=2)),
            Misconception("divides-by-count", Figure(Fraction(second, 3), places=2)),
        ),
        working={
            "whole": whole,
            "rest": whole - second,
            "largest": max(amounts),
            "shares": _shares(amounts),
        },
    )


def scale_amounts(rng: Draw) -> Variant:
    """A share once all amounts are multiplied."""
    amounts = rng.sample("amounts", range(1, 10), 3)
    c = rng.integer("c", 2, 5)
    first, whole = amounts[0], sum(amounts)
    return Variant(
        given={"amounts": amounts, "c": c},
        solution=Figure(Fraction(first, whole), places=2),
        misconceptions=(
            Misconception("scales-it", Figure(Fraction(c * first, whole), places=2)),
            Misconception("divides-it", Figure(Fraction(first, c * whole), places=2)),
            Misconception("adds-it", Figure(Fraction(first + c, whole + c), places=2)),
        ),
        working={
            "whole": whole,
            "larger": tuple(c * amount for amount in amounts),
            "larger_whole": c * whole,
            "raised": first + c,
            "raised_whole": whole + c,
            "shares": _shares(amounts),
        },
    )


def rounded_sum(rng: Draw) -> Variant:
    """What the true weights add to where the printed ones miss one."""
    scores = [rng.choice(f"score-{place}", SCORES) for place in range(3)]
    weights = softmax([[float(score) for score in scores]])[0].tolist()
    printed = rng.printed("weights", weights, 2)
    long = figures(weights, 5)
    total = printed_sum(printed)
    return Variant(
        given={"weights": printed, "sum": total},
        solution=Text("right"),
        misconceptions=tuple(
            Misconception(name, Text(name))
            for name in ("rounding-is-error", "rounding-is-error-2", "not-a-rule")
        ),
        working={"long": long, "long_sum": printed_sum(long)},
        accept=total.value != 1 and min(one.shown for one in printed) > 0,
    )


def _blended(weights: Sequence[Exact], values: Sequence[Exact]) -> float:
    """The engine's blend of numbers."""
    parts = [[float(value)] for value in values]
    return float(blend([[float(weight) for weight in weights]], parts)[0, 0])


def _parts_blended(p: Decimal, a: Sequence[int], b: Sequence[int]) -> list[float]:
    """Two vectors blended part by part, p of the first."""
    return [_blended((p, 1 - p), pair) for pair in zip(a, b, strict=True)]


def _share(start: int, end: int, result: Decimal) -> Figure:
    """The weight on `end` of two values that blend to a result."""
    return Figure((Fraction(result) - start) / (end - start), places=2)


def _shares(amounts: Sequence[int]) -> tuple[Figure, ...]:
    """Each amount as a share of all."""
    return figures((Fraction(amount, sum(amounts)) for amount in amounts), 2)


def _question(
    name: str, vary: Callable[[Draw], Variant], seconds: int, may_be_typed: bool = True
) -> Question:
    return Question(id=f"average.{name}", vary=vary, seconds=seconds, may_be_typed=may_be_typed)


PILES = ("A", "B", "C")
HEAPS = tuple(
    (a, b, 10 - a - b) for a in range(1, 9) for b in range(1, 9 - a + 1) if 10 - a - b > 0
)


def by_hand(rng: Draw) -> dict[str, object] | None:
    """Ten coins in three piles on a strip of card, and where it balances."""
    coins = rng.choice("coins", HEAPS)
    places = tuple(sorted(rng.sample("places", range(1, 29), 3)))
    if len(set(coins)) < 3 or places[2] - places[0] < 8:
        return None
    weights = [Fraction(count, 10) for count in coins]
    parts = [weight * place for weight, place in zip(weights, places, strict=True)]
    filled = zip(PILES, weights, parts, strict=True)
    return {
        "coins": coins,
        "places": places,
        "piles": {
            "names": ("pile", "place", "coins"),
            "rows": tuple(zip(PILES, places, coins, strict=True)),
        },
        "blend_table": {
            "names": ("pile", "weight", "share-of-blend"),
            "rows": (
                *((pile, Figure(w), Figure(part)) for pile, w, part in filled),
                ("together", Figure(sum(weights)), Figure(sum(parts))),
            ),
            "blank": True,
        },
    }


BY_HAND = Exercise(by_hand)

QUESTIONS = (
    _question("blend", a_blend, 45),
    _question("missing-weight", missing_weight, 25),
    _question("blend-vectors", blend_vectors, 60),
    _question("outside", outside, 30, may_be_typed=False),
    _question("which-weight", which_weight, 45),
    _question("normalise", normalise, 35),
    _question("scale-amounts", scale_amounts, 35),
    _question("rounded-sum", rounded_sum, 30, may_be_typed=False),
)
