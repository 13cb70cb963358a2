"""Cases C7, D3, E3, E5, F10, F11 and F13: biases, sinks, parts, caches and gradients."""

import math
import tracemalloc

import ml_dtypes
import numpy as np
import pytest

import starlore.attention as engine
from starlore.attention import (
    Alibi,
    Cache,
    Causal,
    Part,
    attend_backward,
    attend_part,
    explain,
    extend,
    merge,
)
from starlore.attention.arrays import Array
from tests.attention.kernels import attend, chosen, column, near, random


def test_c7_a_distance_bias_knows_where_queries_stand() -> None:
    q, k, v = np.zeros((2, 1)), np.zeros((3, 1)), column(1, 2, 4)
    right = [2.274068619061, 2.826637058885]
    table = -0.5 * np.abs(np.arange(2)[:, None] + 1 - np.arange(3))
    for bias in (Alibi(0.5, align="end"), table):
        output = attend(q, k, v, bias=bias).output[:, 0]
        np.testing.assert_allclose(output, right, rtol=0, atol=max(near(), 1e-11))
        steps = explain(q, k, v.astype(np.float64), bias=bias)
        np.testing.assert_allclose(steps.output[:, 0], right, rtol=0, atol=1e-11)


def test_d3_gradients_of_broadcast_heads_come_back_one_per_head() -> None:
    given = random(1, 1, 6, 8)
    q = np.broadcast_to(given, (1, 4, 6, 8))
    made = attend(q, q, q, Causal())
    moved = np.ones(made.output.shape)
    found = attend_backward(moved, q, q, q, made, Causal())
    copy = q.copy()
    copied = attend_backward(moved, copy, copy, copy, made, Causal())
    assert found.q.shape == q.shape and np.array_equal(found.q, copied.q)
    assert np.array_equal(found.k, copied.k) and np.array_equal(found.v, copied.v)


def test_e3_grouped_heads_with_a_bias_per_key_take_no_table() -> None:
    n_q, n_k = (256, 27_000) if chosen() != "dense" else (16, 500)
    q, k, v = (
        random(h, n, 64, seed=s).astype(np.float32)
        for s, (h, n) in enumerate(((32, n_q), (8, n_k), (8, n_k)))
    )
    bias = random(1, 1, n_k, seed=3).astype(np.float32)
    attend(q[:, :1], k[:, :1], v[:, :1], bias=bias[..., :1])
    tracemalloc.start()
    made = attend(q, k, v, bias=bias)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 * 2**20 and made.counters.extra_bytes < 100 * 2**20
    slices = [slice(h, h + 1) for h in (0, 5, 31)]
    for heads in slices:
        of_keys = slice(heads.start // 4, heads.start // 4 + 1)
        right = explain(q[heads, :64], k[of_keys], v[of_keys], bias=bias)
        np.testing.assert_allclose(made.output[heads, :64], right.output, rtol=0, atol=2e-6)


def test_e5_each_query_head_has_its_own_sink() -> None:
    q, k, v = column(1), column(2, 1), np.eye(2, dtype=column(1).dtype)
    part = attend(q, k, v, scale=1)
    merged = merge([part, Part(0, lse=0)])
    right = [0.665240955775, 0.244728471055]
    np.testing.assert_allclose(merged.output[0], right, rtol=0, atol=near())
    assert math.isclose(merged.lse[0], 2.407605964444, abs_tol=near())
    assert math.isclose(1 - merged.output[0].sum(), 0.090030573170, abs_tol=near())
    sinks = np.array([0.0, 1.0, -1.0, 2.0])
    q, k, v = random(4, 3, 2), random(2, 5, 2, seed=1), random(2, 5, 2, seed=2)
    part = attend(q, k, v)
    merged = merge([part, Part(0, lse=sinks[:, None])])
    for h in range(4):
        share = 1 / (1 + np.exp(sinks[h] - part.lse[h].astype(np.float64)))
        np.testing.assert_allclose(
            merged.output[h], part.output[h] * share[:, None], rtol=0, atol=near()
        )


def test_f10_parts_merge_by_their_natural_log_sums() -> None:
    q, k, v = column(1), column(0, 1, 2, 3), column(1, 2, 3, 4)
    parts = [attend(q, k[s], v[s], scale=1) for s in (slice(0, 2), slice(2, 4))]
    merged = merge(parts)
    assert math.isclose(merged.output[0, 0], 3.492652734586, abs_tol=near())
    assert math.isclose(merged.lse[0], 3.440189698561, abs_tol=near())
    with pytest.raises(ValueError, match="natural"):
        merge([(part.output, part.lse) for part in parts])  # type: ignore[misc]


def test_f11_sixteen_shards_of_bfloat16_do_not_add_up_their_rounding() -> None:
    q, k, v = (
        random(1, n, 16, seed=s).astype(ml_dtypes.bfloat16) for s, n in enumerate((8, 2048, 2048))
    )
    shards = [slice(j, j + 128) for j in range(0, 2048, 128)]
    merged = merge([attend_part(q, k[:, s], v[:, s]) for s in shards])
    assert merged.output.dtype == np.float32
    right = explain(q, k, v).output

    def error(made: Array) -> float:
        return float(np.abs(made.astype(np.float64) - right).max())

    rounding = error(right.astype(ml_dtypes.bfloat16))
    assert error(merged.output.astype(ml_dtypes.bfloat16)) <= 1.5 * rounding


def test_f13_a_cached_row_has_the_bits_of_the_prefilled_one() -> None:
    q, k, v = (random(1, 300, 8, seed=s) for s in range(3))
    whole = attend(q, k, v, Causal())
    cache = Cache(1, 8, 8, k.dtype)
    for j in range(0, 300, 70):
        cache = extend(cache, k[:, j : j + 70], v[:, j : j + 70])
    last = engine.attend_cached(q[:, 299:], cache)
    if chosen() != "numpy":
        assert np.array_equal(last.output, whole.output[:, 299:])
        assert np.array_equal(last.lse, whole.lse[:, 299:])
    np.testing.assert_allclose(last.output, whole.output[:, 299:], rtol=0, atol=near())
