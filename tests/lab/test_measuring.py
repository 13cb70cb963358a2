"""Measuring: what is counted before, turns of both, and an end in time; clocks are made up."""

from collections.abc import Callable

import numpy as np
import pytest

from starlore.attention import attend
from starlore.lab.measuring import ROUNDS, SIZES, counted, dense, median, timed


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
    q, k, v = (rng.standard_normal((40, 16)) for _ in range(3))
    assert np.allclose(dense(q, k, v), attend(q, k, v).output, atol=1e-12)


@pytest.mark.parametrize("n", SIZES)
def test_comparisons_and_the_table_grow_with_the_square_and_the_tiles_do_not(n: int) -> None:
    known = counted(n)
    assert known.comparisons == n * n
    assert known.table_bytes == 8 * n * n
    assert known.tiled_bytes <= counted(SIZES[-1]).tiled_bytes < 4 * 2**20


def test_every_size_is_run_seven_times_in_turns() -> None:
    runs = list(timed(ticking(0.0), ticking(0.5), (4, 8)))
    assert [run.n for run in runs] == [4, 8]
    for run in runs:
        assert run.dense == run.tiled == (0.5,) * ROUNDS
        assert median(run.dense) == 0.5


def test_a_size_that_would_not_end_in_time_is_not_begun() -> None:
    runs = list(timed(ticking(1.0), ticking(0.1), (4, 8, 16), most_seconds=5.0))
    assert [run.n for run in runs] == [4]
    assert 1 <= len(runs[0].dense) < ROUNDS


def test_nothing_is_measured_where_there_is_no_time() -> None:
    assert list(timed(ticking(9.0), ticking(0.1), (4,), most_seconds=5.0)) == []


def test_whoever_asks_may_stop_after_any_size() -> None:
    own = ticking(0.5)
    steps = timed(ticking(0.0), own, (4, 8, 16))
    assert next(steps).n == 4
    looked = own()
    assert own() - looked == pytest.approx(0.5), "nothing runs until it is asked for"
