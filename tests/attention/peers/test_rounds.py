"""A benchmark tells ratios and shares, and never decides anything on a noisy machine."""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

import pytest

from starlore.attention.peers import Case, Measurement, measure, peak_of
from starlore.attention.peers.rounds import settings
from starlore.errors import BadValue

CASE = Case("S1", 10, d=5, share=0.5, floors=(("peer", 1.5),))
PEAK = 1000.0


class Hand:
    """A clock moved by hand: each call of the work takes as long as is said."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: Sequence[float]) -> Callable[[], None]:
        turns: Iterator[float] = cycle(seconds)

        def call() -> None:
            self.now += next(turns)

        return call


def told(
    ours: Sequence[float], theirs: Sequence[float], peaks: Sequence[float] = (PEAK,)
) -> Measurement:
    clock, turns = Hand(), cycle(peaks)
    calls = {"starlore": clock.work(ours), "peer": clock.work(theirs)}
    return measure(CASE, calls, lambda: next(turns), clock, rounds=9)


def test_ratio_and_share_are_those_of_the_rounds() -> None:
    one = told([1.0], [2.0])
    assert one.ratios["peer"].middle == 2.0
    assert CASE.multiply_adds == 1000.0
    assert (one.shares["starlore"].middle, one.shares["peer"].middle) == (1.0, 0.5)
    assert (one.is_noisy, one.misses) == (False, ())


def test_the_first_call_is_not_counted() -> None:
    assert told([100.0] + [1.0] * 9, [2.0]).ratios["peer"].high == 2.0


def test_what_is_missed_is_named() -> None:
    assert told([4.0], [4.0]).misses == ("peer", "peak")


def test_a_machine_that_slows_for_both_in_a_round_changes_no_ratio() -> None:
    slow = [1.0, 1.0, 3.0, 1.0, 5.0]
    one = told(slow, [2 * seconds for seconds in slow])
    assert (one.ratios["peer"].low, one.ratios["peer"].high, one.is_noisy) == (2.0, 2.0, False)


def test_ratios_that_lie_apart_and_a_peak_that_moved_are_noise() -> None:
    assert told([1.0, 1.3], [2.0]).is_noisy
    assert told([1.0], [2.0], [PEAK, 0.85 * PEAK]).is_noisy
    assert not told([1.0], [2.0], [PEAK, 0.95 * PEAK]).is_noisy


def test_one_round_has_no_quartiles() -> None:
    with pytest.raises(BadValue, match="2 or more: 1"):
        measure(CASE, {"starlore": lambda: None}, lambda: PEAK, Hand(), rounds=1)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_the_peak_counts_its_work_by_the_clock_it_is_given(dtype: str) -> None:
    ticks = iter(range(1000))
    assert peak_of(dtype, 1, lambda: float(next(ticks)))() > 0


def test_the_kernel_and_shape_of_a_case_hold_inside_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARLORE_KERNEL", "dense")
    monkeypatch.delenv("STARLORE_SHAPE", raising=False)
    with settings(Case("S10", 8, kernel="numpy", shape="avx2")):
        assert (os.environ["STARLORE_KERNEL"], os.environ["STARLORE_SHAPE"]) == ("numpy", "avx2")
    assert os.environ["STARLORE_KERNEL"] == "dense"
    assert "STARLORE_SHAPE" not in os.environ
