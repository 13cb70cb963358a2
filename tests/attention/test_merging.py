"""merge: parts over disjoint keys are attention over all of them, however they are grouped."""

import math

import ml_dtypes
import numpy as np
import pytest

from starlore.attention import Attention, Part, attend, attend_part, merge
from starlore.attention.arrays import Array
from starlore.errors import DtypeError, ShapeError
from tests.attention.kernels import KERNELS, forced


def random(*shape: int, seed: int = 0) -> Array:
    """Normal numbers, the same each time."""
    return np.random.default_rng(seed).normal(size=shape)


def parts_of(q: Array, k: Array, v: Array, size: int) -> list[Part]:
    """Attention to runs of so many keys."""
    starts = range(0, k.shape[-2], size)
    return [attend_part(q, k[..., j : j + size, :], v[..., j : j + size, :]) for j in starts]


@pytest.mark.parametrize("kernel", KERNELS)
def test_any_grouping_of_parts_equals_the_whole(kernel: str) -> None:
    q, k, v = (random(2, 4, 60, 5, seed=s).astype(np.float32) for s in range(3))
    with forced(kernel):
        whole, parts = attend(q, k, v), parts_of(q, k, v, 17)
    one = merge(parts)
    two = merge([merge(parts[:1]), merge(parts[1:])])
    three = merge([parts[2], merge([parts[3], parts[0]]), parts[1]])
    for merged in (one, two, three):
        assert merged.output.dtype == np.float32 and merged.reading is None
        np.testing.assert_allclose(merged.output, whole.output, rtol=0, atol=1e-6)
        np.testing.assert_allclose(merged.lse, whole.lse, rtol=0, atol=1e-6)
        assert merged.counters.comparisons == whole.counters.comparisons
        assert merged.counters.kernel == kernel


def test_the_order_given_is_the_order_folded() -> None:
    q, k, v = (random(3, 40, 5, seed=s) for s in range(3))
    parts = parts_of(q, k, v, 8)
    assert np.array_equal(merge(parts).output, merge(parts).output)
    np.testing.assert_allclose(merge(parts).lse, merge(parts[::-1]).lse, rtol=0, atol=1e-14)


def test_a_part_that_read_nothing_changes_nothing_whatever_it_holds() -> None:
    q, k, v = (random(3, 4, 5, seed=s) for s in range(3))
    part = attend_part(q, k, v)
    nothing = Part(np.full((3, 4, 5), np.nan), np.full((3, 4), -np.inf))
    for merged in (merge([part, nothing]), merge([nothing, part])):
        assert np.array_equal(merged.output, np.asarray(part.output))
        assert np.array_equal(merged.lse, np.asarray(part.lse))
    empty = merge([nothing])
    assert not empty.output.any() and (empty.lse == -np.inf).all()


def test_sixteen_bit_parts_are_never_rounded_below_float32() -> None:
    q, k, v = (random(1, 4, 3, seed=s).astype(ml_dtypes.bfloat16) for s in range(3))
    part = attend_part(q, k, v)
    assert isinstance(part.output, np.ndarray) and part.output.dtype == np.float32
    assert attend(q, k, v).output.dtype == ml_dtypes.bfloat16
    assert merge([attend(q, k, v)]).output.dtype == ml_dtypes.bfloat16


def test_what_is_no_part_is_refused() -> None:
    with pytest.raises(ShapeError, match="at least one part"):
        merge([])
    with pytest.raises(DtypeError, match="every lse is natural: one is a tuple"):
        merge([(np.zeros((1, 1)), np.zeros(1))])  # type: ignore[list-item]
    with pytest.raises(ShapeError, match=r"a sink per query head as \(h_q, 1\)"):
        merge([Part(np.zeros((4, 2, 1)), np.zeros((4, 2))), Part(0, lse=np.zeros(4))])


def test_whole_attention_is_a_part_too() -> None:
    whole = attend([[1.0]], [[0.0]], [[2.0]])
    assert isinstance(whole, Attention)
    both = merge([whole, attend([[1.0]], [[math.log(3)]], [[6.0]], scale=1)])
    assert math.isclose(both.lse[0], math.log(4)) and math.isclose(both.output[0, 0], 5.0)
