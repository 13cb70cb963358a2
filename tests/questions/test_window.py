"""Accepting windows: the union rule, exactly."""

from decimal import Decimal
from fractions import Fraction

import pytest

from starlore.errors import QuestionError
from starlore.figures import order_of
from starlore.questions import AsPrinted, Between, Exact, Figure, Within
from starlore.questions.window import asked_unit, rule_of_wrong, window


@pytest.mark.parametrize(
    ("figure", "right", "wrong"),
    [
        (Figure(Decimal("1.234"), digits=3), "1.23 1.226 1.2389 1.225 1.239", "1.224 1.2396"),
        (Figure(80, digits=2), "80 8.0e1 80.5 79.5", "80.51 79.4"),
        (Figure(6.0221409e23, digits=4), "6.022e23", "6.021e23"),
        (Figure(Decimal("2.347"), digits=3), "2.342 2.355 2.35", "2.3419 2.3551"),
        (Figure(0.8437947, places=2), "0.84 0.840 0.8437947 0.835", "0.8 0.85 0.834"),
        (Figure(Decimal("9.996"), digits=3), "10 9.996 10.005 9.991", "10.01 9.99"),
        (Figure(784), "784 784.0", "784.1 783.9"),
        (Figure(Fraction(1, 3)), "0.333333333333", "0.3333"),
        (Figure(0, places=2), "0 0.005 -0.005", "0.01"),
        (Figure(Decimal("-1.5"), places=0), "-1.5 -2 -1 -2.5", "-2.6 -0.9"),
    ],
    ids=lambda value: value.printed if isinstance(value, Figure) else "",
)
def test_rounding_late_and_using_the_printed_number_are_both_right_c21(
    figure: Figure, right: str, wrong: str
) -> None:
    accepts = window(figure, AsPrinted())
    assert all(Decimal(text) in accepts for text in right.split())
    assert not any(Decimal(text) in accepts for text in wrong.split())


def test_the_ends_of_an_interval_are_included_exactly_c22() -> None:
    within = window(Figure(Decimal("45.8")), Within("0.2"))
    assert Decimal("46.0") in within
    assert Decimal("45.6") in within
    assert Decimal("46.01") not in within
    assert Decimal("2.3") in window(Figure(Decimal("2.45")), Within("0.15"))


def test_exact_takes_the_equal_number_only() -> None:
    assert Fraction(1, 3) in window(Figure(Fraction(1, 3), places=2), Exact())
    assert Decimal("0.33") not in window(Figure(Fraction(1, 3), places=2), Exact())


def test_the_asked_unit_is_taken_before_rounding() -> None:
    assert asked_unit(Figure(Decimal("9.996"), digits=3)) == Fraction(1, 100)
    assert asked_unit(Figure(12345, digits=2)) == 1000
    assert order_of(Fraction(999, 1000)) == -1


@pytest.mark.parametrize("width", ["0", "-1", "some", "nan", "inf", 0.2])
def test_a_tolerance_is_decimal_text_above_zero(width: str) -> None:
    with pytest.raises(QuestionError):
        Within(width)


def test_an_interval_is_right_to_its_ends_and_for_the_solution_alone() -> None:
    rule = Between("3.5", "4")
    inside = window(Figure(Decimal("3.7")), rule)
    assert all(Decimal(text) in inside for text in ("3.5", "3.50001", "4", "4.0"))
    assert not any(Decimal(text) in inside for text in ("3.4999", "4.0001", "-3.7"))
    assert [rule_of_wrong(one) for one in (rule, Exact(), Within("1"), AsPrinted())] == [
        AsPrinted(),
        Exact(),
        Within("1"),
        AsPrinted(),
    ]


@pytest.mark.parametrize(
    "ends", [("2", "1"), ("a", "b"), ("nan", "1"), ("0", "inf"), (0, 1), (None, "1")]
)
def test_an_interval_is_two_decimal_texts_the_lower_first(ends: tuple[str, str]) -> None:
    with pytest.raises(QuestionError, match="between takes two decimal texts"):
        Between(*ends)
