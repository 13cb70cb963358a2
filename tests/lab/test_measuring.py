"""Measuring: what is counted before, turns of both, and an end in time; clocks are made up."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from starlore.attention import attend
from starlore.attention.cost import kernel_here
from starlore.lab import measuring
from starlore.lab.measuring import (
    ROUNDS,
    SIZES,
    WIDTH,
    counted,
    dense,
    kernel,
    make_ready,
    median,
    timed,
)


def ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by a step whenever it is looked at."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += step
        return now

    return clock


def test_the_whole_table_gives_what_the_engine_gives() -> None:
    rng = np.random.default_rng(1)
    q, k, v = (rng.standard_normal((40, WIDTH)) for _ in range(3))
    assert np.allclose(dense(q, k, v), attend(q, k, v).output, atol=1e-12)


def test_tiles_are_what_anyone_gets_who_calls_attend_with_float32(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, tuple[int, ...], dict[str, Any]]] = []

    def seen(q: Any, k: Any, v: Any, **more: Any) -> object:
        asked.append((q.dtype.name, q.shape, more))
        return attend(q, k, v, **more)

    monkeypatch.setattr(measuring, "attend", seen)
    make_ready(ticking(0.0))
    list(timed(ticking(0.0), ticking(0.5), (8,)))
    assert {(name, tuple(more)) for name, _, more in asked} == {("float32", ("threads",))}
    assert asked[0][1] == (SIZES[0], WIDTH), "made ready on the shortest"
    assert kernel() == kernel_here("float32")


def test_the_whole_table_stays_in_float32() -> None:
    q = np.ones((8, WIDTH), np.float32)
    assert dense(q, q, q).dtype == np.float32


def test_making_the_kernel_ready_is_timed_apart() -> None:
    assert make_ready(ticking(2.5)) == 2.5


@pytest.mark.parametrize("n", SIZES)
def test_comparisons_and_the_table_grow_with_the_square_and_the_tiles_do_not(n: int) -> None:
    known = counted(n)
    assert known.comparisons == n * n
    assert known.table_bytes == 4 * n * n
    assert known.tiled_bytes <= counted(SIZES[-1]).tiled_bytes < 4 * 2**20


def test_every_size_is_run_seven_times_in_turns() -> None:
    turns = list(timed(ticking(0.0), ticking(0.5), (4, 8)))
    assert [run.n for run in turns] == [4] * ROUNDS + [8] * ROUNDS
    for at, run in enumerate(turns):
        assert run.dense == run.tiled == (0.5,) * (at % ROUNDS + 1)
        assert median(run.dense) == 0.5


def test_a_size_that_would_not_end_in_time_is_not_begun() -> None:
    turns = list(timed(ticking(1.0), ticking(0.1), (4, 8, 16), most_seconds=5.0))
    assert {run.n for run in turns} == {4}
    assert 1 <= len(turns[-1].dense) < ROUNDS


def test_nothing_is_measured_where_there_is_no_time() -> None:
    assert list(timed(ticking(9.0), ticking(0.1), (4,), most_seconds=5.0)) == []


def test_whoever_asks_may_stop_after_any_turn() -> None:
    own = ticking(0.5)
    steps = timed(ticking(0.0), own, (4, 8, 16))
    assert (one := next(steps)).n == 4 and len(one.dense) == 1
    looked = own()
    assert own() - looked == pytest.approx(0.5), "nothing runs until it is asked for"


def test_a_turn_may_be_taken_in_any_thread() -> None:
    steps, found = timed(ticking(0.0), ticking(0.5), (4,)), []
    for _ in range(3):
        thread = threading.Thread(target=lambda: found.append(next(steps)))
        thread.start()
        thread.join()
    assert [len(run.dense) for run in found] == [1, 2, 3]
