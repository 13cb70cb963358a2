"""Every peer is asked for the same work, and gives the same numbers where it gives any."""

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from starlore.attention import attend
from starlore.attention.peers import CASES, PEERS, Case, calls_of
from starlore.attention.peers import calls as module
from starlore.errors import BadValue

NEEDED = {"torch": "torch", "onnxruntime": "onnx", "numpy": "numpy"}
SMALL = (
    Case("S1", 48, d=16, heads=2),
    Case("S2", 48, d=16, is_causal=True),
    Case("S4", 48, d=16, is_causal=True, left=7),
    Case("S7", 48, d=16, n_q=1, heads=3),
)


def numbers(found: Any) -> Any:
    if hasattr(found, "output"):
        return found.output
    return np.asarray(found[0] if isinstance(found, list) else found)


@pytest.mark.parametrize("peer", NEEDED)
@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.goal)
def test_a_peer_computes_what_we_compute(peer: str, case: Case) -> None:
    if find_spec(peer) is None or find_spec(NEEDED[peer]) is None:
        pytest.skip(f"{peer} is not installed")
    calls = calls_of(case, [peer], 1)
    if peer not in calls:
        assert (peer, case.left) == ("onnxruntime", 7)
        return
    expected = attend(*case.arrays(), case.scheme).output
    np.testing.assert_allclose(numbers(calls[peer]()), expected, atol=2e-5)
    np.testing.assert_allclose(numbers(calls["starlore"]()), expected, atol=2e-5)


def test_reading_stands_beside_not_reading_and_backward_gives_gradients() -> None:
    assert list(calls_of(Case("S5", 32, d=8, work="reading"), ["numpy"], 1)) == [
        "starlore",
        "plain",
    ]
    gradients = calls_of(Case("S6", 32, d=8, work="backward"), [], 1)["starlore"]()
    assert gradients.k.shape == (1, 1, 32, 8)


def test_a_peer_that_is_missing_or_unknown_is_told_in_a_sentence() -> None:
    with pytest.raises(BadValue, match="peers are torch, onnxruntime, flex, numpy: there is no"):
        calls_of(SMALL[0], ["fastest"], 1)
    with pytest.raises(BadValue, match="nowhere is not installed: pip install nowhere here"):
        module._installed("nowhere.at_all", "nowhere here")


def test_every_goal_of_speed_has_a_case_and_every_floor_a_peer() -> None:
    assert {case.goal for case in CASES} == {"S1", "S2", "S3", "S4", "S5", "S6", "S7", "S10"}
    assert {peer for case in CASES for peer, _ in case.floors} <= {*PEERS, "plain"}


def test_useful_work_counts_what_is_read_and_no_more() -> None:
    assert Case("S2", 100, d=3, is_causal=True).multiply_adds == 5050 * 6
    assert Case("S6", 10, d=1, work="backward").multiply_adds == 100 * 2 * 2.5
    assert Case("S1", 10).widened(2).heads == 2
