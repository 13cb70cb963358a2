"""The best few of many: as a stable sort of the whole would find them."""

import numpy as np
import pytest

from starlore.attention.reading.best import Best


@pytest.mark.parametrize("count", [1, 3, 9])
def test_the_best_of_several_tiles_are_those_of_a_stable_sort(count: int) -> None:
    rng = np.random.default_rng(count)
    values = rng.integers(0, 6, size=(40, 24)).astype(float)
    values[rng.random(values.shape) < 0.3] = -np.inf
    values[0] = -np.inf
    told = rng.random(values.shape)
    best = Best(40, count, values.dtype)
    for start in range(0, 24, 8):
        best.offer(values[:, start : start + 8], start, told=told[:, start : start + 8])
    order = np.argsort(-values, axis=1, kind="stable")[:, :count]
    is_there = np.take_along_axis(values, order, 1) > -np.inf
    assert np.array_equal(best.keys, np.where(is_there, order, -1))
    kept = np.where(is_there, np.take_along_axis(told, order, 1), 0)
    assert np.array_equal(best.told, kept)


def test_what_is_offered_is_not_changed_and_nan_is_never_kept() -> None:
    values = np.array([[np.nan, 1.0], [2.0, 3.0]])
    given = values.copy()
    best = Best(2, 1, values.dtype)
    best.offer(values, 5)
    assert np.array_equal(values, given, equal_nan=True)
    assert best.keys.tolist() == [[-1], [6]]
