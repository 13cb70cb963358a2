"""The reference against pure-Python loops, and its steps against each other."""

import numpy as np
import pytest

from starlore import Causal, explain, softmax
from starlore.errors import ScoreOverflowError, ShapeError
from tests import oracles_attention as oracle


@pytest.mark.parametrize("shape", [(1, 1, 1, 1), (3, 5, 2, 4), (7, 7, 5, 1), (4, 2, 3, 3)])
@pytest.mark.parametrize("softcap", [None, 1.5])
@pytest.mark.parametrize("scale", [None, -2.0, 0.0])
def test_every_step_equals_the_loops(
    shape: tuple[int, int, int, int], softcap: float | None, scale: float | None
) -> None:
    n_q, n_k, d_k, d_v = shape
    rng = np.random.default_rng(7)
    q, k = rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k))
    v, bias = rng.normal(size=(n_k, d_v)), rng.normal(size=(n_q, n_k))
    mask = rng.random((n_q, n_k)) < 0.7
    steps = explain(q, k, v, Causal("end"), mask=mask, bias=bias, scale=scale, softcap=softcap)
    right = oracle.attend(
        q.tolist(),
        k.tolist(),
        v.tolist(),
        allowed=lambda i, j: bool(mask[i, j]) and j <= i + n_k - n_q,
        bias=lambda i, j: float(bias[i, j]),
        scale=scale,
        softcap=softcap,
    )
    np.testing.assert_allclose(steps.weights, right.weights, rtol=0, atol=1e-14)
    np.testing.assert_allclose(steps.output, right.output, rtol=0, atol=1e-13)
    np.testing.assert_allclose(steps.lse, right.lse, rtol=0, atol=1e-13)


def test_the_steps_follow_from_each_other() -> None:
    steps = explain([[2.0]], [[1.0], [3.0]], [[5.0], [7.0]], bias=[0.5, -0.5], softcap=4.0)
    assert steps.products.tolist() == [[2.0, 6.0]]
    assert steps.scores.tolist() == [[2.0, 6.0]]
    assert np.array_equal(steps.capped, 4 * np.tanh(steps.scores / 4))
    assert np.array_equal(steps.biased, steps.capped + np.array([0.5, -0.5]))
    assert np.array_equal(steps.largest, steps.biased.max(axis=-1))
    assert np.array_equal(steps.stretched, np.exp(steps.biased - steps.largest[:, None]))
    assert np.array_equal(steps.totals, steps.stretched.sum(axis=-1))
    assert np.array_equal(steps.weights, softmax(steps.biased))
    np.testing.assert_allclose(steps.output, steps.weights @ [[5.0], [7.0]], rtol=1e-15)


def test_a_table_beyond_the_limit_is_refused_before_it_is_made() -> None:
    wide = np.broadcast_to(0.0, (2**13, 1))
    with pytest.raises(ShapeError, match="at most 16777216 cells"):
        explain(wide, wide, wide)


def test_a_score_that_float64_cannot_hold_is_refused_by_name() -> None:
    with pytest.raises(ScoreOverflowError, match=r"batch \(\), head 0, row 1"):
        explain([[0.0], [1e200]], [[1e200]], [[1.0]])
