"""The marks of a row, and how they rise: what is taken away from its scores, and all that follows.

The shifts of plain scores are whole powers of two, so that no shift rounds anything and taking it
away costs nothing. Scores beyond `FAR` leave no room for that: the row's shift is then its largest
score itself, its limit stays -inf, so every unit takes the slow way, and there the shift is taken
away first. Shifts that are not yet there are NaN.
"""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.exp import LOG2_E, ROUNDING, SMALLEST, exp, power
from starlore.attention.compiled.ir import F32, I64, Value, Writer
from starlore.attention.compiled.shape import BLOCK, TILE, Shape

DOUBLE = ir.DoubleType()

LIFT = (
    "weights", "marks", "total", "output", "width", "earlier", "key", "settings", "tally",
)  # fmt: skip

MARKS = 4
SHIFT, LIMIT, ROUND, LEAST = range(MARKS)
"""The marks of a row, side by side."""

FAR = 2.0**19
"""Plain scores up to here have shifts that are whole powers of two."""

LOG2_E32 = float(np.float32(LOG2_E))
"""The factor that scores are multiplied by, as float32 knows it."""

ROOM, CAP, INVERSE_CAP, SUMS, SCALE, NARROW = range(6)
"""Where the float32 settings lie: how far scores may run past the shift before it is raised; the
softcap, 0 if there is none; 1 / softcap; how many sums a row has, the total among them; and for
products of pairs what they are scaled by, and not 0 if the output is bfloat16."""

DEEP = -1e6
"""A fall of the shift after which nothing is left of a sum, in place of -inf: 0 times it is 0."""


def build_lift(module: Any, shape: Shape, is_plain: bool, reads: bool = False) -> Any:
    """Raise the shift of each row whose largest new score is past its limit.

    Scores of the new unit lie in `weights` from the column `key` on; weights already made in this
    tile fill the columns `earlier` up to `key`, and are scaled with the rest.
    """
    w = Writer(module, "lift_plain" if is_plain else "lift_any", LIFT, shape.lanes)
    b = w.builder
    weights, marks, total, output, tally = (
        w.pointer(name) for name in ("weights", "marks", "total", "output", "tally")
    )
    width, earlier, key = w.given["width"], w.given["earlier"], w.given["key"]
    settings = w.pointer("settings")
    nothing = ir.Constant(F32, float("-inf"))

    def at_row(row: Value, _: list[Value]) -> list[Value]:
        scores = w.at(weights, b.add(b.mul(row, w.number(TILE)), key))
        largest = w.load(scores, 0)
        for i in range(1, shape.vectors):
            other = w.load(scores, i * shape.lanes)
            largest = b.select(b.fcmp_ordered(">", other, largest), other, largest)
        top = b.extract_element(largest, w.number(0))
        for lane in range(1, shape.lanes):
            other = b.extract_element(largest, w.number(lane))
            top = b.select(b.fcmp_ordered(">", other, top), other, top)
        mine = w.at(marks, b.mul(row, w.number(MARKS)))
        shift, room = w.load_one(mine, SHIFT), w.load_one(settings, ROOM)
        is_new = b.fcmp_unordered("uno", shift, shift)
        bound = b.fadd(natural(w, mine, is_plain), b.fpext(room, DOUBLE))
        is_past = b.fcmp_unordered(">", b.fpext(top, DOUBLE), bound)

        def raised() -> list[Value]:
            old = natural(w, mine, is_plain)
            (mark_plain if is_plain else mark_any)(w, mine, top, room)
            w.when(b.not_(is_new), [], lambda: lowered(mine, old, row), is_likely=True)
            count = w.at(tally, 0, I64)
            b.store(b.add(b.load(count, typ=I64), w.number(1)), count)
            return []

        def lowered(mine: Value, old: Value, row: Value) -> list[Value]:
            """What was summed before, less by as much as the shift rose; a new row has none."""
            gap = b.fsub(old, natural(w, mine, is_plain))
            if is_plain:
                gap = b.fmul(gap, ir.Constant(DOUBLE, LOG2_E32))
            fall = b.fptrunc(gap, F32)
            factor = (power if is_plain else exp)(w, w.spread(fall))
            sums = w.at(total, b.mul(row, w.number(shape.lanes)))
            if reads:
                lower_sums(w, settings, sums, fall, factor)
            scale(w, factor, sums, 0, shape.lanes)
            scale(w, factor, w.at(output, b.mul(row, width)), 0, width)
            scale(w, factor, w.at(weights, b.mul(row, w.number(TILE))), earlier, key)
            return []

        is_there = b.fcmp_ordered(">", top, nothing)
        w.when(b.and_(is_there, is_past), [], raised, is_likely=True)
        return []

    w.loop(0, shape.rows, 1, [], at_row)
    return w.finish()


def lower_sums(w: Writer, settings: Value, total: Value, fall: Value, factor: Value) -> None:
    """Scale the sums of a row behind its total; every weight's logarithm falls as well."""
    b = w.builder
    block = BLOCK * w.lanes
    deep = ir.Constant(F32, DEEP)
    fall = w.spread(b.select(b.fcmp_ordered("<", fall, deep), deep, fall))
    w.store(w.fma(fall, w.load(total, 0), w.load(total, block)), total, block)
    sums = b.fptoui(w.load_one(settings, SUMS), I64)

    def at_sum(at: Value, _: list[Value]) -> list[Value]:
        scale(w, factor, w.at(total, b.mul(at, w.number(block))), 0, w.lanes)
        return []

    w.loop(1, sums, 1, [], at_sum)


def natural(w: Writer, mine: Value, is_plain: bool) -> Value:
    """The shift of a row as a score, a float64."""
    b = w.builder
    shift = b.fpext(w.load_one(mine, SHIFT), DOUBLE)
    if not is_plain:
        return shift
    is_far = b.fcmp_ordered("==", w.load_one(mine, LIMIT), ir.Constant(F32, float("-inf")))
    return b.select(is_far, shift, b.fdiv(shift, ir.Constant(DOUBLE, LOG2_E32)))


def mark_any(w: Writer, mine: Value, top: Value, room: Value) -> None:
    """Write down the largest score of a row as its shift."""
    w.store_one(top, mine, SHIFT)
    w.store_one(w.builder.fadd(top, room), mine, LIMIT)


def mark_plain(w: Writer, mine: Value, top: Value, room: Value) -> None:
    """Write down the marks of a row whose largest score is `top`."""
    b = w.builder

    def number(x: float) -> Value:
        return ir.Constant(F32, x)

    size = w.call("llvm.fabs.f32", F32, top)
    is_near = b.fcmp_ordered("<", size, number(FAR))
    power = b.fmul(b.select(is_near, top, number(0.0)), number(LOG2_E32))
    shift = b.fsub(b.fadd(power, number(ROUNDING)), number(ROUNDING))
    score = b.fdiv(shift, number(LOG2_E32))
    margin = b.fmul(w.call("llvm.fabs.f32", F32, score), number(2.0**-22))
    w.store_one(b.select(is_near, shift, top), mine, SHIFT)
    w.store_one(b.select(is_near, b.fadd(score, room), number(float("-inf"))), mine, LIMIT)
    w.store_one(b.fsub(number(ROUNDING), shift), mine, ROUND)
    w.store_one(b.fadd(b.fadd(score, number(SMALLEST)), margin), mine, LEAST)


def scale(w: Writer, factor: Value, place: Value, start: Value, stop: Value) -> None:
    """Multiply the numbers from `start` up to `stop` behind `place` by the factor."""

    def at(index: Value, _: list[Value]) -> list[Value]:
        w.store(w.builder.fmul(factor, w.load(place, index)), place, index)
        return []

    w.loop(start, stop, w.lanes, [], at)
