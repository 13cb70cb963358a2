"""One stream of a backward pass in the order the kernel reads it, and room for its gradients.

A stream is one key head with the query heads that read it, their rows stacked. Keys and values are
turned for the products. Everything that is summed lies row after row, with 0 in place of what is
not finite: a weight of 0 must not turn it into NaN.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.memory import address, aligned
from starlore.attention.compiled.reweigh import TILE, UNROLL
from starlore.attention.compiled.shape import Shape
from starlore.attention.inputs import Inputs
from starlore.attention.slopes import Moved, Slopes

Turn: TypeAlias = Callable[[int, int, int, int, int], None]
"""Turns units of keys: from where, numbers from key to key, width, how many units, to where."""


@dataclass(frozen=True)
class Stream:
    """One key head of one batch item, and how many of its keys are there."""

    at: tuple[int, ...]
    head: int
    length: int


@dataclass(frozen=True)
class Laid:
    """A stream in memory, float32; the caller's own arrays where they lie right already.

    Args:
        q, g: queries and gradients of outputs, `[n, width]`.
        k, v: keys and values turned, `[units, width, unit]`.
        q_rows, g_rows, k_rows: `[n, width]`, 0 in place of what is not finite.
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


def lay(
    inputs: Inputs, slopes: Slopes, moved: Moved, shape: Shape, turn: Turn, stream: Stream
) -> Laid:
    """Put one stream in order."""
    stacked = inputs.group * inputs.q.shape[-2]
    q, g, lse, known, dq = (
        x[stream.at][_heads(inputs, stream)]
        for x in (inputs.q, slopes.output, slopes.lse, slopes.known, moved.q)
    )
    k, v, dk, dv = (
        x[stream.at][stream.head, : stream.length] for x in (inputs.k, inputs.v, moved.k, moved.v)
    )
    rows = -(-stacked // shape.rows) * shape.rows
    keys = -(-stream.length // TILE) * TILE
    q, g, dq = (x.reshape(stacked, x.shape[-1]) for x in (q, g, dq))
    q, g = (_in_rows(x, rows, shape.lanes) for x in (q, g))
    k_rows = _in_rows(k, keys, shape.lanes)
    finite = [_finite(x) for x in (q, g, k_rows)]
    return Laid(
        q=q,
        g=g,
        k=_turned(k, keys, shape, turn),
        v=_turned(v, keys, shape, turn),
        q_rows=finite[0],
        g_rows=finite[1],
        k_rows=finite[2],
        lse=_filled(lse.reshape(-1), rows, np.inf),
        known=_filled(known.reshape(-1), rows, 0),
        dq=_in_rows(dq, rows, shape.lanes),
        dk=_in_rows(dk, keys, shape.lanes),
        dv=_in_rows(dv, keys, shape.lanes),
        has_outliers=any(a is not b for a, b in zip(finite, (q, g, k_rows), strict=True)),
    )


def write(inputs: Inputs, laid: Laid, stream: Stream, moved: Moved) -> None:
    """Write the sums of a stream where its gradients belong, scaled and rounded once."""
    n_q, d_k = inputs.q.shape[-2:]
    scale, heads, keys = np.float32(inputs.scale), _heads(inputs, stream), slice(stream.length)
    dq = laid.dq[: inputs.group * n_q, :d_k].reshape(inputs.group, n_q, d_k)
    for sums in (dq, laid.dk):
        sums *= scale
    there = (
        (moved.q[stream.at][heads], dq),
        (moved.k[stream.at][stream.head, keys], laid.dk[keys, :d_k]),
        (moved.v[stream.at][stream.head, keys], laid.dv[keys, : inputs.v.shape[-1]]),
    )
    for target, sums in there:
        if not np.shares_memory(target, sums):
            target[...] = sums


def _heads(inputs: Inputs, stream: Stream) -> slice:
    """The query heads of a stream."""
    return slice(stream.head * inputs.group, (stream.head + 1) * inputs.group)


def nbytes(inputs: Inputs, shape: Shape) -> int:
    """Bytes that a stream takes, about."""
    n_q, d_k = inputs.q.shape[-2:]
    n_k, d_v = inputs.v.shape[-2:]
    rows, keys = inputs.group * n_q + shape.rows, n_k + TILE
    wide = d_k + d_v + 2 * shape.lanes
    return int(4 * wide * (3 * rows + 3 * keys))


def _turned(array: Array, rows: int, shape: Shape, turn: Turn) -> Array:
    """Keys by units, each turned; the width filled up to what the product steps by."""
    n, width = array.shape
    unit = shape.unit
    turned = _room((rows // unit, -(-width // UNROLL) * UNROLL, unit))
    even = n // unit
    array = array.astype(np.float32, copy=False)
    if width and width % shape.lanes == 0 and array.strides[1] == 4 and array.strides[0] % 4 == 0:
        turn(address(array), array.strides[0] // 4, width, even, address(turned))
    else:
        whole = array[: even * unit].reshape(even, unit, width)
        turned[:even, :width] = whole.swapaxes(1, 2)
        turned[:, width:] = 0
    turned[even:] = 0
    if n > even * unit:
        turned[even, :width, : n - even * unit] = array[even * unit :].T
    return turned


def _in_rows(array: Array, rows: int, lanes: int) -> Array:
    """Row after row in float32, filled up with zeros; the array itself if it is so already."""
    n, width = array.shape
    is_plain = array.dtype == np.float32 and array.flags.c_contiguous and array.flags.aligned
    if is_plain and n == rows and width % lanes == 0:
        return array
    laid = _room((rows, -(-width // lanes) * lanes))
    laid[:n, :width] = array
    laid[n:], laid[:n, width:] = 0, 0
    return laid


def _finite(array: Array) -> Array:
    """The array, or a copy with 0 in place of what is not finite."""
    if math.isfinite(float(np.vdot(array, array))):
        return array
    is_finite = np.isfinite(array)
    return array if is_finite.all() else np.where(is_finite, array, np.float32(0))


def _filled(array: Array, rows: int, rest: float) -> Array:
    filled = _room((rows,))
    filled[: len(array)], filled[len(array) :] = array, rest
    return filled


def _room(shape: tuple[int, ...]) -> Array:
    return aligned(math.prod(shape)).reshape(shape)
