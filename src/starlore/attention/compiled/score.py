"""Scores of a few queries and a few vectors of keys, held in registers."""

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.ir import F32, I1, I32, Value, Writer
from starlore.attention.compiled.shape import Shape

UNROLL = 4
"""Coordinates per round of the loop; packed queries and keys are zero-filled to a multiple."""

AHEAD = 64
"""Keys between the one that is read where it lies and the one that is asked for."""


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


def score_here(
    w: Writer, shape: Shape, q: Value, k: Value, step: Value, width: Value
) -> list[Value]:
    """The same for one query and keys that lie row after row: turned in registers, not in memory.

    Args:
        q: the query, `[width]`.
        k: the first key of the unit; the next ones `step` numbers apart.
        width: coordinates, a multiple of the vector's lanes.
    """
    b = w.builder
    zeros = [ir.Constant(w.vector, [0.0] * w.lanes)] * shape.vectors

    def round_of(first: Value, sums: list[Value]) -> list[Value]:
        q_here, k_here = w.at(q, first), w.at(k, first)
        for i in range(shape.vectors):
            keys = w.at(k_here, b.mul(step, w.number(i * w.lanes)))
            for c, column in enumerate(columns_of(w, keys, step)):
                sums[i] = w.fma(w.broadcast(q_here, c), column, sums[i])
        return sums

    return w.loop(0, width, w.lanes, zeros, round_of)


def columns_of(w: Writer, keys: Value, step: Value) -> list[Value]:
    """`lanes` numbers of each of `lanes` keys, `step` apart: the first of each, the second, ...

    Four numbers of every fourth key are loaded side by side; what is left to turn are squares of
    four by four.
    """
    b = w.builder
    four = ir.VectorType(F32, 4)
    places = [w.at(keys, b.mul(step, w.number(lane))) for lane in range(w.lanes)]
    for place in places:
        w.prefetch(place, b.mul(step, w.number(AHEAD)))
    everywhere = ir.Constant(ir.VectorType(I32, w.lanes), [lane % 4 for lane in range(w.lanes)])
    columns = []
    for c in range(0, w.lanes, 4):
        rows = []
        for first in range(4):
            row = ir.Constant(w.vector, ir.Undefined)
            for part in range(w.lanes // 4):
                numbers = b.load(w.at(places[first + 4 * part], c), typ=four, align=4)
                spread = b.shuffle_vector(numbers, ir.Constant(four, ir.Undefined), everywhere)
                here = [int(lane // 4 == part) for lane in range(w.lanes)]
                mask = ir.Constant(ir.VectorType(I1, w.lanes), here)
                row = b.select(mask, spread, row) if part else spread
            rows.append(row)
        columns += _squares(w, rows)
    return columns


def _squares(w: Writer, rows: list[Value]) -> list[Value]:
    """Four rows of squares, four by four, become columns of them."""
    b = w.builder

    def mixed(one: Value, other: Value, order: tuple[int, int, int, int]) -> Value:
        lanes = [
            4 * (lane // 4) + order[lane % 4] % 4 + (w.lanes if order[lane % 4] > 3 else 0)
            for lane in range(w.lanes)
        ]
        return b.shuffle_vector(one, other, ir.Constant(ir.VectorType(I32, w.lanes), lanes))

    low, high = (0, 4, 1, 5), (2, 6, 3, 7)
    pairs = [mixed(rows[i], rows[i + 1], order) for i in (0, 2) for order in (low, high)]
    front, back = (0, 1, 4, 5), (2, 3, 6, 7)
    return [mixed(pairs[i], pairs[i + 2], order) for i in (0, 1) for order in (front, back)]
