"""Which tiles are visited where a query's keys lie in several spans: those, and no gap between."""

from typing import Any, NamedTuple

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")

import numba

from starlore.attention import reference
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.run import run
from starlore.attention.compiled.shape import MOST_SPANS, SHAPES, TILE
from starlore.attention.compiled.words import tiles_of_spans
from starlore.attention.inputs import check
from starlore.attention.schemes import Causal, Global, Window


class Told(NamedTuple):
    """What the kernel's job says of spans."""

    spans: int
    lows: int
    highs: int
    n_q: int


@pytest.fixture(scope="module")
def visited() -> Any:
    """The tiles of one block of rows, first to last."""
    reach, next_tile = tiles_of_spans(SHAPES["generic"], "test")

    @numba.njit
    def visited(job, block, ends, stop):  # type: ignore[no-untyped-def]
        reach(job, block, ends)
        found, tile = [0 for _ in range(0)], next_tile(job, ends, 0, stop)
        while tile < stop:
            found.append(tile)
            tile = next_tile(job, ends, tile + 1, stop)
        return found

    return visited


@pytest.mark.parametrize("seed", range(20))
def test_the_tiles_of_all_spans_are_visited_and_none_of_the_gaps(visited: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    spans, n_q, keys = int(rng.integers(2, MOST_SPANS + 1)), 40, 64 * TILE
    lows = rng.integers(0, keys, (spans, 1)) + rng.integers(0, 9, (spans, n_q))
    lengths = rng.integers(0, 3 * TILE, (spans, n_q)) * (rng.random((spans, 1)) < 0.8)
    highs = np.minimum(lows + lengths, keys)
    lows, highs = lows.astype(np.int32), highs.astype(np.int32)
    block = (int(rng.integers(0, n_q)), int(rng.integers(1, n_q)))
    rows = [(block[0] + at) % n_q for at in range(block[1])]
    expected: set[int] = set()
    for low, high in zip(lows[:, rows], highs[:, rows], strict=True):
        is_read = high > low
        if is_read.any():
            stop = -(-int(high[is_read].max()) // TILE)
            expected |= set(range(int(low[is_read].min()) // TILE, stop))
    ends = np.zeros(2 * MOST_SPANS, dtype=np.int64)
    job = Told(spans, address(lows), address(highs), n_q)
    assert visited(job, block, address(ends), keys // TILE) == sorted(expected)


def test_a_few_early_keys_and_a_window_far_from_them_agree_with_the_reference() -> None:
    rng = np.random.default_rng(3)
    q, k, v = (rng.standard_normal((1, n, 8)).astype(np.float32) for n in (200, 12295, 12295))
    scheme = Causal("end") & (Window(70, align="end") | Global(range(3), False, align="end"))
    inputs = check(q, k, v, scheme, *[None] * 5)
    ours, exact = run(inputs, None, None), reference.run(inputs, None, None)
    np.testing.assert_allclose(ours.output, exact.output, rtol=0, atol=3e-6)
    assert ours.counters.comparisons == exact.counters.comparisons
    assert ours.counters.pairs_scored < 200 * 12 * TILE
