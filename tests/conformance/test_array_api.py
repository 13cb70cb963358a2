"""Arrays of the strictest array-API library there is: read where they lie, everywhere."""

from collections.abc import Callable, Iterator
from typing import Any

import array_api_strict as strict
import numpy as np
import pytest

from starlore.attention import (
    Cache,
    Causal,
    attend,
    attend_backward,
    attend_cached,
    attend_part,
    explain,
    extend,
    merge,
    score,
    softmax,
)
from starlore.attention.arrays import Array, as_array
from tests.attention.kernels import KERNELS, forced


@pytest.fixture(params=KERNELS)
def dtype(request: pytest.FixtureRequest) -> Iterator[str]:
    """The widest dtype of a kernel, and the kernel forced."""
    with forced(request.param):
        yield "float32" if request.param == "compiled" else "float64"


def arrays(dtype: str) -> list[Array]:
    """Queries, keys and values of grouped heads."""
    draws = np.random.default_rng(0)
    shapes = (2, 4, 5, 3), (2, 2, 7, 3), (2, 2, 7, 6)
    return [draws.normal(size=shape).astype(dtype) for shape in shapes]


def lent(given: Array) -> Any:
    """The same array, in the other library."""
    return strict.asarray(given)


def test_a_strict_array_is_not_copied() -> None:
    given = lent(np.arange(4.0))
    assert np.shares_memory(as_array(given, "q"), np.from_dlpack(given))


def test_every_argument_may_be_a_strict_array(dtype: str) -> None:
    q, k, v = arrays(dtype)
    draws = np.random.default_rng(1)
    tables: dict[str, Array] = {
        "mask": draws.random((4, 5, 7)) < 0.8,
        "bias": draws.normal(size=(5, 7)).astype(dtype),
        "key_lengths": np.array([7, 3]),
    }
    there = {name: lent(table) for name, table in tables.items()}
    functions: list[Callable[..., Any]] = [attend, attend_part, explain]
    for function in functions:
        ours = function(q, k, v, Causal("end"), **tables)
        theirs = function(lent(q), lent(k), lent(v), Causal("end"), **there)
        assert type(theirs.output) is np.ndarray
        assert np.array_equal(ours.output, theirs.output) and np.array_equal(ours.lse, theirs.lse)


def test_gradients_parts_and_caches_take_strict_arrays(dtype: str) -> None:
    q, k, v = arrays(dtype)
    made = attend(q, k, v)
    ours = attend_backward(np.ones_like(made.output), q, k, v, made)
    theirs = attend_backward(lent(np.ones_like(made.output)), lent(q), lent(k), lent(v), made)
    assert np.array_equal(ours.q, theirs.q) and np.array_equal(ours.v, theirs.v)

    halves = [slice(None, 4), slice(4, None)]
    parts = [attend_part(lent(q), lent(k[..., at, :]), lent(v[..., at, :])) for at in halves]
    np.testing.assert_allclose(merge(parts).output, made.output, rtol=0, atol=2e-6)

    cache = extend(Cache(2, 3, 6, dtype, batch=(2,)), lent(k), lent(v))
    cached = attend_cached(lent(q), cache, Causal("end"))
    assert np.array_equal(cached.output, attend(q, k, v, Causal("end")).output)


def test_the_parts_take_strict_arrays() -> None:
    q, k, _ = arrays("float64")
    scores = score(lent(q[0, 0]), lent(k[0, 0]))
    assert np.array_equal(scores, score(q[0, 0], k[0, 0]))
    assert np.array_equal(softmax(lent(scores)), softmax(scores))
