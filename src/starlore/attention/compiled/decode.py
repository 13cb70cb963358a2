"""One query at a time: the jobs of all heads as one table, gone through by one call.

A single row of few keys takes some hundredths of a millisecond, as long as it takes Python to
write one job down. So all jobs are written at once, a column for each field, and each thread goes
through a run of them. What is folded, and in what order, is as for any other block of rows; only
keys and values are read where they lie.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.job import Job, scratch_size
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.shape import TILE
from starlore.attention.workers import cores, share

if TYPE_CHECKING:
    from starlore.attention.compiled.run import Call

COLUMNS = {name: at for at, name in enumerate(Job._fields)}


def fold_rows_of(functions: Mapping[str, Callable[..., None]]) -> Callable[[Job], None]:
    """What folds the rows of one job; of a kernel of a single row, its table of one job, packed."""
    if "fold_rows" in functions:
        return functions["fold_rows"]
    fold_jobs = functions["fold_jobs"]

    def fold_rows(job: Job) -> None:
        jobs = np.array(job, dtype=np.int64)
        fold_jobs(address(jobs), 1, 0)

    return fold_rows


def fold_single(call: "Call") -> bool:
    """Fold the one row of every stream; spans tell who reads what.

    Returns:
        Whether every output is finite. If not, a value may not be, and packing must keep it from
        those who do not read it: nothing has been done then.
    """
    output = call.output
    if call.is_rounded:
        output = np.empty(output.shape, dtype=np.float32)
        call.extra_bytes += output.nbytes
    table = jobs_of(call, output)
    workers = cores() if call.threads is None else min(call.threads, cores())
    step = max(1, -(-len(table) // workers))

    def fold(first: int) -> None:
        jobs = table[first : first + step]
        scratch, tally, kept = call.take()
        start = address(scratch)
        jobs[:, COLUMNS["scratch"]] = start
        size = scratch_size(call.shape, call.d_k, call.d_v, call.sums)
        jobs[:, COLUMNS["held"]] = start + 4 * size
        jobs[:, COLUMNS["tally"]] = address(tally)
        call.functions["fold_jobs"](address(jobs), len(jobs), 1)
        call.idle.append((scratch, tally, kept))

    share(fold, range(0, len(table), step), call.threads)
    if call.is_rounded:
        with np.errstate(over="ignore"):
            call.output[...] = output
    is_finite = call.is_finite()
    if not is_finite:
        for _, tally, _ in call.workers:
            tally[:] = 0
    return is_finite


def jobs_of(call: "Call", output: Array) -> Array:
    """A job per stream, a row each, still without the memory of a worker.

    Args:
        output: of the shape of the call's, float32.
    """
    lengths = np.repeat(call.inputs.key_lengths.reshape(-1), call.k.shape[-3])
    table = np.empty((len(lengths), len(Job._fields)), dtype=np.int64)
    table[:] = call.base
    given: dict[str, Array | int] = {
        "rows": 1,
        "is_first": 1,
        "is_last": 1,
        "stop_tile": -(-lengths // TILE),
    }
    arrays = {"q": call.q, "k": call.k, "v": call.v, "output": output}
    given |= {name: places_of(array, 2) for name, array in arrays.items()}
    given["lse"] = places_of(call.lse, 1)
    if call.reader is not None:
        given["asked"] = np.array([call.reader.asked(s.at, s.head) for s in call.streams()])
    for name, numbers in given.items():
        table[:, COLUMNS[name]] = numbers
    for length, spans in call.spans.items():
        if spans is not None:
            there = slice(None) if len(call.spans) == 1 else lengths == length
            told = len(spans.lows), address(spans.lows), address(spans.highs)
            for name, number in zip(("spans", "lows", "highs"), told, strict=True):
                table[there, COLUMNS[name]] = number
    return table


def places_of(array: Array, inner: int) -> Array:
    """Where each part of an array begins that lies in its last `inner` axes, in their order.

    Example:
        >>> room = np.zeros((2, 3, 4, 5), dtype=np.float32)
        >>> (places_of(room, 2) - address(room)).tolist()
        [0, 80, 160, 240, 320, 400]
    """
    places = np.array(address(array))
    for size, step in zip(array.shape[:-inner], array.strides, strict=False):
        places = places[..., None] + step * np.arange(size)
    return places.reshape(-1)
