"""The lesson on the dot product: its worked example, its samples, its laws."""

from functools import partial

import pytest

from starlore.questions import Figure
from starlore.questions.laws import check_question
from tests.courses.written import Sample, Written

DOT = Written("dot")

NAMES = ("neg-is-zero", "neg-weight", "broken")
ALIGNED = {"q": (4, 2), "second": (9, 0)}

SAMPLES: tuple[Sample, ...] = (
    (
        "score",
        {"q": (1, -4), "k": (3, 1)},
        "-1",
        {"adds-everything": "1", "drops-signs": "7", "product-of-sums": "-12"},
    ),
    (
        "best-key",
        {
            "q": (-1, 2, 1),
            "key-0": (-1, -3, -3),
            "key-1": (0, -1, 0),
            "key-2": (-2, -1, -2),
            "key-3": (0, 2, -3),
        },
        "(0, 2, -3)",
        {"longest-key": "(-1, -3, -3)", "nearest-point": "(0, -1, 0)", "guess": "(-2, -1, -2)"},
    ),
    (
        "angle",
        {"a": 6, "b": 5, "angle": 60},
        "15",
        {"cosine-only": "0.5", "lengths-only": "30", "drops-signs": "-15"},
    ),
    (
        "longer-key",
        {"s": 4, "c": 3},
        "12",
        {"length-blind": "4", "squares-it": "36", "adds-it": "7"},
    ),
    (
        "missing-part",
        {"a": 2, "b": -4, "c": 4, "x": -3},
        "-3",
        {"forgets-to-divide": "12", "adds-instead": "-7", "ignores-first-part": "-5"},
    ),
    (
        "long-beats-aligned",
        ALIGNED,
        "right",
        {name: name for name in ("cosine-only", "length-blind", "adds-everything")},
    ),
    (
        "work",
        {"d": 13},
        "(13, 12)",
        {"one-add-too-many": "(13, 13)", "squares-it": "(169, 12)", "adds-it": "(26, 1)"},
    ),
    ("meaning-of-minus", {"q": (1, -4), "k": (1, 1)}, "right", {name: name for name in NAMES}),
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample[0])
def test_a_sample_gives_the_answers_that_were_worked_out_for_it(sample: Sample) -> None:
    star, values, solution, wrong = sample
    assert DOT.answers(star, values) == (solution, wrong)


def test_every_star_has_its_sample_and_its_question() -> None:
    assert DOT.stars == set(DOT.questions) == {sample[0] for sample in SAMPLES}


@pytest.mark.parametrize("name", [sample[0] for sample in SAMPLES])
def test_every_question_keeps_its_laws_and_finds_its_words(name: str) -> None:
    assert check_question(DOT.questions[name], range(100)) == ()
    for seed in range(5):
        foreseen, explained, headed = DOT.fill_question(name, seed)
        assert foreseen == explained == headed


@pytest.mark.parametrize(
    ("name", "least"),
    [("score", 0.25), ("best-key", 0.07), ("missing-part", 0.3), ("angle", 0.6)],
)
def test_enough_draws_are_accepted(name: str, least: float) -> None:
    assert DOT.accepted(name) >= least


def test_both_keys_are_told_with_their_scores() -> None:
    said = partial(DOT.option, "long-beats-aligned", ALIGNED)
    assert said("right") == "The second: 36 against 20."
    assert said("adds-everything") == "The second: 15 against 12."


def test_a_score_below_zero_keeps_a_small_weight() -> None:
    working = DOT.variant("meaning-of-minus", {"q": (1, -4), "k": (1, 1)}).working
    power, weight = working["power"], working["weight"]
    assert isinstance(power, Figure) and isinstance(weight, Figure)
    assert (power.printed, weight.printed) == ("0.050", "0.047")


FACTS = (
    "Multiply the matching parts of two lists and add the products",
    "the key of ☉ is (1, 1): $2 \\cdot 1 + 1 \\cdot 1 = 2 + 1 = 3$",
    "the key of ☾ is (1, −1): $2 \\cdot 1 + 1 \\cdot (-1) = 2 + (-1) = 1$",
    "the key of ☄ is (−1, 2): $2 \\cdot (-1) + 1 \\cdot 2 = -2 + 2 = 0$",
    "The first pair gave $2 \\cdot 4 = 8$. So 9 is left for the second pair, and 9 divided by 3",
    "The query (2, 1) is 2.24 long: the square of its length is $2^2 + 1^2 = 5$",
    "The key of ☉ casts a shadow 1.34 long",
    "Arrows 6 and 4 long score 12 at sixty degrees, and −12 at a hundred and twenty",
    "(2, 2) scores 6, where (1, 1) scored 3",
    "The key (4, 0) does not point quite the way of (2, 1): its cosine is 0.894, less than one",
    "Yet it scores 8, and the query laid against itself scores only 5",
    "A score of −3 becomes $e^{ -3 }$, about 0.05: small, but above zero",
    "Lists of 64 numbers take 64 products and 63 additions",
)


@pytest.mark.parametrize("fact", FACTS)
def test_the_reading_says_what_the_lesson_is_there_to_say(fact: str) -> None:
    assert fact in DOT.reading()
