"""The lesson's eight kinds of question."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from starlore.attention import score
from starlore.questions import (
    Draw,
    Exact,
    Exercise,
    Figure,
    Misconception,
    Question,
    Text,
    Variant,
    figures,
)

Vector = tuple[int, ...]

SMALL = tuple(number for number in range(-4, 5) if number)
PAIRS = tuple(product(SMALL, repeat=2))
TRIPLES = tuple(product(range(-3, 4), repeat=3))
SHORT = tuple(triple for triple in TRIPLES if 2 <= sum(part * part for part in triple) <= 6)
COSINES = {60: Fraction(1, 2), 120: Fraction(-1, 2)}
SCORES = tuple(number for number in range(-12, 13) if abs(number) > 1)
ASKERS = tuple(product(range(1, 6), repeat=2))
ROUGHLY = 0.75
"""The cosine of a key that still points roughly the query's way."""
LONG_KEYS = tuple(product(range(3, 13), range(-1, 2)))


def one_score(rng: Draw) -> Variant:
    """The score of a key of two numbers, one product of which is negative."""
    q, k = rng.choice("q", PAIRS), rng.choice("k", PAIRS)
    products = _products(q, k)
    sizes = [abs(part) for part in products]
    return Variant(
        given={"q": q, "k": k},
        solution=Figure(_score(q, k)),
        misconceptions=(
            Misconception("adds-everything", Figure(sum(q) + sum(k))),
            Misconception("drops-signs", Figure(sum(sizes))),
            Misconception("product-of-sums", Figure(sum(q) * sum(k))),
        ),
        working={
            "products": products,
            "sizes": tuple(sizes),
            "factor": tuple(map(_inside, k)),
            "second": _inside(products[1]),
            "q_sum": sum(q),
            "k_sum": sum(k),
            "arrows": _arrows(q, k),
        },
        accept=min(products) < 0 < max(products),
    )


def best_key(rng: Draw) -> Variant:
    """Which of four keys scores highest, where it is neither the longest nor the nearest."""
    q = rng.choice("q", SHORT)
    keys = tuple(rng.choice(f"key-{at}", TRIPLES) for at in range(4))
    scores = [_score(q, key) for key in keys]
    long = [sum(part * part for part in key) for key in keys]
    near = [-sum((a - b) ** 2 for a, b in zip(q, key, strict=True)) for key in keys]
    best, longest, nearest = (_top(of) for of in (scores, long, near))
    other = next(at for at in range(4) if at not in (best, longest, nearest))
    clear = all(of.count(max(of)) == 1 for of in (scores, long, near))
    return Variant(
        given={"q": q, "keys": keys},
        solution=figures(keys[best]),
        misconceptions=(
            Misconception("longest-key", figures(keys[longest])),
            Misconception("nearest-point", figures(keys[nearest])),
            Misconception("guess", figures(keys[other])),
        ),
        working={
            "scores": tuple(scores),
            "best": best,
            "longest": longest,
            "nearest": nearest,
            "other": other,
            "length": Figure(math.sqrt(long[longest]), places=1),
            "away": Figure(math.sqrt(-near[nearest]), places=1),
        },
        accept=clear and len({best, longest, nearest}) == 3,
    )


def angle(rng: Draw) -> Variant:
    """A score from two lengths and the angle between them."""
    a, b = rng.integer("a", 3, 12), rng.integer("b", 3, 12)
    degrees = rng.choice("angle", tuple(COSINES))
    cosine = COSINES[degrees]
    turn = math.radians(degrees)
    tip = figures((b * math.cos(turn), b * math.sin(turn)), places=2)
    return Variant(
        given={"a": a, "b": b, "angle": degrees},
        solution=Figure(a * b * cosine),
        misconceptions=(
            Misconception("cosine-only", Figure(cosine)),
            Misconception("lengths-only", Figure(a * b)),
            Misconception("drops-signs", Figure(-a * b * cosine)),
        ),
        working={
            "cosine": Figure(cosine),
            "factor": _inside(Figure(cosine).printed),
            "shadow": Figure(b * cosine),
            "arrows": _arrows((a, 0), tip),
        },
        accept=a * b % 2 == 0,
    )


def longer_key(rng: Draw) -> Variant:
    """What becomes of a score when its key is stretched."""
    s = rng.choice("s", SCORES)
    c = rng.integer("c", 2, 6)
    return Variant(
        given={"s": s, "c": c},
        solution=Figure(c * s),
        misconceptions=(
            Misconception("length-blind", Figure(s)),
            Misconception("squares-it", Figure(c * c * s)),
            Misconception("adds-it", Figure(s + c)),
        ),
        working={"factor": _inside(s), "both": (s, c * s)},
    )


def missing_part(rng: Draw) -> Variant:
    """The second number of a key, from the first and the score."""
    a = rng.integer("a", 1, 5)
    b = rng.choice("b", tuple(n for n in range(-4, 5) if abs(n) > 1))
    c, x = (rng.choice(name, tuple(n for n in range(-5, 6) if n)) for name in ("c", "x"))
    given, whole = a * c, _score((a, b), (c, x))
    is_whole = given % b == 0
    return Variant(
        given={"a": a, "b": b, "q": (a, b), "c": c, "score": whole},
        solution=Figure(x),
        misconceptions=(
            Misconception("forgets-to-divide", Figure(whole - given)),
            Misconception("adds-instead", Figure(Fraction(whole + given, b))),
            Misconception("ignores-first-part", Figure(Fraction(whole, b))),
        ),
        working={
            "first": given,
            "c_inside": _inside(c),
            "first_inside": _inside(given),
            "left": whole - given,
            "key": (c, x),
        },
        accept=is_whole and whole != 0,
    )


def long_beats_aligned(rng: Draw) -> Variant:
    """A long key that points only roughly the query's way, against the query itself."""
    q = rng.choice("q", ASKERS)
    second = rng.choice("second", LONG_KEYS)
    own, far = _score(q, q), _score(q, second)
    own_sum, far_sum = 2 * sum(q), sum(q) + sum(second)
    is_beside = q[0] * second[1] != q[1] * second[0]
    cosine = far / (math.hypot(*q) * math.hypot(*second))
    return Variant(
        given={
            "q": q,
            "second": second,
            "own": own,
            "far": far,
            "own_sum": own_sum,
            "far_sum": far_sum,
        },
        solution=Text("right"),
        misconceptions=tuple(
            Misconception(name, Text(name))
            for name in ("cosine-only", "length-blind", "adds-everything")
        ),
        working={
            "products": _products(q, second),
            "second_product": _inside(q[1] * second[1]),
            "squares": tuple(part * part for part in q),
            "lengths": figures((math.hypot(*q), math.hypot(*second)), places=2),
            "cosine": Figure(cosine, places=3),
            "arrows": _arrows(q, second),
        },
        accept=is_beside
        and own < far
        and own_sum < far_sum
        and (own, far) != (own_sum, far_sum)
        and ROUGHLY <= round(cosine, 3) < 1,
    )


def work(rng: Draw) -> Variant:
    """The arithmetic of one score."""
    d = rng.integer("d", 3, 256)
    return Variant(
        given={"d": d},
        solution=figures((d, d - 1)),
        misconceptions=(
            Misconception("one-add-too-many", figures((d, d))),
            Misconception("squares-it", figures((d * d, d - 1))),
            Misconception("adds-it", figures((2 * d, 1))),
        ),
        working={"fewer": d - 1, "square": d * d, "both": 2 * d, "double": 2 * d - 1},
    )


def meaning_of_minus(rng: Draw) -> Variant:
    """What a score below zero says."""
    q, k = rng.choice("q", PAIRS), rng.choice("k", PAIRS)
    whole = _score(q, k)
    power = math.exp(whole)
    return Variant(
        given={"q": q, "k": k, "score": whole},
        solution=Text("right"),
        misconceptions=tuple(
            Misconception(name, Text(name)) for name in ("neg-is-zero", "neg-weight", "broken")
        ),
        working={
            "products": _products(q, k),
            "second": _inside(_products(q, k)[1]),
            "power": Figure(power, digits=2),
            "zero": Figure(math.exp(0)),
            "weight": Figure(power / (1 + power), digits=2),
            "arrows": _arrows(q, k),
        },
        accept=-5 <= whole < 0,
    )


def _score(q: Vector, k: Vector) -> int:
    """The engine's score, unscaled; of whole numbers it is whole."""
    return int(score([q], [k], scale=1)[0, 0])


def _products(q: Vector, k: Vector) -> Vector:
    return tuple(a * b for a, b in zip(q, k, strict=True))


def _inside(number: object) -> str:
    """A number inside a formula: in brackets where it has a sign."""
    written = str(number)
    return f"({written})" if written.startswith("-") else written


def _arrows(q: object, k: object) -> dict[str, object]:
    """A query and a key, to be drawn."""
    return {"arrows": ({"at": q, "part": "query"}, {"at": k, "part": "key"})}


def _top(numbers: list[int]) -> int:
    """The place of the largest."""
    return max(range(len(numbers)), key=lambda place: numbers[place])


def _whole(name: str, vary: Callable[[Draw], Variant], seconds: int) -> Question:
    """A question whose answer is whole numbers."""
    return Question(id=f"dot.{name}", vary=vary, rule=Exact(), seconds=seconds)


def _chosen(name: str, vary: Callable[[Draw], Variant], seconds: int) -> Question:
    """A question that is always answered by choosing."""
    return Question(id=f"dot.{name}", vary=vary, may_be_typed=False, seconds=seconds)


LETTERS = ("A", "B", "C")
FORWARD = tuple((a, b) for a in range(1, 5) for b in range(1, 4) if a != b)
ALL_ROUND = tuple(pair for pair in product(range(-3, 5), repeat=2) if any(pair))


def by_hand(rng: Draw) -> dict[str, object] | None:
    """A query and three keys to be drawn, folded and measured: one of them points against it."""
    q = rng.choice("query", FORWARD)
    k = rng.sample("keys", ALL_ROUND, 3)
    scores = [_score(q, key) for key in k]
    if min(scores) > 0 or max(scores) <= 0 or len(set(scores)) < 3:
        return None
    length = math.hypot(*q)
    named = (("query", q), *zip(LETTERS, k, strict=True))
    return {
        "q": q,
        "k": k,
        "length": Figure(length, places=2),
        "arrows": {
            "names": ("arrow", "numbers", "length"),
            "rows": tuple((name, at, Figure(math.hypot(*at), places=2)) for name, at in named),
        },
        "score_table": {
            "names": ("key", "first-product", "second-product", "score", "shadow"),
            "rows": tuple(
                (name, *_products(q, key), score, Figure(score / length, places=2))
                for name, key, score in zip(LETTERS, k, scores, strict=True)
            ),
            "blank": True,
        },
    }


BY_HAND = Exercise(by_hand)

QUESTIONS = (
    _whole("score", one_score, 30),
    _chosen("best-key", best_key, 75),
    _whole("angle", angle, 40),
    _whole("longer-key", longer_key, 25),
    _whole("missing-part", missing_part, 60),
    _chosen("long-beats-aligned", long_beats_aligned, 45),
    _whole("work", work, 30),
    _chosen("meaning-of-minus", meaning_of_minus, 30),
)
