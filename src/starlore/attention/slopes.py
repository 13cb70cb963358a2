"""What every backward pass starts from and ends in, whichever kernel does it."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from starlore.attention.arrays import Array, as_floats
from starlore.attention.compiled.memory import zeros
from starlore.attention.inputs import Inputs
from starlore.attention.results import Attention, Part
from starlore.attention.scoring import Block
from starlore.errors import ShapeError


@dataclass(frozen=True)
class Gradients:
    """How much the loss grows with each number that went in.

    Args:
        q, k, v: shaped as the arrays that came, heads that were broadcast not summed; their dtype.
        bias: shaped as the array that came, summed over what it was broadcast along, in float32
            or wider; None if there was no such array.
    """

    q: Float[Array, "*heads n_q d_k"]
    k: Float[Array, "*heads n_k d_k"]
    v: Float[Array, "*heads n_k d_v"]
    bias: Float[Array, "..."] | None


@dataclass(frozen=True)
class Slopes:
    """What a backward pass knows of every row: `[*batch, h_q, n_q, ...]`.

    Args:
        output: the gradient of the output. lse: the log-sum; 0 for a row that read nothing.
        known: what is taken away from g: D - grad_lse.
    """

    output: Array
    lse: Array
    known: Array


@dataclass(frozen=True)
class Moved:
    """Where gradients are written, shaped as the arrays of a checked call.

    Args:
        q, k, v: zeros at first. bias: zeros of the bias's shape with all axes named, or None.
    """

    q: Array
    k: Array
    v: Array
    bias: Array | None


def slopes_of(
    inputs: Inputs, grad_output: object, attention: Attention | Part, grad_lse: object
) -> Slopes:
    """Everything known of the rows, checked; with a head axis, in the dtype of the sums.

    Raises:
        ShapeError: naming the array that does not have the shape of the call's.
    """
    *outer, n_q, _ = inputs.q.shape
    rows = (n_q,) if inputs.is_one_head else (*outer, n_q)
    wide = (*rows, inputs.v.shape[-1])
    given = {
        "grad_output": (grad_output, wide),
        "attention.output": (attention.output, wide),
        "attention.lse": (attention.lse, rows),
    }
    if grad_lse is not None:
        given["grad_lse"] = grad_lse, rows
    found: list[Array] = []
    for name, (numbers, shape) in given.items():
        array = as_floats(numbers, name)
        if array.shape != shape:
            raise ShapeError(f"{name} must have the shape of the call's, {shape}: {array.shape}")
        array = np.ascontiguousarray(array, dtype=inputs.lse_dtype)
        found.append(array[None] if inputs.is_one_head else array)
    moved, output, lse, *moved_lse = found
    known = np.einsum("...d,...d->...", moved, output)
    for lost in moved_lse:
        known -= lost
    return Slopes(moved, np.where(lse == -np.inf, 0, lse), known)


def room_for(inputs: Inputs, bias: object) -> Moved:
    """Zeros for all gradients of a call; `bias` as it came."""
    dq, dk, dv = (zeros(a.shape, inputs.dtype) for a in (inputs.q, inputs.k, inputs.v))
    if not isinstance(inputs.bias, np.ndarray):
        return Moved(dq, dk, dv, None)
    shape = np.shape(as_floats(bias, "bias"))
    axes = (1,) * (inputs.bias.ndim - len(shape)) + shape
    wide = np.result_type(inputs.lse_dtype, inputs.bias.dtype)
    return Moved(dq, dk, dv, np.zeros(axes, dtype=wide))


def add_bias(dbias: Array, block: Block, keys: range, moved: Array) -> None:
    """Add one tile's gradients to those of the bias, summed where the bias was broadcast.

    Args:
        moved: `[heads, rows, keys]`, or more keys than there are.
    """
    item = dbias
    for place in block.at:
        item = item[place if len(item) > 1 else 0]
    h, n = item.shape[:2]
    heads = slice(block.heads.start, block.heads.stop) if h > 1 else slice(None)
    rows = slice(block.rows.start, block.rows.stop) if n > 1 else slice(None)
    there = moved[..., : len(keys)]
    if h == 1:
        there = there.sum(axis=0, keepdims=True)
    if n == 1:
        there = there.sum(axis=1, keepdims=True)
    item[heads, rows, keys.start : keys.stop] += there
