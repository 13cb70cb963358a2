"""Checked calls: nothing copied, nothing repeated, tiles that tell what the whole table tells."""

import numpy as np
import pytest

from starlore.attention import LSH, Alibi, Causal, Full, TopK, attend, explain
from starlore.attention.arrays import Array
from starlore.attention.inputs import Inputs, check, narrow
from starlore.attention.schemes import Window
from starlore.errors import ShapeError
from tests.attention.kernels import forced


def random(*shape: int, seed: int = 0) -> Array:
    """Normal numbers, the same each time."""
    return np.random.default_rng(seed).normal(size=shape)


def checked(q: Array, k: Array, v: Array, **named: object) -> Inputs:
    """A checked call; what is not named is as `attend` has it."""
    names = ("mask", "bias", "scale", "softcap", "key_lengths")
    scheme = named.get("scheme", Full())
    return check(q, k, v, scheme, *(named.get(name) for name in names))  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_arrays_are_looked_at_where_they_lie_in_their_own_dtype(dtype: str) -> None:
    q, k = random(2, 6, 5, 4).astype(dtype), random(2, 3, 7, 4).astype(dtype)
    inputs = checked(q, k, k)
    assert inputs.q is q and inputs.k is k and inputs.v is k
    assert inputs.dtype == dtype and inputs.output_dtype == dtype and inputs.group == 2
    one = checked(q[0, 0], k[0, 0], k[0, 0])
    assert one.is_one_head and np.shares_memory(one.q, q)


def test_tiles_tell_what_the_whole_table_tells() -> None:
    q, k = random(2, 4, 20, 3), random(2, 2, 30, 3)
    mask, bias = random(4, 20, 30) < 0.5, random(2, 1, 1, 30)
    bias[0, ..., 3] = -np.inf
    scheme = Causal("end") & Window(9, align="end")
    inputs = checked(q, k, k, scheme=scheme, mask=mask, bias=bias, key_lengths=[30, 17])
    whole, biases = inputs.allowed(range(20)), inputs.bias_of(range(20))
    heads, rows = range(1, 3), range(4, 11)
    for at, length in (((0,), 30), ((1,), 17)):
        for keys in (range(5), range(5, 17), range(17, length)):
            if not keys:
                continue
            kind = inputs.settled[length].tile(rows, keys)
            found, allowed, added = inputs.tile(at, heads, rows, keys, kind)
            there = (*at, slice(1, 3), slice(4, 11), slice(keys.start, keys.stop))
            shape = (2, 7, len(keys))
            table = np.broadcast_to(found == "whole" if allowed is None else allowed, shape)
            assert np.array_equal(table, whole[there])
            if added is not None:
                assert np.array_equal(np.broadcast_to(added, shape), biases[there])


def test_axes_that_repeat_are_looked_at_once() -> None:
    table = np.broadcast_to(np.arange(9.0), (8, 7, 9))
    assert narrow(table, range(8), range(7), range(2, 5)).shape == (1, 1, 3)
    assert narrow(table.copy(), range(8), range(7), range(2, 5)).shape == (8, 7, 3)


def test_every_kind_of_bias_is_one_table() -> None:
    q = random(2, 5, 3)
    made = Alibi([0.5, 0.25])
    table = checked(q, q, q, bias=made).bias_of(range(5))
    assert np.array_equal(table, checked(q, q, q, bias=table).bias_of(range(5)))
    assert np.array_equal(made.tile(range(2), range(5), range(5), 5, 5), table)
    by_function = checked(q, q, q, bias=lambda i, j: i - j * 1.0).bias_of(range(1, 3))
    assert by_function.shape == (2, 2, 5) and by_function[1, 0].tolist() == [1, 0, -1, -2, -3]


@pytest.mark.parametrize("kernel", ["dense", "numpy"])
@pytest.mark.parametrize("chosen", [TopK(3), TopK(2, Causal()), LSH(2, 8, seed=1)])
def test_keys_chosen_by_the_data_are_read_as_if_masked(chosen: TopK | LSH, kernel: str) -> None:
    q, k, v = random(4, 40, 6), random(2, 40, 6, seed=1), random(2, 40, 6, seed=2)
    keys = chosen.choose(q, k).keys
    mask = (keys[..., None] == np.arange(40)).any(axis=-2)
    with forced(kernel):
        made, right = attend(q, k, v, chosen), attend(q, k, v, mask=mask)
    assert np.array_equal(made.output, right.output) and np.array_equal(made.lse, right.lse)
    assert made.counters.comparisons == right.counters.comparisons == (keys >= 0).sum()
    assert np.array_equal(explain(q, k, v, chosen).allowed, mask)


def test_a_scheme_that_chooses_sees_no_mask_and_says_so() -> None:
    q = random(4, 3)
    for named in ({"mask": np.ones(4, dtype=bool)}, {"bias": np.zeros(4)}, {"key_lengths": 3}):
        with pytest.raises(ShapeError, match="would not see a mask, a bias or key lengths"):
            attend(q, q, q, TopK(1), **named)
