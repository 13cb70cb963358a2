"""What the fold is told of its work: where things lie, how they are cut, and what room there is."""

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba.core import types

from starlore.attention.arrays import Array
from starlore.attention.compiled.along import carried_size, room_size
from starlore.attention.compiled.lift import MARKS
from starlore.attention.compiled.score import UNROLL
from starlore.attention.compiled.shape import BLOCK, TILE, Shape
from starlore.attention.inputs import Inputs

SPAN = 8
"""Tiles of bfloat16 visited by one group before the next group's turn."""

BRACKET = 64
"""Words before all other scratch of visits, in whole lines of the cache."""

HEADROOM = 8.0
"""How far, in powers of two, a score may run past what is taken away before that is raised."""


class Job(NamedTuple):
    """Rows and the tiles of keys they read now. Addresses and counts, all 64-bit.

    The first five are the arrays of a call (`jobs.begin`). Strides count numbers, not bytes. There
    may be more rows than a block only if `spans` tell who reads what and the job is both first and
    last. `k_packed` 0 means: pack each tile when it is read. `spans` 0 means: the table says who
    reads what. `held` carries the state from one call to the next. `sums` is how many sums a row
    keeps, 1 if nothing is read along, and at `asked` lies what is to be read (`along`). `stream`
    tells Python which key head it is, in their order.
    """

    q: int = 0
    k: int = 0
    v: int = 0
    output: int = 0
    lse: int = 0
    q_head: int = 0
    q_row: int = 0
    q_column: int = 0
    k_row: int = 0
    k_column: int = 0
    v_row: int = 0
    v_column: int = 0
    kind: int = 0
    n_q: int = 0
    n_k: int = 0
    d_k: int = 0
    d_v: int = 0
    row: int = 0
    rows: int = 0
    k_packed: int = 0
    v_packed: int = 0
    packed_from: int = 0
    first_tile: int = 0
    stop_tile: int = 0
    spans: int = 0
    lows: int = 0
    highs: int = 0
    codes: int = 0
    bits: int = 0
    bias: int = 0
    is_plain: int = 0
    settings: int = 0
    scale: int = 0
    scratch: int = 0
    held: int = 0
    is_first: int = 0
    is_last: int = 0
    tally: int = 0
    sums: int = 0
    asked: int = 0
    stream: int = 0


JOB: Any = types.NamedUniTuple(types.int64, len(Job._fields), Job)  # type: ignore[no-untyped-call]


def entries(shape: Shape, fold_jobs: Any, pack_jobs: Any) -> dict[str, tuple[Any, Any]]:
    """What Python calls of a kernel, with the signatures; one row packs nothing beforehand.

    Args:
        fold_jobs: of the address of a table of jobs, their number, and whether keys and values may
            be read where they lie.
        pack_jobs: of such an address and number.
    """
    whole = types.int64
    found = {"fold_jobs": (fold_jobs, types.void(whole, whole, whole))}
    if shape.rows > 1:
        found["pack_jobs"] = (pack_jobs, types.void(whole, whole))
    return found


def padded(width: int, step: int) -> int:
    """The width filled up to a multiple of the step."""
    return -(-width // step) * step


def widths(shape: Shape, d_k: int, d_v: int) -> tuple[int, int]:
    """Float32 numbers that a packed key and a packed value take."""
    if shape.pairs > 1:
        return padded(d_k, shape.step) // 2, row_width(shape, d_v) // 2
    return padded(d_k, UNROLL), row_width(shape, d_v)


def row_width(shape: Shape, d_v: int) -> int:
    """Float32 numbers of a row of sums; where weights are rounded their own sum is one more."""
    return padded(d_v, shape.lanes) + (shape.lanes if shape.pairs > 1 else 0)


def pair_words(shape: Shape) -> int:
    """Float32 numbers of scratch that visits take beside those of every shape."""
    groups = BLOCK // shape.rows
    return 2 * (BRACKET + SPAN * (BLOCK + groups)) + TILE * shape.rows


def scratch_size(shape: Shape, d_k: int, d_v: int, sums: int = 1) -> int:
    """Float32 numbers a worker needs beside its jobs."""
    k_width, v_width = widths(shape, d_k, d_v)
    per_row = k_width + row_width(shape, d_v) + MARKS + shape.lanes * sums
    groups = BLOCK // shape.rows
    words = 2 * (BLOCK + 5 * groups + 4)
    words += pair_words(shape) if shape.pairs > 1 else 0
    per_key = shape.rows * (1 if sums == 1 else 2) + k_width + v_width
    return BLOCK * per_row + TILE * per_key + words + room_size(shape, sums)


def held_size(shape: Shape, d_v: int, sums: int = 1) -> int:
    """Float32 numbers that carry a block of rows from one call to the next."""
    return BLOCK * (row_width(shape, d_v) + 3 + carried_size(sums))


@lru_cache(maxsize=64)
def sizes(shape: Shape, d_k: int, d_v: int, sums: int) -> tuple[tuple[int, int], int, int]:
    """Float32 numbers of a packed key and a packed value, of scratch, and of state."""
    scratch = scratch_size(shape, d_k, d_v, sums)
    return widths(shape, d_k, d_v), scratch, held_size(shape, d_v, sums)


def settings(inputs: Inputs, sums: int, scale: float, is_narrow: bool) -> Array:
    """The float32 numbers of the fold, in the order the kernel reads them.

    Args:
        sums: of a row.
        scale: what is left for scores where queries could not be scaled without rounding.
        is_narrow: whether the kernel rounds the output to bfloat16.
    """
    cap = inputs.softcap or 0.0
    given = [HEADROOM * math.log(2), cap, 1 / cap if cap else 0.0, sums, scale, is_narrow]
    return np.array(given, dtype=np.float32)
