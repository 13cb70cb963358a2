"""Case G3: whatever the length, weights can be asked for without a table of them."""

import numpy as np

from starlore import Causal, Read, explain
from tests.attention.kernels import attend, chosen, random


def test_g3_keys_weights_and_columns_equal_the_table() -> None:
    n = 2048
    q, k, v = (random(n, 8, seed=s) for s in range(3))
    found = attend(q, k, v, Causal(), read=Read(top=4, columns=True)).reading
    steps = explain(q, k, v, Causal())
    near = 1e-12 if steps.weights.dtype == q.dtype else 2e-6
    assert found is not None and found.top_keys is not None
    assert found.top_weights is not None and found.column_weight is not None
    order = np.argsort(-steps.biased, axis=-1, kind="stable")[:, :4]
    is_there = np.take_along_axis(steps.allowed, order, -1)
    assert np.array_equal(found.top_keys, np.where(is_there, order, -1))
    weights = np.where(is_there, np.take_along_axis(steps.weights, order, -1), 0)
    np.testing.assert_allclose(found.top_weights, weights, rtol=0, atol=near)
    np.testing.assert_allclose(found.column_weight, steps.weights.sum(0), rtol=0, atol=n * near)


def test_g3_a_long_text_is_read_without_a_table() -> None:
    if chosen() == "dense":
        return  # the reference may hold tables; it says so in its counters
    n = 16_384
    q, k, v = (random(n, 4, seed=s).astype(np.float32) for s in range(3))
    made = attend(q, k, v, Causal(), read=Read(top=4, columns=True), threads=2)
    assert made.reading is not None and made.reading.column_weight is not None
    assert made.counters.extra_bytes <= 32 * 2**20 + 2 * 4 * 2**20
    assert made.reading.nbytes < 100 * n
    assert abs(float(made.reading.column_weight.sum(dtype=np.float64)) - n) < 1e-2 * n
