"""A convolution as long as the text: each product of key and value counts by how long ago it was.

Source: Poli et al. 2023 (Hyena) with two gates, which are the products around it; its kernel is
made by a small network, and this one is learned number by number.
"""

from typing import Any

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.contrast.learners.layers import Params, Sums
from starlore.attention.contrast.learners.mixer import Mixer
from starlore.attention.contrast.learners.reads_product import Carry, products


def convolution(width: int, n: int) -> Mixer:
    """A kernel of n weights for each channel, the same for any text; at first it forgets none."""
    ones = np.ones((width, n))

    def along(params: Params, _: Array, written: Array) -> tuple[Array, Any]:
        used = params["kernel"][:, : written.shape[1]]
        return slide(written, used), (written, used)

    def back(_: Params, trace: Any, grad: Array, sums: Sums) -> tuple[Array, Array]:
        written, used = trace
        of_written, of_kernel = slide_backward(grad, written, used)
        sums["kernel"][:, : used.shape[1]] += of_kernel
        return np.zeros_like(written), of_written

    tables = {"kernel": ((width, n), 0.0)}
    return products(width, Carry(tables, width * (n - 1), along, back, {"kernel": ones}))


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
