"""What the fold is told of its work: where things lie, how they are cut, and what room there is."""

import math
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

    Strides count numbers, not bytes. There may be more rows than a block only if `spans` tell who
    reads what and the job is both first and last. `k_packed` 0 means: pack each tile when it is
    read. `spans` 0 means: the table says who reads what. `held` carries the state from one call to
    the next. `sums` is how many sums a row keeps, 1 if nothing is read along, and `asked` lies
    what is to be read (`along`).
    """

    q: int
    q_head: int
    q_row: int
    q_column: int
    k: int
    k_row: int
    k_column: int
    v: int
    v_row: int
    v_column: int
    kind: int
    n_q: int
    n_k: int
    d_k: int
    d_v: int
    row: int
    rows: int
    k_packed: int
    v_packed: int
    packed_from: int
    first_tile: int
    stop_tile: int
    spans: int
    lows: int
    highs: int
    codes: int
    bits: int
    bias: int
    is_plain: int
    settings: int
    scale: int
    scratch: int
    held: int
    is_first: int
    is_last: int
    output: int
    lse: int
    tally: int
    sums: int
    asked: int


JOB: Any = types.NamedUniTuple(types.int64, len(Job._fields), Job)  # type: ignore[no-untyped-call]


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
