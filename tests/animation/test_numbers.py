"""Golden: the numbers that each beat's text twin shows, worked out again by another road.

What stands in a twin is read out of its words. What ought to stand there comes from the engine's
plain second version (`tests.oracles_attention`) and from arithmetic on the lesson's few given
numbers, never from `numbers.py`. The frame shows the same digits as the twin.
"""

import math
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

import pytest

from starlore.animation import draw
from tests.animation.made import SLUGS, animation
from tests.animation.test_frame import said

NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?")
Q, K = ((2, 1), (1, 2), (1, 1)), ((1, 1), (1, -1), (-1, 2))
V = ((10, 0), (0, 10), (5, 5))
SCORES = (3, 1, 0)


def numbers(told: str) -> list[str]:
    """Every number in some words, in plain digits."""
    plain = (found.replace("−", "-").replace(",", "") for found in NUMBER.findall(split(told)))
    return list(plain)


def split(told: str) -> str:
    """The words with a comma between two numbers told from one inside a number."""
    return re.sub(r",(?=\s)", " ;", told)


def softmax(scores: Sequence[float]) -> list[float]:
    """By the definition, with exact sums."""
    powers = [math.exp(score) for score in scores]
    return [power / math.fsum(powers) for power in powers]


def dot(one: Iterable[float], other: Iterable[float]) -> float:
    """Matching parts multiplied and added."""
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


def cut(values: Iterable[float], places: int) -> list[str]:
    """As printed with so many decimals."""
    return [f"{value:.{places}f}" for value in values]


def plain(values: Iterable[float]) -> list[str]:
    """Whole or short numbers as they are written."""
    return [f"{float(value):g}" for value in values]


def flat(rows: Iterable[Iterable[float]]) -> list[float]:
    """All numbers of some rows."""
    return [value for row in rows for value in row]


ROWS = [softmax([dot(q, k) for k in K]) for q in Q]
TABLE = flat(ROWS)
BLEND = [dot(ROWS[0], column) for column in zip(*V, strict=True)]
POWERS = [math.exp(score) for score in SCORES]
PRODUCTS = [[part for pair in zip(Q[0], key, strict=True) for part in pair] for key in K]
CLOSE = softmax((0.01, 0, 0))
FIRST = cut(ROWS[0], 3)
GLASS = ["0.125", "0.25", "0.5"]

LOOKUP: dict[str, list[str]] = {
    "ask": [],
    "unfold": plain(flat(row[i] for i in range(3) for row in (Q, K, V))),
    "meet": plain([*Q[0], *flat(K)])
    + [n for at, parts in enumerate(PRODUCTS) for n in plain([*parts, SCORES[at]])],
    "powers": cut(POWERS, 2),
    "shares": FIRST,
    "blend": FIRST + plain(flat(V)) + cut(BLEND, 2),
    "close": cut(CLOSE, 2) + plain(flat(V)),
    "read": cut(TABLE, 2),
    "others": ["3", *GLASS, *cut(TABLE, 2)],
    "price": ["40", str(40 * 40)],
}
SOFTMAX: dict[str, list[str]] = {
    "scores": plain(SCORES),
    "powers": cut(POWERS, 3),
    "end-to-end": cut([*POWERS, math.fsum(POWERS)], 3),
    "shares": cut(softmax(SCORES), 3),
    "lifted": plain(score + 10 for score in SCORES) + cut(softmax((13, 11, 10)), 3),
    "doubled": plain(2 * score for score in SCORES) + cut(softmax((6, 2, 0)), 3),
    "heat": ["0.5", *cut(softmax((6, 2, 0)), 3)],
    "thin": plain((3, 1, -3)) + cut(softmax((3, 1, -3)), 3),
}
DOT: dict[str, list[str]] = {
    "query": ["2", "1"],
    "products": ["2", "1", "1", "1", "2", "1", "1", "1"],
    "score": ["2", "1", "1", "1", "2", "1", "1", "1", "3", "3"],
    "lower": plain((2, 1, 1, -1, 2, 1, 1, -1, dot((2, 1), (1, -1)), dot((2, 1), (1, -1)))),
    "cancel": plain((2, 1, -1, 2, 2, -1, 1, 2, dot((2, 1), (-1, 2)), dot((2, 1), (-1, 2)))),
    "turn": plain((2, 1, 1, -2, dot((2, 1), (1, -2)))),
    "stretch": plain((2, 1, 2, 2, dot((2, 1), (2, 2)))),
    "length": plain((2, 1, 4, 0, dot((2, 1), (2, 1)), dot((2, 1), (4, 0)))),
}
THIRD = f"{1 / 3:.2f}"
AVERAGE: dict[str, list[str]] = {
    "beam": ["0", "10"],
    "equal": ["0", "10", THIRD, "10", THIRD, "4", THIRD, "1", plain([(10 + 4 + 1) / 3])[0]],
    "heavier": [
        "0",
        "10",
        "0.5",
        "10",
        "0.3",
        "4",
        "0.2",
        "1",
        f"{0.5 * 10 + 0.3 * 4 + 0.2 * 1:.1f}",
    ],
    "alone": ["0", "10", "1", "10", "0", "4", "0", "1", "10"],
    "outside": ["0", "10", "1", "10", "0", "4", "0", "1", "10"],
    "inside": plain((2, 0, 6, 8, 9, 1))
    + cut((dot((0.5, 0.3, 0.2), (2, 6, 9)), dot((0.5, 0.3, 0.2), (0, 8, 1))), 1),
    "digits": [THIRD, THIRD, THIRD, "1"],
}


@pytest.mark.parametrize(
    ("slug", "wanted"),
    [("lookup", LOOKUP), ("softmax", SOFTMAX), ("dot", DOT), ("average", AVERAGE)],
)
def test_the_numbers_of_each_beats_twin_are_the_engines(
    slug: str, wanted: dict[str, list[str]]
) -> None:
    figure = animation(slug)
    assert [beat.id for beat in figure.beats] == list(wanted)
    for beat in figure.beats:
        assert numbers(beat.still.told("en")) == wanted[beat.id], beat.id


def test_a_projected_beat_shows_input_times_table() -> None:
    """Nothing but the sums of the rows that the input lets through."""
    tables = {
        "query": ((1, 0), (0, 1), (1, 1)),
        "key": ((-0.5, 2), (-0.5, 0), (1.5, -1)),
        "content": ((7.5, -2.5), (-2.5, 7.5), (2.5, 2.5)),
    }
    beats = {beat.id: numbers(beat.still.told("en")) for beat in animation("project").beats}
    for name, table in tables.items():
        made = [dot((1, 0, 1), column) for column in zip(*table, strict=True)]
        assert beats[name] == plain([1, 0, 1, *flat(table), *made])
    assert beats["count"] == ["1000", str(3 * 3 * 2)]
    nudged = ((0.5, 2), *tables["key"][1:])
    inputs = ((1, 0, 1), (0, 1, 1), (1, 1, 0))
    keys = [[dot(x, column) for column in zip(*nudged, strict=True)] for x in inputs]
    paired = flat(vector for pair in zip(keys, V, strict=True) for vector in pair)
    assert beats["nudge"] == plain([*flat(nudged), *paired])


def test_a_window_beat_shows_what_a_loop_finds() -> None:
    beats = {beat.id: numbers(beat.still.told("en")) for beat in animation("window").beats}
    frame = (0.25, 0.5, 0.25)

    def slid(row: Sequence[float]) -> list[float]:
        padded = (0, *row, 0)
        return [dot(frame, padded[at : at + 3]) for at in range(len(row))]

    row, other = (0, 0, 8, 0, 0, 0), (4, 0, 2, 8, 0, 4)
    assert beats["row"] == plain([*frame, *row])
    assert beats["woken"] == plain([*frame, *row, *slid(row)])
    assert beats["slide"] == plain([*frame, *row, *slid(row)[:5]])
    assert beats["layers"] == [str(1 + 3 + 5 + 7)]
    assert beats["far"] == ["40", "40"]
    assert beats["gaps"] == ["6", "40"]
    assert sum(2**layer for layer in range(6)) >= 40 > sum(2**layer for layer in range(5))
    assert beats["fixed"] == plain([*frame, *other, *slid(other)])


def test_a_state_beat_shows_halves_of_halves() -> None:
    beats = {beat.id: numbers(beat.still.told("en")) for beat in animation("state").beats}
    assert beats["empty"] == []
    assert beats["first"] == ["0.5"]
    assert beats["next"] == GLASS
    assert [float(n) for n in beats["ten"]] == [float(Fraction(1, 2**k)) for k in range(10, 0, -1)]
    state = ((8 / 2) / 2) / 2
    assert beats["alike"] == plain([8, 0, 0, state / 8, state, 0, 4, 0, state / 8, state])
    assert beats["question"] == plain([state / 8, state, state / 8, state])
    assert beats["shelf"] == plain(
        [8, 0, 0, 4, 2, *(float(Fraction(1, 2**k)) for k in range(5, 0, -1))]
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_frame_writes_its_twin_says(slug: str) -> None:
    for at, beat in enumerate(animation(slug).beats):
        told = numbers(beat.still.told("en"))
        for words in said(draw(animation(slug), at, 1)):
            for number in numbers(words):
                assert number in told, (beat.id, words)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_twin_says_its_figures_are(slug: str) -> None:
    for beat in animation(slug).beats:
        shown = sorted(
            figure.printed for part in beat.still.parts for figure in part.kind.figures()
        )
        labels = " ".join(part.label.shown("en") for part in beat.still.parts)
        told = list(numbers(beat.still.told("en")))
        for number in numbers(labels):
            told.remove(number)
        bare = [n for n in told if n in shown]
        assert sorted(bare) == shown or beat.id == "others"
