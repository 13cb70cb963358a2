"""attend_backward: the chain rule in loops, plain differences, and what must not leak."""

from typing import Any

import numpy as np
import pytest

from starlore.attention import (
    Alibi,
    Attention,
    Causal,
    Full,
    Gradients,
    Scheme,
    attend,
    attend_backward,
    merge,
)
from starlore.attention.arrays import Array
from starlore.attention.schemes import Window
from starlore.errors import ShapeError
from tests import oracles, oracles_attention


def random(*shape: int, seed: int = 0) -> Array:
    """Normal numbers, the same each time."""
    return np.random.default_rng(seed).normal(size=shape)


def same(one: Gradients, two: Gradients) -> bool:
    """True if two gradients are equal, bit for bit."""
    return all(
        np.array_equal(a, b, equal_nan=True)
        for a, b in zip((one.q, one.k, one.v), (two.q, two.k, two.v), strict=True)
    )


@pytest.mark.parametrize("softcap", [None, 1.5])
@pytest.mark.parametrize("scheme", [Full(), Causal("end"), Causal("start"), Window(2, 1, "end")])
def test_gradients_equal_the_chain_rule_in_loops(scheme: Scheme, softcap: float | None) -> None:
    n_q, n_k, h_q, h_kv = 6, 9, 4, 2
    q, k, v = random(h_q, n_q, 3), random(h_kv, n_k, 3, seed=1), random(h_kv, n_k, 2, seed=2)
    bias = random(1, n_q, n_k, seed=3)
    mask = random(h_q, n_q, n_k, seed=4) < 0.6
    mask[1, 2] = False
    moved, moved_lse = random(h_q, n_q, 2, seed=5), random(h_q, n_q, seed=6)
    given: dict[str, Any] = {"mask": mask, "bias": bias, "scale": 0.7, "softcap": softcap}
    attention = attend(q, k, v, scheme, **given)
    found = attend_backward(moved, q, k, v, attention, scheme, **given, grad_lse=moved_lse)
    table = scheme.plan(n_q, n_k).mask() & mask
    right_k, right_v, right_bias = np.zeros(k.shape), np.zeros(v.shape), np.zeros(bias.shape)
    for h in range(h_q):
        right = oracles.attend_backward(
            moved[h].tolist(),
            moved_lse[h].tolist(),
            q[h].tolist(),
            k[h // 2].tolist(),
            v[h // 2].tolist(),
            allowed=lambda i, j, h=h: bool(table[h, i, j]),  # type: ignore[misc]
            bias=lambda i, j: float(bias[0, i, j]),
            scale=0.7,
            softcap=softcap,
        )
        np.testing.assert_allclose(found.q[h], right.q, rtol=0, atol=1e-13)
        right_k[h // 2] += right.k
        right_v[h // 2] += right.v
        right_bias[0] += right.bias
    np.testing.assert_allclose(found.k, right_k, rtol=0, atol=1e-13)
    np.testing.assert_allclose(found.v, right_v, rtol=0, atol=1e-13)
    assert found.bias is not None
    np.testing.assert_allclose(found.bias, right_bias, rtol=0, atol=1e-13)
    assert not found.q[1, 2].any()


def test_the_loops_equal_small_steps_both_ways() -> None:
    q, k, v = (random(3, 2, seed=s).tolist() for s in range(3))
    moved = random(3, 2, seed=4)
    right = oracles.attend_backward(
        moved.tolist(), [0.0] * 3, q, k, v, lambda i, j: j <= i, scale=0.8, softcap=1.2
    )

    def loss(q: Any, k: Any, v: Any) -> float:
        made = oracles_attention.attend(q, k, v, lambda i, j: j <= i, scale=0.8, softcap=1.2)
        return float((np.array(made.output) * moved).sum())

    steps = {
        "q": oracles.differences(lambda rows: loss(rows, k, v), q),
        "k": oracles.differences(lambda rows: loss(q, rows, v), k),
        "v": oracles.differences(lambda rows: loss(q, k, rows), v),
    }
    for name, grown in steps.items():
        np.testing.assert_allclose(grown, getattr(right, name), rtol=0, atol=1e-8)


def test_many_tiles_equal_one_head_of_small_steps() -> None:
    n = 600
    q, k, v = (random(1, n, 2, seed=s) for s in range(3))
    moved = random(1, n, 2, seed=3)
    found = attend_backward(moved, q, k, v, attend(q, k, v, Causal()), Causal())
    for name, i, c in (("q", 0, 1), ("q", 599, 0), ("k", 255, 1), ("k", 512, 0), ("v", 300, 1)):
        arrays: dict[str, Any] = {"q": q, "k": k, "v": v, "scheme": Causal()}
        ends = []
        for sign in (1, -1):
            stepped = arrays[name].copy()
            stepped[0, i, c] += sign * 1e-5
            made = attend(**{**arrays, name: stepped}).output
            ends.append((made * moved).sum())
        step = (ends[0] - ends[1]) / 2e-5
        assert abs(step - getattr(found, name)[0, i, c]) < 1e-7


@pytest.mark.parametrize("shape", [(9,), (1, 9), (6, 9), (4, 1, 9), (2, 1, 6, 9), (2, 4, 6, 9)])
def test_the_gradient_of_a_bias_is_summed_where_it_was_broadcast(shape: tuple[int, ...]) -> None:
    q, k, v = random(2, 4, 6, 3), random(2, 2, 9, 3, seed=1), random(2, 2, 9, 3, seed=2)
    bias, moved = random(*shape, seed=3), random(2, 4, 6, 3, seed=4)
    whole = np.broadcast_to(bias, (2, 4, 6, 9)).copy()
    attention = attend(q, k, v, bias=bias)
    found = attend_backward(moved, q, k, v, attention, bias=bias)
    each = attend_backward(moved, q, k, v, attention, bias=whole)
    assert found.bias is not None and each.bias is not None and found.bias.shape == shape
    missing = tuple(range(4 - len(shape)))
    summed = each.bias.sum(axis=missing)
    axes = tuple(axis for axis, size in enumerate(shape) if size == 1)
    right = summed.sum(axis=axes, keepdims=True)
    np.testing.assert_allclose(found.bias, right, rtol=0, atol=1e-13)
    assert same(found, each)


def test_a_bias_made_by_tiles_has_no_gradient_and_the_others_are_the_same() -> None:
    q, k, v, moved = (random(2, 5, 3, seed=s) for s in range(4))
    made = Alibi([0.5, 0.25])
    table = made.tile(range(2), range(5), range(5), 5, 5)
    one = attend_backward(moved, q, k, v, attend(q, k, v, bias=made), bias=made)
    two = attend_backward(moved, q, k, v, attend(q, k, v, bias=table), bias=table)
    assert one.bias is None and same(one, two)


def test_a_merged_attention_gives_the_merged_gradient() -> None:
    q, k, v, moved = (random(2, 40, 3, seed=s) for s in range(4))
    whole = attend_backward(moved, q, k, v, attend(q, k, v))
    halves = [slice(0, 23), slice(23, None)]
    merged = merge([attend(q, k[:, s], v[:, s]) for s in halves])
    parts = [attend_backward(moved, q, k[:, s], v[:, s], merged) for s in halves]
    np.testing.assert_allclose(sum(p.q for p in parts), whole.q, rtol=0, atol=1e-13)
    np.testing.assert_allclose(
        np.concatenate([p.k for p in parts], axis=1), whole.k, rtol=0, atol=1e-13
    )
    np.testing.assert_allclose(
        np.concatenate([p.v for p in parts], axis=1), whole.v, rtol=0, atol=1e-13
    )


def test_g7_the_strides_of_the_incoming_gradient_change_no_bit() -> None:
    q, k, v = (random(2, 30, 4, seed=s) for s in range(3))
    attention = attend(q, k, v)
    stored = random(2, 4, 30, seed=3)
    ways = [
        stored.swapaxes(1, 2),
        random(2, 30, 4, seed=4)[:, ::-1],
        np.broadcast_to(np.float64(1.0), (2, 30, 4)),
        random(2, 30, 8, seed=5)[..., ::2],
    ]
    for moved in ways:
        turned = attend_backward(moved, q, k, v, attention)
        assert same(turned, attend_backward(moved.copy(), q, k, v, attention))


@pytest.mark.parametrize("poison", [np.nan, np.inf, -np.inf])
def test_what_is_masked_has_no_part_in_any_gradient(poison: float) -> None:
    q, k, v, moved = (random(1, 6, 3, seed=s) for s in range(4))
    mask = np.ones((6, 6), dtype=bool)
    mask[:, 4] = False
    attention = attend(q, k, v, mask=mask)
    clean = attend_backward(moved, q, k, v, attention, mask=mask)
    k[0, 4], v[0, 4] = poison, poison
    dirty = attend_backward(moved, q, k, v, attention, mask=mask)
    assert same(clean, dirty)
    assert not dirty.k[0, 4].any() and not dirty.v[0, 4].any()


def test_only_readers_of_what_is_not_finite_lose_their_gradient() -> None:
    q, k, v, moved = (random(1, 6, 3, seed=s) for s in range(4))
    clean = attend_backward(moved, q, k, v, attend(q, k, v, Causal()), Causal())
    k[0, 4, 1], v[0, 5, 0] = np.nan, np.inf
    dirty = attend_backward(moved, q, k, v, attend(q, k, v, Causal()), Causal())
    assert np.array_equal(dirty.q[:, :4], clean.q[:, :4])


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_narrow_dtypes_sum_in_float32_and_round_once(dtype: str) -> None:
    arrays = [random(2, 70, 8, seed=s).astype(dtype) for s in range(4)]
    moved, q, k, v = arrays
    found = attend_backward(moved, q, k, v, attend(q, k, v, Causal()), Causal())
    wide, *others = (array.astype(np.float64) for array in arrays)
    q, k, v = others
    right = attend_backward(wide, q, k, v, attend(q, k, v, Causal()), Causal())
    for name in ("q", "k", "v"):
        near = getattr(right, name)
        assert getattr(found, name).dtype == dtype
        limit = 25e-7 if dtype == "float32" else 2e-3
        assert np.abs(getattr(found, name) - near).max() <= limit * np.abs(near).max()


def test_threads_and_batch_size_change_no_bit_of_a_gradient() -> None:
    q, k, v, moved = (random(2, 4, 300, 5, seed=s) for s in range(4))
    bias = random(300, 300, seed=5)
    attention = attend(q, k, v, bias=bias)
    one, two = (attend_backward(moved, q, k, v, attention, bias=bias, threads=t) for t in (1, 2))
    assert same(one, two) and np.array_equal(one.bias, two.bias)  # type: ignore[arg-type]
    item = attend(q[:1], k[:1], v[:1], bias=bias)
    alone = attend_backward(moved[:1], q[:1], k[:1], v[:1], item, bias=bias)
    assert np.array_equal(alone.q, one.q[:1]) and np.array_equal(alone.k, one.k[:1])
    assert np.array_equal(alone.v, one.v[:1])


@pytest.mark.parametrize(("n_q", "n_k"), [(0, 4), (4, 0), (0, 0)])
def test_sizes_of_zero_have_gradients_of_their_shape(n_q: int, n_k: int) -> None:
    q, k, v = random(2, n_q, 3), random(2, n_k, 3), random(2, n_k, 5)
    found = attend_backward(np.ones((2, n_q, 5)), q, k, v, attend(q, k, v))
    assert found.q.shape == q.shape and found.k.shape == k.shape and found.v.shape == v.shape
    assert not found.q.any() and not found.k.any() and not found.v.any()


def test_key_lengths_cut_the_gradients_too() -> None:
    q, k, v, moved = (random(2, 3, 7, 4, seed=s) for s in range(4))
    lengths = [7, 3]
    attention = attend(q, k, v, key_lengths=lengths)
    found = attend_backward(moved, q, k, v, attention, key_lengths=lengths)
    assert not found.k[1, :, 3:].any() and not found.v[1, :, 3:].any()
    alone = attend(q[1], k[1, :, :3], v[1, :, :3])
    right = attend_backward(moved[1], q[1], k[1, :, :3], v[1, :, :3], alone)
    assert np.array_equal(found.q[1], right.q) and np.array_equal(found.k[1, :, :3], right.k)


def test_gradients_of_another_shape_are_refused() -> None:
    q = random(2, 3, 4)
    attention = attend(q, q, q)
    with pytest.raises(ShapeError, match=r"grad_output must have the shape .* \(2, 3, 4\)"):
        attend_backward(np.ones((2, 3, 1)), q, q, q, attention)
    with pytest.raises(ShapeError, match=r"attention\.lse must have the shape"):
        wrong = Attention(attention.output, attention.lse[:, :1], None, attention.counters)
        attend_backward(np.ones((2, 3, 4)), q, q, q, wrong)
    with pytest.raises(ShapeError, match="threads must be 1 or more"):
        attend_backward(np.ones((2, 3, 4)), q, q, q, attention, threads=0)


def test_one_head_comes_and_goes_without_a_head_axis() -> None:
    q, bias = random(5, 3), random(5, 5, seed=1)
    found = attend_backward(random(5, 3), q, q, q, attend(q, q, q, bias=bias), bias=bias)
    assert found.q.shape == found.k.shape == found.v.shape == (5, 3)
    assert found.bias is not None and found.bias.shape == (5, 5)
