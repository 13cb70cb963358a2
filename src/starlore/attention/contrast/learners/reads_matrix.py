"""A hidden matrix as a way of reading, by the two rules that are told apart most easily.

`run_linear` writes the matrix place by place. Here the same output comes from all places at once:
with no softmax between them the products may be taken in another order, so a text is one table of
query by key, as in attention; the delta rule solves a triangular system first.
"""

import math

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.contrast.laid import sigmoid
from starlore.attention.contrast.learners.layers import (
    SMALL,
    Params,
    Sums,
    mapped,
    mapped_backward,
    put,
    taken,
)
from starlore.attention.contrast.learners.mixer import Mixer, Shapes

Trace = tuple[Array, ...]


def linear(width: int) -> Mixer:
    """Keys and queries made positive by elu + 1; what is read is divided by the sum of weights.

    Source: Katharopoulos et al. 2020.
    """
    tables = {name: ((width, width), 1 / math.sqrt(width)) for name in ("wq", "wk", "wv", "wo")}

    def read(params: Params, x: Array, at: Array) -> tuple[Array, Trace]:
        asking = taken(x, at)
        q, k = _positive(mapped(asking, params["wq"])), _positive(mapped(x, params["wk"]))
        v = mapped(x, params["wv"])
        weights = np.where(_before(at, x), q @ k.swapaxes(1, 2), 0)
        total = weights.sum(axis=-1, keepdims=True) + SMALL
        blended = weights @ v / total
        trace = (x, at, asking, q, k, v, weights, total, blended)
        return mapped(blended, params["wo"]), trace

    def back(params: Params, trace: Trace, grad: Array, sums: Sums) -> Array:
        x, at, asking, q, k, v, weights, total, blended = trace
        of_sum = mapped_backward(grad, blended, params["wo"], "wo", sums) / total
        of_weights = of_sum @ v.swapaxes(1, 2) - (of_sum * blended).sum(axis=-1, keepdims=True)
        of_weights = np.where(_before(at, x), of_weights, 0)
        of_k = of_weights.swapaxes(1, 2) @ q * np.minimum(k, 1)
        of_q = of_weights @ k * np.minimum(q, 1)
        of_x = mapped_backward(weights.swapaxes(1, 2) @ of_sum, x, params["wv"], "wv", sums)
        of_x += mapped_backward(of_k, x, params["wk"], "wk", sums)
        of_asking = mapped_backward(of_q, asking, params["wq"], "wq", sums)
        return of_x + put(of_asking, at, x.shape[1])

    return Mixer(tables, read, back, hidden=width * (width + 1))


def delta(width: int) -> Mixer:
    """Keys and queries of length 1; each place replaces a learned share of what its key gave back.

    Source: the delta rule of Yang et al. 2024 (DeltaNet), its parallel form.
    """
    deviation = 1 / math.sqrt(width)
    tables: Shapes = {
        **dict.fromkeys(("wq", "wk", "wv", "wo"), ((width, width), deviation)),
        "wb": ((width, 1), deviation),
    }

    def read(params: Params, x: Array, at: Array) -> tuple[Array, Trace]:
        asking = taken(x, at)
        plain = mapped(asking, params["wq"]), mapped(x, params["wk"])
        (q, q_size), (k, k_size) = map(_unit, plain)
        v, beta = mapped(x, params["wv"]), sigmoid(mapped(x, params["wb"]))
        like = np.tril(k @ k.swapaxes(1, 2), -1)
        undo = undone(beta * like)
        written = undo @ (beta * v)
        weights = np.where(_before(at, x), q @ k.swapaxes(1, 2), 0)
        blended = weights @ written
        trace = (
            *(x, at, asking, q, q_size, k, k_size, v, beta, undo, like),
            *(written, weights, blended),
        )
        return mapped(blended, params["wo"]), trace

    def back(params: Params, trace: Trace, grad: Array, sums: Sums) -> Array:
        (x, at, asking, q, q_size, k, k_size, v, beta, undo, like) = trace[:11]
        written, weights, blended = trace[11:]
        of_blended = mapped_backward(grad, blended, params["wo"], "wo", sums)
        of_weights = np.where(_before(at, x), of_blended @ written.swapaxes(1, 2), 0)
        of_right = undo.swapaxes(1, 2) @ (weights.swapaxes(1, 2) @ of_blended)
        of_like = np.tril(-of_right @ written.swapaxes(1, 2), -1)
        of_beta = (of_like * like).sum(-1, keepdims=True) + (of_right * v).sum(-1, keepdims=True)
        of_like = of_like * beta
        of_k = of_weights.swapaxes(1, 2) @ q + of_like @ k + of_like.swapaxes(1, 2) @ k
        of_x = mapped_backward(of_right * beta, x, params["wv"], "wv", sums)
        of_x += mapped_backward(of_beta * beta * (1 - beta), x, params["wb"], "wb", sums)
        of_x += mapped_backward(_unit_backward(of_k, k, k_size), x, params["wk"], "wk", sums)
        of_q = _unit_backward(of_weights @ k, q, q_size)
        of_asking = mapped_backward(of_q, asking, params["wq"], "wq", sums)
        return of_x + put(of_asking, at, x.shape[1])

    return Mixer(tables, read, back, hidden=width * width)


def _before(at: Array, x: Array) -> Array:
    """Which places a place may read: its own and those before it."""
    may_read: Array = np.arange(x.shape[1]) <= at[..., None]
    return may_read


def _positive(x: Array) -> Array:
    """elu + 1; its slope is the smaller of itself and 1."""
    found: Array = np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))
    return found


def _unit(x: Array) -> tuple[Array, Array]:
    """Each vector brought to length 1, and the length it had."""
    size = np.sqrt(np.einsum("...d,...d->...", x, x)[..., None] + SMALL)
    return x / size, size


def _unit_backward(grad: Array, unit: Array, size: Array) -> Array:
    along = np.einsum("...d,...d->...", grad, unit)[..., None]
    inner: Array = (grad - unit * along) / size
    return inner


def undone(below: Array) -> Array:
    """The inverse of 1 + a table that is zero on and above its diagonal, `[b, n, n]`.

    What is written at a place is its value less what earlier keys like its own were given; that
    sum over earlier places is undone here for all of them. Halves first, then the corner between.
    """
    n = below.shape[1]
    if n <= SMALLEST:
        inverse: Array = np.linalg.inv(np.eye(n, dtype=below.dtype) + below)
        return inverse
    half = n // 2
    whole = np.zeros_like(below)
    whole[:, :half, :half] = first = undone(below[:, :half, :half])
    whole[:, half:, half:] = last = undone(below[:, half:, half:])
    whole[:, half:, :half] = -last @ below[:, half:, :half] @ first
    return whole


SMALLEST = 16
"""Places of a table that is inverted as it is."""
