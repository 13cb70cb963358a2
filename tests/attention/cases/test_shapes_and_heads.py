"""Cases C, D and E: alignment, strides and sizes, grouped heads."""

import numpy as np
import pytest

from starlore import Causal, explain
from starlore.errors import AlignmentError
from tests import oracles_attention as oracle
from tests.attention.kernels import attend, near, random


def test_c1_causal_with_two_lengths_must_name_its_alignment() -> None:
    q, k, v = np.zeros((1, 1)), np.zeros((5, 1)), np.arange(5.0)[:, None]
    assert attend(q, k, v, Causal("start")).output[0, 0] == 0
    assert attend(q, k, v, Causal("end")).output[0, 0] == 2.0
    with pytest.raises(AlignmentError) as caught:
        attend(q, k, v, Causal())
    assert isinstance(caught.value, ValueError)


def test_d1_an_inner_stride_is_followed() -> None:
    q, k, v = (random(2, 8, 16, seed=s).astype(np.float32).swapaxes(1, 2) for s in range(3))
    assert q.strides[-1] == 16 * 4
    copied = attend(np.ascontiguousarray(q), np.ascontiguousarray(k), np.ascontiguousarray(v))
    np.testing.assert_allclose(attend(q, k, v).output, copied.output, rtol=0, atol=1e-7)


def test_d3_heads_of_stride_zero_are_read_and_not_written() -> None:
    given = random(1, 1, 6, 8)
    before = given.copy()
    q = np.broadcast_to(given, (1, 4, 6, 8))
    copy = q.copy()
    copied = attend(copy, copy, copy, Causal())
    assert np.array_equal(attend(q, q, q, Causal()).output, copied.output)
    assert np.array_equal(given, before)


@pytest.mark.parametrize(
    ("batch", "heads", "n_q", "n_k"), [(2, 3, 0, 4), (2, 3, 4, 0), (0, 3, 4, 4), (2, 0, 4, 4)]
)
def test_d5_sizes_of_zero_keep_their_shapes(batch: int, heads: int, n_q: int, n_k: int) -> None:
    q, k = np.ones((batch, heads, n_q, 2)), np.ones((batch, heads, n_k, 2))
    v = np.ones((batch, heads, n_k, 5))
    result = attend(q, k, v)
    assert result.output.shape == (batch, heads, n_q, 5)
    assert result.lse.shape == (batch, heads, n_q)
    assert not result.output.any() and (result.lse == -np.inf).all()


def test_d9_a_mask_gives_the_same_bits_however_it_is_written() -> None:
    q, k, v = (random(300, 4, seed=s) for s in range(3))
    scheme, table = attend(q, k, v, Causal()), attend(q, k, v, mask=np.tri(300, dtype=bool))
    assert np.array_equal(scheme.output, table.output)
    assert np.array_equal(scheme.lse, table.lse)


@pytest.mark.parametrize("width", [1, 3, 5, 57, 59, 111, 257])
def test_d11_any_width_equals_the_loops(width: int) -> None:
    q, k, v = (random(4, width, seed=s) for s in range(3))
    right = oracle.attend(q.tolist(), k.tolist(), v.tolist())
    np.testing.assert_allclose(attend(q, k, v).output, right.output, rtol=0, atol=near())


@pytest.mark.parametrize("d_v", [16, 1])
def test_d13_values_may_be_wider_or_narrower_than_keys(d_v: int) -> None:
    q, k, v = random(5, 8), random(6, 8, seed=1), random(6, d_v, seed=2)
    result = attend(q, k, v)
    right = oracle.attend(q.tolist(), k.tolist(), v.tolist())
    np.testing.assert_allclose(result.output, right.output, rtol=0, atol=near())
    assert result.counters.kernel == attend(q, k, random(6, 8)).counters.kernel


def test_e1_key_heads_are_repeated_each_in_place() -> None:
    q, k = np.zeros((4, 1, 1)), np.zeros((2, 1, 1))
    v = np.array([10.0, 20.0])[:, None, None]
    assert attend(q, k, v).output[:, 0, 0].tolist() == [10, 10, 20, 20]
    assert explain(q, k, v).output[:, 0, 0].tolist() == [10, 10, 20, 20]
