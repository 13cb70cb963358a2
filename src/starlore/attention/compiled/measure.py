"""How far the rows of a group look: a tile of weights times the places to each of its keys."""

from functools import partial
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.ir import F32, I32, Value, Writer
from starlore.attention.compiled.shape import TILE, Shape

GATHER = ("sums", "target", "apart", "count")
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
