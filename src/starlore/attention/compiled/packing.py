"""Copies of queries, keys and values in the order the register tiles read them.

Keys lie transposed, `[units, width, unit]` per tile; values `[TILE, width]`; queries
`[width, rows]` per group. Widths are filled with zeros up to what the kernel steps by, keys that
are not there are zeros, and a value that is not finite is replaced by 0: who reads it gets it
added at the end (`outliers`), and nobody else ever multiplies it. 16-bit numbers become float32.
"""

from typing import Any

import numpy as np
from numba import njit

from starlore.attention.compiled.bridge import (
    copy_of,
    lay_of,
    read_bfloat16,
    read_float16,
    read_float32,
    read_whole,
    turn_of,
    write_float32,
    write_whole,
)
from starlore.attention.compiled.named import part_of
from starlore.attention.compiled.shape import OUTLIERS, TILE, Shape

FLOAT32, FLOAT16, BFLOAT16 = 0, 1, 2
"""How the numbers behind an address are written."""

ZERO = np.float32(0)

KINDS = {"float32": FLOAT32, "float16": FLOAT16, "bfloat16": BFLOAT16}


@njit(inline="always")
def number(address, index, kind):  # type: ignore[no-untyped-def]
    """The number `index` places behind the address, as float32."""
    if kind == FLOAT32:
        return read_float32(address, index)
    if kind == FLOAT16:
        return read_float16(address, index)
    return read_bfloat16(address, index)


def packers(shape: Shape) -> tuple[Any, Any, Any]:
    """`pack_queries`, `pack_keys` and `pack_values` for one shape of kernel."""
    part = part_of(shape, "pack")
    rows_of_group, unit, lanes = shape.rows, shape.unit, shape.lanes
    turn, copy, lay = turn_of(shape), copy_of(shape), lay_of(shape)

    @part
    def pack_queries(job, block, factor, width, target, room):  # type: ignore[no-untyped-def]
        """Queries times the factor, group by group; rows past the last are zeros.

        What lies behind the last group may be overwritten; `room` is for an address per row.
        """
        first, rows = block
        is_even = job.kind == FLOAT32 and job.q_column == 1 and job.d_k % lanes == 0
        even = rows // rows_of_group if is_even and rows_of_group <= lanes else 0
        for group in range(even):
            for lane in range(rows_of_group):
                head, i = divmod(first + group * rows_of_group + lane, job.n_q)
                write_whole(room, lane, job.q + 4 * (head * job.q_head + i * job.q_row))
            lay((room, job.scale, width, target + 4 * group * rows_of_group * width))
        groups = (rows + rows_of_group - 1) // rows_of_group
        for at in range(even * rows_of_group, groups * rows_of_group):
            place = target + 4 * (at // rows_of_group) * rows_of_group * width
            lane = at % rows_of_group
            used = 0
            if at < rows:
                used = job.d_k
                head, i = divmod(first + at, job.n_q)
                start = head * job.q_head + i * job.q_row
                for c in range(used):
                    x = number(job.q, start + c * job.q_column, job.kind)
                    write_float32(place, c * rows_of_group + lane, np.float32(x * factor))
            for c in range(used, width):
                write_float32(place, c * rows_of_group + lane, ZERO)

    @part
    def pack_keys(job, tile, width, target):  # type: ignore[no-untyped-def]
        """The keys of one tile, transposed unit by unit."""
        for part in range(TILE // unit):
            first = tile * TILE + part * unit
            there = min(unit, max(0, job.n_k - first))
            place = target + 4 * part * unit * width
            start = first * job.k_row
            is_even = job.k_column == 1 and job.d_k % lanes == 0 and there == unit
            if job.kind == FLOAT32 and is_even:
                turn((job.k + 4 * start, job.k_row, job.d_k, place))
                continue
            for c in range(job.d_k):
                for key in range(there):
                    x = number(job.k, start + key * job.k_row + c * job.k_column, job.kind)
                    write_float32(place, c * unit + key, x)
                for key in range(there, unit):
                    write_float32(place, c * unit + key, ZERO)
            for at in range(job.d_k * unit, width * unit):
                write_float32(place, at, ZERO)

    @part
    def pack_values(job, tile, width, target):  # type: ignore[no-untyped-def]
        """The values of one tile."""
        there = min(TILE, max(0, job.n_k - tile * TILE))
        if job.kind == FLOAT32 and job.v_column == 1 and job.d_v % lanes == 0:
            start = tile * TILE * job.v_row
            count = job.tally + 8 * OUTLIERS
            copy((job.v + 4 * start, job.v_row, there, width, target, count))
            for at in range(there * width, TILE * width):
                write_float32(target, at, ZERO)
            return
        odd = 0
        for key in range(there):
            start = (tile * TILE + key) * job.v_row
            for c in range(job.d_v):
                x = number(job.v, start + c * job.v_column, job.kind)
                is_finite = x - x == ZERO
                odd += not is_finite
                write_float32(target, key * width + c, x if is_finite else ZERO)
            for c in range(job.d_v, width):
                write_float32(target, key * width + c, ZERO)
        for at in range(there * width, TILE * width):
            write_float32(target, at, ZERO)
        if odd:
            write_whole(job.tally, OUTLIERS, read_whole(job.tally, OUTLIERS) + odd)

    return pack_queries, pack_keys, pack_values
