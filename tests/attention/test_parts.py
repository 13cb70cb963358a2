"""score, softmax, blend: against loops, against 40 digits, and as sentences."""

from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest

from starlore import blend, score, softmax
from starlore.errors import DtypeError, ScoreOverflowError, ShapeError


def test_the_three_parts_together_are_attention() -> None:
    weights = softmax(score([[1.0]], [[3.0], [1.0], [0.0]]))
    assert weights.round(6).tolist() == [[0.843795, 0.114195, 0.04201]]
    assert blend(weights, [[10.0], [4.0], [1.0]]).round(6).tolist() == [[8.936738]]


def test_lists_of_whole_numbers_and_decimals_become_float64() -> None:
    assert softmax([3, 1, 0]).dtype == np.float64
    assert softmax([Decimal(3), Decimal(1), Decimal(0)]).tolist() == softmax([3.0, 1, 0]).tolist()


@pytest.mark.parametrize("scores", [["3", "1", "0"], ["0.01", "0", "0"], ["-4", "3.3", "3.3"]])
def test_printed_weights_round_as_forty_digits_round_them(scores: list[str]) -> None:
    with localcontext() as context:
        context.prec = 40
        powers = [Decimal(text).exp() for text in scores]
        exact = [power / sum(powers) for power in powers]
    for weight, right in zip(softmax([float(text) for text in scores]), exact, strict=True):
        for places in range(1, 13):
            assert Decimal(f"{weight:.{places}f}") == round(right, places)


def test_softmax_keeps_the_dtype_it_was_given() -> None:
    assert softmax(np.array([3, 1, 0], dtype=np.float16)).dtype == np.float16


def test_a_row_that_may_read_nothing_weighs_zero() -> None:
    assert softmax([1.0, 2.0], [False, False]).tolist() == [0.0, 0.0]
    assert softmax(np.zeros((2, 0))).shape == (2, 0)
    assert softmax([-np.inf, -np.inf]).tolist() == [0.0, 0.0]


def test_a_mask_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ShapeError, match=r"mask is \(2,\), scores are \(3,\)"):
        softmax([1, 2, 3], [True, False])


def test_keys_of_another_width_are_refused_with_both_shapes() -> None:
    with pytest.raises(ShapeError, match=r"one width: q is \(4, 8\), k is \(4, 6\)"):
        score(np.zeros((4, 8)), np.zeros((4, 6)))


def test_a_weight_without_a_value_is_refused() -> None:
    with pytest.raises(ShapeError, match="one weight for each value"):
        blend([[0.5, 0.5]], [[1.0]])


def test_numbers_that_are_none_are_refused() -> None:
    for odd in (["a"], [True], [1j], np.array([None])):
        with pytest.raises(DtypeError, match="scores must"):
            softmax(odd)
    with pytest.raises(ShapeError, match="rows of scores must have one length"):
        softmax([[1.0], [1.0, 2.0]])


@pytest.mark.parametrize("odd", [np.nan, np.inf])
def test_a_score_without_a_right_weight_is_refused_where_it_is_read(odd: float) -> None:
    for scores in ([odd, odd], [1.0, odd], [[0.0, 1.0], [odd, -np.inf]]):
        with pytest.raises(ScoreOverflowError, match=f"must be finite: {odd} stands at"):
            softmax(scores)
    assert softmax([odd, 1.0], [False, True]).tolist() == [0.0, 1.0]


def test_scores_as_far_apart_as_floats_go_are_no_cause_for_a_warning() -> None:
    assert softmax([1e308, -1e308]).tolist() == [1.0, 0.0]
    assert softmax([-1e308, -1e308]).tolist() == [0.5, 0.5]


def test_one_number_is_no_row_of_scores() -> None:
    with pytest.raises(ShapeError, match=r"axis of keys: they are the one number 3\.0"):
        softmax(np.array(3.0))


def test_a_mask_is_never_stretched_along_the_keys() -> None:
    with pytest.raises(ShapeError, match=r"mask is \(2, 1\), scores are \(2, 3\)"):
        softmax(np.zeros((2, 3)), [[True], [False]])
    assert softmax(np.zeros((2, 2)), [[True, False]]).tolist() == [[1.0, 0.0]] * 2


def test_finite_queries_and_keys_with_a_score_that_is_not_are_refused() -> None:
    with pytest.raises(ScoreOverflowError, match=r"inf stands at \(1, 0\)"):
        score([[0.0], [1e200]], [[1e200]])
    with pytest.raises(ScoreOverflowError, match="must be finite"):
        score([[1e200, -1e200]], [[1e200, 1e200]])
    assert score([[np.inf]], [[2.0]]).tolist() == [[np.inf]]


@pytest.mark.parametrize("odd", ["x", "3", 1j, [1, 2], True])
def test_a_scale_that_is_not_one_number_is_refused(odd: Any) -> None:
    with pytest.raises(DtypeError, match="scale must be one real number: it is "):
        score([[1.0]], [[1.0]], odd)


@pytest.mark.parametrize("odd", [10**400, np.nan, -np.inf])
def test_a_scale_that_is_not_finite_is_refused(odd: Any) -> None:
    with pytest.raises(ScoreOverflowError, match="scale must be a finite number: it is "):
        score([[1.0]], [[1.0]], odd)
