"""One tile of keys read by one group of rows: scores become weights, weights blend values.

A row carries its running state: four marks, `total`, one sum per lane, and its output so far. The
marks are `SHIFT`, what is taken away from its scores; `LIMIT`, the score from which a new shift is
needed; and, for plain weighing, `ROUND` and `LEAST`, what `power_each` takes. A unit whose scores
stay within the limits is folded without touching the shift (weights up to 2^8 do no harm); else
`lift` raises the shift of each row that needs it, row by row, whatever rows share the group.

The shifts of plain scores are whole powers of two, so that no shift rounds anything and taking it
away costs nothing. Scores beyond `FAR` leave no room for that: the row's shift is then its largest
score itself, its limit stays -inf, so every unit takes the slow way, and there the shift is taken
away first. Shifts that are not yet there are NaN.
"""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.blend import blend
from starlore.attention.compiled.exp import (
    LOG2_E,
    ROUNDING,
    SMALLEST,
    exp,
    exp_each,
    power,
    power_each,
    tanh,
)
from starlore.attention.compiled.ir import F32, I1, I64, Value, Writer
from starlore.attention.compiled.score import score
from starlore.attention.compiled.shape import RUN, TILE, Shape

DOUBLE = ir.DoubleType()
DOUBLE_NOTHING = ir.Constant(DOUBLE, float("-inf"))

LIFT = (
    "weights", "marks", "total", "output", "width", "earlier", "key", "settings", "tally",
)  # fmt: skip
WEIGH = (
    "q", "k", "weights", "marks", "total", "output",
    "d_k", "d_v", "kinds", "bits", "bias", "settings", "tally",
)  # fmt: skip

BLEND = ("weights", "v", "output", "width", "first", "stop")

ROWS_AT_ONCE = 2
"""Rows stretched side by side."""

MARKS = 4
SHIFT, LIMIT, ROUND, LEAST = range(MARKS)
"""The marks of a row, side by side."""

FAR = 2.0**19
"""Plain scores up to here have shifts that are whole powers of two."""

LOG2_E32 = float(np.float32(LOG2_E))
"""The factor that scores are multiplied by, as float32 knows it."""

ROOM, CAP, INVERSE_CAP, SCALE, NARROW = range(5)
"""Where the float32 settings lie: how far scores may run past the shift before it is raised; the
softcap, 0 if there is none; 1 / softcap; for products of pairs what they are scaled by, and not 0
if the output is bfloat16."""


def build_lift(module: Any, shape: Shape, is_plain: bool) -> Any:
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
            old = b.select(is_new, DOUBLE_NOTHING, natural(w, mine, is_plain))
            (mark_plain if is_plain else mark_any)(w, mine, top, room)
            gap = b.fsub(old, natural(w, mine, is_plain))
            if is_plain:
                gap = b.fmul(gap, ir.Constant(DOUBLE, LOG2_E32))
            factor = (power if is_plain else exp)(w, w.spread(b.fptrunc(gap, F32)))
            scale(w, factor, w.at(total, b.mul(row, w.number(shape.lanes))), 0, shape.lanes)
            scale(w, factor, w.at(output, b.mul(row, width)), 0, width)
            scale(w, factor, w.at(weights, b.mul(row, w.number(TILE))), earlier, key)
            count = w.at(tally, 0, I64)
            b.store(b.add(b.load(count, typ=I64), w.number(1)), count)
            return []

        is_there = b.fcmp_ordered(">", top, nothing)
        w.when(b.and_(is_there, is_past), [], raised, is_likely=True)
        return []

    w.loop(0, shape.rows, 1, [], at_row)
    return w.finish()


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


def build_weigh(module: Any, shape: Shape, lift: Any, is_plain: bool) -> Any:
    """Weigh one tile of keys for one group of rows.

    A plain weighing takes scores as they come; the other caps them and adds a bias `[rows, RUN]`.
    `kinds` holds two bits per unit of the tile: 0 skipped,
    1 whole, 2 masked by `bits`, a 64-bit word per row with a bit per key of the tile.
    """
    w = Writer(module, "weigh_plain" if is_plain else "weigh_any", WEIGH, shape.lanes)
    b = w.builder
    q, k = w.pointer("q"), w.pointer("k")
    d_k, kinds = w.given["d_k"], w.given["kinds"]

    def at_unit(unit: Value, held: list[Value]) -> list[Value]:
        kind = b.and_(b.lshr(kinds, b.mul(unit, w.number(2))), w.number(3))

        def read() -> list[Value]:
            key = b.mul(unit, w.number(shape.unit))
            first = b.select(b.icmp_signed("<", held[0], w.number(0)), key, held[0])
            scores = score(w, shape, q, w.at(k, b.mul(key, d_k)), d_k)
            if not is_plain:
                scores = change(w, shape, scores, key)
            masked = w.when(
                b.icmp_signed("==", kind, w.number(2)),
                scores,
                lambda: select(w, shape, scores, key),
            )
            stretch(w, shape, lift, masked, first, key, is_plain)
            return [first]

        return w.when(b.icmp_signed("!=", kind, w.number(0)), held, read, is_likely=True)

    w.loop(0, shape.units, 1, [w.number(-1)], at_unit)
    return w.finish()


def build_blend(module: Any, shape: Shape) -> Any:
    """Blend the values of one tile into one group of rows, from key `first` up to `stop`."""
    w = Writer(module, "blend", BLEND, shape.lanes)
    weights, v, output = w.pointer("weights"), w.pointer("v"), w.pointer("output")
    blend(w, shape, weights, v, output, w.given["width"], w.given["first"], w.given["stop"])
    return w.finish()


def change(w: Writer, shape: Shape, scores: list[Value], key: Value) -> list[Value]:
    """Cap the scores where there is a cap, then add the bias where there is one."""
    b = w.builder
    settings, bias = w.pointer("settings"), w.pointer("bias")
    cap, inverse = w.load_one(settings, CAP), w.load_one(settings, INVERSE_CAP)

    def capped() -> list[Value]:
        wide, narrow = w.spread(cap), w.spread(inverse)
        return [b.fmul(wide, tanh(w, b.fmul(score, narrow))) for score in scores]

    def biased() -> list[Value]:
        return [
            b.fadd(
                after_cap[row * shape.vectors + i],
                w.load(bias, b.add(key, w.number(row * RUN + i * shape.lanes))),
            )
            for row in range(shape.rows)
            for i in range(shape.vectors)
        ]

    zero = ir.Constant(F32, 0.0)
    after_cap = w.when(b.fcmp_ordered(">", cap, zero), scores, capped)
    return w.when(b.icmp_signed("!=", w.given["bias"], w.number(0)), after_cap, biased)


def select(w: Writer, shape: Shape, scores: list[Value], key: Value) -> list[Value]:
    """-inf in place of every score whose bit is not set."""
    b = w.builder
    bits = w.pointer("bits")
    few = ir.IntType(shape.unit)
    nothing = w.constant(float("-inf"))
    chosen = []
    for row in range(shape.rows):
        word = b.load(w.at(bits, row, I64), typ=I64)
        claims = b.bitcast(b.trunc(b.lshr(word, key), few), ir.VectorType(I1, shape.unit))
        for i in range(shape.vectors):
            lanes = [i * shape.lanes + lane for lane in range(shape.lanes)]
            part = b.shuffle_vector(
                claims,
                ir.Constant(claims.type, ir.Undefined),
                ir.Constant(ir.VectorType(ir.IntType(32), shape.lanes), lanes),
            )
            chosen.append(b.select(part, scores[row * shape.vectors + i], nothing))
    return chosen


def stretch(
    w: Writer,
    shape: Shape,
    lift: Any,
    scores: list[Value],
    first: Value,
    key: Value,
    is_plain: bool,
) -> None:
    """Weights of one unit, scores less the shift as powers; their sums added lane by lane."""
    b = w.builder
    weights, marks, total = (w.pointer(name) for name in ("weights", "marks", "total"))
    places = [w.at(weights, b.add(key, w.number(row * TILE))) for row in range(shape.rows)]
    past = None
    for row in range(shape.rows):
        mine = scores[row * shape.vectors : (row + 1) * shape.vectors]
        largest = mine[0]
        for other in mine[1:]:
            largest = b.select(b.fcmp_ordered(">", other, largest), other, largest)
        claim = b.fcmp_ordered(">", largest, w.broadcast(marks, row * MARKS + LIMIT))
        past = claim if past is None else b.or_(past, claim)
    any_past = b.icmp_unsigned(
        "!=", b.bitcast(past, ir.IntType(shape.lanes)), ir.Constant(ir.IntType(shape.lanes), 0)
    )

    def raised() -> list[Value]:
        for row, place in enumerate(places):
            for i in range(shape.vectors):
                w.store(scores[row * shape.vectors + i], place, i * shape.lanes)
        held = {**w.given, "earlier": first, "key": key, "width": w.given["d_v"]}
        b.call(lift, [held[name] for name in LIFT])
        kept = [w.load(place, i * shape.lanes) for place in places for i in range(shape.vectors)]
        return taken_away(w, shape, marks, kept) if is_plain else kept

    scores = w.when(any_past, scores, raised)
    for start in range(0, shape.rows, ROWS_AT_ONCE):
        rows = range(start, min(start + ROWS_AT_ONCE, shape.rows))
        made = (powers_of if is_plain else exps_of)(w, shape, marks, scores, rows)
        for row in rows:
            held = w.load(total, row * shape.lanes)
            for i in range(shape.vectors):
                weight = made[(row - start) * shape.vectors + i]
                w.store(weight, places[row], i * shape.lanes)
                held = b.fadd(held, weight)
            w.store(held, total, row * shape.lanes)


def taken_away(w: Writer, shape: Shape, marks: Value, scores: list[Value]) -> list[Value]:
    """Scores less the shifts beyond `FAR`; all others, and rows without a shift, as they are."""
    b = w.builder
    gaps = []
    for row in range(shape.rows):
        shift = w.load_one(marks, row * MARKS + SHIFT)
        limit = w.load_one(marks, row * MARKS + LIMIT)
        is_open = b.fcmp_ordered("==", limit, ir.Constant(F32, float("-inf")))
        is_far = b.and_(is_open, b.fcmp_ordered("ord", shift, shift))
        away = w.spread(b.select(is_far, shift, ir.Constant(F32, 0.0)))
        mine = scores[row * shape.vectors : (row + 1) * shape.vectors]
        gaps += [b.fsub(score, away) for score in mine]
    return gaps


def powers_of(
    w: Writer, shape: Shape, marks: Value, scores: list[Value], rows: range
) -> list[Value]:
    """Scores of some rows as powers, less their shifts."""
    mine = scores[rows.start * shape.vectors : rows.stop * shape.vectors]
    roundings, leasts = (
        [
            value
            for row in rows
            for value in [w.broadcast(marks, row * MARKS + mark)] * shape.vectors
        ]
        for mark in (ROUND, LEAST)
    )
    return power_each(w, mine, roundings, leasts)


def exps_of(w: Writer, shape: Shape, marks: Value, scores: list[Value], rows: range) -> list[Value]:
    """e^(score - shift) of some rows."""
    gaps = []
    for row in rows:
        shift = w.load_one(marks, row * MARKS + SHIFT)
        is_there = w.builder.fcmp_ordered("ord", shift, shift)
        away = w.spread(w.builder.select(is_there, shift, ir.Constant(F32, 0.0)))
        mine = scores[row * shape.vectors : (row + 1) * shape.vectors]
        gaps += [w.builder.fsub(score, away) for score in mine]
    return exp_each(w, gaps)
