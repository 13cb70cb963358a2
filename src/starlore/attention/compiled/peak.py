"""The most this processor can multiply and add: loops that do nothing else.

Whatever a kernel reaches is a share of it. Each loop keeps a dozen sums in registers, enough for
the multiply-adds that are under way at once, and touches no memory until its end.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit

from starlore.attention.compiled.bridge import callable_of
from starlore.attention.compiled.features import features, shape_of
from starlore.attention.compiled.ir import Writer
from starlore.attention.workers import share

SUMS, REPEATS = 12, 4
DOT = "llvm.x86.avx512bf16.dpbf16ps.512"
"""Multiplies 32 pairs of bfloat16 numbers and adds neighbours to 16 float32 sums."""


class _BFloat(ir.Type):  # type: ignore[misc]
    """LLVM's `bfloat`, which llvmlite does not name."""

    def _to_string(self) -> str:
        return "bfloat"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _BFloat)

    def __hash__(self) -> int:
        return hash(_BFloat)


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
    lanes = 32 if dtype == "bfloat16" else shape_of(features()).lanes
    share(partial(_spin, _loop(dtype, lanes), rounds), range(threads), threads)
    return threads * rounds * SUMS * REPEATS * lanes


def _spin(loop: Callable[[int, int], None], rounds: int, thread: int) -> None:
    """One thread's share; what the sums came to is written to memory of its own."""
    sums = np.empty(SUMS * 16, dtype=np.float32)
    loop(rounds, int(sums.__array_interface__["data"][0]))


@cache
def _loop(dtype: str, lanes: int) -> Callable[[int, int], None]:
    """The loop as machine code."""
    call = callable_of(partial(_build, dtype=dtype, lanes=lanes), f"peak_{dtype}_{lanes}", 2)

    @njit("void(int64, int64)", nogil=True)
    def loop(rounds, out):  # type: ignore[no-untyped-def]
        call((rounds, out))

    return loop


def _build(module: Any, dtype: str, lanes: int) -> Any:
    w = Writer(module, f"peak_{dtype}_{lanes}", ("rounds", "out"), min(lanes, 16))
    if dtype == "bfloat16":
        pairs = ir.VectorType(_BFloat(), 32)
        ones = w.builder.bitcast(
            ir.Constant(ir.VectorType(ir.IntType(16), 32), [0x3F80] * 32), pairs
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
