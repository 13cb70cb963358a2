"""A matrix that is written to: each rule as its formula says, in pieces, and undone."""

from typing import Any

import numpy as np
import pytest

from starlore.attention import Causal, attend
from starlore.attention.arrays import Array
from starlore.attention.contrast import run_linear, run_linear_backward
from starlore.attention.contrast.laid import sigmoid
from starlore.errors import BadValue, DtypeError, ShapeError
from tests.attention.contrast.slopes import assert_slope

RNG = np.random.default_rng(7)
RULES = ("linear", "gated", "delta", "gated_delta")
N, D_K, D_V = 5, 3, 2


def drawn(*shape: int) -> Array:
    return RNG.standard_normal(shape)


def given(rule: str, heads: int = 2, group: int = 2, by_head: bool = False) -> dict[str, Any]:
    """Inputs of a rule; keys short, so that the delta rules stay tame."""
    inputs: dict[str, Any] = {
        "q": drawn(1, heads * group, N, D_K),
        "k": drawn(1, heads, N, D_K) / 2,
        "v": drawn(1, heads, N, D_V),
        "hidden": drawn(1, heads, D_K, D_V),
    }
    if "gated" in rule:
        inputs["decay"] = -abs(drawn(1, heads, N) if by_head else drawn(1, heads, N, D_K))
    if "delta" in rule:
        inputs["beta"] = RNG.uniform(0.2, 0.9, (1, heads, N))
    return inputs


def by_loops(rule: str, inputs: dict[str, Any]) -> Array:
    """The four rules, one head and one place at a time."""
    q, k, v, hidden = (inputs[name] for name in ("q", "k", "v", "hidden"))
    (b, h_q, n, d_k), heads = q.shape, k.shape[1]
    out = np.empty((b, h_q, n, v.shape[-1]))
    for i, h in np.ndindex(b, h_q):
        own = h // (h_q // heads)
        matrix = hidden[i, own].copy()
        for t in range(n):
            if "gated" in rule:
                matrix = matrix * np.exp(np.broadcast_to(inputs["decay"][i, own, t], d_k))[:, None]
            key, value = k[i, own, t], v[i, own, t]
            written = value - matrix.T @ key if "delta" in rule else value
            rate = inputs["beta"][i, own, t] if "delta" in rule else 1.0
            matrix = matrix + rate * np.outer(key, written)
            out[i, h, t] = matrix.T @ q[i, h, t] / np.sqrt(d_k)
    return out


@pytest.mark.parametrize("by_head", [False, True])
@pytest.mark.parametrize("rule", RULES)
def test_it_is_what_loops_say(rule: Any, by_head: bool) -> None:
    inputs = given(rule, by_head=by_head)
    np.testing.assert_allclose(
        run_linear(**inputs, rule=rule).output, by_loops(rule, inputs), rtol=1e-10
    )


@pytest.mark.parametrize("rule", RULES)
def test_a_text_in_pieces_is_the_text(rule: Any) -> None:
    inputs = given(rule)
    whole = run_linear(**inputs, rule=rule)
    pieces = []
    hidden = inputs["hidden"]
    for cut in (slice(0, 2), slice(2, N)):
        piece = {name: one[:, :, cut] for name, one in inputs.items() if name != "hidden"}
        pieces.append(run_linear(**piece, rule=rule, hidden=hidden))
        hidden = pieces[-1].hidden
    assert np.array_equal(np.concatenate([one.output for one in pieces], 2), whole.output)
    assert np.array_equal(hidden, whole.hidden)


def test_what_delta_wrote_for_a_key_it_gives_back() -> None:
    """Orthogonal keys of length one, a rate of one: a lookup that never fails while room lasts."""
    keys, values = np.eye(3)[None], drawn(1, 3, 2)
    ours = run_linear(keys, keys, values, rule="delta", beta=np.ones((1, 3)), scale=1)
    np.testing.assert_allclose(ours.output, values, atol=1e-12)
    np.testing.assert_allclose(keys @ ours.hidden, values, atol=1e-12)


def test_more_keys_than_room_are_mixed_up_where_attention_keeps_them_apart() -> None:
    keys, values = np.array([[[1.0, 0], [0, 1], [0.8, 0.6]]]), np.array([[[1.0], [2], [3]]])
    matrix = run_linear(keys, keys, values, rule="linear", scale=1).output[0, :, 0]
    lookup = attend(keys, keys, values, Causal(), scale=100.0).output[0, :, 0]
    assert abs(matrix[2] - 3) > 1 and abs(lookup[2] - 3) < 1e-6


@pytest.mark.parametrize("by_head", [False, True])
@pytest.mark.parametrize("rule", RULES)
def test_its_gradients_are_those_of_differences(rule: Any, by_head: bool) -> None:
    inputs = given(rule, by_head=by_head)
    g = drawn(1, 4, N, D_V)

    def total(**changed: Array) -> float:
        return float((g * run_linear(**{**inputs, **changed}, rule=rule).output).sum())

    ours = run_linear_backward(g, **inputs, rule=rule)
    for name, at in inputs.items():
        assert_slope(lambda one, name=name: total(**{name: one}), at, getattr(ours, name))  # type: ignore[misc]


@pytest.mark.parametrize("shape", [(0, 2, N), (1, 2, 0), (1, 0, N)])
def test_nothing_gives_nothing(shape: tuple[int, int, int]) -> None:
    b, heads, n = shape
    if not heads:
        with pytest.raises(ShapeError):
            run_linear(drawn(b, 0, n, D_K), drawn(b, 0, n, D_K), drawn(b, 0, n, D_V), rule="linear")
        return
    q, k, v = drawn(b, 2 * heads, n, D_K), drawn(b, heads, n, D_K), drawn(b, heads, n, D_V)
    assert run_linear(q, k, v, rule="linear").output.shape == (b, 2 * heads, n, D_V)
    assert (
        run_linear_backward(drawn(b, 2 * heads, n, D_V), q, k, v, rule="linear").q.shape == q.shape
    )


def test_a_gate_keeps_its_digits_where_it_is_nearly_shut() -> None:
    x = np.array([-20.0, -17, -3, 0, 3, 17], np.float32)
    exact = 1 / (1 + np.exp(-x.astype(np.float64)))
    np.testing.assert_allclose(sigmoid(x), exact, rtol=3e-7)
    assert sigmoid(x).dtype == np.float32


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"rule": "hebb"}, BadValue),
        ({"beta": None}, BadValue),
        ({"decay": drawn(1, 2, N)}, BadValue),
        ({"q": drawn(1, 3, N, D_K)}, ShapeError),
        ({"q": drawn(1, 4, N + 1, D_K)}, ShapeError),
        ({"v": drawn(1, 2, N + 1, D_V)}, ShapeError),
        ({"beta": drawn(1, 2, N + 1)}, ShapeError),
        ({"hidden": drawn(1, 2, D_K, D_V + 1)}, ShapeError),
        ({"k": drawn(1, 2, N, D_K).astype(np.float32)}, DtypeError),
        ({"scale": "x"}, DtypeError),
    ],
)
def test_what_does_not_fit_is_refused(changed: dict[str, Any], fault: Any) -> None:
    with pytest.raises(fault):
        run_linear(**{"rule": "delta", **given("delta"), **changed})
