"""The most this processor can multiply and add: loops that do nothing else.

Whatever a kernel reaches is a share of it. Each loop keeps sums in registers, enough for the
multiply-adds that are under way at once, and touches no memory until its end. For bfloat16 the
matrix tiles are measured where there are any, else the products of pairs.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit

from starlore.attention.compiled.bfloat import DOT, HALVES
from starlore.attention.compiled.bridge import callable_of
from starlore.attention.compiled.features import features, shape_of
from starlore.attention.compiled.ir import Writer
from starlore.attention.compiled.memory import address, aligned
from starlore.attention.compiled.shape import PAIRED
from starlore.attention.compiled.tiles import (
    DEPTH,
    ROOM,
    SIDE,
    build_begin,
    build_end,
    is_granted,
    product,
)
from starlore.attention.workers import share

SUMS, REPEATS = 12, 4
TILES = 6
"""Tiles of sums: one product waits for three others."""


def has_peak(dtype: str) -> bool:
    """Whether this processor multiplies numbers of this dtype as they are.

    Example:
        >>> has_peak("float32")
        True
    """
    return dtype == "float32" or (dtype == "bfloat16" and "avx512bf16" in features())


def burn(dtype: str, rounds: int, threads: int) -> int:
    """Multiply and add on so many threads at once, `rounds` times the loop on each.

    Args:
        dtype: one that `has_peak` knows.

    Returns:
        The multiply-adds that were done.

    Example:
        >>> burn("float32", 10, 1) == burn("float32", 10, 2) / 2
        True
    """
    if dtype == "bfloat16" and is_granted(features()):
        loop, each = _tile_loop(), TILES * SIDE * SIDE * DEPTH
    else:
        lanes = 32 if dtype == "bfloat16" else shape_of(features()).lanes
        loop, each = _loop(dtype, lanes), SUMS * lanes
    share(partial(_spin, loop, rounds), range(threads), threads)
    return threads * rounds * REPEATS * each


def _spin(loop: Callable[[int, int], None], rounds: int, thread: int) -> None:
    """One thread's share; what the sums came to is written to memory of its own."""
    sums = aligned(SUMS * 16)
    loop(rounds, address(sums))


@cache
def _loop(dtype: str, lanes: int) -> Callable[[int, int], None]:
    """The loop as machine code."""
    call = callable_of(partial(_build, dtype=dtype, lanes=lanes), f"peak_{dtype}_{lanes}", 2)

    @njit("void(int64, int64)", nogil=True)
    def loop(rounds, out):  # type: ignore[no-untyped-def]
        call((rounds, out))

    return loop


@cache
def _tile_loop() -> Callable[[int, int], None]:
    """The loop of the matrix tiles, told their shape and given back."""
    shape = PAIRED["matrix"]
    begin = callable_of(partial(build_begin, shape=shape), "begin", len(ROOM))
    call = callable_of(_build_tiles, "peak_tiles", 2)
    end = callable_of(partial(build_end, shape=shape), "end", len(ROOM))

    @njit("void(int64, int64)", nogil=True)
    def loop(rounds, out):  # type: ignore[no-untyped-def]
        begin((out,))
        call((rounds, out))
        end((out,))

    return loop


def _build_tiles(module: Any) -> Any:
    w = Writer(module, "peak_tiles", ("rounds", "out"), 16)

    def again(_: Any, none: list[Any]) -> list[Any]:
        for _ in range(REPEATS):
            for tile in range(TILES):
                product(w, tile, TILES, TILES + 1)
        return none

    w.loop(0, w.given["rounds"], 1, [], again)
    return w.finish()


def _build(module: Any, dtype: str, lanes: int) -> Any:
    w = Writer(module, f"peak_{dtype}_{lanes}", ("rounds", "out"), min(lanes, 16))
    if dtype == "bfloat16":
        ones = w.builder.bitcast(
            ir.Constant(ir.VectorType(ir.IntType(16), 32), [0x3F80] * 32), HALVES
        )

        def once(x: Any) -> Any:
            return w.call(DOT, w.vector, x, ones, ones)

    else:
        shrink, rise = w.constant(0.999), w.constant(0.001)

        def once(x: Any) -> Any:
            return w.fma(x, shrink, rise)

    def again(_: Any, sums: list[Any]) -> list[Any]:
        for _ in range(REPEATS):
            sums = [once(x) for x in sums]
        return sums

    starts = [w.constant(float(i)) for i in range(SUMS)]
    for i, x in enumerate(w.loop(0, w.given["rounds"], 1, starts, again)):
        w.store(x, w.pointer("out"), i * w.lanes)
    return w.finish()
