"""attend: who reads what from whom. Checks, runs the reference tile by tile, rounds once."""

from dataclasses import dataclass, fields

import numpy as np
from jaxtyping import Bool, Float

from starlore.attention.arrays import Array, Numbers
from starlore.attention.dense import Steps, check_overflow, steps_of
from starlore.attention.inputs import Inputs, check
from starlore.attention.plan import Plan
from starlore.attention.reading import Read, Reading, join, places, read_steps
from starlore.attention.schemes import Full, Scheme, tiles_of
from starlore.errors import ShapeError

CELLS = 2**19
"""Query-key pairs looked at together: a tile has as many queries as fit, and at least one."""


@dataclass(frozen=True)
class Counters:
    """What a call did, added up over batch and heads.

    Args:
        kernel: what computed it; "dense" is the float64 reference.
        comparisons: query-key pairs that were allowed, whatever the kernel.
        pairs_scored: those, and the pairs of partial tiles scored in vain.
        tiles_whole, tiles_partial, tiles_skipped: tiles read whole, in part, not at all.
        exponentials: powers of e taken.
        rescales: times a running sum was scaled to a new largest score.
        bytes_read: of queries, keys and values, once for each query head and tile.
        extra_bytes: the most memory held at once beyond inputs and results.
    """

    kernel: str
    comparisons: int = 0
    pairs_scored: int = 0
    tiles_whole: int = 0
    tiles_partial: int = 0
    tiles_skipped: int = 0
    exponentials: int = 0
    rescales: int = 0
    bytes_read: int = 0
    extra_bytes: int = 0


@dataclass(frozen=True)
class Attention:
    """What `attend` gives.

    Args:
        output: the blended values, in the dtype of the inputs.
        lse: natural log of the sum of e^score over the keys read; -inf where none was.
        reading: what was asked by `read`, else None.
        counters: what it took.
    """

    output: Float[Array, "*heads n_q d_v"]
    lse: Float[Array, "*heads n_q"]
    reading: Reading | None
    counters: Counters


def attend(
    q: Float[Array, "*heads n_q d_k"] | Numbers,
    k: Float[Array, "*heads n_k d_k"] | Numbers,
    v: Float[Array, "*heads n_k d_v"] | Numbers,
    scheme: Scheme | Plan = Full(),  # noqa: B008 - a frozen value
    *,
    mask: Bool[Array, "..."] | Numbers | None = None,
    bias: Float[Array, "..."] | Numbers | None = None,
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
        scheme: who may read whom by place; a `Plan` must have been laid on these lengths.
        mask: booleans, True = may read; broadcasts to `[*batch, h_q, n_q, n_k]` with its last
            axis exactly n_k and the one before it n_q or 1. Three axes are heads, queries, keys.
        bias: numbers, by the same rule, added to the scores. -inf forbids; a finite bias,
            however low, forbids nothing.
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

    Cost: O(n_q * n_k * (d_k + d_v)) time; memory for 2^19 pairs, or one query, at a time.
    Source: Vaswani et al. 2017, eq. 1.

    Example:
        >>> attend([[1]], [[3], [1], [0]], [[10], [4], [1]], scale=1).output.round(6).tolist()
        [[8.936738]]
    """
    if threads is not None and threads < 1:
        raise ShapeError(f"threads must be 1 or more, or None: it is {threads}")
    inputs = check(q, k, v, scheme, mask, bias, scale, softcap, key_lengths)
    place = places(inputs, read) if read is not None and read.distance else None
    *outer, n_q, _ = inputs.q.shape
    output = np.zeros((*outer, n_q, inputs.v.shape[-1]), dtype=inputs.dtype)
    lse = np.zeros((*outer, n_q), dtype=inputs.lse_dtype)
    readings: list[Reading] = []
    tally = dict.fromkeys((field.name for field in fields(Counters)[1:]), 0)
    for rows in tiles_of(n_q, _rows_of_a_tile(inputs)) or [range(0)]:
        steps = steps_of(inputs, rows)
        here = slice(rows.start, rows.stop)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            output[..., here, :] = steps.output
            lse[..., here] = steps.lse
        check_overflow(inputs, rows, steps, lse[..., here])
        if read is not None:
            there = None if place is None else place[..., here]
            readings.append(read_steps(steps, read, there, inputs.lse_dtype))
        _count(tally, inputs, steps)
    return Attention(
        output=output[0] if inputs.is_one_head else output,
        lse=lse[0] if inputs.is_one_head else lse,
        reading=join(readings, inputs.is_one_head) if read is not None else None,
        counters=Counters("dense", **tally),
    )


def _rows_of_a_tile(inputs: Inputs) -> int:
    *outer, _, _ = inputs.q.shape
    return max(1, CELLS // max(1, int(np.prod([*outer, inputs.k.shape[-2]], dtype=np.int64))))


def _count(tally: dict[str, int], inputs: Inputs, steps: Steps) -> None:
    """Add one tile of queries to the counters."""
    cells, allowed = steps.allowed.size, int(np.count_nonzero(steps.allowed))
    tally["comparisons"] += allowed
    tally["pairs_scored"] += cells
    tally["exponentials"] += cells
    kind = "skipped" if allowed == 0 else "whole" if allowed == cells else "partial"
    tally[f"tiles_{kind}"] += 1
    rows = steps.largest.size * inputs.q.shape[-1]
    tally["bytes_read"] += inputs.dtype.itemsize * (rows + inputs.k.size + inputs.v.size)
    held = {id(step): step.nbytes for step in vars(steps).values()}
    copied = inputs.k.nbytes + inputs.v.nbytes + steps.stretched.nbytes
    tally["extra_bytes"] = max(tally["extra_bytes"], sum(held.values()) + copied)
