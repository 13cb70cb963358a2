"""Moving float32 numbers into packed order and out of it, a vector at a time.

Keys are turned: `lanes` rows of `lanes` numbers become columns, by exchanging halves, quarters and
so on between pairs of vectors. Queries are multiplied by a factor and turned, group by group.
Values are copied with 0 in place of what is not finite.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.ir import F32, I1, I32, I64, Value, Writer
from starlore.attention.compiled.shape import Shape

TURN = ("source", "row", "width", "target")
LAY = ("rows", "factor", "width", "target")
FINISH = ("source", "total", "width", "target", "tally")
COPY = ("source", "row", "rows", "width", "target", "tally")

AHEAD = 32
"""Rows between what is moved and what is asked for: memory answers late."""


def build_turn(module: Any, shape: Shape) -> Any:
    """Turn one unit of keys, `row` numbers apart, into `[width, unit]`."""
    w = Writer(module, "turn", TURN, shape.lanes)
    b = w.builder
    source, target = w.pointer("source"), w.pointer("target")

    def at_column(column: Value, _: list[Value]) -> list[Value]:
        for part in range(shape.vectors):
            rows = []
            for lane in range(shape.lanes):
                key = w.number(part * shape.lanes + lane)
                place = b.add(b.mul(key, w.given["row"]), column)
                rows.append(w.load(source, place))
                w.prefetch(source, b.add(place, b.mul(w.given["row"], w.number(AHEAD))))
            for lane, turned in enumerate(transpose(w, rows)):
                place = b.mul(b.add(column, w.number(lane)), w.number(shape.unit))
                w.store(turned, target, b.add(place, w.number(part * shape.lanes)))
        return []

    w.loop(0, w.given["width"], shape.lanes, [], at_column)
    return w.finish()


def transpose(w: Writer, rows: list[Value]) -> list[Value]:
    """Rows become columns: half by half, then quarter by quarter, down to single numbers."""
    half = w.lanes // 2
    while half:
        for i in range(w.lanes):
            if i & half:
                continue
            first, second = rows[i], rows[i + half]
            lanes = range(w.lanes)
            upper = [lane if not lane & half else w.lanes + lane - half for lane in lanes]
            lower = [lane + half if not lane & half else w.lanes + lane for lane in lanes]
            kind = ir.VectorType(I32, w.lanes)
            rows[i] = w.builder.shuffle_vector(first, second, ir.Constant(kind, upper))
            rows[i + half] = w.builder.shuffle_vector(first, second, ir.Constant(kind, lower))
        half //= 2
    return rows


def build_copy(module: Any, shape: Shape) -> Any:
    """Copy rows of values, `row` numbers apart, into `[rows, width]`; tally what is not finite."""
    w = Writer(module, "copy", COPY, shape.lanes)
    b = w.builder
    source, target = w.pointer("source"), w.pointer("target")
    width = w.given["width"]
    zeros = ir.Constant(w.vector, [0.0] * w.lanes)

    def at_row(row: Value, held: list[Value]) -> list[Value]:
        here = w.at(source, b.mul(row, w.given["row"]))
        there = w.at(target, b.mul(row, width))

        def at_column(column: Value, odd: list[Value]) -> list[Value]:
            x = w.load(here, column)
            w.prefetch(here, b.add(column, b.mul(w.given["row"], w.number(AHEAD))))
            is_finite = b.fcmp_ordered("==", b.fsub(x, x), zeros)
            w.store(b.select(is_finite, x, zeros), there, column)
            return [b.or_(odd[0], b.not_(is_finite))]

        return w.loop(0, width, shape.lanes, held, at_column)

    none = ir.Constant(ir.VectorType(ir.IntType(1), w.lanes), [0] * w.lanes)
    (odd,) = w.loop(0, w.given["rows"], 1, [none], at_row)
    bits = b.zext(b.bitcast(odd, ir.IntType(w.lanes)), I64)
    tally = w.pointer("tally")
    b.store(b.or_(b.load(tally, typ=I64), bits), tally)
    return w.finish()


def build_lay(module: Any, shape: Shape) -> Any:
    """Turn a group of queries, whose addresses lie in `rows`, times the factor, a float64.

    The last vectors run past the end of the group, over what is written after it.
    """
    w = Writer(module, "lay", LAY, shape.lanes)
    b = w.builder
    rows, target = w.pointer("rows"), w.pointer("target")
    double = ir.DoubleType()
    given = w.load_one(w.pointer("factor"), 0, double)
    short = b.fptrunc(given, F32)
    is_short = b.fcmp_ordered("==", b.fpext(short, double), given)
    factor, near = w.spread(given), w.spread(short)
    wide = ir.VectorType(double, shape.lanes)
    zeros = ir.Constant(w.vector, [0.0] * shape.lanes)
    places = [
        b.inttoptr(b.load(w.at(rows, row, I64), typ=I64), ir.PointerType())
        for row in range(min(shape.rows, shape.lanes))
    ]

    def exactly(x: Value) -> Value:
        return b.fptrunc(b.fmul(b.fpext(x, wide), factor), w.vector)

    def shortly(x: Value) -> Value:
        """The same number: a product of two float32 numbers is exact as a float64."""
        return b.fmul(x, near)

    def lay(scale: Callable[[Value], Value], stop: Value) -> None:
        def at_column(column: Value, _: list[Value]) -> list[Value]:
            scaled = [scale(w.load(place, column)) for place in places]
            scaled += [zeros] * (shape.lanes - len(scaled))
            for lane, turned in enumerate(transpose(w, scaled)):
                place = b.mul(b.add(column, w.number(lane)), w.number(shape.rows))
                w.store(turned, target, place)
            return []

        w.loop(0, stop, shape.lanes, [], at_column)

    width, none = w.given["width"], w.number(0)
    lay(shortly, b.select(is_short, width, none))
    lay(exactly, b.select(is_short, none, width))
    return w.finish()


def build_finish(module: Any, shape: Shape) -> Any:
    """Divide a row of sums by its total; tally whether anything is not finite."""
    w = Writer(module, "finish", FINISH, shape.lanes)
    b = w.builder
    source, target, tally = w.pointer("source"), w.pointer("target"), w.pointer("tally")
    total = w.load_one(w.pointer("total"), 0)
    divisor = w.spread(total)
    zeros = ir.Constant(w.vector, [0.0] * shape.lanes)
    width = w.given["width"]
    whole = b.and_(width, w.number(-shape.lanes))

    def at_vector(column: Value, odd: list[Value]) -> list[Value]:
        x = b.fdiv(w.load(source, column), divisor)
        w.store(x, target, column)
        return [b.or_(odd[0], b.fcmp_unordered("!=", b.fsub(x, x), zeros))]

    def at_number(column: Value, odd: list[Value]) -> list[Value]:
        x = b.fdiv(w.load_one(source, column), total)
        w.store_one(x, target, column)
        return [b.or_(odd[0], b.fcmp_unordered("!=", b.fsub(x, x), ir.Constant(F32, 0.0)))]

    none = ir.Constant(ir.VectorType(I1, shape.lanes), [0] * shape.lanes)
    (odd,) = w.loop(0, whole, shape.lanes, [none], at_vector)
    (other,) = w.loop(whole, width, 1, [ir.Constant(I1, 0)], at_number)
    bits = b.or_(b.zext(b.bitcast(odd, ir.IntType(shape.lanes)), I64), b.zext(other, I64))
    b.store(b.or_(b.load(tally, typ=I64), bits), tally)
    return w.finish()
