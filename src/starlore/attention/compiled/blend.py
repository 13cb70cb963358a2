"""Blending values into the outputs of a few queries: the register tile of score, over d_v."""

from collections.abc import Callable

from starlore.attention.compiled.ir import Value, Writer
from starlore.attention.compiled.shape import TILE, Shape

WIDER = 2
"""A single row has so many times the registers for its columns."""

UNROLL = 4
"""Keys per round of the loop; a unit is a multiple."""


def blend(
    w: Writer,
    shape: Shape,
    weights: Value,
    v: Value,
    output: Value,
    width: Value,
    first: Value,
    stop: Value,
) -> None:
    """Add weights * v to the output rows, key after key from `first` up to `stop`.

    Args:
        weights: `[rows, TILE]`.
        v: values of one tile, `[TILE, width]`. A single row, whose values may lie where they came
            from, asks for those of the next tile as well.
        output: `[rows, width]`.
        width: coordinates, a multiple of the vector's lanes.
    """
    b = w.builder
    next_tile = b.mul(width, w.number(TILE))
    count = shape.rows // shape.parts

    def columns(rows: range, vectors: int) -> Callable[[Value, list[Value]], list[Value]]:
        def at_column(column: Value, _: list[Value]) -> list[Value]:
            places = [w.at(output, b.add(b.mul(width, w.number(row)), column)) for row in rows]
            sums = [w.load(place, i * shape.lanes) for place in places for i in range(vectors)]

            def at_keys(key: Value, held: list[Value]) -> list[Value]:
                p_here = w.at(weights, key)
                v_here = w.at(v, b.add(b.mul(key, width), column))
                for later in range(UNROLL):
                    values = [w.load(v_here, i * shape.lanes) for i in range(vectors)]
                    for i in range(vectors if shape.rows == 1 else 0):
                        w.prefetch(w.at(v_here, i * shape.lanes), next_tile)
                    for at, row in enumerate(rows):
                        weight = w.broadcast(p_here, row * TILE + later)
                        for i, value in enumerate(values):
                            place = at * vectors + i
                            held[place] = w.fma(weight, value, held[place])
                    v_here = w.at(v_here, width)
                return held

            sums = w.loop(first, stop, UNROLL, sums, at_keys)
            for at, place in enumerate(places):
                for i in range(vectors):
                    w.store(sums[at * vectors + i], place, i * shape.lanes)
            return []

        return at_column

    for part in range(shape.parts):
        rows = range(part * count, (part + 1) * count)
        start: Value = w.number(0)
        vectors = shape.vectors * (shape.parts if shape.rows > 1 else WIDER)
        while vectors:
            wide = w.number(vectors * shape.lanes)
            stop_here = b.mul(b.udiv(width, wide), wide)
            w.loop(start, stop_here, vectors * shape.lanes, [], columns(rows, vectors))
            start, vectors = stop_here, vectors // 2
