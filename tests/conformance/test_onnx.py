"""ONNX's node tests, all of those whose operator is an attention, on every kernel."""

from dataclasses import replace

import numpy as np
import pytest

from starlore.attention import Causal, Scheme, Window, attend, explain, softmax
from starlore.attention.arrays import Array
from starlore.attention.schemes import Both
from tests.attention.kernels import KERNELS, forced
from tests.conformance.nearness import assert_near
from tests.conformance.onnx_adapter import (
    NodeCase,
    answers,
    call_of,
    flex_attention,
    node_cases,
)

pytest.importorskip("onnx", reason="onnx is not installed: its node tests are left out")
pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed: onnx needs it for bfloat16")

CASES = {name: node_cases(name) for name in ("Attention", "FlexAttention", "Softmax", "LogSoftmax")}
NEEDED = {"Attention": 93, "FlexAttention": 11, "Softmax": 7, "LogSoftmax": 7}

MODS = {"score_mod", "prob_mod"}
"""FlexAttention's functions of scores and weights: the parts have room for them, attend has not."""


def each(cases: list[NodeCase]) -> pytest.MarkDecorator:
    """One test for each case."""
    return pytest.mark.parametrize("case", cases, ids=[case.name[5:] for case in cases])


def on_each_kernel(cases: list[NodeCase]) -> pytest.MarkDecorator:
    """One test for each case and kernel; machine code takes no float64."""
    pairs = [
        pytest.param(case, kernel, id=f"{kernel}-{case.name[5:]}")
        for kernel in KERNELS
        for case in cases
        if kernel != "compiled" or case.inputs[0] is None or case.inputs[0].dtype != np.float64
    ]
    return pytest.mark.parametrize(("case", "kernel"), pairs)


def assert_as_onnx(ours: Array | None, case: NodeCase, place: int = 0) -> None:
    """Ours is what ONNX wants at this place, as near as ONNX's own runner wants it.

    ONNX rounds every step to bfloat16, we round once: its runner allows two units for that.
    """
    theirs = case.outputs[place]
    if theirs is None:
        return
    assert ours is not None and (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
    rtol = 2**-6 if theirs.dtype.name == "bfloat16" else case.rtol
    wide = ours.astype(np.float64), theirs.astype(np.float64)
    np.testing.assert_allclose(*wide, rtol=rtol, atol=case.atol)


def test_no_case_of_onnx_is_missing() -> None:
    assert {name: len(cases) for name, cases in CASES.items()} == NEEDED


@on_each_kernel(CASES["Attention"])
def test_attention_is_what_onnx_means_by_it(case: NodeCase, kernel: str) -> None:
    call = call_of(case)
    with forced(kernel):
        made = call.by(attend)
    assert made.counters.kernel == kernel
    for place, ours in enumerate(answers(case, call, made.output)):
        assert_as_onnx(ours, case, place)
    exact = call.by(explain)
    assert_near(made.output, exact.output)
    assert_near(made.lse, exact.lse)


@each(CASES["FlexAttention"])
def test_the_three_parts_are_what_onnx_means_by_flex_attention(case: NodeCase) -> None:
    assert_as_onnx(flex_attention(case), case)


@on_each_kernel([case for case in CASES["FlexAttention"] if not case.attributes.keys() & MODS])
def test_flex_attention_without_functions_is_attend(case: NodeCase, kernel: str) -> None:
    call = call_of(case)
    with forced(kernel):
        made = call.by(attend)
    assert_as_onnx(made.output, case)
    assert_near(made.output, call.by(explain).output)


@each(CASES["Softmax"])
def test_softmax_is_what_onnx_means_by_it(case: NodeCase) -> None:
    (scores,) = case.inputs
    assert scores is not None
    axis = case.attributes.get("axis", -1)
    ours = softmax(scores.swapaxes(axis, -1)).swapaxes(axis, -1)
    assert_as_onnx(ours, case)


@on_each_kernel(CASES["LogSoftmax"])
def test_a_score_less_its_log_sum_is_log_softmax(case: NodeCase, kernel: str) -> None:
    (scores,) = case.inputs
    assert scores is not None
    axis = case.attributes.get("axis", -1)
    rows = scores.swapaxes(axis, -1)
    keys = rows[..., None, :, None]
    with forced(kernel):
        lse = attend(np.ones_like(keys[..., :1, :]), keys, keys, scale=1).lse[..., 0]
    assert_as_onnx((rows - lse).swapaxes(axis, -1), case)


def altered(scheme: Scheme, fault: str) -> Scheme:
    """The scheme of a library that makes one of the known mistakes."""
    if isinstance(scheme, Both):
        return altered(scheme.first, fault) & altered(scheme.second, fault)
    if isinstance(scheme, Window) and fault == "window" and scheme.left is not None:
        return replace(scheme, left=scheme.left + 1)
    if isinstance(scheme, Causal) and fault == "align":
        return Causal("start")
    return scheme


@pytest.mark.parametrize("fault", ["align", "window", "mask"])
def test_an_attention_with_a_fault_fails_cases(fault: str) -> None:
    failed = 0
    for case in CASES["Attention"]:
        call = call_of(case)
        wrong = {
            "mask": replace(call, named={**call.named, "mask": None}),
        }.get(fault, replace(call, scheme=altered(call.scheme, fault)))
        try:
            assert_as_onnx(answers(case, wrong, wrong.by(attend).output)[0], case)
        except AssertionError:
            failed += 1
    assert failed >= 3
