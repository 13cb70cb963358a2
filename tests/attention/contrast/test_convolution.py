"""A causal convolution sees its window, goes on from piece to piece, and can be undone."""

from typing import Any

import numpy as np
import pytest

from starlore.attention.arrays import Array
from starlore.attention.contrast import convolve_causal, convolve_causal_backward
from starlore.errors import BadValue, DtypeError, ShapeError
from tests.attention.contrast.slopes import assert_slope

RNG = np.random.default_rng(3)


def drawn(*shape: int) -> Array:
    return RNG.standard_normal(shape)


def by_loops(x: Array, kernel: Array, bias: Array) -> Array:
    """The same, place by place."""
    (b, c, n), w = x.shape, kernel.shape[1]
    out = np.empty((b, c, n))
    for i, j, t in np.ndindex(b, c, n):
        seen = [x[i, j, t - w + 1 + s] * kernel[j, s] for s in range(w) if t - w + 1 + s >= 0]
        out[i, j, t] = bias[j] + sum(seen)
    return out


@pytest.mark.parametrize("w", [1, 2, 5, 9])
def test_it_is_what_loops_say(w: int) -> None:
    x, kernel, bias = drawn(2, 3, 7), drawn(3, w), drawn(3)
    ours = convolve_causal(x, kernel, bias=bias)
    np.testing.assert_allclose(ours.output, by_loops(x, kernel, bias), rtol=1e-12)
    assert ours.hidden.shape == (2, 3, w - 1)


@pytest.mark.parametrize("cut", [0, 1, 4, 7])
def test_a_text_in_pieces_is_the_text(cut: int) -> None:
    x, kernel = drawn(1, 2, 7), drawn(2, 4)
    whole = convolve_causal(x, kernel, activation="silu")
    first = convolve_causal(x[..., :cut], kernel, activation="silu")
    second = convolve_causal(x[..., cut:], kernel, hidden=first.hidden, activation="silu")
    assert np.array_equal(np.concatenate([first.output, second.output], -1), whole.output)
    assert np.array_equal(second.hidden, whole.hidden)


@pytest.mark.parametrize("activation", [None, "silu"])
def test_its_gradients_are_those_of_differences(activation: Any) -> None:
    x, kernel, bias = drawn(2, 2, 5), drawn(2, 3), drawn(2)
    hidden, g = drawn(2, 2, 2), drawn(2, 2, 5)

    def total(**changed: Array) -> float:
        given = {"x": x, "kernel": kernel, "bias": bias, "hidden": hidden, **changed}
        return float((g * convolve_causal(**given, activation=activation).output).sum())

    ours = convolve_causal_backward(g, x, kernel, bias=bias, hidden=hidden, activation=activation)
    assert_slope(lambda at: total(x=at), x, ours.x)
    assert_slope(lambda at: total(kernel=at), kernel, ours.kernel)
    assert_slope(lambda at: total(bias=at), bias, ours.bias)
    assert_slope(lambda at: total(hidden=at), hidden, ours.hidden)


def test_nothing_given_is_written_to() -> None:
    x, kernel = drawn(1, 2, 4), drawn(2, 3)
    x.setflags(write=False)
    kernel.setflags(write=False)
    ours = convolve_causal(x, kernel)
    assert not np.shares_memory(ours.hidden, x)


def test_sixteen_bits_are_added_in_thirty_two() -> None:
    x = np.full((1, 1, 4), 300, np.float16)  # 300 * 300 is beyond float16
    kernel = np.array([[300, -299]], np.float16)
    assert (convolve_causal(x, kernel, hidden=x[..., :1]).output == np.float16(300)).all()


@pytest.mark.parametrize(
    ("x", "kernel", "named", "fault"),
    [
        (drawn(2, 3), drawn(3, 2), {}, ShapeError),
        (drawn(1, 3, 4), drawn(2, 2), {}, ShapeError),
        (drawn(1, 3, 4), drawn(3, 0), {}, ShapeError),
        (drawn(1, 3, 4), drawn(3, 2), {"bias": drawn(2)}, ShapeError),
        (drawn(1, 3, 4), drawn(3, 2), {"hidden": drawn(1, 3, 2)}, ShapeError),
        (drawn(1, 3, 4), drawn(3, 2).astype(np.float32), {}, DtypeError),
        (drawn(1, 3, 4), drawn(3, 2), {"activation": "relu"}, BadValue),
    ],
)
def test_what_does_not_fit_is_refused(x: Array, kernel: Array, named: Any, fault: Any) -> None:
    with pytest.raises(fault):
        convolve_causal(x, kernel, **named)
