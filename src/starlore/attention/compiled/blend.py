"""Blending values into the outputs of a few queries: the register tile of score, over d_v."""

from starlore.attention.compiled.ir import I64, Value, Writer
from starlore.attention.compiled.shape import TILE, Shape


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
        v: packed values of one tile, `[TILE, width]`.
        output: `[rows, width]`.
        width: coordinates, a multiple of the vector's lanes.
    """
    b = w.builder
    wide = shape.vectors * shape.lanes
    pairs = b.mul(b.udiv(width, w.number(wide)), w.number(wide))

    def columns(vectors: int) -> object:
        def at_column(column: Value, _: list[Value]) -> list[Value]:
            places = [
                w.at(output, b.add(b.mul(width, w.number(row)), column))
                for row in range(shape.rows)
            ]
            sums = [
                w.load(place, i * shape.lanes) for place in places for i in range(vectors)
            ]

            def at_key(key: Value, held: list[Value]) -> list[Value]:
                v_here = w.at(v, b.add(b.mul(key, width), column))
                values = [w.load(v_here, i * shape.lanes) for i in range(vectors)]
                p_here = w.at(weights, key)
                for row in range(shape.rows):
                    weight = w.broadcast(p_here, row * TILE)
                    for i, value in enumerate(values):
                        at = row * vectors + i
                        held[at] = w.fma(weight, value, held[at])
                return held

            sums = w.loop(first, stop, 1, sums, at_key)
            for row, place in enumerate(places):
                for i in range(vectors):
                    w.store(sums[row * vectors + i], place, i * shape.lanes)
            return []

        return at_column

    w.loop(0, pairs, wide, [], columns(shape.vectors))
    w.loop(pairs, width, shape.lanes, [], columns(1))
