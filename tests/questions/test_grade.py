"""Grading: right, foreseen, a slip, or unmatched; exact and in that order."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest

from starlore.errors import BadValue, QuestionError
from starlore.questions import Figure, Misconception, Text, Variant, Within, figures
from starlore.questions.grade import GAVE_UP, GRADER_VERSION, Grade, grade_numbers, grade_option


def weights(*scores: float) -> tuple[Figure, ...]:
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    return figures([power / sum(powers) for power in powers], places=2)


LOOKUP = Variant(
    {"scores": (3, 1, 0)},
    weights(3, 1, 0),
    (
        Misconception("by-sum", figures([Fraction(3, 4), Fraction(1, 4), 0], places=2)),
        Misconception("even", figures([Fraction(1, 3)] * 3, places=2)),
    ),
    order=("even", "", "by-sum"),
)


def graded(variant: Variant, text: str, unit: str | None = None) -> Grade:
    return grade_numbers(variant, [Decimal(part) for part in text.split()], unit)


@pytest.mark.parametrize(
    ("typed", "explanation"),
    [
        ("0.84 0.11 0.04", "right"),
        ("0.844 0.114 0.042", "right"),
        ("0.75 0.25 0", "wrong by-sum"),
        ("0.33 0.33 0.33", "wrong even"),
        ("84 11 4", "slip percent-for-share"),
        ("84.4 11.4 4.2", "slip percent-for-share"),
        ("-0.84 0.11 0.04", "slip sign-lost"),
        ("0.04 0.11 0.84", "slip order-changed"),
        ("0.8 0.1 0.0", "slip too-few-places"),
        ("0.84 0.1 0.04", "slip too-few-places"),
        ("0.84 0.11 0.05", "slip rounding-is-error"),
        ("0.85 0.11 0.04", "slip rounding-is-error"),
        ("0.84 0.11 0.06", "unmatched"),
        ("0.7 0.2 0.1", "unmatched"),
    ],
)
def test_every_answer_is_explained_by_the_first_that_fits_c25(typed: str, explanation: str) -> None:
    assert graded(LOOKUP, typed).explanation == explanation


def test_scores_that_hardly_differ_or_differ_hugely_have_their_weights_c25() -> None:
    assert graded(Variant({}, weights(0.01, 0, 0)), "0.34 0.33 0.33").correct
    assert graded(Variant({}, weights(1000, 0)), "1.00 0.00").correct


@pytest.mark.parametrize(
    ("figure", "typed", "explanation"),
    [
        (Figure(0.8438, places=2), "84", "slip percent-for-share"),
        (Figure(0.8438, places=2), "0.8", "slip too-few-places"),
        (Figure(0.8438, places=2), "1", "unmatched"),
        (Figure(0.8438, places=2), "0.9", "unmatched"),
        (Figure(Decimal("84.37"), places=2), "80", "slip too-few-places"),
        (Figure(Decimal("84.37"), places=2), "100", "unmatched"),
        (Figure(-2), "2", "slip sign-lost"),
        (Figure(0), "5", "unmatched"),
        (Figure(784, unit="comparisons"), "78400", "unmatched"),
        (Figure(5), "500", "unmatched"),
    ],
    ids=lambda value: value.printed if isinstance(value, Figure) else value,
)
def test_one_number_has_its_slips(figure: Figure, typed: str, explanation: str) -> None:
    assert graded(Variant({}, figure), typed).explanation == explanation


def test_the_first_declared_misconception_that_fits_is_named() -> None:
    wrong = (Misconception("first", Figure(8)), Misconception("second", Figure(8)))
    assert graded(Variant({}, Figure(4), wrong), "8").misconception == "first"


def test_a_misconception_comes_before_a_slip() -> None:
    wrong = (Misconception("in-per-cent", Figure(84)),)
    assert graded(Variant({}, Figure(0.84, places=2), wrong), "84").misconception == "in-per-cent"


def test_a_list_whose_sum_is_no_whole_has_no_rounding_slip() -> None:
    output = Variant({}, figures([Decimal("1.24"), Decimal("2.13")], places=1))
    assert graded(output, "1.2 2.2").explanation == "unmatched"


def test_parts_are_marked_one_by_one_and_memory_gets_one_bit() -> None:
    grade = graded(LOOKUP, "0.84 0.2 0.04")
    assert (grade.correct, grade.parts) == (False, (True, False, True))


def test_the_edge_of_a_tolerance_is_not_lost_in_binary_c22() -> None:
    variant = Variant({}, Figure(Decimal("45.8")), rule=Within("0.2"))
    assert [graded(variant, text).correct for text in ("46.0", "45.6", "46.01")] == [
        True,
        True,
        False,
    ]


def test_a_unit_multiplies_by_its_factor() -> None:
    variant = Variant({}, Figure(2048, unit="bytes"), units={"kib": Fraction(1024)})
    assert graded(variant, "2", "kib").correct
    assert graded(variant, "2048").correct
    assert not graded(variant, "2", "bytes").correct


def test_a_choice_goes_by_its_place() -> None:
    assert grade_option(LOOKUP, "2") == Grade(True, "", "right")
    assert grade_option(LOOKUP, "1") == Grade(False, "even", "wrong even")


@pytest.mark.parametrize("option", ["0", "4", "", "١", "1 "])
def test_an_option_that_is_not_there_is_refused(option: str) -> None:
    with pytest.raises(BadValue):
        grade_option(LOOKUP, option)


def test_another_count_of_numbers_is_refused() -> None:
    for variant, numbers in ((LOOKUP, "1 2"), (Variant({}, Text("right")), "")):
        with pytest.raises(BadValue):
            graded(variant, numbers)


def test_not_yet_is_shown_and_not_correct() -> None:
    assert (GAVE_UP.correct, GAVE_UP.explanation, GRADER_VERSION) == (False, "shown", 1)


def test_an_option_nobody_declared_has_no_answer() -> None:
    with pytest.raises(QuestionError):
        LOOKUP.answer_named("unknown")
