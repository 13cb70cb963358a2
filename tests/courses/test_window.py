"""The lesson on windows: its worked example, the samples of its questions, its words."""

from decimal import Decimal

import pytest

from starlore.questions.laws import check_question
from tests.courses.written import Sample, Written

WINDOW = Written("window")
HALF = Decimal("0.5")

SAMPLES: tuple[Sample, ...] = (
    (
        "slide",
        {"window": (Decimal(0), HALF, HALF), "x": (6, 6, 1, 2, 9), "place": 3},
        "1.50",
        {"reads-backwards": "3.50", "adds-everything": "9.00", "middle-only": "0.50"},
    ),
    (
        "one-layer-reach",
        {"w": 5, "n": 40},
        "2",
        {"whole-width": "5", "everything": "39", "off-by-one": "3"},
    ),
    (
        "stacked-span",
        {"w": 5, "layers": 2},
        "9",
        {"reach-multiplies": "25", "one-layer": "5", "adds-widths": "10"},
    ),
    (
        "layers-needed",
        {"w": 9, "D": 83},
        "21",
        {"whole-width": "10", "one-layer": "1", "halves": "7"},
    ),
    (
        "dilated",
        {"w": 3, "layers": 11},
        "2047",
        {"off-by-one": "2048", "gap-blind": "11", "reach-multiplies": "177147"},
    ),
    (
        "dilated",
        {"w": 5, "layers": 3},
        "14",
        {"off-by-one": "16", "gap-blind": "6", "reach-multiplies": "125"},
    ),
    (
        "window-cost",
        {"n": 200, "w": 5},
        "1000",
        {"all-pairs": "40000", "square-only": "25", "adds-it": "205"},
    ),
    (
        "edges",
        {"n": 12, "w": 3},
        "10",
        {"off-by-one": "9", "everything": "12", "one-end-only": "11"},
    ),
    (
        "fixed-weights",
        {"sentence": 0, "window": (Decimal(0), HALF, HALF)},
        "nothing",
        {name: name for name in ("content-weights", "per-position", "sum-to-one")},
    ),
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample[0])
def test_a_sample_gives_the_answers_that_were_worked_out_for_it(sample: Sample) -> None:
    star, values, solution, wrong = sample
    assert WINDOW.answers(star, values) == (solution, wrong)


def test_every_star_has_its_question() -> None:
    assert WINDOW.stars == set(WINDOW.questions) == {sample[0] for sample in SAMPLES}


@pytest.mark.parametrize("star", sorted(WINDOW.questions))
def test_every_question_keeps_its_laws_and_finds_its_words(star: str) -> None:
    assert check_question(WINDOW.questions[star], range(200)) == ()
    assert WINDOW.accepted(star) >= 0.85
    for seed in range(5):
        foreseen, explained, headed = WINDOW.fill_question(star, seed)
        assert foreseen == explained == headed


def test_every_window_reads_otherwise_from_its_other_end() -> None:
    for window in WINDOW.module("questions").WINDOWS:
        assert window != window[::-1]


def test_the_outputs_are_two_four_two() -> None:
    numbers = WINDOW.module("numbers").numbers()
    assert [figure.printed for figure in numbers["outputs"]] == ["0", "2", "4", "2", "0", "0"]


FACTS = (
    "Here are 6 places with the numbers 0, 0, 8, 0, 0, 0, and a **window** of 3 weights, "
    "(0.25, 0.5, 0.25)",
    "centred on the second place, it lies on 0, 0, 8: $0 + 0 + 2 = 2$",
    "on the third, it lies on 0, 8, 0: $0 + 4 + 0 = 4$",
    "on the fourth, it lies on 8, 0, 0: $2 + 0 + 0 = 2$",
    "A row of 6 places and a window of 3 leave 4 outputs; a row of 12 leaves 10",
    "A window of 3 reaches 1 place to each side, a window of 7 reaches 3",
    "The sixth output has heard nothing of the 8 at the third place",
    "Two layers do not reach the 8. Add a third, and they do",
    "With 3 layers of width 3 that is 3 places to each side, and with the place itself that "
    "makes 7 inputs",
    "4 layers of width 5 can have heard of 17",
    "With windows of 3 that takes 40 layers. With windows of 9 a hop is 4, and 10 layers will do. "
    "Were they 41 apart, it would take 11",
    "1, 2, 4, 8, 16, 32",
    "the 6 layers together reach 63 places to each side, where layers without gaps reach 6",
    "A window fixes *where* it looks. Attention works out where from *what* is there",
    "A row of 1,000 places and a window of 5 make 5,000",
    "it would be 1,000,000",
)


@pytest.mark.parametrize("fact", FACTS)
def test_the_reading_says_what_the_lesson_is_there_to_say(fact: str) -> None:
    assert fact in WINDOW.reading()
