"""LLVM's bfloat16, and the instructions that take it; llvmlite names neither."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.ir import Value, Writer

DOT = "llvm.x86.avx512bf16.dpbf16ps.512"
"""Multiplies 32 pairs of bfloat16 numbers and adds neighbours to 16 float32 sums."""

NARROW = "llvm.x86.avx512bf16.cvtne2ps2bf16.512"
"""Rounds two vectors of 16 float32 numbers to one of 32, the second of them first."""


class BFloat(ir.Type):  # type: ignore[misc]
    """LLVM's `bfloat`.

    Example:
        >>> str(ir.VectorType(BFloat(), 32))
        '<32 x bfloat>'
    """

    def _to_string(self) -> str:
        return "bfloat"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BFloat)

    def __hash__(self) -> int:
        return hash(BFloat)


HALVES: Any = ir.VectorType(BFloat(), 32)
"""A vector of bfloat16 numbers."""


def narrow(w: Writer, first: Value, second: Value) -> Value:
    """Two vectors of 16 float32 numbers, one behind the other, rounded to the nearest."""
    return w.call(NARROW, HALVES, second, first)
