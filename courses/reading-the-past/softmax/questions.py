"""The lesson's eight kinds of question."""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from starlore.attention import softmax
from starlore.questions import (
    Draw,
    Exercise,
    Figure,
    Misconception,
    Question,
    Variant,
    Within,
    figures,
)

Number = int | float | Decimal | Fraction

WHOLE = tuple(range(5))
HALVES = tuple(Decimal(halves) / 2 for halves in range(9))
TEMPERATURES = (Decimal("0.5"), Decimal(2), Decimal(4))


def top_weight(rng: Draw) -> Variant:
    """The largest weight of three scores."""
    scores = rng.sample("scores", HALVES, 3)
    twos, highest = [2 ** float(s) for s in scores], max(scores)
    return Variant(
        given={"scores": scores},
        solution=_two_places(max(_weights(scores))),
        misconceptions=(
            Misconception("share-of-total", _two_places(_share_of_top(scores))),
            Misconception("wrong-base", _two_places(_share_of_top(twos))),
            Misconception("winner-takes-all", _two_places(1)),
        ),
        working={
            **_steps(scores),
            "highest": highest,
            "score_sum": sum(scores),
            "twos": figures(twos, places=2),
            "two_total": Figure(sum(twos), places=2),
            "top_power": Figure(math.exp(highest), places=2),
        },
    )


def gap_to_ratio(rng: Draw) -> Variant:
    """How many times one weight is another."""
    gap = rng.decimal("gap", "0.5", "4", "0.5")
    lower = rng.integer("lower", 1, 12)
    upper = lower + gap
    return Variant(
        given={"lower": lower, "upper": upper},
        solution=_two_places(math.exp(gap)),
        misconceptions=(
            Misconception("gap-is-ratio", _two_places(gap)),
            Misconception("wrong-base", _two_places(2 ** float(gap))),
            Misconception("share-of-total", _two_places(upper / lower)),
        ),
        working={"gap": gap, "weights": figures(_weights((upper, lower)), places=3)},
    )


def shift(rng: Draw) -> Variant:
    """The largest weight after a number was added to every score."""
    scores = rng.sample("scores", WHOLE, 3)
    added = rng.integer("added", 3, 20)
    lifted = [score + added for score in scores]
    only_top = [score + added * (score == max(scores)) for score in scores]
    return Variant(
        given={"scores": scores, "added": added},
        solution=_two_places(max(_weights(scores))),
        misconceptions=(
            Misconception("share-of-total", _two_places(_share_of_top(lifted))),
            Misconception("only-top-moved", _two_places(max(_weights(only_top)))),
            Misconception("plain-average", _two_places(Fraction(1, len(scores)))),
        ),
        working={
            **_steps(scores),
            "lifted": tuple(lifted),
            "lifted_sum": sum(lifted),
            "lifted_top": max(lifted),
            "only_top": tuple(only_top),
            "lowered": tuple(score - max(scores) for score in scores),
            "highest": max(scores),
            "top_power": Figure(math.exp(max(scores)), places=2),
        },
    )


def double_scores(rng: Draw) -> Variant:
    """The largest weight after every score was doubled."""
    scores = rng.sample("scores", HALVES[:7], 3)
    doubled = [2 * score for score in scores]
    before = max(_weights(scores))
    highest, second, _ = sorted(scores, reverse=True)
    return Variant(
        given={"scores": scores},
        solution=_two_places(max(_weights(doubled))),
        misconceptions=(
            Misconception("scale-blind", _two_places(before)),
            Misconception("doubles-the-weight", _two_places(min(1, 2 * before))),
            Misconception("share-of-total", _two_places(_share_of_top(scores))),
        ),
        working={
            **_steps(doubled),
            "doubled": tuple(doubled),
            "before": _two_places(before),
            "score_sum": sum(scores),
            "highest": highest,
            "doubled_top": 2 * highest,
            "gap": highest - second,
            "double_gap": 2 * (highest - second),
            "ratio": Figure(math.exp(highest - second), places=2),
            "double_ratio": Figure(math.exp(2 * (highest - second)), places=2),
        },
    )


def temperature(rng: Draw) -> Variant:
    """The largest weight at a temperature."""
    scores = rng.sample("scores", WHOLE, 3)
    heat = rng.choice("T", TEMPERATURES)
    divided = [score / heat for score in scores]
    multiplied = [score * heat for score in scores]
    before = max(_weights(scores))
    scaled = before * float(min(heat, 1 / heat))
    return Variant(
        given={"scores": scores, "T": heat},
        solution=_two_places(max(_weights(divided))),
        misconceptions=(
            Misconception("temp-backwards", _two_places(max(_weights(multiplied)))),
            Misconception("scale-blind", _two_places(before)),
            Misconception("scales-the-weight", _two_places(scaled)),
        ),
        working={
            **_steps(divided),
            "divided": tuple(divided),
            "divided_top": max(divided),
            "multiplied": tuple(multiplied),
            "before": _two_places(before),
        },
    )


def two_way(rng: Draw) -> Variant:
    """The larger of two weights."""
    gap = rng.decimal("gap", "0.1", "4", "0.05")
    power, two = math.exp(gap), 2 ** float(gap)
    weights = _weights((gap, 0))
    return Variant(
        given={"gap": gap, "power": rng.printed("power", power, 3)},
        solution=Figure(weights[0], places=3),
        misconceptions=(
            Misconception("gap-is-ratio", Figure(Fraction(gap) / (1 + Fraction(gap)), places=3)),
            Misconception("ratio-not-share", Figure(1 - 1 / power, places=3)),
            Misconception("wrong-base", Figure(two / (1 + two), places=3)),
        ),
        working={
            "one": 1,
            "total": Figure(power + 1, places=3),
            "above_one": gap + 1,
            "weights": figures(weights, places=3),
            "ratio": Figure(1 / power, places=3),
            "two": Figure(two, places=3),
            "two_total": Figure(two + 1, places=3),
        },
    )


def gap_for_ratio(rng: Draw) -> Variant:
    """How far apart two scores must lie for a ratio of weights."""
    times = rng.integer("k", 2, 200)
    gap = math.log(times)
    below = math.floor(gap)
    return Variant(
        given={"k": times},
        solution=_two_places(gap),
        misconceptions=(
            Misconception("gap-is-ratio", _two_places(times)),
            Misconception("wrong-base", _two_places(math.log2(times))),
            Misconception("ten-base", _two_places(math.log10(times))),
        ),
        working={
            "below": below,
            "above": below + 1,
            "power_below": _two_places(math.exp(below)),
            "power_above": _two_places(math.exp(below + 1)),
            "weights": figures(_weights((gap, 0)), places=3),
            "two": 2,
            "ten": 10,
        },
    )


def negative_score(rng: Draw) -> Variant:
    """The weight of a score below zero."""
    a = rng.choice("a", HALVES[1:])
    b = rng.choice("b", HALVES[1:])
    scores = rng.shuffle("places", (a, Decimal(0), -b))
    weights = _weights(scores)
    return Variant(
        given={"a": a, "b": b, "negative": -b, "scores": scores},
        solution=Figure(weights[scores.index(-b)], places=3),
        misconceptions=(
            Misconception("neg-is-zero", Figure(0, places=3)),
            Misconception("neg-weight", Figure(Fraction(-b) / Fraction(a + b), places=3)),
            Misconception("drops-signs", Figure(Fraction(b) / Fraction(a + b), places=3)),
        ),
        working={
            **_steps(scores, places=3),
            "power": Figure(math.exp(-b), places=3),
            "power_of_b": Figure(math.exp(b), places=2),
            "size_sum": a + b,
            "one": 1,
        },
    )


def _weights(scores: Sequence[Number]) -> list[float]:
    """Softmax of one row of scores."""
    weights: list[float] = softmax([[float(score) for score in scores]])[0].tolist()
    return weights


def _share_of_top(parts: Sequence[Number]) -> float:
    """The largest part as a share of their sum."""
    return float(max(parts)) / sum(float(part) for part in parts)


def _two_places(number: Number) -> Figure:
    return Figure(number, places=2)


def _steps(scores: Sequence[Number], places: int = 2) -> dict[str, object]:
    """Powers, total and weights of the scores, to show the way."""
    powers = [math.exp(score) for score in scores]
    return {
        "powers": figures(powers, places=places),
        "total": Figure(sum(powers), places=places),
        "weights": figures(_weights(scores), places=places),
    }


LOW, HIGH = -2, 3


def by_hand(rng: Draw) -> dict[str, object]:
    """Three scores to be cut from paper, then the lowest a point lower."""
    scores = rng.sample("scores", range(LOW + 1, HIGH + 1), 3)
    lowered = tuple(score - (score == min(scores)) for score in scores)
    exponents = range(LOW, HIGH + 1)
    return {
        "low": LOW,
        "high": HIGH,
        "scores": scores,
        "lowered": lowered,
        "powers": {
            "names": ("score", *exponents),
            "rows": (("power", *figures(map(math.exp, exponents), places=2)),),
        },
        "first_table": _strips(scores),
        "second_table": _strips(lowered),
    }


def _strips(scores: Sequence[Number]) -> dict[str, object]:
    """A table to fill in: of each score its power and its weight, and both together."""
    powers = [math.exp(score) for score in scores]
    weights = _weights(scores)
    return {
        "names": ("score", "power", "weight"),
        "rows": (
            *(
                (score, Figure(power, places=2), Figure(weight, places=2))
                for score, power, weight in zip(scores, powers, weights, strict=True)
            ),
            ("together", Figure(sum(powers), places=2), Figure(1)),
        ),
        "blank": True,
    }


BY_HAND = Exercise(by_hand)

QUESTIONS = (
    Question("softmax.top-weight", top_weight, rule=Within("0.006"), seconds=60),
    Question("softmax.gap-to-ratio", gap_to_ratio, seconds=40),
    Question("softmax.shift", shift, rule=Within("0.006"), seconds=50),
    Question("softmax.double-scores", double_scores, rule=Within("0.006"), seconds=60),
    Question("softmax.temperature", temperature, rule=Within("0.006"), seconds=60),
    Question("softmax.two-way", two_way, rule=Within("0.0006"), seconds=40),
    Question("softmax.gap-for-ratio", gap_for_ratio, rule=Within("0.006"), seconds=40),
    Question("softmax.negative-score", negative_score, rule=Within("0.0006"), seconds=50),
)
