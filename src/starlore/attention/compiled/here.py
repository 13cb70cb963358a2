"""Keys and values read where they lie: by one row, which reads each of them once.

A tile is packed because many rows read it. For one row that is work in vain, so it takes the
tile's keys as they lie, turned in registers, and blends its values in place; the same numbers meet
in the same order, so not a bit changes. What does not lie so is packed. A value that is not finite
makes the row's output so, whatever its weight; such a row is folded again, packed.
"""

from typing import Any

from starlore.attention.compiled.bridge import (
    weigh_here_of,
    weigh_of,
)
from starlore.attention.compiled.named import inner_of
from starlore.attention.compiled.packing import FLOAT32
from starlore.attention.compiled.shape import TILE, Shape


def accessors(
    shape: Shape, pack_keys: Any, pack_values: Any, reads: bool = False
) -> tuple[Any, Any]:
    """`take` and `weigh` for one shape of kernel.

    `take(job, tile, is_here, widths, room)` gives where a tile's keys and values may be read from,
    and the numbers from key to key if they lie as they came, else 0; `room` is for keys and values.
    `is_here` allows to read them as they came. `weigh(job, given, step)` weighs them, and if the
    kernel `reads`, leaves their scores behind the weights.
    """
    within = inner_of(shape, "here")
    weigh_plain, weigh_any = (weigh_of(shape, is_plain, reads) for is_plain in (True, False))

    @within
    def take(job, tile, is_here, widths, room):  # type: ignore[no-untyped-def]
        pack_keys(job, tile, widths[0], room[0])
        pack_values(job, tile, widths[1], room[1])
        return room[0], room[1], 0

    @within
    def weigh(job, given, step):  # type: ignore[no-untyped-def]
        if job.is_plain:
            weigh_plain(given)
        else:
            weigh_any(given)

    if shape.rows > 1:
        return take, weigh
    weigh_here, lanes = weigh_here_of(shape, reads), shape.lanes

    @within
    def take_here(job, tile, is_here, widths, room):  # type: ignore[no-untyped-def]
        keys, values, step = room[0], room[1], 0
        is_whole = is_here and job.kind == FLOAT32 and (tile + 1) * TILE <= job.n_k
        if is_whole and job.is_plain and job.k_column == 1 and job.d_k % lanes == 0:
            keys, step = job.k + 4 * tile * TILE * job.k_row, job.k_row
        else:
            pack_keys(job, tile, widths[0], keys)
        is_even = job.v_column == 1 and job.v_row == job.d_v and job.d_v % lanes == 0
        if is_whole and is_even:
            values = job.v + 4 * tile * TILE * job.v_row
        else:
            pack_values(job, tile, widths[1], values)
        return keys, values, step

    @within
    def weigh_there(job, given, step):  # type: ignore[no-untyped-def]
        if step:
            weigh_here((*given, step))
        else:
            weigh(job, given, step)

    return take_here, weigh_there
