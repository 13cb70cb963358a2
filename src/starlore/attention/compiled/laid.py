"""One stream of a backward pass in the order the kernel reads it, and room for its gradients.

A stream is one key head with the query heads that read it, their rows stacked. What is scored lies
transposed, group by group of rows and unit by unit of keys; what is summed lies row after row, with
0 in place of what is not finite: a weight of 0 must not turn it into NaN.
"""

import math
from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.reweigh import TILE
from starlore.attention.compiled.run import aligned
from starlore.attention.compiled.score import UNROLL
from starlore.attention.compiled.shape import Shape
from starlore.attention.inputs import Inputs
from starlore.attention.scoring import is_exact
from starlore.attention.slopes import Moved, Slopes


@dataclass(frozen=True)
class Stream:
    """One key head of one batch item, and how many of its keys are there."""

    at: tuple[int, ...]
    head: int
    length: int


@dataclass(frozen=True)
class Laid:
    """A stream in memory; float32, every array starting at a line of the cache.

    Args:
        q, g: queries times scale and gradients of outputs, `[groups, width, rows]`.
        k, v: `[units, width, unit]`.
        q_rows, g_rows, k_rows: the same, `[n, width]`, finite.
        lse, known: `[n]`; past the last row inf and 0, which makes weights of 0.
        dq, dk, dv: sums so far, 0 at first.
        has_outliers: whether anything that is summed was not finite.
    """

    q: Array
    g: Array
    k: Array
    v: Array
    q_rows: Array
    g_rows: Array
    k_rows: Array
    lse: Array
    known: Array
    dq: Array
    dk: Array
    dv: Array
    has_outliers: bool


def lay(inputs: Inputs, slopes: Slopes, shape: Shape, stream: Stream) -> Laid:
    """Put one stream in order."""
    heads = slice(stream.head * inputs.group, (stream.head + 1) * inputs.group)
    q, g, lse, known = (
        x[stream.at][heads] for x in (inputs.q, slopes.output, slopes.lse, slopes.known)
    )
    stacked = inputs.group * inputs.q.shape[-2]
    q, g = (x.reshape(stacked, x.shape[-1]).astype(np.float32, copy=False) for x in (q, g))
    k, v = (x[stream.at][stream.head, : stream.length] for x in (inputs.k, inputs.v))
    k, v = (x.astype(np.float32, copy=False) for x in (k, v))
    rows = -(-len(q) // shape.rows) * shape.rows
    keys = -(-len(k) // TILE) * TILE
    finite = [_in_rows(x, n, shape.lanes) for x, n in ((q, rows), (g, rows), (k, keys))]
    q_rows, g_rows, k_rows = (x for x, _ in finite)
    return Laid(
        q=_turned(_scaled(q, inputs.scale), rows, shape.rows),
        g=_turned(g, rows, shape.rows),
        k=_turned(k, keys, shape.unit),
        v=_turned(v, keys, shape.unit),
        q_rows=q_rows,
        g_rows=g_rows,
        k_rows=k_rows,
        lse=_filled(lse.reshape(-1), rows, np.inf),
        known=_filled(known.reshape(-1), rows, 0),
        dq=_zeros(q_rows.shape),
        dk=_zeros(k_rows.shape),
        dv=_zeros((keys, g_rows.shape[1])),
        has_outliers=any(is_odd for _, is_odd in finite),
    )


def write(inputs: Inputs, laid: Laid, stream: Stream, moved: Moved) -> None:
    """Write the sums of a stream where its gradients belong, scaled and rounded once."""
    n_q, d_k = inputs.q.shape[-2:]
    scale = np.float32(inputs.scale)
    heads = slice(stream.head * inputs.group, (stream.head + 1) * inputs.group)
    there = laid.dq[: inputs.group * n_q, :d_k].reshape(inputs.group, n_q, d_k)
    moved.q[stream.at][heads] = there * scale
    keys = slice(stream.length)
    moved.k[stream.at][stream.head, keys] = laid.dk[keys, :d_k] * scale
    moved.v[stream.at][stream.head, keys] = laid.dv[keys, : inputs.v.shape[-1]]


def nbytes(inputs: Inputs, shape: Shape) -> int:
    """Bytes that a stream takes, about."""
    n_q, d_k = inputs.q.shape[-2:]
    n_k, d_v = inputs.v.shape[-2:]
    rows, keys = inputs.group * n_q + shape.rows, n_k + TILE
    wide = d_k + d_v + 2 * shape.lanes
    return int(4 * wide * (3 * rows + 3 * keys))


def _scaled(q: Array, scale: float) -> Array:
    """Queries times scale, in float64 and rounded once, as the forward kernel has them."""
    if is_exact(scale):
        return q * np.float32(scale)
    return (q * np.float64(scale)).astype(np.float32)


def _turned(array: Array, rows: int, together: int) -> Array:
    """Rows by groups, each group transposed; the width filled up to what the product steps by."""
    n, width = array.shape
    turned = _room((rows // together, -(-width // UNROLL) * UNROLL, together))
    even = n // together
    turned[:, width:] = 0
    whole = array[: even * together].reshape(even, together, width)
    turned[:even, :width] = whole.swapaxes(1, 2)
    turned[even:] = 0
    if n > even * together:
        turned[even, :width, : n - even * together] = array[even * together :].T
    return turned


def _in_rows(array: Array, rows: int, lanes: int) -> tuple[Array, bool]:
    """Row after row, filled up with zeros, finite; and whether something was not."""
    n, width = array.shape
    laid = _room((rows, -(-width // lanes) * lanes))
    laid[:n, :width] = array
    laid[n:], laid[:n, width:] = 0, 0
    if math.isfinite(float(np.vdot(laid, laid))):
        return laid, False
    is_odd = not np.isfinite(laid).all()
    np.copyto(laid, 0, where=~np.isfinite(laid))
    return laid, bool(is_odd)


def _filled(array: Array, rows: int, rest: float) -> Array:
    filled = _room((rows,))
    filled[: len(array)], filled[len(array) :] = array, rest
    return filled


def _zeros(shape: tuple[int, ...]) -> Array:
    zeros = _room(shape)
    zeros[...] = 0
    return zeros


def _room(shape: tuple[int, ...]) -> Array:
    return aligned(math.prod(shape)).reshape(shape)
