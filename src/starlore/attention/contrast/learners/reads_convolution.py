"""A convolution as long as the text, gated by the place that asks: the same weights for any text.

Source: the gated convolution of Arora et al. 2024 (BaseConv), (x W + b) * (kernel slid over x).
"""

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


def convolution(width: int, n: int) -> Mixer:
    """A kernel of n weights for each channel, times a gate made from the place itself."""
    deviation = 1 / math.sqrt(width)
    tables = dict.fromkeys(("wu", "wg", "wo"), ((width, width), deviation))
    kernel = {"kernel": ((width, n), 1 / math.sqrt(n))}

    def read(params: Params, x: Array, at: Array) -> tuple[Array, Trace]:
        asking = taken(x, at)
        told, gate = mapped(x, params["wu"]), 1 + mapped(asking, params["wg"])
        slid = taken(slide(told, params["kernel"][:, : x.shape[1]]), at)
        gated = gate * slid
        return mapped(gated, params["wo"]), (x, at, asking, told, gate, slid, gated)

    def back(params: Params, trace: Trace, grad: Array, sums: Sums) -> Array:
        x, at, asking, told, gate, slid, gated = trace
        of_gated = mapped_backward(grad, gated, params["wo"], "wo", sums)
        of_slid = put(of_gated * gate, at, x.shape[1])
        used = params["kernel"][:, : x.shape[1]]
        of_told, of_kernel = slide_backward(of_slid, told, used)
        sums["kernel"][:, : x.shape[1]] += of_kernel
        of_x = mapped_backward(of_told, x, params["wu"], "wu", sums)
        of_asking = mapped_backward(of_gated * slid, asking, params["wg"], "wg", sums)
        return of_x + put(of_asking, at, x.shape[1])

    return Mixer({**tables, **kernel}, read, back, hidden=width * (n - 1))


def slide(x: Array, kernel: Array) -> Array:
    """x `[b, n, c]`, kernel `[c, n]` with the weight of the place itself first -> `[b, n, c]`.

    One product for each channel, with the kernel laid out as a table; `convolve_causal` says the
    same place by place.
    """
    by_channel = np.ascontiguousarray(x.transpose(2, 0, 1))
    slid: Array = (by_channel @ _laid(kernel)).transpose(1, 2, 0)
    return np.ascontiguousarray(slid)


def slide_backward(grad: Array, x: Array, kernel: Array) -> tuple[Array, Array]:
    """Gradients of x and of the kernel."""
    out = np.ascontiguousarray(grad.transpose(2, 0, 1))
    of_x = (out @ _laid(kernel).swapaxes(1, 2)).transpose(1, 2, 0)
    by_channel = np.ascontiguousarray(x.transpose(2, 1, 0))
    of_table = by_channel @ out
    return np.ascontiguousarray(of_x), _by_lag(of_table)


def _laid(kernel: Array) -> Array:
    """Tables `[c, j, t]` with the weight of lag t - j, zero where t < j."""
    c, n = kernel.shape
    padded = np.concatenate([np.zeros((c, n - 1), kernel.dtype), kernel], axis=1)
    views = np.lib.stride_tricks.sliding_window_view(padded, n, axis=1)
    return np.ascontiguousarray(views[:, ::-1])


def _by_lag(table: Array) -> Array:
    """Sums of `[c, j, t]` over all j and t of one lag t - j, `[c, n]`.

    Laid in a row and cut again one longer, each row begins at its own place: columns are lags.
    """
    c, n, _ = table.shape
    flat = np.concatenate([np.triu(table).reshape(c, -1), np.zeros((c, n), table.dtype)], axis=1)
    summed: Array = flat.reshape(c, n, n + 1).sum(axis=1)
    return summed[:, :n]
