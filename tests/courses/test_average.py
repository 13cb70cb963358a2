"""The lesson on weighted averages: its worked example, its samples, its laws."""

from decimal import Decimal
from functools import partial

import pytest

from starlore.questions import Figure
from starlore.questions.laws import check_question
from tests.courses.written import Sample, Written

AVERAGE = Written("average")

CUT = {
    "score-0": Decimal(0),
    "score-1": Decimal(3),
    "score-2": Decimal(1),
    "weights": tuple(Figure(Decimal(one), places=2) for one in ("0.04", "0.84", "0.11")),
}


def tenths(*numbers: int) -> tuple[Decimal, ...]:
    return tuple(Decimal(number) / 10 for number in numbers)


SAMPLES: tuple[Sample, ...] = (
    (
        "blend",
        {"v": (12, 6, 13), "w": tenths(1, 3, 6)},
        "10.80",
        {"plain-average": "10.33", "winner-takes-all": "13.00", "adds-everything": "31.00"},
    ),
    (
        "missing-weight",
        {"a": Decimal("0.5"), "b": Decimal("0.1")},
        "0.40",
        {"adds-it": "0.60", "multiplies-them": "0.05", "plain-average": "0.30"},
    ),
    (
        "blend-vectors",
        {"p": Decimal("0.9"), "a": (1, 4), "b": (2, 8)},
        "(1.1, 4.4)",
        {
            "swaps-weights": "(1.9, 7.6)",
            "plain-average": "(1.5, 6.0)",
            "winner-takes-all": "(1.0, 4.0)",
        },
    ),
    (
        "outside",
        {"v": (1, 7, 15), "above": False, "beyond": 2},
        "-1.0",
        {"near-the-middle": "1.5", "must-be-one-of-them": "8.0", "plain-average": "14.5"},
    ),
    (
        "which-weight",
        {"a": 1, "gap": 6, "t": 5},
        "0.67",
        {"other-end": "0.33", "share-of-total": "0.62", "ratio-to-top": "0.71"},
    ),
    (
        "normalise",
        {"amounts": (9, 3, 4)},
        "0.19",
        {"ratio-to-top": "0.33", "odds": "0.23", "divides-by-count": "1.00"},
    ),
    (
        "scale-amounts",
        {"amounts": (6, 9, 3), "c": 4},
        "0.33",
        {"scales-it": "1.33", "divides-it": "0.08", "adds-it": "0.45"},
    ),
    (
        "rounded-sum",
        CUT,
        "right",
        {name: name for name in ("rounding-is-error", "rounding-is-error-2", "not-a-rule")},
    ),
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample[0])
def test_a_sample_gives_the_answers_that_were_worked_out_for_it(sample: Sample) -> None:
    star, values, solution, wrong = sample
    assert AVERAGE.answers(star, values) == (solution, wrong)


def test_every_star_has_its_sample_and_its_question() -> None:
    assert AVERAGE.stars == set(AVERAGE.questions) == {sample[0] for sample in SAMPLES}


@pytest.mark.parametrize("name", [sample[0] for sample in SAMPLES])
def test_every_question_keeps_its_laws_and_finds_its_words(name: str) -> None:
    assert check_question(AVERAGE.questions[name], range(100)) == ()
    for seed in range(5):
        foreseen, explained, headed = AVERAGE.fill_question(name, seed)
        assert foreseen == explained == headed


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("which-weight", 0.2),
        ("rounded-sum", 0.25),
        ("normalise", 0.6),
        ("missing-weight", 0.5),
    ],
)
def test_enough_draws_are_accepted(name: str, least: float) -> None:
    assert AVERAGE.accepted(name) >= least


def test_printed_weights_that_miss_one_are_shown_with_their_sum() -> None:
    said = partial(AVERAGE.option, "rounded-sum", CUT)
    assert said("rounding-is-error") == "0.99, as they are printed."
    assert said("right") == "Exactly one: only the printed digits are rounded."
    long = AVERAGE.variant("rounded-sum", CUT).working["long"]
    assert isinstance(long, tuple)
    assert [str(one.printed) for one in long if isinstance(one, Figure)] == [
        "0.04201",
        "0.84379",
        "0.11420",
    ]


def test_printed_weights_that_do_add_to_one_are_not_asked_about() -> None:
    scores = {f"score-{place}": Decimal(0) for place in range(2)} | {"score-2": Decimal(4)}
    weights = tuple(Figure(Decimal(one), places=2) for one in ("0.02", "0.02", "0.96"))
    assert not AVERAGE.variant("rounded-sum", scores | {"weights": weights}).accept


FACTS = (
    "A weight is never negative, and the weights add to one",
    "the values 10, 4, 1 with the weights 0.5, 0.3, 0.2",
    "$10 \\cdot 0.5 = 5$",
    "$4 \\cdot 0.3 = 1.2$",
    "$1 \\cdot 0.2 = 0.2$",
    "Together they make 6.4. An equal third of each, the plain average, would be 5",
    "No weights give 11 for the values 10, 4, 1, and none give 0",
    "Give (2, 0) the weight 0.75 and (6, 8) the rest, 0.25",
    "The blend is (3, 2)",
    "The amounts 5, 3, 2 make a whole of 10, so their shares are 0.5, 0.3, 0.2",
    "4 times as much of each is 20, 12, 8 out of 40",
    "So the weight of 10 is 6 divided by 8, which is 0.75, and 2 has the rest, 0.25",
    "Printed with two decimals that is 0.33, 0.33, 0.33, and these add to 0.99",
    "print as 0.17, 0.17, 0.67, which add to 1.01",
)


@pytest.mark.parametrize("fact", FACTS)
def test_the_reading_says_what_the_lesson_is_there_to_say(fact: str) -> None:
    assert fact in AVERAGE.reading()
