"""The most memory a kernel of attention holds at once beside inputs and results, in closed form.

It grows with the length, never with its square: ends of spans, keys and values as they are packed,
up to a budget, and each thread's own room.
"""

from functools import cache
from importlib import import_module
from typing import Any

from starlore.attention import tiled
from starlore.attention.compiled import features
from starlore.attention.compiled.features import shape_of
from starlore.attention.compiled.shape import BLOCK, RUN, SHAPES, SINGLE, TILE, Shape
from starlore.attention.cost.sizes import Sizes
from starlore.attention.scoring import KEYS, ROWS
from starlore.attention.workers import cores

SPAN_BYTES = 8
"""Both ends of one query's span; only beyond 2^31 keys the compiled kernel tells none."""


def shape_for(sizes: Sizes) -> Shape:
    """The shape of the compiled kernel on this machine; a single row has one of its own."""
    shape = shape_of(features())
    return SHAPES[shape.name + SINGLE] if sizes.n_q * sizes.group == 1 else shape


def compiled_bytes(sizes: Sizes, spans: int, threads: int = 1) -> int:
    """What the compiled kernel holds.

    Args:
        spans: runs of keys that each query reads; 0 where a table of bits says who reads what.
        threads: exact for one; the most for more, of which some may find nothing to do.
    """
    job, run, visits = _parts()
    shape, rows, streams = shape_for(sizes), sizes.n_q * sizes.group, sizes.streams
    held: int = 4 * job.held_size(shape, sizes.d_v)
    scratch: int = 4 * job.scratch_size(shape, sizes.d_k, sizes.d_v) + held
    tile_bytes: int = 4 * TILE * sum(job.widths(shape, sizes.d_k, sizes.d_v))
    a_run = RUN // TILE
    most: int = max(a_run, run.PACKED_BYTES // max(1, tile_bytes) // a_run * a_run)
    tiles, blocks = -(-sizes.n_k // TILE), -(-rows // BLOCK)
    together = min(streams, max(1, most // max(1, tiles)))
    own, shared = scratch if rows and streams else 0, SPAN_BYTES * spans * sizes.n_q
    items = streams
    if rows > BLOCK:
        shared += tile_bytes * min(most, together * tiles)
        items = together * blocks
        if tiles > most:
            items = max(1, int(run.HELD_BYTES) // held)
            shared += streams * held * items
    if not spans:
        own += int(visits.Table(False).nbytes)
    workers = max(1, min(threads, cores(), items))
    if sizes.itemsize == 2:
        step, heads = BLOCK, 1
        if spans and rows and (rows <= BLOCK or tiles <= most):
            there = streams if rows <= BLOCK else together
            step, heads = run.goes(rows, there, tiles, workers, sizes.d_v)
            heads = min(heads, there)
        own += 4 * sizes.d_v * min(rows, step) * heads
    return shared + workers * own


@cache
def _parts() -> tuple[Any, ...]:
    """The modules of the compiled kernel that know its sizes; they load numba, which may be
    missing where nobody asks for this kernel's costs."""
    names = ("job", "run", "visits")
    return tuple(import_module(f"starlore.attention.compiled.{name}") for name in names)


def tiled_bytes(sizes: Sizes, threads: int = 1) -> int:
    """What the NumPy kernel holds: queries, scores twice, what is blended twice, claims, and a
    tile of keys and values, for each thread."""
    width = -(-(sizes.d_v + 1) // tiled.COLUMNS) * tiled.COLUMNS
    rows = ROWS * (sizes.d_k + 2 * KEYS + 2 * width)
    one = sizes.wide * (rows + KEYS * (sizes.d_k + 2 * width)) + 4 * ROWS * KEYS
    together = min(max(1, sizes.group), ROWS)
    heads = -(-sizes.group // together)
    blocks = sizes.streams * heads * -(-sizes.n_q // (ROWS // together))
    return max(0, min(threads, cores(), blocks)) * one
