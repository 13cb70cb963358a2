"""Cases F and G: numbers at their limits, and calls that must repeat."""

import inspect
import math

import ml_dtypes
import numpy as np
import pytest

import starlore
from starlore import Causal, explain
from starlore.errors import ScoreOverflowError
from tests import oracles_attention as oracle
from tests.attention.kernels import attend, chosen, column, near, random


def test_f1_a_scale_may_be_negative_or_zero() -> None:
    q, k, v = column(1), column(1, 2), column(1, 2)
    assert math.isclose(attend(q, k, v, scale=-2).output[0, 0], 1.119202922022, abs_tol=near())
    assert attend(q, k, v, scale=0).output[0, 0] == 1.5


def test_f3_a_score_beyond_the_dtype_is_refused_and_never_a_silent_nan() -> None:
    q, k, v = np.full((1, 64), 1e20), np.full((2, 64), 1e20), column(1, 3)
    with pytest.raises(ScoreOverflowError) as caught:
        attend(q.astype(np.float32), k.astype(np.float32), v.astype(np.float32))
    assert isinstance(caught.value, ValueError)
    if chosen() != "compiled":  # which takes no float64
        assert attend(q, k, v).output[0, 0] == 2.0
    k = np.array([[1], [1 - 1e-4]])
    weights = explain(np.array([[1e4]]), k, np.ones((2, 1)), scale=1).weights
    np.testing.assert_allclose(weights[0], [0.731058578630, 0.268941421370], rtol=0, atol=near())


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_f5_equal_values_come_out_unchanged_whatever_the_weights(dtype: str) -> None:
    for n_k in (3, 7, 64, 100, 1000):
        for scores in (np.zeros(n_k), -(np.arange(n_k) % 2.0)):
            of = np.dtype(getattr(ml_dtypes, dtype, dtype))
            q, k, v = column(1), scores[:, None], np.ones((n_k, 1))
            result = attend(q.astype(of), k.astype(of), v.astype(of))
            assert abs(float(result.output[0, 0]) - 1) <= (0 if of.itemsize == 2 else near())


def test_f7_float64_stays_float64() -> None:
    q, k, v = (random(300, 16, seed=s) for s in range(3))
    right = oracle.attend(q.tolist(), k.tolist(), v.tolist())
    limit = near() / 100 if near() < 1e-11 else near()
    np.testing.assert_allclose(attend(q, k, v).output, right.output, rtol=0, atol=limit)


def test_f9_one_readable_key_in_a_late_tile_takes_all_the_weight() -> None:
    n_k, there = 100_000, 50_000
    q, k, v = random(1, 4), random(n_k, 4, seed=1), random(n_k, 3, seed=2)
    mask = np.zeros(n_k, dtype=bool)
    mask[there] = True
    result = attend(q, k, v, mask=mask)
    assert np.array_equal(result.output[0], v[there])
    right = explain(q, k[there : there + 1], v[:1]).scores[0, 0]
    assert math.isclose(result.lse[0], right, abs_tol=near())


def test_f13_a_decoded_row_has_the_bits_of_the_prefilled_one() -> None:
    q, k, v = (random(300, 8, seed=s) for s in range(3))
    whole = attend(q, k, v, Causal())
    first = attend(q[:100], k[:100], v[:100], Causal())
    last = attend(q[299:], k, v, Causal("end"))
    assert np.array_equal(whole.output[:100], first.output)
    assert np.array_equal(whole.lse[:100], first.lse)
    assert np.array_equal(whole.output[299:], last.output)
    assert np.array_equal(whole.lse[299:], last.lse)


def test_g1_a_call_made_twice_gives_the_same_bits() -> None:
    q, k, v = (random(2, 9, 5, seed=s) for s in range(3))
    first, second = attend(q, k, v), attend(q, k, v)
    assert np.array_equal(first.output, second.output) and np.array_equal(first.lse, second.lse)
    assert not [name for name in inspect.signature(starlore.attend).parameters if "drop" in name]
