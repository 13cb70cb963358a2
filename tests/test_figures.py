"""Figures: exact values, one rounding, one printed text."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.errors import BadValue, DtypeError, StarloreError
from starlore.figures import Figure, figures, printed_sum, rounded


@pytest.mark.parametrize(
    ("figure", "printed"),
    [
        (Figure(0.843794734081339, places=2), "0.84"),
        (Figure(-1), "-1"),
        (Figure(592900), "592900"),
        (Figure(1, places=2), "1.00"),
        (Figure(-0.004, places=2), "0.00"),
        (Figure(-0.0), "0"),
        (Figure(Decimal("-0.00")), "0"),
        (Figure(0, digits=3), "0"),
        (Figure(Decimal("0.125"), places=2), "0.12"),
        (Figure(Decimal("0.135"), places=2), "0.14"),
        (Figure(Decimal("-2.5"), places=0), "-2"),
        (Figure(Fraction(1, 3)), "0.333333333333"),
        (Figure(Fraction(2, 3)), "0.666666666667"),
        (Figure(Fraction(200, 3)), "66.6666666667"),
        (Figure(Fraction(1, 8)), "0.125"),
        (Figure(Decimal("0.840")), "0.84"),
        (Figure(Decimal("1E+3")), "1000"),
        (Figure(0.1), "0.1"),
        (Figure(0.1 + 0.2), "0.3"),
        (Figure(2.347, digits=3), "2.35"),
        (Figure(80, digits=2), "80"),
        (Figure(80, digits=3), "80.0"),
        (Figure(1234567, digits=2), "1200000"),
        (Figure(9.996, digits=3), "10.0"),
        (Figure(99.96, digits=3), "100"),
        (Figure(999.96, digits=3), "1000"),
        (Figure(-0.012345, digits=2), "-0.012"),
        (Figure(6.0221409e23, digits=4), "6.022e23"),
        (Figure(6e23, digits=4), "6.000e23"),
        (Figure(10**30), "1e30"),
        (Figure(2**100), "1267650600228229401496703205376"),
        (Figure(1e-30), "1e-30"),
        (Figure(-1.5e-30), "-1.5e-30"),
        (Figure(1e-30, places=2), "0.00"),
    ],
)
def test_a_figure_prints_as_it_should(figure: Figure, printed: str) -> None:
    assert figure.printed == str(figure) == printed


@given(st.fractions(), st.integers(-6, 6))
def test_rounding_in_whole_numbers_is_rounding_of_the_fraction(
    value: Fraction, places: int
) -> None:
    wanted = round(value * Fraction(10) ** places)
    assert rounded(*value.as_integer_ratio(), places) == wanted


@pytest.mark.parametrize("half", [-5, -3, -1, 1, 3, 5])
def test_a_half_is_rounded_to_the_even_side(half: int) -> None:
    assert rounded(half, 2, 0) == round(Fraction(half, 2))
    assert rounded(half * 5, 1, -1) == round(Fraction(half, 2))


@pytest.mark.parametrize("value", [np.int64(7), np.int8(7), np.float64(7), np.float32(7), 7.0])
def test_a_numpy_number_becomes_a_python_number(value: Any) -> None:
    figure = Figure(value)
    assert type(figure.value) in (int, Decimal)
    assert figure == Figure(7)
    assert hash(figure) == hash(Figure(7))


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), -np.inf, Decimal("NaN"), Decimal("-Infinity")]
)
def test_a_number_that_is_not_finite_is_refused(value: Any) -> None:
    with pytest.raises(BadValue, match="finite"):
        Figure(value)


@pytest.mark.parametrize("value", ["0.84", None, True, 1j, [1]])
def test_what_is_no_real_number_is_refused_by_name(value: Any) -> None:
    with pytest.raises(DtypeError, match=type(value).__name__):
        Figure(value)


@pytest.mark.parametrize(
    "shape", [{"places": -1}, {"digits": 0}, {"places": 2, "digits": 3}], ids=str
)
def test_an_impossible_way_of_showing_is_refused(shape: dict[str, int]) -> None:
    with pytest.raises(StarloreError):
        Figure(1, **shape)  # type: ignore[arg-type]


def test_figures_are_equal_by_value_and_format() -> None:
    assert (
        Figure(Fraction(1, 2), places=2) == Figure(Decimal("0.5"), places=2) == Figure(0.5, "", 2)
    )
    assert Figure(0.5, places=2) != Figure(0.5, places=3)
    assert Figure(5, unit="days") != Figure(5)
    assert len({Figure(0.5), Figure(Fraction(1, 2)), Figure(Decimal("0.50"))}) == 1


def test_weights_of_3_1_0_print_as_the_page_says_and_add_up_to_99_hundredths() -> None:
    exponentials = np.exp(np.array([3.0, 1.0, 0.0]))
    weights = figures(exponentials / exponentials.sum(), places=2)
    assert [weight.printed for weight in weights] == ["0.84", "0.11", "0.04"]
    assert printed_sum(weights) == Figure(Decimal("0.99"), places=2)


def test_a_printed_sum_keeps_a_common_unit_and_the_most_places() -> None:
    total = printed_sum([Figure(1, "days", places=1), Figure(2, "days", places=2)])
    assert total == Figure(3, "days", places=2)
    assert printed_sum([Figure(1, "days"), Figure(2, "keys")]) == Figure(3)
    assert printed_sum([]) == Figure(0)


EXACT = st.one_of(
    st.integers(-(10**30), 10**30),
    st.decimals(-(10**12), 10**12, allow_nan=False, allow_infinity=False, places=8),
    st.fractions(-(10**6), 10**6, max_denominator=10**4),
)


@given(EXACT, st.integers(0, 8))
@settings(derandomize=True, max_examples=300, deadline=None)
def test_printing_moves_a_value_by_at_most_half_of_the_last_place(value: Any, places: int) -> None:
    figure = Figure(value, places=places)
    gap = abs(Fraction(figure.shown) - Fraction(value)) * 10**places
    assert gap <= Fraction(1, 2)
    assert gap < Fraction(1, 2) or int(figure.printed[-1]) % 2 == 0
    assert len(figure.printed.partition(".")[2]) == places


def test_a_version_that_cuts_instead_of_rounding_breaks_the_half_place_law() -> None:
    cut = Decimal("0.84")
    assert abs(Fraction(cut) - Fraction(Decimal("0.849"))) * 100 > Fraction(1, 2)


@given(EXACT, st.one_of(st.none(), st.integers(1, 9)))
@settings(derandomize=True, max_examples=300, deadline=None)
def test_showing_the_shown_number_changes_nothing(value: Any, digits: int | None) -> None:
    figure = Figure(value, digits=digits)
    assert Figure(figure.shown, digits=digits).printed == figure.printed
    assert not figure.printed.startswith("-0e") and Decimal(figure.printed) == figure.shown


@given(st.integers(-(10**21), 10**21))
@settings(derandomize=True, max_examples=100, deadline=None)
def test_a_whole_number_without_a_format_shows_itself(value: int) -> None:
    assert int(Figure(value).shown) == value


@given(st.decimals(-1000, 1000, places=3), st.one_of(st.none(), st.integers(0, 4)))
def test_equal_values_print_alike_whatever_their_kind(value: Decimal, places: int | None) -> None:
    kinds = (value, Fraction(value), value * Decimal("1.000"), float(value))
    assert len({Figure(one, places=places).printed for one in kinds}) == 1


def test_a_zero_prints_without_a_sign_whoever_came_first() -> None:
    zeros = (-0.0, 0.0, Decimal("-0"), 0, Decimal("-0.00"))
    assert [Figure(zero).printed for zero in (*zeros, *zeros)] == ["0"] * 10
