"""ONNX's node tests of what else reads the past: a convolution, a state, a matrix."""

from typing import Any

import numpy as np
import pytest

from starlore.attention.arrays import Array
from starlore.attention.contrast import (
    RecurrentParams,
    convolve_causal,
    run_linear,
    run_recurrent,
)
from tests.conformance.onnx_adapter import NodeCase, node_cases

pytest.importorskip("onnx", reason="onnx is not installed: its node tests are left out")
pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed: onnx needs it for bfloat16")

NEEDED = {"CausalConvWithState": 13, "LinearAttention": 14, "RNN": 6, "GRU": 6, "LSTM": 6}
CASES = {name: node_cases(name) for name in NEEDED}


def at(case: NodeCase, place: int) -> Array | None:
    """An input by its place; None where it was left out, at the end as well."""
    return case.inputs[place] if place < len(case.inputs) else None


def assert_as_onnx(ours: Array | None, case: NodeCase, place: int) -> None:
    theirs = case.outputs[place] if place < len(case.outputs) else None
    if theirs is None:
        return
    assert ours is not None and (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
    wide = ours.astype(np.float64), theirs.astype(np.float64)
    np.testing.assert_allclose(*wide, rtol=case.rtol, atol=case.atol)


def each(*operators: str) -> pytest.MarkDecorator:
    cases = [pytest.param(one, case, id=case.name[5:]) for one in operators for case in CASES[one]]
    return pytest.mark.parametrize(("operator", "case"), cases)


@pytest.mark.parametrize("operator", NEEDED)
def test_no_case_is_missing(operator: str) -> None:
    assert len(CASES[operator]) == NEEDED[operator]


@each("CausalConvWithState")
def test_a_convolution_as_onnx(operator: str, case: NodeCase) -> None:
    x, weight, bias, past = (at(case, place) for place in range(4))
    assert x is not None and weight is not None
    activation = case.attributes.get("activation", b"none").decode()
    ours = convolve_causal(
        x,
        weight[:, 0],
        bias=bias,
        hidden=past,
        activation="silu" if activation in ("silu", "swish") else None,
    )
    assert_as_onnx(ours.output, case, 0)
    assert_as_onnx(ours.hidden, case, 1)


@each("LinearAttention")
def test_a_matrix_as_onnx(operator: str, case: NodeCase) -> None:
    attributes = case.attributes
    heads = attributes["kv_num_heads"]
    q, k, v, past, decay, beta = (at(case, place) for place in range(6))
    assert q is not None and k is not None and v is not None
    keys = _heads(k, heads)
    ours = run_linear(
        _heads(q, attributes["q_num_heads"]),
        keys,
        _heads(v, heads),
        rule=attributes.get("update_rule", b"gated_delta").decode(),
        decay=None if decay is None else _decay(decay, heads, keys.shape[-1]),
        beta=None if beta is None else _by_head(beta, heads),
        hidden=past,
        scale=attributes.get("scale") or None,
    )
    b, h, n, d = ours.output.shape
    assert_as_onnx(ours.output.swapaxes(1, 2).reshape(b, n, h * d), case, 0)
    assert_as_onnx(ours.hidden, case, 1)


@each("RNN", "GRU", "LSTM")
def test_a_state_as_onnx(operator: str, case: NodeCase) -> None:
    is_batch_first = bool(case.attributes.get("layout", 0))
    x, w, r, bias, lengths, hidden, cell, peepholes = (at(case, place) for place in range(8))
    assert x is not None and w is not None and r is not None
    second = 0 if is_batch_first else 1

    def states(one: Array | None) -> Array | None:
        return None if one is None else one.swapaxes(0, second)

    settings: dict[str, Any] = {"hidden": states(hidden), "lengths": lengths}
    if operator == "LSTM":
        settings["cell_state"] = states(cell)
    reset = bool(case.attributes.get("linear_before_reset", 0))
    ours = run_recurrent(
        x if is_batch_first else x.swapaxes(0, 1),
        RecurrentParams(w, r, bias, peepholes, linear_before_reset=reset),
        cell=operator.lower(),  # type: ignore[arg-type]
        direction=case.attributes.get("direction", b"forward").decode(),
        **settings,
    )
    every = ours.output if is_batch_first else ours.output.transpose(1, 2, 0, 3)
    assert_as_onnx(every, case, 0)
    assert_as_onnx(states(ours.hidden), case, 1)
    assert_as_onnx(states(ours.cell), case, 2)


def _heads(packed: Array, heads: int) -> Array:
    """`[b, n, h * d]` to `[b, h, n, d]`."""
    b, n, wide = packed.shape
    return packed.reshape(b, n, heads, wide // heads).swapaxes(1, 2)


def _by_head(packed: Array, heads: int) -> Array:
    """`[b, n, h]` or `[b, n, 1]` to `[b, h, n]`."""
    return np.broadcast_to(packed.swapaxes(1, 2), (packed.shape[0], heads, packed.shape[1]))


def _decay(packed: Array, heads: int, d_k: int) -> Array:
    """A decay for each coordinate, or one for each head."""
    is_whole = packed.shape[-1] == heads and d_k > 1
    return _by_head(packed, heads) if is_whole else _heads(packed, heads)
