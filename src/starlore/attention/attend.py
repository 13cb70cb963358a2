"""attend: who reads what from whom. Checks the call, then hands it to a kernel."""

import os
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TypeAlias

from jaxtyping import Bool, Float

from starlore.attention import reference, tiled
from starlore.attention.arguments import must_be
from starlore.attention.arrays import Array, Numbers
from starlore.attention.chosen import Chosen
from starlore.attention.inputs import Bias, Inputs, check
from starlore.attention.plan import Plan
from starlore.attention.reading import Read
from starlore.attention.results import Attention, Part
from starlore.attention.schemes import Full, Scheme
from starlore.attention.schemes.align import whole_number
from starlore.errors import BadValue

Kernel: TypeAlias = Callable[[Inputs, Read | None, int | None], Attention]
"""Computes a checked call, and what is to be read from it, on so many threads."""


def attend(
    q: Float[Array, "*heads n_q d_k"] | Numbers,
    k: Float[Array, "*heads n_k d_k"] | Numbers,
    v: Float[Array, "*heads n_k d_v"] | Numbers,
    scheme: Scheme | Plan | Chosen = Full(),  # noqa: B008 - a frozen value
    *,
    mask: Bool[Array, "..."] | Numbers | None = None,
    bias: Float[Array, "..."] | Bias | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    key_lengths: Numbers | int | None = None,
    read: Read | None = None,
    threads: int | None = None,
) -> Attention:
    """Let every query read from the keys it may read, and blend their values.

    A key is read if scheme, mask, key lengths and a bias above -inf all allow it. Scores are
    scaled, capped, biased, masked, in this order; then softmax, then blend. What may not be read
    changes nothing, NaN included; a query that may read nothing gives 0 (decisions/0002).

    Args:
        q: queries `[*batch, h_q, n_q, d_k]`, or `(n_q, d_k)` for one head; any strides.
        k: keys `[*batch, h_kv, n_k, d_k]`; query head h reads key head h // (h_q // h_kv).
        v: values `[*batch, h_kv, n_k, d_v]`, in any unit; the output has the same.
        scheme: who may read whom by place; a `Plan` must have been laid on these lengths. Or a
            scheme that chooses by the data; it goes with no mask, bias or key lengths, which it
            would not see: its candidates are named by `among`.
        mask: booleans, True = may read; broadcasts to `[*batch, h_q, n_q, n_k]` with its last
            axis exactly n_k and the one before it n_q or 1. Three axes are heads, queries, keys.
        bias: numbers, by the same rule, added to the scores. -inf forbids; a finite bias,
            however low, forbids nothing. Or an `Alibi`; or a function of index arrays
            i (rows, 1) and j (1, keys), asked tile by tile, from several threads at once.
        scale: what products are multiplied by. None: 1/sqrt(d_k), or 1 if d_k is 0.
        softcap: c > 0 turns each score into c * tanh(score / c). None: no cap.
        key_lengths: keys at j >= key_lengths[b] are not there; whole numbers `[*batch]`.
        read: what to read from the head in the same pass.
        threads: how many cores may be used, 1 or more; never changes a bit of the result.

    Returns:
        Output in the inputs' dtype, rounded once; lse in float32, or float64 for float64.

    Raises:
        ShapeError: if arrays, lengths or heads do not fit each other.
        AlignmentError: if the lengths differ and the scheme does not say where they meet.
        DtypeError: if a dtype has no meaning here, or q, k and v have not one.
        ScoreOverflowError: if finite queries and keys have a log-sum that is not finite.

    Cost: O(n_q * n_k * (d_k + d_v)) time. Memory beside the arrays never grows with n_q * n_k:
        machine code holds packed keys and values, up to 16 MB or 4,096 of them if those take more,
        up to 6 MB of sums, 8 bytes a query for each span of keys, and some tiles per thread.
    Source: Vaswani et al. 2017, eq. 1.

    Example:
        >>> attend([[1]], [[3], [1], [0]], [[10], [4], [1]], scale=1).output.round(6).tolist()
        [[8.936738]]
    """
    return run(check(q, k, v, scheme, mask, bias, scale, softcap, key_lengths), read, threads)


def attend_part(
    q: Float[Array, "*heads n_q d_k"] | Numbers,
    k: Float[Array, "*heads n_k d_k"] | Numbers,
    v: Float[Array, "*heads n_k d_v"] | Numbers,
    scheme: Scheme | Plan | Chosen = Full(),  # noqa: B008 - a frozen value
    *,
    mask: Bool[Array, "..."] | Numbers | None = None,
    bias: Float[Array, "..."] | Bias | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    key_lengths: Numbers | int | None = None,
    threads: int | None = None,
) -> Part:
    """Attend to some of the keys, to be merged with attention to the others.

    Takes what `attend` takes and means the same; only the output is never rounded below float32,
    so that parts do not add up their roundings. `merge` puts parts together.

    Args:
        q, k, v, scheme, mask, bias, scale, softcap, key_lengths, threads: as for `attend`.

    Raises:
        ShapeError, AlignmentError, DtypeError, ScoreOverflowError: as `attend`.

    Example:
        >>> attend_part([[1]], [[0]], [[7]], scale=1).lse.tolist()
        [0.0]
    """
    inputs = check(q, k, v, scheme, mask, bias, scale, softcap, key_lengths)
    part = run(replace(inputs, output_dtype=inputs.lse_dtype), None, threads)
    return Part(part.output, part.lse, part.counters)


def run(inputs: Inputs, read: Read | None, threads: int | None) -> Attention:
    """Attend to a checked call with the kernel that is right for it.

    Raises:
        ShapeError: if `threads` is no whole number of 1 or more.
        DtypeError: if `read` is no Read.
        ScoreOverflowError: as `attend`.
    """
    if read is not None:
        must_be(read, Read, "read", "a Read, as Read(top=4), or None")
    return kernel_for(inputs)(inputs, read, check_threads(threads))


def check_threads(threads: object) -> int | None:
    """How many threads were asked for; None means every core allowed.

    Raises:
        ShapeError: if it is no whole number of 1 or more.

    Example:
        >>> check_threads(2), check_threads(None)
        (2, None)
    """
    return None if threads is None else whole_number(threads, "threads", 1)


def kernel_for(inputs: Inputs) -> Kernel:
    """Choose the kernel: never by size, so that no row's bits depend on its company.

    Lists and integers, the numbers of lessons, go to the reference, whose sums have one fixed
    order; arrays go to machine code if it is there and has their dtype, else to NumPy. The
    environment's `STARLORE_KERNEL`, dense, numpy or compiled, goes before (decisions/0014).

    Raises:
        BadValue: if `STARLORE_KERNEL` names no kernel, or one that cannot do this call here.
    """
    forced = os.environ.get("STARLORE_KERNEL", "")
    if forced not in ("", "dense", "numpy", "compiled"):
        raise BadValue(f"STARLORE_KERNEL must be dense, numpy or compiled: it is {forced!r}")
    if forced == "dense" or (inputs.is_listed and not forced):
        return reference.run
    compiled = None if forced == "numpy" else _compiled(inputs)
    if forced == "compiled" and compiled is None:
        raise BadValue(
            f"the compiled kernel cannot do this call here: it needs numba and one of its dtypes "
            f"and no bias made by a function; q is {inputs.dtype}"
        )
    return compiled or tiled.run


def _compiled(inputs: Inputs) -> Kernel | None:
    """The kernel in machine code, if it is there and can do this call."""
    try:
        compiled = import_module("starlore.attention.compiled")
    except ImportError:
        return None
    if not compiled.is_available() or not compiled.takes(inputs) or callable(inputs.bias):
        return None
    if inputs.choice is not None:
        return None
    kernel: Kernel = import_module("starlore.attention.compiled.run").run
    return kernel
