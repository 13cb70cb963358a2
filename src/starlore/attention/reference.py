"""The reference as a kernel: the dense steps, some queries at a time, rounded once."""

from dataclasses import fields

import numpy as np

from starlore.attention.dense import Steps, check_overflow, steps_of, widen
from starlore.attention.inputs import Inputs
from starlore.attention.reading import Read, Reading, join, lay, read_steps
from starlore.attention.results import Attention, Counters
from starlore.attention.schemes import tiles_of

CELLS = 2**19
"""Query-key pairs looked at together: a tile has as many queries as fit, and at least one."""


def run(inputs: Inputs, read: Read | None, threads: int | None) -> Attention:
    """Attend by the reference, in float64 and in one fixed order, on one thread.

    Raises:
        ScoreOverflowError: if finite queries and keys have a log-sum that is not finite.
    """
    laid = None if read is None else lay(read, inputs)
    wide = widen(inputs)
    *outer, n_q, _ = wide.q.shape
    output = np.zeros((*outer, n_q, wide.v.shape[-1]), dtype=inputs.output_dtype)
    lse = np.zeros((*outer, n_q), dtype=inputs.lse_dtype)
    readings: list[Reading] = []
    tally = dict.fromkeys((field.name for field in fields(Counters)[1:]), 0)
    for rows in tiles_of(n_q, _rows_of_a_tile(wide)) or [range(0)]:
        steps = steps_of(wide, rows)
        here = slice(rows.start, rows.stop)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            output[..., here, :] = steps.output
            lse[..., here] = steps.lse
        check_overflow(wide, rows, steps, lse[..., here])
        if laid is not None:
            readings.append(read_steps(steps, wide.v, laid, rows, inputs.lse_dtype))
        _count(tally, inputs, wide, steps)
    return Attention(
        output=output[0] if inputs.is_one_head else output,
        lse=lse[0] if inputs.is_one_head else lse,
        reading=join(readings, inputs.is_one_head, inputs.lse_dtype) if readings else None,
        counters=Counters("dense", **tally),
    )


def _rows_of_a_tile(wide: Inputs) -> int:
    *outer, _, _ = wide.q.shape
    return max(1, CELLS // max(1, int(np.prod([*outer, wide.k.shape[-2]], dtype=np.int64))))


def _count(tally: dict[str, int], inputs: Inputs, wide: Inputs, steps: Steps) -> None:
    """Add one tile of queries to the counters."""
    cells, allowed = steps.allowed.size, int(np.count_nonzero(steps.allowed))
    tally["comparisons"] += allowed
    tally["pairs_scored"] += cells
    tally["exponentials"] += cells
    kind = "skipped" if allowed == 0 else "whole" if allowed == cells else "partial"
    tally[f"tiles_{kind}"] += 1
    rows = steps.largest.size * wide.q.shape[-1]
    tally["bytes_read"] += inputs.dtype.itemsize * (rows + wide.k.size + wide.v.size)
    held = {id(step): step.nbytes for step in vars(steps).values()}
    copied = 2 * (wide.k.nbytes + wide.v.nbytes) + steps.stretched.nbytes
    tally["extra_bytes"] = max(tally["extra_bytes"], sum(held.values()) + copied)
