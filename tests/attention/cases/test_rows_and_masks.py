"""Cases A and B: rows with nothing to read, and masks that leak."""

import math

import numpy as np
import pytest

from starlore import Causal, Read, explain
from starlore.errors import DtypeError, ShapeError
from tests.attention.kernels import attend, column, near, random

LOWEST = -np.inf


def test_a1_a_row_masked_whole_is_zero_and_leaves_the_others_alone() -> None:
    q, k, v = (random(1, 1, 4, 8, seed=s) for s in range(3))
    mask = np.ones((4, 4), dtype=bool)
    mask[1] = False
    result = attend(q, k, v, mask=mask)
    assert not result.output[0, 0, 1].any() and result.lse[0, 0, 1] == LOWEST
    assert not explain(q, k, v, mask=mask).weights[0, 0, 1].any()
    others = [0, 2, 3]
    alone = attend(q[:, :, others], k, v)
    assert np.array_equal(result.output[:, :, others], alone.output)
    assert np.array_equal(result.lse[:, :, others], alone.lse)


def test_a3_one_head_masked_whole_leaves_every_reading_finite() -> None:
    q, k, v = (random(3, 5, 4, seed=s) for s in range(3))
    mask = np.ones((3, 5, 5), dtype=bool)
    mask[2] = False
    plain, read = attend(q, k, v, mask=mask), attend(q, k, v, mask=mask, read=Read(top=4))
    assert np.array_equal(plain.output, read.output)
    reading = read.reading
    assert reading is not None and reading.top_keys is not None and reading.top_weights is not None
    assert (reading.top_keys[2] == -1).all() and not reading.top_weights[2].any()
    assert reading.entropy is not None and not reading.entropy[2].any()
    assert np.isfinite(explain(q, k, v, mask=mask).weights.mean(axis=0)).all()


def test_a5_causal_and_mask_together_may_leave_an_empty_row() -> None:
    q, k, v = (random(1, 2, 2, 8, seed=s) for s in range(3))
    mask = [[True, False], [False, False]]
    result, steps = attend(q, k, v, Causal(), mask=mask), explain(q, k, v, Causal(), mask=mask)
    np.testing.assert_allclose(result.output[..., 0, :], v[..., 0, :], rtol=near())
    assert not result.output[..., 1, :].any()
    assert np.isfinite(steps.output).all() and np.isfinite(steps.weights).all()


def test_a7_more_queries_than_keys_leave_the_top_rows_empty() -> None:
    result = attend(np.zeros((5, 1)), np.zeros((2, 1)), column(10, 20), Causal("end"))
    assert result.output[:, 0].tolist() == [0, 0, 0, 10, 15]
    right = [LOWEST, LOWEST, LOWEST, 0, 0.6931471805599453]
    np.testing.assert_allclose(result.lse, right, rtol=0, atol=near())


def test_a9_one_item_of_length_zero_leaves_its_batch_alone() -> None:
    q, k, v = (random(4, 2, 5, 3, seed=s) for s in range(3))
    lengths = [5, 3, 1, 0]
    result = attend(q, k, v, key_lengths=lengths)
    assert not result.output[3].any() and (result.lse[3] == LOWEST).all()
    for item, length in enumerate(lengths[:3]):
        alone = attend(q[item], k[item, :, :length], v[item, :, :length])
        assert np.array_equal(result.output[item], alone.output)
        assert np.array_equal(result.lse[item], alone.lse)


@pytest.mark.parametrize("poison", [np.nan, np.inf, -np.inf])
def test_b1_nothing_in_a_masked_key_or_value_reaches_the_output(poison: float) -> None:
    q, k, v = (random(1, 2, 4, seed=s) for s in range(3))
    k[0, 1], v[0, 1] = poison, poison
    result = attend(q, k, v, mask=[[True, False], [True, False]])
    assert np.array_equal(result.output[0], [v[0, 0], v[0, 0]])
    clean = attend(q, k[:, :1], v[:, :1])
    assert np.array_equal(result.lse, clean.lse)


def test_b3_masked_loses_to_the_lowest_valid_score() -> None:
    result = attend(column(-20000, 0), column(1, 0), column(1, 100), mask=[True, False], scale=1)
    assert result.output[:, 0].tolist() == [1, 1]


def test_b5_a_float_mask_is_refused_and_a_small_bias_is_only_a_bias() -> None:
    q, k, v = column(1), column(0, 0), column(0, 2)
    with pytest.raises(DtypeError, match="bias"):
        attend(q, k, v, mask=[[0.0, -1e-9]])
    output = attend(q, k, v, bias=[0, -1e-9], scale=1).output
    assert math.isclose(output[0, 0], 0.9999999995, abs_tol=near())


@pytest.mark.parametrize("way", ["mask", "bias"])
def test_b7_the_cap_comes_before_the_mask(way: str) -> None:
    q, k, v = column(1), column(0, 4, 100), column(0, 1, 1000)
    if way == "mask":
        result = attend(q, k, v, mask=[True, True, False], softcap=0.5, scale=1)
    else:
        result = attend(q, k, v, bias=[0.0, 0.0, -np.inf], softcap=0.5, scale=1)
    assert math.isclose(result.output[0, 0], 0.622459304756, abs_tol=near())


def test_b9_a_mask_is_never_stretched_along_the_keys() -> None:
    q, k, v = (random(2, 3, 4, 2, seed=s) for s in range(3))
    padding = np.array([[True, True, True, False], [True, False, False, False]])
    with pytest.raises(ShapeError, match="last axis of mask must be n_k = 4"):
        attend(q, k, v, mask=padding[:, None, :, None])
    result = attend(q, k, v, mask=padding[:, None, None, :])
    assert np.array_equal(result.output, attend(q, k, v, key_lengths=[3, 1]).output)


def test_b11_the_first_of_three_mask_axes_is_heads() -> None:
    q, k, v = (random(2, 2, 3, 4, seed=s) for s in range(3))
    mask = np.zeros((2, 3, 3), dtype=bool)
    mask[0, :, 0] = mask[1, :, 2] = True
    output = attend(q, k, v, mask=mask).output
    np.testing.assert_allclose(output[:, 0], np.repeat(v[:, 0, :1], 3, axis=1), rtol=near())
    np.testing.assert_allclose(output[:, 1], np.repeat(v[:, 1, 2:], 3, axis=1), rtol=near())
