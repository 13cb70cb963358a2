"""How far the rows of a group look: a tile of weights times the places to each of its keys.

Beside it what such sums need: tiles without gaps before them, and one number of each afterwards.
"""

from functools import partial
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.ir import F32, I32, I64, Value, Writer
from starlore.attention.compiled.shape import TILE, Shape

GATHER = ("sums", "target", "apart", "count")
FIT = ("weights", "lows", "highs", "sums", "first")
SKIP = ("weights", "kinds")
MEASURE = ("weights", "places", "near", "sums", "first", "side")

FEW = 4
"""Places taken at once."""

BEHIND, AHEAD, BOTH = range(3)
"""Where the keys of a tile lie: none after a row's place, none before it, or who knows."""


def build_measure(module: Any, shape: Shape) -> Any:
    """sums[row] += weights[row, j] * |places[row] - j|, lane by lane, keys in rising order.

    The function takes the weights `[rows, TILE]`, the place of each row, a float64, room for as
    many float32 numbers and three more, the sums `[rows, lanes]`, the first key of the tile, and
    the side on which the tile lies for every row. The side spares work and changes no bit: a
    difference has one size in both directions.
    """
    w = Writer(module, "measure", MEASURE, shape.lanes)
    b = w.builder
    weights, places, near, sums = (w.pointer(name) for name in MEASURE[:4])
    ramps = [
        ir.Constant(w.vector, [float(start + lane) for lane in range(shape.lanes)])
        for start in range(0, TILE, shape.lanes)
    ]
    _approach(w, shape, places, near)

    def apart(side: int, ramp: Value, place: Value) -> Value:
        if side == BEHIND:
            return b.fsub(place, ramp)
        gap = b.fsub(ramp, place)
        return gap if side == AHEAD else w.call(f"llvm.fabs.v{w.lanes}f32", w.vector, gap)

    def rows(side: int) -> list[Value]:
        for row in range(shape.rows):
            place, total = w.broadcast(near, row), w.load(sums, row * shape.lanes)
            for i, ramp in enumerate(ramps):
                weight = w.load(weights, row * TILE + i * shape.lanes)
                total = w.fma(weight, apart(side, ramp, place), total)
            w.store(total, sums, row * shape.lanes)
        return []

    for side in (BEHIND, AHEAD, BOTH):
        is_here = b.icmp_signed("==", w.given["side"], w.number(side))
        w.when(is_here, [], partial(rows, side), is_likely=True)
    return w.finish()


def _approach(w: Writer, shape: Shape, places: Value, near: Value) -> None:
    """Places counted from the first key of the tile, a few at a time."""
    b = w.builder
    double = ir.DoubleType()
    wide, short = ir.VectorType(double, FEW), ir.VectorType(F32, FEW)
    first = b.sitofp(w.given["first"], double)
    start = ir.Constant(wide, ir.Undefined)
    for lane in range(FEW):
        start = b.insert_element(start, first, w.number(lane))
    for row in range(0, shape.rows, FEW):
        place = b.load(w.at(places, row, double), typ=wide, align=8)
        b.store(b.fptrunc(b.fsub(place, start), short), w.at(near, row), align=4)


def build_fit(module: Any, shape: Shape) -> Any:
    """sums[row] += weights[row, j] for the keys j of the row's span, lane by lane.

    The function takes the weights `[rows, TILE]`, for each row its lowest key and the one past
    its highest, the sums `[rows, lanes]`, and the first key of the tile.
    """
    w = Writer(module, "fit", FIT, shape.lanes)
    b = w.builder
    weights, sums = w.pointer("weights"), w.pointer("sums")
    ramp = [ir.Constant(I32, lane) for lane in range(shape.lanes)]

    def end(name: str, row: Value) -> Value:
        """An end of the span, as a column of the tile."""
        at = b.sub(b.load(w.at(w.pointer(name), row, I64), typ=I64), w.given["first"])
        at = b.select(b.icmp_signed("<", at, w.number(0)), w.number(0), at)
        at = b.select(b.icmp_signed(">", at, w.number(TILE)), w.number(TILE), at)
        return w.spread(b.trunc(at, I32))

    def at_row(row: Value, _: list[Value]) -> list[Value]:
        low, high = end("lows", row), end("highs", row)
        place = b.mul(row, w.number(shape.lanes))
        total, start = w.load(sums, place), b.mul(row, w.number(TILE))
        for at in range(0, TILE, shape.lanes):
            column = b.add(ir.Constant(w.whole, ramp), w.constant_whole(at))
            is_held = b.and_(b.icmp_signed(">=", column, low), b.icmp_signed("<", column, high))
            weight = w.load(weights, b.add(start, w.number(at)))
            total = b.fadd(total, b.select(is_held, weight, w.constant(0.0)))
        w.store(total, sums, place)
        return []

    w.loop(0, shape.rows, 1, [], at_row)
    return w.finish()


def build_gather(module: Any, shape: Shape) -> Any:
    """Add up the lanes of some sums of a row, halves upon halves, and write them as float64.

    The function takes the sums, where they go, how many numbers one lies from the next, and how
    many they are.
    """
    w = Writer(module, "gather", GATHER, shape.lanes)
    b = w.builder
    sums, target = w.pointer("sums"), w.pointer("target")
    double = ir.DoubleType()

    def at_sum(at: Value, _: list[Value]) -> list[Value]:
        found = w.load(sums, b.mul(at, w.given["apart"]))
        half = shape.lanes // 2
        while half:
            lanes = ir.Constant(ir.VectorType(I32, half), [half + lane for lane in range(half)])
            first = ir.Constant(ir.VectorType(I32, half), list(range(half)))
            upper = b.shuffle_vector(found, ir.Constant(found.type, ir.Undefined), lanes)
            lower = b.shuffle_vector(found, ir.Constant(found.type, ir.Undefined), first)
            found, half = b.fadd(lower, upper), half // 2
        one = b.fpext(b.extract_element(found, w.number(0)), double)
        b.store(one, w.at(target, at, double), align=8)
        return []

    w.loop(0, w.given["count"], 1, [], at_sum)
    return w.finish()


def build_skip(module: Any, shape: Shape) -> Any:
    """No weight and no score in the units of a tile that were skipped, for all rows of a group.

    The function takes weights `[rows, TILE]`, behind which scores lie, and two bits per unit.
    """
    w = Writer(module, "skip", SKIP, shape.lanes)
    b = w.builder
    weights = w.pointer("weights")

    def clear(unit: int) -> list[Value]:
        for row in range(shape.rows):
            for at in range(unit * shape.unit, (unit + 1) * shape.unit, shape.lanes):
                w.store(w.constant(0.0), weights, row * TILE + at)
                w.store(w.constant(float("-inf")), weights, (shape.rows + row) * TILE + at)
        return []

    for unit in range(shape.units):
        kind = b.and_(b.lshr(w.given["kinds"], w.number(2 * unit)), w.number(3))
        w.when(b.icmp_signed("==", kind, w.number(0)), [], partial(clear, unit))
    return w.finish()
