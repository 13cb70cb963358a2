"""Some streams of a backward pass in the order the kernel reads them, and room for their gradients.

A stream is one key head with the query heads that read it, their rows stacked. Streams lie one
after another, as the caller's own arrays do: what is right already is not copied. What is summed
has 0 in place of what is not finite: a weight of 0 must not turn it into NaN.
"""

import math
from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.memory import aligned
from starlore.attention.compiled.reweigh import TILE
from starlore.attention.compiled.shape import Shape
from starlore.attention.inputs import Inputs
from starlore.attention.slopes import Moved, Slopes


@dataclass(frozen=True)
class Streams:
    """Neighbouring streams that have as many keys.

    Args:
        first, stop: counted over batch items and, within each, over key heads.
        length: how many keys are there.
    """

    first: int
    stop: int
    length: int

    def __len__(self) -> int:
        return self.stop - self.first


@dataclass(frozen=True)
class Laid:
    """Streams in memory, float32; the caller's own arrays where they lie right already.

    Args:
        q, g, k, v: queries, gradients of outputs, keys, values; `[streams, n, width]`.
        q_rows, g_rows, k_rows: the same, 0 in place of what is not finite.
        lse, known: `[streams, n]`; past the last row inf and 0, which makes weights of 0.
        dq, dk, dv: sums so far, 0 at first, `[streams, n, width]`.
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


def lay(inputs: Inputs, slopes: Slopes, moved: Moved, shape: Shape, streams: Streams) -> Laid:
    """Put some streams in order."""
    h_kv, keys = inputs.k.shape[-3], whole(streams.length, TILE)
    rows = whole(inputs.group * inputs.q.shape[-2], shape.rows)
    q, g, dq = (
        _in_rows(stacked(x, streams, h_kv), rows, shape.lanes)
        for x in (inputs.q, slopes.output, moved.q)
    )
    k, v, dk, dv = (
        _in_rows(stacked(x, streams, h_kv)[:, : streams.length], keys, shape.lanes)
        for x in (inputs.k, inputs.v, moved.k, moved.v)
    )
    lse, known = (stacked(x[..., None], streams, h_kv)[..., 0] for x in (slopes.lse, slopes.known))
    q_rows, g_rows, k_rows = (_finite(x) for x in (q, g, k))
    return Laid(
        q=q,
        g=g,
        k=k,
        v=v,
        q_rows=q_rows,
        g_rows=g_rows,
        k_rows=k_rows,
        lse=_filled(lse, rows, np.inf),
        known=_filled(known, rows, 0),
        dq=dq,
        dk=dk,
        dv=dv,
        has_outliers=q_rows is not q or g_rows is not g or k_rows is not k,
    )


def write(inputs: Inputs, laid: Laid, streams: Streams, moved: Moved) -> None:
    """Write the sums of some streams where their gradients belong, rounded once."""
    h_kv = inputs.k.shape[-3]
    for array, sums in ((moved.q, laid.dq), (moved.k, laid.dk), (moved.v, laid.dv)):
        target = stacked(array, streams, h_kv)
        if np.shares_memory(target, sums):
            continue
        n = target.shape[1] if array is moved.q else streams.length
        target[:, :n] = sums[:, :n, : target.shape[2]]


def stacked(array: Array, streams: Streams, h_kv: int) -> Array:
    """`[*batch, heads, n, width]` as `[streams, stacked n, width]`, a view if its strides allow.

    Example:
        >>> from starlore.attention.compiled.laid import Streams, stacked
        >>> stacked(np.zeros((3, 4, 5, 2)), Streams(1, 6, 9), h_kv=2).shape
        (5, 10, 2)
    """
    *batch, heads, n, width = array.shape
    each = heads // max(1, h_kv)
    try:
        flat = array.reshape(math.prod(batch) * h_kv, each * n, width, copy=False)
        return flat[streams.first : streams.stop]
    except ValueError:
        room = np.empty((len(streams), each, n, width), dtype=array.dtype)
        for at, stream in enumerate(range(streams.first, streams.stop)):
            item, head = divmod(stream, h_kv)
            place = np.unravel_index(item, tuple(batch))
            room[at] = array[place][head * each : (head + 1) * each]
        return room.reshape(len(streams), each * n, width)


def whole(n: int, step: int) -> int:
    """The least multiple of `step` that is not below `n`.

    Example:
        >>> whole(17, 8)
        24
    """
    return -(-n // step) * step


def nbytes(inputs: Inputs, shape: Shape) -> int:
    """Bytes that a stream takes, about."""
    n_q, d_k = inputs.q.shape[-2:]
    n_k, d_v = inputs.v.shape[-2:]
    rows, keys = inputs.group * n_q + shape.rows, n_k + TILE
    wide = d_k + d_v + 2 * shape.lanes
    return int(4 * wide * (3 * rows + 2 * keys))


def _in_rows(array: Array, rows: int, lanes: int) -> Array:
    """Row after row in float32, filled up with zeros; the array itself if it is so already."""
    streams, n, width = array.shape
    is_plain = array.dtype == np.float32 and array.flags.c_contiguous and array.flags.aligned
    if is_plain and n == rows and width % lanes == 0:
        return array
    laid = _room((streams, rows, whole(width, lanes)))
    laid[:, :n, :width] = array
    laid[:, n:], laid[:, :n, width:] = 0, 0
    return laid


def _finite(array: Array) -> Array:
    """The array, or a copy with 0 in place of what is not finite."""
    if math.isfinite(float(np.vdot(array, array))):
        return array
    is_finite = np.isfinite(array)
    return array if is_finite.all() else np.where(is_finite, array, np.float32(0))


def _filled(array: Array, rows: int, rest: float) -> Array:
    """Rows and, past the last of each stream, the same number."""
    streams, n = array.shape
    if n == rows and array.flags.c_contiguous:
        return array
    filled = _room((streams, rows))
    filled[:, :n], filled[:, n:] = array, rest
    return filled


def _room(shape: tuple[int, ...]) -> Array:
    return aligned(math.prod(shape)).reshape(shape)
