"""How far the rows of a group look: a tile of weights times the places to each of its keys."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.ir import Value, Writer
from starlore.attention.compiled.shape import TILE, Shape

MEASURE = ("weights", "places", "sums")


def build_measure(module: Any, shape: Shape) -> Any:
    """sums[row] += weights[row, j] * |places[row] - j|, lane by lane, keys in rising order.

    The function takes the weights `[rows, TILE]`, the place of each row counted from the first key
    of the tile, a float32, and the sums `[rows, lanes]`.
    """
    w = Writer(module, "measure", MEASURE, shape.lanes)
    b = w.builder
    weights, places, sums = (w.pointer(name) for name in MEASURE)
    ramps = [
        ir.Constant(w.vector, [float(start + lane) for lane in range(shape.lanes)])
        for start in range(0, TILE, shape.lanes)
    ]

    def at_row(row: Value, _: list[Value]) -> list[Value]:
        mine = w.at(weights, b.mul(row, w.number(TILE)))
        place = w.broadcast(places, row)
        target = b.mul(row, w.number(shape.lanes))
        total = w.load(sums, target)
        for i, ramp in enumerate(ramps):
            away = w.call(f"llvm.fabs.v{w.lanes}f32", w.vector, b.fsub(ramp, place))
            total = w.fma(w.load(mine, i * shape.lanes), away, total)
        w.store(total, sums, target)
        return []

    w.loop(0, shape.rows, 1, [], at_row)
    return w.finish()
