"""The small steps every learner is made of, forward and backward.

Each backward function is given the gradient of what came out and gives that of what went in; what
belongs to parameters is added to `sums`. All arrays have one dtype, float32 when learning.
"""

from collections.abc import Mapping

import numpy as np

from starlore.attention.arrays import Array

Params = Mapping[str, Array]
"""What is learned, by name."""

Sums = dict[str, Array]
"""Gradients, by the name of what they belong to; they start at zero and are added to."""

SMALL = 1e-6
"""Added to a mean square, so that a vector of zeros can be normed."""


def taken(x: Array, at: Array) -> Array:
    """The vectors at some places of each text: x `[b, n, d]`, at `[b, p]` -> `[b, p, d]`.

    Example:
        >>> taken(np.array([[[1.0], [2], [3]]]), np.array([[2, 0]])).tolist()
        [[[3.0], [1.0]]]
    """
    found: Array = np.take_along_axis(x, at[..., None], axis=1)
    return found


def put(vectors: Array, at: Array, n: int) -> Array:
    """The other way round: vectors laid at different places of n, zeros elsewhere.

    Example:
        >>> put(np.array([[[3.0], [1]]]), np.array([[2, 0]]), 3).tolist()
        [[[1.0], [0.0], [3.0]]]
    """
    b, _, d = vectors.shape
    whole = np.zeros((b, n, d), vectors.dtype)
    np.put_along_axis(whole, at[..., None], vectors, axis=1)
    return whole


def mapped(x: Array, table: Array) -> Array:
    """Each vector times a table `[d_in, d_out]`, as one product."""
    flat: Array = x.reshape(-1, x.shape[-1]) @ table
    return flat.reshape(*x.shape[:-1], table.shape[1])


def mapped_backward(grad: Array, x: Array, table: Array, name: str, sums: Sums) -> Array:
    """Gradient of x; that of the table goes to `sums[name]`."""
    sums[name] += x.reshape(-1, x.shape[-1]).T @ grad.reshape(-1, grad.shape[-1])
    return mapped(grad, table.T)


def normed(x: Array) -> tuple[Array, Array]:
    """Each vector brought to a mean square of 1.

    Returns:
        The vectors, and the factor each was brought by, for the way back.
    """
    factor = 1 / np.sqrt(np.einsum("...d,...d->...", x, x)[..., None] / x.shape[-1] + SMALL)
    return x * factor, factor


def normed_backward(grad: Array, unit: Array, factor: Array) -> Array:
    """Gradient of what was normed, given what came out and the factor."""
    along = np.einsum("...d,...d->...", grad, unit)[..., None] / unit.shape[-1]
    inner: Array = factor * (grad - unit * along)
    return inner


def slid(x: Array, kernel: Array) -> Array:
    """A short window slid over each text: x `[b, n, d]`, kernel `[w, d]`, the place itself first.

    `convolve_causal` says the same with places last.

    Example:
        >>> slid(np.array([[[8.0], [0], [0]]]), np.array([[0.5], [0.25]])).tolist()
        [[[4.0], [2.0], [0.0]]]
    """
    output: Array = x * kernel[0]
    for back in range(1, min(len(kernel), x.shape[1])):
        output[:, back:] += x[:, :-back] * kernel[back]
    return output


def slid_backward(grad: Array, x: Array, kernel: Array, name: str, sums: Sums) -> Array:
    """Gradient of x; that of the kernel goes to `sums[name]`."""
    of_x: Array = grad * kernel[0]
    sums[name][0] += np.einsum("bnd,bnd->d", grad, x)
    for back in range(1, min(len(kernel), x.shape[1])):
        of_x[:, :-back] += grad[:, back:] * kernel[back]
        sums[name][back] += np.einsum("bnd,bnd->d", grad[:, back:], x[:, :-back])
    return of_x


def surprise(guesses: Array, targets: Array) -> tuple[float, Array]:
    """The mean of -ln of the weight given to the right token, and its gradient by the guesses.

    Args:
        guesses: a score for each token, `[..., vocab]`. targets: the right ones, `[...]`.

    Example:
        >>> loss, push = surprise(np.array([[3.0, 1, 0]]), np.array([1]))
        >>> round(loss, 2), push.round(2).tolist()
        (2.17, [[0.84, -0.89, 0.04]])
    """
    gaps = guesses - guesses.max(axis=-1, keepdims=True)
    weights = np.exp(gaps)
    weights /= weights.sum(axis=-1, keepdims=True)
    right = targets[..., None]
    held = np.take_along_axis(weights, right, axis=-1)
    loss = float(-np.log(np.maximum(held, np.finfo(weights.dtype).tiny)).mean())
    np.put_along_axis(weights, right, held - 1, axis=-1)
    return loss, weights / targets.size
