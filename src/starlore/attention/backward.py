"""How the output would move: gradients of attention, tile by tile, from the log-sum alone.

With x the scaled score, s the score after cap and bias, p = e^(s - lse) the weight, and
g = grad_output . v what the loss would gain if the key's value were taken more:

    ds = p * (g - D + grad_lse)       D = sum of grad_output * output, the row's mean of g
    dx = ds * (1 - tanh(x / c)^2)     with a cap; without one dx = ds
    dq = scale * dx k     dk = scale * dx^T q     dv = p^T grad_output     dbias = ds

Weights are computed again from the log-sum, so no table is kept. Queries' gradients are summed row
block after row block; keys', values' and a bias's key tile after key tile. Each is written by one
thread in one order, so neither threads nor batch size change a bit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TypeAlias

import numpy as np
from jaxtyping import Bool, Float

from starlore.attention import reference, tiled
from starlore.attention.arguments import must_be
from starlore.attention.arrays import Array, Numbers
from starlore.attention.attend import check_threads, kernel_for
from starlore.attention.blas import one_thread
from starlore.attention.chosen import Chosen
from starlore.attention.inputs import Bias, Inputs, check
from starlore.attention.plan import Plan
from starlore.attention.results import Attention, Part
from starlore.attention.schemes import Full, Scheme, tiles_of
from starlore.attention.scoring import (
    KEYS,
    ROWS,
    Block,
    admit,
    blend_read,
    blocks,
    capped_scores,
    is_exact,
    pack,
    readers,
    stack_scaled,
)
from starlore.attention.slopes import Gradients, Moved, Slopes, add_bias, room_for, slopes_of
from starlore.attention.tiled import KindOf, kind_of
from starlore.attention.workers import share

__all__ = ["Gradients", "attend_backward"]

Kernel: TypeAlias = Callable[[Inputs, Slopes, Moved, int | None], None]
"""Writes the gradients of a checked call, on so many threads."""


@dataclass(frozen=True)
class Cells:
    """One tile of a backward pass, in whole: `[256, 512]`; 0 where nothing is read.

    Args:
        is_read: which row reads which key. weights: p. scores: ds. products: dx.
    """

    is_read: Array
    weights: Array
    scores: Array
    products: Array


def attend_backward(
    grad_output: Float[Array, "*heads n_q d_v"] | Numbers,
    q: Float[Array, "*heads n_q d_k"] | Numbers,
    k: Float[Array, "*heads n_k d_k"] | Numbers,
    v: Float[Array, "*heads n_k d_v"] | Numbers,
    attention: Attention | Part,
    scheme: Scheme | Plan | Chosen = Full(),  # noqa: B008 - a frozen value
    *,
    mask: Bool[Array, "..."] | Numbers | None = None,
    bias: Float[Array, "..."] | Bias | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    key_lengths: Numbers | int | None = None,
    grad_lse: Float[Array, "*heads n_q"] | Numbers | None = None,
    threads: int | None = None,
) -> Gradients:
    """Tell how a loss grows with queries, keys, values and bias, given how it grows with output.

    Args:
        grad_output: of the output's shape, any strides: the loss per unit of output.
        q, k, v, scheme, mask, bias, scale, softcap, key_lengths: as `attend` had them.
        attention: what `attend` gave. If it was merged, these are the merged gradients for the
            keys given here.
        grad_lse: the loss per unit of log-sum, if the loss knows it.
        threads: as for `attend`; never changes a bit.

    Returns:
        Gradients in the arrays' dtype. What a query may not read has no part in its gradient, and
        a query that reads nothing has the gradient 0.

    Raises:
        ShapeError: if the gradients or `attention` do not have the shapes of these arrays.
        AlignmentError, DtypeError: as `attend`.

    Cost: about 3.5 times the products of `attend`; memory of some tiles per thread, some numbers a
        row, and some heads at a time as rows of float32 where they do not lie so.
    Source: Dao et al. 2022, appendix B.

    Example:
        >>> q, k, v = np.array([[1.0]]), np.array([[0.0], [0.0]]), np.array([[2.0], [4.0]])
        >>> from starlore.attention import attend
        >>> found = attend_backward([[1.0]], q, k, v, attend(q, k, v))
        >>> found.q.tolist(), found.k.tolist(), found.v.tolist()
        ([[0.0]], [[-0.5], [0.5]], [[0.5], [0.5]])
    """
    inputs = check(q, k, v, scheme, mask, bias, scale, softcap, key_lengths)
    threads = check_threads(threads)
    must_be(attention, Attention | Part, "attention", "what attend or attend_part gave")
    with np.errstate(all="ignore"):
        slopes = slopes_of(inputs, grad_output, attention, grad_lse)
    moved = room_for(inputs, bias)
    _kernel_for(inputs)(inputs, slopes, moved, threads)
    dq, dk, dv = moved.q, moved.k, moved.v
    if inputs.is_one_head:
        dq, dk, dv = dq[0], dk[0], dv[0]
    shaped = None if moved.bias is None else moved.bias.reshape(np.shape(bias))  # type: ignore[arg-type]
    return Gradients(dq, dk, dv, shaped)


def _kernel_for(inputs: Inputs) -> Kernel:
    """Machine code where `attend` would choose it, else NumPy; so never by size."""
    if kernel_for(inputs) in (reference.run, tiled.run):
        return _move
    kernel: Kernel = import_module("starlore.attention.compiled.backward").run
    return kernel


def _move(inputs: Inputs, slopes: Slopes, moved: Moved, threads: int | None) -> None:
    """Write all gradients of a call, with NumPy."""
    of_queries = partial(_move_queries, inputs, kind_of(inputs), slopes, moved.q)
    of_keys = partial(_move_keys, inputs, kind_of(inputs), slopes, moved)
    with one_thread() as is_held:
        used = threads if is_held else 1
        share(of_queries, list(blocks(inputs)), used)
        share(of_keys, list(_columns(inputs, moved.bias is not None)), used)


def _cells(
    inputs: Inputs, kind: KindOf, slopes: Slopes, block: Block, keys: range, q: Array, k: Array
) -> Cells | None:
    """Weights and their gradients in one tile, or None if nothing in it is read.

    Args:
        q: stacked and, if that is exact, scaled. k: packed.
    """
    said = kind(int(inputs.key_lengths[block.at]), block.rows, keys)
    found, allowed, bias = inputs.tile(block.at, block.heads, block.rows, keys, said)
    if found == "skipped":
        return None
    dtype = inputs.lse_dtype
    is_read = readers(block, len(keys), allowed)
    scores = np.empty((ROWS, KEYS), dtype=dtype)
    capped_scores(q, k, inputs, scores)
    flatness = None if inputs.softcap is None else 1 - np.square(scores / inputs.softcap)
    admit(scores, block, len(keys), allowed, bias)
    scores -= block.stack(slopes.lse, dtype)[:, None]
    weights = np.where(is_read, np.exp(scores, out=scores), 0)
    gained = block.stack(slopes.output, dtype) @ pack(block.keys(inputs.v, keys), dtype).T
    gained -= block.stack(slopes.known, dtype)[:, None]
    moved = np.where(is_read, weights * gained, 0)
    products = moved if flatness is None else np.where(is_read, moved * flatness, 0)
    return Cells(is_read, weights, moved, products)


def _move_queries(inputs: Inputs, kind: KindOf, slopes: Slopes, dq: Array, block: Block) -> None:
    """Write the gradients of a block of queries."""
    dtype = inputs.lse_dtype
    q = stack_scaled(inputs, block, dtype)
    total = np.zeros(q.shape, dtype=dtype)
    with np.errstate(all="ignore"):
        for keys in tiles_of(int(inputs.key_lengths[block.at]), KEYS):
            k = pack(block.keys(inputs.k, keys), dtype)
            cells = _cells(inputs, kind, slopes, block, keys, q, k)
            if cells is not None:
                total += blend_read(cells.products, k, cells.is_read)
        block.queries(dq)[...] = block.unstack(total * dtype.type(inputs.scale))


def _columns(inputs: Inputs, has_bias: bool) -> Iterator[tuple[list[Block], range]]:
    """Key tiles, each with the blocks that may read it: of one key head, or of all for a bias."""
    together: dict[tuple[int, ...], list[Block]] = {}
    for block in blocks(inputs):
        together.setdefault(() if has_bias else (*block.at, block.h_kv), []).append(block)
    for each in together.values():
        for keys in tiles_of(inputs.k.shape[-2], KEYS):
            yield each, keys


def _move_keys(
    inputs: Inputs,
    kind: KindOf,
    slopes: Slopes,
    moved: Moved,
    column: tuple[list[Block], range],
) -> None:
    """Write the gradients of a tile of keys and values, and of the bias beside it."""
    each, every = column
    dtype = inputs.lse_dtype
    heads: dict[tuple[int, ...], list[Block]] = {}
    for block in each:
        heads.setdefault((*block.at, block.h_kv), []).append(block)
    with np.errstate(all="ignore"):
        for same in heads.values():
            keys = range(every.start, min(every.stop, int(inputs.key_lengths[same[0].at])))
            k = pack(same[0].keys(inputs.k, keys), dtype)
            of_keys = np.zeros(k.shape, dtype=dtype)
            of_values = np.zeros((KEYS, inputs.v.shape[-1]), dtype=dtype)
            for block in same if keys else []:
                q = stack_scaled(inputs, block, dtype)
                cells = _cells(inputs, kind, slopes, block, keys, q, k)
                if cells is None:
                    continue
                is_asked, slope = cells.is_read.T, block.stack(slopes.output, dtype)
                of_keys += blend_read(cells.products.T, q, is_asked)
                of_values += blend_read(cells.weights.T, slope, is_asked)
                if moved.bias is not None:
                    add_bias(moved.bias, block, keys, block.unstack(cells.scores))
            of_keys *= 1 if is_exact(inputs.scale) else inputs.scale
            same[0].keys(moved.k, keys)[...] = of_keys[: len(keys)]
            same[0].keys(moved.v, keys)[...] = of_values[: len(keys)]
