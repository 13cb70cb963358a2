"""The small steps of a learner: each undone as differences say, and said a second way."""

import numpy as np

from starlore.attention.contrast import convolve_causal
from starlore.attention.contrast.learners.layers import (
    mapped,
    mapped_backward,
    normed,
    normed_backward,
    put,
    slid,
    slid_backward,
    surprise,
    taken,
)
from tests.attention.contrast.slopes import assert_slope

RNG = np.random.default_rng(3)
X, GRAD = RNG.standard_normal((2, 5, 3)), RNG.standard_normal((2, 5, 3))


def test_a_table_is_undone() -> None:
    table, sums = RNG.standard_normal((3, 3)), {"t": np.zeros((3, 3))}
    of_x = mapped_backward(GRAD, X, table, "t", sums)
    assert_slope(lambda x: float((mapped(x, table) * GRAD).sum()), X, of_x)
    assert_slope(lambda t: float((mapped(X, t) * GRAD).sum()), table, sums["t"])


def test_a_norm_is_undone_and_leaves_a_mean_square_of_one() -> None:
    unit, factor = normed(X)
    np.testing.assert_allclose((unit**2).mean(-1), 1, rtol=1e-4)
    of_x = normed_backward(GRAD, unit, factor)
    assert_slope(lambda x: float((normed(x)[0] * GRAD).sum()), X, of_x)


def test_a_short_window_is_the_convolution_of_the_contrasts_and_is_undone() -> None:
    kernel, sums = RNG.standard_normal((3, 3)), {"k": np.zeros((3, 3))}
    other = convolve_causal(X.swapaxes(1, 2), kernel[::-1].T).output.swapaxes(1, 2)
    np.testing.assert_allclose(slid(X, kernel), other, rtol=1e-12)
    of_x = slid_backward(GRAD, X, kernel, "k", sums)
    assert_slope(lambda x: float((slid(x, kernel) * GRAD).sum()), X, of_x)
    assert_slope(lambda k: float((slid(X, k) * GRAD).sum()), kernel, sums["k"])


def test_what_is_taken_and_put_back_is_the_same_and_all_else_is_nothing() -> None:
    at = np.array([[4, 0], [2, 3]])
    assert np.array_equal(taken(put(taken(X, at), at, 5), at), taken(X, at))
    assert (put(taken(X, at), at, 5)[0, 1:4] == 0).all()


def test_surprise_pushes_as_differences_say() -> None:
    right = np.array([[0, 2, 1, 1, 0], [2, 2, 0, 1, 0]])
    assert_slope(lambda x: surprise(x, right)[0], X, surprise(X, right)[1])
