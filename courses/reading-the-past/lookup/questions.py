"""The lesson's eight kinds of question, and the very first one."""

import math
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise, product

from starlore.attention import blend, softmax
from starlore.figures import printed_sum
from starlore.questions import (
    Draw,
    Exact,
    Exercise,
    Figure,
    Misconception,
    Place,
    Question,
    Text,
    Variant,
    Within,
    figures,
)

Number = int | float | Decimal

HALVES = tuple(Decimal(halves) / 2 for halves in range(9))
EPSILONS = tuple(Decimal(hundredths) / 100 for hundredths in (1, 2, 3, 5, 8, 10, 15))
KEYS = tuple(product(range(-1, 3), repeat=3))
VALUES = tuple(product(range(21), repeat=3))
SENTENCES = 12
CELL_SCORES = (0, 0, 1, 1, 2, 3)
KEPT = tuple(Decimal(tenths) / 10 for tenths in (5, 7, 8, 9))
WIDTHS = (4, 8, 16, 32, 64, 128)
LENGTHS = (20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1000)
LAB_PLACES = 8
BUDGETS = tuple(k * k for k in range(40, 1001, 10))


def three_shares(rng: Draw) -> Variant:
    """Weights of three scores."""
    scores = rng.sample("scores", HALVES, 3)
    weights, doubled = _weights(scores), _shared([2 ** float(s) for s in scores])
    powers = [math.exp(s) for s in scores]
    highest, second, _ = sorted(scores, reverse=True)
    printed = figures(weights, places=2)
    return Variant(
        given={"scores": scores},
        solution=printed,
        misconceptions=(
            Misconception("share-of-total", figures(_shared(scores), places=2)),
            Misconception("wrong-base", figures(doubled, places=2)),
            Misconception("winner-takes-all", figures(_hard(scores), places=2)),
        ),
        working={
            "powers": figures(powers, places=2),
            "total": Figure(sum(powers), places=2),
            "weights": printed,
            "weight_sum": printed_sum(printed),
            "score_sum": Figure(sum(scores)),
            "twos": figures((2 ** float(s) for s in scores), places=2),
            "two_total": Figure(sum(2 ** float(s) for s in scores), places=2),
            "highest": highest,
            "second": second,
            "gap": highest - second,
            "ratio": Figure(math.exp(highest - second), places=1),
            "lab": _one_row(scores),
        },
        accept=max(abs(a - b) for a, b in zip(weights, doubled, strict=True)) > 0.04,
    )


def first_light(rng: Draw) -> Variant:
    """The lesson's own three scores; nothing is drawn."""
    scores = (3, 1, 0)
    twos = [2**score for score in scores]
    powers = [math.exp(score) for score in scores]
    printed = figures(_weights(scores), places=2)
    return Variant(
        given={"scores": scores},
        solution=printed[0],
        misconceptions=(
            Misconception("share-of-total", Figure(_shared(scores)[0], places=2)),
            Misconception("wrong-base", Figure(_shared(twos)[0], places=2)),
            Misconception("winner-takes-all", Figure(_hard(scores)[0], places=2)),
        ),
        working={
            "powers": figures(powers, places=2),
            "total": Figure(sum(powers), places=2),
            "weights": printed,
            "score_sum": sum(scores),
            "twos": tuple(twos),
            "two_total": sum(twos),
            "lab": _one_row(scores),
        },
    )


def hardly_a_choice(rng: Draw) -> Variant:
    """One score barely above all others."""
    epsilon = rng.choice("epsilon", EPSILONS)
    n = rng.integer("n", 3, 6)
    place = rng.integer("place", 0, 5) % n
    scores = tuple(epsilon if at == place else Decimal(0) for at in range(n))
    weights = _weights(scores)
    return Variant(
        given={"epsilon": epsilon, "n": n, "scores": scores},
        solution=Figure(weights[place], places=2),
        misconceptions=(
            Misconception("share-of-total", Figure(1, places=2)),
            Misconception("scores-as-weights", Figure(epsilon, places=2)),
            Misconception("winner-and-rest", Figure(0.5, places=2)),
        ),
        working={
            "power": Figure(math.exp(epsilon), places=3),
            "one": Figure(math.exp(0)),
            "others": n - 1,
            "total": Figure(math.exp(epsilon) + n - 1, places=3),
            "even": Figure(1 / n, places=2),
            "weights": figures(weights, places=2),
            "lab": _one_row(scores),
        },
    )


def the_whole_head(rng: Draw) -> Variant:
    """Scores, weights and blend of a head whose vectors have one number."""
    q = rng.integer("q", 1, 3)
    k = rng.choice("k", KEYS)
    v = rng.choice("v", VALUES)
    scores = [q * key for key in k]
    weights = _weights(scores)
    value, key = _blended(weights, v), _blended(weights, k)
    top = v[scores.index(max(scores))]
    answers = sorted([value, key, float(top), sum(v) / 3])
    apart = min(b - a for a, b in pairwise(answers))
    return Variant(
        given={"q": q, "k": k, "v": v},
        solution=Figure(value, places=1),
        misconceptions=(
            Misconception("keys-blended", Figure(key, places=1)),
            Misconception("winner-takes-all", Figure(top, places=1)),
            Misconception("plain-average", Figure(sum(v) / 3, places=1)),
        ),
        working={
            "scores": tuple(scores),
            "weights": figures(weights, places=3),
            "pulls": figures((w * part for w, part in zip(weights, v, strict=True)), places=2),
            "value_sum": sum(v),
            "best": max(k),
            "lab": {"q": _joined([q] * 3), "k": _joined(k), "v": _joined(v), "row": 1},
        },
        accept=scores.count(max(scores)) == 1 and max(weights) < 0.97 and apart > 0.25,
    )


def read_the_head(rng: Draw) -> Variant:
    """One row of a table of weights over a sentence of five words."""
    sentence = rng.integer("sentence", 0, SENTENCES - 1)
    asker = rng.integer("asker", 1, 4)
    scores = [
        [rng.choice(f"score-{row}-{place}", CELL_SCORES) for place in range(5)] for row in range(5)
    ]
    exact = [_weights(row) for row in scores]
    tops = {asker, _top(exact[asker]), _top([row[asker] for row in exact])}
    if len(tops) < 3:  # most draws end here, before their numbers are printed
        return Variant({}, Place(asker, among="words"), accept=False)
    weights = rng.printed("weights", exact, 2)
    rows = [[weight.shown for weight in row] for row in weights]
    column = [row[asker] for row in rows]
    sums = [sum(row[place] for row in rows) for place in range(5)]
    order = sorted(range(5), key=lambda place: -rows[asker][place])
    overall, reader = _top(sums), _top(column)
    leads = rows[asker][order[0]] - rows[asker][order[1]] >= Decimal("0.08")
    clear = column.count(max(column)) == 1 and sums.count(max(sums)) == 1
    return Variant(
        given={
            "sentence": sentence,
            "asker": asker,
            "weights": weights,
            "table": {"rows": weights},
        },
        solution=Place(order[0], among="words"),
        misconceptions=(
            Misconception("reads-the-column", Place(reader, among="words")),
            Misconception("self-first", Place(asker, among="words")),
            Misconception("most-read-overall", Place(overall, among="words")),
        ),
        working={
            "outlined": {"rows": weights, "asker": asker},
            **dict(zip(("first", "second", "third", "fourth", "fifth"), order, strict=True)),
            "reader": reader,
            "overall": overall,
            "overall_sum": Figure(sums[overall], places=2),
        },
        accept=leads and clear and len({order[0], reader, asker, overall}) == 4,
    )


def who_can_see_it(rng: Draw) -> Variant:
    """What a window, a state and attention can use of a word some places back."""
    w = rng.choice("w", (3, 5, 7))
    a = rng.choice("a", KEPT)
    reach = (w - 1) // 2
    distance = rng.integer("D", reach + 2, 20)
    left = Figure(Figure(a**distance, digits=2).shown, digits=2)
    return Variant(
        given={"w": w, "a": a, "D": distance, "left": left},
        solution=Text("right"),
        misconceptions=tuple(
            Misconception(name, Text(name))
            for name in ("window-sees-all", "state-remembers-all", "far-is-weak")
        ),
        working={
            "reach": reach,
            "ways": {"places": distance + 1, "distance": distance, "window": w, "keep": Figure(a)},
            "lab": {"window": w, "keep": a, "part": "ways"},
        },
    )


def what_is_carried(rng: Draw) -> Variant:
    """Keys and values of all words against one state."""
    d = rng.choice("d", WIDTHS)
    n = rng.choice("n", LENGTHS)
    return Variant(
        given={"d": d, "n": n},
        solution=Figure(2 * n),
        misconceptions=(
            Misconception("keys-only", Figure(n)),
            Misconception("state-grows", Figure(2)),
            Misconception("all-pairs", Figure(n * n)),
        ),
        working={
            "keys": n * d,
            "carried": 2 * n * d,
            "lab": {"second": "1", "part": "ways"},
        },
    )


def count_the_comparisons(rng: Draw) -> Variant:
    """The comparisons of a longer text."""
    n = rng.integer("n", 3, 20)
    longer = rng.choice("N", tuple(times * n for times in range(2, 7)))
    times = longer // n
    return Variant(
        given={"n": n, "a": n * n, "N": longer},
        solution=Figure(longer * longer),
        misconceptions=(
            Misconception("linear-n", Figure(n * longer)),
            Misconception("pairs-once", Figure(longer * (longer - 1) // 2)),
            Misconception("adds-it", Figure(n * n + longer)),
        ),
        working={
            "times": times,
            "growth": times * times,
            "squares": {"small": n, "large": longer},
            "lab": {"places": min(n, LAB_PLACES), "part": "inputs"},
        },
    )


def what_it_rules_out(rng: Draw) -> Variant:
    """The longest text that a budget of comparisons allows."""
    budget = rng.choice("C", BUDGETS)
    w = rng.choice("w", (4, 8, 16, 32, 64))
    window = 2 * w + 1
    longest = math.isqrt(budget)
    return Variant(
        given={"C": budget, "w": w, "W": window},
        solution=Figure(longest),
        misconceptions=(
            Misconception("linear-n", Figure(budget)),
            Misconception("halves", Figure(budget // 2)),
            Misconception("sparse-is-full", Figure(budget // window)),
        ),
        working={
            "windowed": budget // window,
            "half_square": (budget // 2) ** 2,
            "lab": {"places": LAB_PLACES, "scheme": "window", "part": "inputs"},
        },
        accept=budget > window * longest,
    )


def _one_row(scores: Sequence[Number]) -> dict[str, Number | str]:
    """The scores as the Lab can have them: every query 1, the keys the scores."""
    return {"q": _joined([1] * len(scores)), "k": _joined(scores), "row": 1}


def _joined(numbers: Sequence[Number]) -> str:
    """Vectors of one number, as an address of the Lab says them."""
    return ";".join(str(number) for number in numbers)


def _weights(scores: Sequence[Number]) -> list[float]:
    """Softmax of one row of scores."""
    weights: list[float] = softmax([[float(score) for score in scores]])[0].tolist()
    return weights


def _blended(weights: list[float], parts: Sequence[int]) -> float:
    """One number blended of three."""
    return float(blend([weights], [[float(part)] for part in parts])[0, 0])


def _shared(parts: Sequence[Number]) -> list[float]:
    """Each part as a share of their sum."""
    whole = sum(float(part) for part in parts)
    return [float(part) / whole for part in parts]


def _hard(scores: Sequence[Number]) -> list[int]:
    """All for the top score, nothing for the others."""
    return [int(score == max(scores)) for score in scores]


def _top(numbers: Sequence[Number]) -> int:
    """The place of the largest."""
    return max(range(len(numbers)), key=lambda place: numbers[place])


SIGNS = ("sun", "moon", "comet")
QUERIES = tuple(product((1, 2), repeat=2))
BY_HAND_KEYS = tuple(pair for pair in product(range(-1, 3), repeat=2) if any(pair))
BY_HAND_VALUES = ((10, 0), (0, 10), (5, 5), (8, 2), (2, 8), (6, 4), (4, 6))
LOW, HIGH = -2, 3


def by_hand(rng: Draw) -> dict[str, object] | None:
    """One head over three words, to be worked out on paper: whole scores, none out of hand."""
    q = rng.sample("queries", QUERIES, 3)
    k = rng.sample("keys", BY_HAND_KEYS, 3)
    v = rng.sample("values", BY_HAND_VALUES, 3)
    scores = [[a * c + b * d for c, d in k] for a, b in q]
    spread = [max(row) - min(row) for row in scores]
    held = all(LOW <= score <= HIGH for row in scores for score in row)
    moved = any(max(row) != row[place] for place, row in enumerate(scores))
    if not held or min(spread) < 2 or not moved:
        return None
    weights = [_weights(row) for row in scores]
    powers = [[math.exp(score) for score in row] for row in scores]
    outputs = [
        blend([row], [list(map(float, value)) for value in v])[0].tolist() for row in weights
    ]
    exponents = range(LOW, HIGH + 1)
    asked = ("asks", *SIGNS)
    return {
        "q": tuple(map(figures, q)),
        "k": tuple(map(figures, k)),
        "v": tuple(map(figures, v)),
        "low": LOW,
        "high": HIGH,
        "vectors": {
            "names": ("word", "query", "key", "value"),
            "rows": tuple(zip(SIGNS, q, k, v, strict=True)),
        },
        "powers": {
            "names": ("score", *exponents),
            "rows": (("power", *figures(map(math.exp, exponents), places=2)),),
        },
        "score_table": _table(asked, scores, 0),
        "power_table": _table((*asked, "sum"), [[*row, sum(row)] for row in powers], 2),
        "weight_table": {
            "names": (*asked, "output"),
            "rows": tuple(
                (sign, *figures(row, places=2), figures(output, places=1))
                for sign, row, output in zip(SIGNS, weights, outputs, strict=True)
            ),
            "blank": True,
        },
    }


def _table(names: Sequence[str], rows: Sequence[Sequence[float]], places: int) -> dict[str, object]:
    """A table to fill in: a row for each word that asks."""
    return {
        "names": tuple(names),
        "rows": tuple(
            (sign, *figures(row, places=places)) for sign, row in zip(SIGNS, rows, strict=True)
        ),
        "blank": True,
    }


BY_HAND = Exercise(by_hand)

QUESTIONS = (
    Question(id="lookup.three-shares", vary=three_shares, rule=Within("0.006"), seconds=60),
    Question(id="lookup.hardly-a-choice", vary=hardly_a_choice, seconds=40),
    Question(id="lookup.the-whole-head", vary=the_whole_head, rule=Within("0.06"), seconds=90),
    Question(id="lookup.read-the-head", vary=read_the_head, may_be_typed=False, seconds=40),
    Question(id="lookup.who-can-see-it", vary=who_can_see_it, may_be_typed=False, seconds=50),
    Question(id="lookup.what-is-carried", vary=what_is_carried, rule=Exact(), seconds=45),
    Question(id="lookup.count-the-comparisons", vary=count_the_comparisons, rule=Exact()),
    Question(id="lookup.what-it-rules-out", vary=what_it_rules_out, rule=Exact(), seconds=40),
    Question(
        id="lookup.first-light",
        star="lookup.three-shares",
        vary=first_light,
        fixed=True,
        first_only=True,
        may_be_typed=False,
        seconds=30,
    ),
)
