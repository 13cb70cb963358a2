"""Scores of a few queries and a few vectors of keys, held in registers."""

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.ir import Value, Writer
from starlore.attention.compiled.shape import Shape

UNROLL = 4
"""Coordinates per round of the loop; packed queries and keys are zero-filled to a multiple."""


def score(w: Writer, shape: Shape, q: Value, k: Value, width: Value) -> list[Value]:
    """q . k by fused multiply-adds, coordinate after coordinate from 0.

    Args:
        q: packed queries, `[width, rows]`.
        k: packed keys of one unit, `[width, unit]`.
        width: coordinates, a multiple of `UNROLL`.

    Returns:
        `rows * vectors` vectors of scores, the vectors of a row side by side.
    """
    zeros = [ir.Constant(w.vector, [0.0] * w.lanes)] * (shape.rows * shape.vectors)

    def round_of(first: Value, sums: list[Value]) -> list[Value]:
        q_here = w.at(q, w.builder.mul(first, w.number(shape.rows)))
        k_here = w.at(k, w.builder.mul(first, w.number(shape.unit)))
        for c in range(UNROLL):
            keys = [w.load(k_here, c * shape.unit + i * shape.lanes) for i in range(shape.vectors)]
            for row in range(shape.rows):
                number = w.broadcast(q_here, c * shape.rows + row)
                for i, key in enumerate(keys):
                    at = row * shape.vectors + i
                    sums[at] = w.fma(number, key, sums[at])
        return sums

    return w.loop(0, width, UNROLL, zeros, round_of)
