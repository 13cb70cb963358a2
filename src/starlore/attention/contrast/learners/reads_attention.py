"""Attention as a way of reading: the places that ask score every place before them."""

import math

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.contrast.learners.layers import (
    Params,
    Sums,
    mapped,
    mapped_backward,
    put,
    taken,
)
from starlore.attention.contrast.learners.mixer import Mixer

Trace = tuple[Array, ...]


def attention(width: int, window: int | None = None) -> Mixer:
    """One head as wide as the text, over every place up to its own or over a window of them."""
    deviation = 1 / math.sqrt(width)
    tables = dict.fromkeys(("wq", "wk", "wv", "wo"), ((width, width), deviation))

    def read(params: Params, x: Array, at: Array) -> tuple[Array, Trace]:
        asking = taken(x, at)
        q, k, v = (
            mapped(one, params[name]) for one, name in ((asking, "wq"), (x, "wk"), (x, "wv"))
        )
        weights = weighed(q, k, at, window)
        blended = weights @ v
        return mapped(blended, params["wo"]), (x, at, asking, q, k, v, weights, blended)

    def back(params: Params, trace: Trace, grad: Array, sums: Sums) -> Array:
        x, at, asking, q, k, v, weights, blended = trace
        of_blended = mapped_backward(grad, blended, params["wo"], "wo", sums)
        of_weights = of_blended @ v.swapaxes(1, 2)
        along = np.einsum("bpn,bpn->bp", weights, of_weights)[..., None]
        of_scores = weights * (of_weights - along) / math.sqrt(width)
        of_x = mapped_backward(weights.swapaxes(1, 2) @ of_blended, x, params["wv"], "wv", sums)
        of_x += mapped_backward(of_scores.swapaxes(1, 2) @ q, x, params["wk"], "wk", sums)
        of_asking = mapped_backward(of_scores @ k, asking, params["wq"], "wq", sums)
        return of_x + put(of_asking, at, x.shape[1])

    hidden = None if window is None else 2 * width * (window - 1)
    return Mixer(tables, read, back, hidden)


def weighed(q: Array, k: Array, at: Array, window: int | None) -> Array:
    """Weights of the places a query may read: its own and those before it, in the window."""
    scores = q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1])
    back = at[..., None] - np.arange(k.shape[1])
    may_read = back >= 0 if window is None else (back >= 0) & (back < window)
    scores = np.where(may_read, scores, -np.inf)
    weights: Array = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights
