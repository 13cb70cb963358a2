"""Finite numbers whose score is not: every kernel refuses the row, and names it."""

from collections.abc import Iterator

import numpy as np
import pytest

from starlore.attention import Alibi, Causal, attend
from starlore.attention.arrays import Array
from starlore.errors import ScoreOverflowError
from tests.attention.kernels import KERNELS

HUGE = np.float32(3e38)


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("STARLORE_KERNEL", request.param)
    yield request.param


def arrays(d: int = 2) -> tuple[Array, Array, Array]:
    """Two batch items, four query heads over two key heads, nine places."""
    rng = np.random.default_rng(0)
    shapes = (2, 4, 9, d), (2, 2, 9, d), (2, 2, 9, 3)
    q, k, v = (rng.normal(size=shape).astype(np.float32) for shape in shapes)
    return q, k, v


def place_of(kernel: str) -> str:
    return r"batch \(1,\), head 2, row 7 has a log-sum of"


def test_a_score_past_the_limit_upwards_is_refused(kernel: str) -> None:
    q, k, v = arrays()
    q[1, 2, 7], k[1, 1, 7] = HUGE, 4
    with pytest.raises(ScoreOverflowError, match=place_of(kernel)):
        attend(q, k, v, Causal(), scale=1.0)


def test_scores_that_all_pass_it_downwards_are_refused(kernel: str) -> None:
    q, k, v = arrays()
    q[1, 2, 7], k[1, 1, :8] = -HUGE, 4
    with pytest.raises(ScoreOverflowError, match=place_of(kernel) + " -inf"):
        attend(q, k, v, Causal(), scale=1.0)


def test_a_sum_of_two_infinities_is_refused(kernel: str) -> None:
    q, k, v = arrays()
    q[1, 2, 7], k[1, 1, :8] = (HUGE, -HUGE), 4
    if kernel == "dense":  # it sums in float64, where they are numbers that cancel
        assert np.isfinite(attend(q, k, v, Causal(), scale=1.0).lse).all()
        return
    with pytest.raises(ScoreOverflowError, match=place_of(kernel)):
        attend(q, k, v, Causal(), scale=1.0)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_finite_bias_that_carries_a_score_past_it_is_refused(kernel: str, sign: int) -> None:
    q, k, v = arrays()
    q[1, 2, 7], k[1, 1, :8] = 1e19 * sign, 1e19
    bias = np.zeros((2, 4, 9, 9), np.float32)
    bias[1, 2, 7] = HUGE * sign
    with pytest.raises(ScoreOverflowError, match=place_of(kernel)):
        attend(q, k, v, Causal(), scale=1.0, bias=bias)


def test_slopes_that_carry_every_score_past_it_are_refused(kernel: str) -> None:
    q, k, v = arrays()
    with pytest.raises(ScoreOverflowError, match=r"batch \(0,\), head 0, row 0"):
        attend(q, k, v, bias=Alibi(float(HUGE), align=-20), scale=1.0)


def test_a_row_that_may_read_nothing_is_no_overflow(kernel: str) -> None:
    q, k, v = arrays()
    q[1, 2, 7], k[1, 1, :8] = -HUGE, 4
    mask = np.ones((2, 4, 9, 9), np.bool_)
    mask[1, 2, 7] = False
    mask[1, 3, 7, 1:] = False
    found = attend(q, k, v, Causal(), mask=mask, scale=1.0)
    assert found.lse[1, 2, 7] == -np.inf
    assert not found.output[1, 2, 7].any()


def test_a_score_that_passes_it_beside_others_that_do_not_has_the_weight_0(kernel: str) -> None:
    q, k, v = arrays()
    q[1, 2, 7], k[1, 1, 3] = -HUGE, 4
    k[1, 1, :8][np.arange(8) != 3] = 0
    found = attend(q, k, v, Causal(), scale=1.0)
    mean = np.delete(v[1, 1, :8], 3, axis=0).mean(axis=0)
    np.testing.assert_allclose(found.output[1, 2, 7], mean, rtol=1e-6)


def test_a_key_that_is_not_finite_is_no_overflow_of_its_readers(kernel: str) -> None:
    q, k, v = arrays()
    k[1, 1, 3] = np.nan
    found = attend(q, k, v, Causal(), scale=1.0)
    assert np.isnan(found.lse[1, 2:, 3:]).all()
    assert np.isfinite(found.lse[1, :2]).all()
    assert np.isfinite(found.lse[1, 2:, :3]).all()
