"""The lesson on states: its worked example, the samples of its questions, its words."""

from decimal import Decimal

import pytest

from starlore.questions.draw import draw_variant
from starlore.questions.laws import check_question
from starlore.questions.printing import printed
from tests.courses.written import Sample, Written

STATE = Written("state")

SAMPLES: tuple[Sample, ...] = (
    (
        "one-step",
        {"keep": Decimal("0.2"), "h": 2, "x": 8},
        "6.80",
        {"adds-everything": "10.00", "swaps-weights": "3.20", "plain-average": "5.00"},
    ),
    (
        "what-is-left",
        {"keep": Decimal("0.9"), "steps": 3},
        "0.729",
        {"fades-linearly": "0.700", "divides-it": "0.300", "one-step-only": "0.900"},
    ),
    (
        "what-is-left",
        {"keep": Decimal("0.7"), "steps": 8},
        "0.058",
        {"fades-linearly": "0.000", "divides-it": "0.088", "one-step-only": "0.700"},
    ),
    (
        "gone-when",
        {"keep": Decimal("0.85")},
        "15",
        {"fades-linearly": "6", "hundredth": "29", "half-not-tenth": "5"},
    ),
    (
        "same-state",
        {"keep": Decimal("0.5"), "x": 44, "later": 1},
        "(0, 22, 0)",
        {"same-amount": "(0, 44, 0)", "half-first": "(22, 0, 0)", "moves-later": "(0, 0, 22)"},
    ),
    (
        "same-state",
        {"keep": Decimal("0.2"), "x": 100, "later": 2},
        "(0, 0, 4, 0)",
        {
            "same-amount": "(0, 0, 100, 0)",
            "half-first": "(4, 0, 0, 0)",
            "moves-later": "(0, 0, 0, 4)",
        },
    ),
    (
        "how-big",
        {"d": 64, "bytes": 1, "n": 100},
        "64",
        {"state-grows": "6400", "counts-words": "100", "all-pairs": "10000"},
    ),
    (
        "room",
        {"d": 32, "b": 32, "V": 1024},
        "102",
        {"counts-numbers": "32", "counts-bits": "1024", "divides-by-v": "1"},
    ),
    (
        "in-a-row",
        {"n": 1110, "t": 1},
        "1110",
        {"one-hop": "1", "halves": "11", "all-pairs": "1232100"},
    ),
    (
        "cannot-reread",
        {"d": 64, "n": 100, "k": 3},
        "decided-before",
        {name: name for name in ("too-slow", "state-grows", "sees-neighbours")},
    ),
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample[0])
def test_a_sample_gives_the_answers_that_were_worked_out_for_it(sample: Sample) -> None:
    star, values, solution, wrong = sample
    assert STATE.answers(star, values) == (solution, wrong)


def test_eight_numbers_of_sixteen_bits_hold_twelve_words_of_a_thousand() -> None:
    variant = STATE.variant("room", {"d": 8, "b": 16, "V": 1024})
    assert printed(variant.solution) == "12"
    assert not variant.accept, "nobody divides 128 by 1,024 and calls it words"


@pytest.mark.parametrize("seed", range(20))
def test_one_other_past_ends_in_the_same_state_and_the_wrong_ones_do_not(seed: int) -> None:
    variant = draw_variant(STATE.questions["same-state"], seed)
    keep = variant.given["keep"]
    carried = STATE.module("numbers").carried

    def end(inputs: object) -> object:
        numbers = [part.value if hasattr(part, "value") else part for part in inputs]  # type: ignore[attr-defined]
        return carried(numbers, keep)[-1]

    wanted = end(variant.given["past"])
    assert end(variant.solution) == wanted
    assert all(end(one.answer) != wanted for one in variant.misconceptions)


def test_a_tenth_is_left_at_the_step_that_is_asked_for_and_not_before() -> None:
    steps_to = STATE.module("questions").steps_to
    for hundredths in range(40, 98):
        keep = Decimal(hundredths) / 100
        steps = steps_to(keep, Decimal("0.1"))
        assert keep**steps <= Decimal("0.1") < keep ** (steps - 1)


def test_every_star_has_its_question() -> None:
    assert STATE.stars == set(STATE.questions) == {sample[0] for sample in SAMPLES}


@pytest.mark.parametrize("star", sorted(STATE.questions))
def test_every_question_keeps_its_laws_and_finds_its_words(star: str) -> None:
    assert check_question(STATE.questions[star], range(200)) == ()
    assert STATE.accepted(star) >= 0.6
    for seed in range(5):
        foreseen, explained, headed = STATE.fill_question(star, seed)
        assert foreseen == explained == headed


def test_three_pasts_end_in_one() -> None:
    numbers = STATE.module("numbers").numbers()
    assert [
        [[figure.printed for figure in past[name]] for name in ("inputs", "states")]
        for past in numbers["pasts"]
    ] == [
        [["8", "0", "0"], ["4", "2", "1"]],
        [["0", "4", "0"], ["0", "2", "1"]],
        [["0", "0", "2"], ["0", "0", "1"]],
    ]


FACTS = (
    "$0.2 \\cdot 2 + 0.8 \\cdot 8 = 0.4 + 6.4 = 6.8$",
    "The inputs 8, 0, 0 give the states 4, 2, 1",
    "The inputs 0, 4, 0 give the states 0, 2, 1. The inputs 0, 0, 2 give 0, 0, 1",
    "these are three pasts with one end: 1",
    "after two steps 0.81 of it is left, after three steps 0.729, not 0.7",
    "after 20 steps $0.9^{ 20 }$ is left, about 0.122",
    "about 0.109 is left after 21 steps and 0.098 after 22, so it takes 22 steps",
    "Half is gone much sooner, after 7",
    "one part in 1,024 left after 10 steps",
    "A state of 64 numbers has 64 numbers after 10 words and after 10,000",
    "1,280 numbers after 10 words, and 1,280,000 after 10,000",
    "A state of 8 such numbers has 128 bits. To tell 1,024 words apart takes 10 bits",
    "at most 12 whole words fit in",
    "for 1,000 words the last step waits for 999 others",
    "The state had to decide what to keep before it heard that",
)


@pytest.mark.parametrize("fact", FACTS)
def test_the_reading_says_what_the_lesson_is_there_to_say(fact: str) -> None:
    assert fact in STATE.reading()
