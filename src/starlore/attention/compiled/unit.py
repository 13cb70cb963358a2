"""One tile of keys read by one group of rows: scores become weights, weights blend values.

A row carries its running state: four marks, `total`, one sum per lane, and its output so far. The
marks are `SHIFT`, what is taken away from its scores; `LIMIT`, the score from which a new shift is
needed; and, for plain weighing, `ROUND` and `LEAST`, what `power_each` takes. A unit whose scores
stay within the limits is folded without touching the shift (weights up to 2^8 do no harm); else
`lift` raises the shift of each row that needs it, row by row, whatever rows share the group.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.blend import blend
from starlore.attention.compiled.exp import (
    LOG2_E,
    ROUNDING,
    SMALLEST,
    exp_each,
    power_each,
    tanh,
)
from starlore.attention.compiled.ir import F32, I1, I64, Value, Writer
from starlore.attention.compiled.lift import (
    CAP,
    INVERSE_CAP,
    LEAST,
    LIFT,
    LIMIT,
    MARKS,
    ROUND,
    SHIFT,
)
from starlore.attention.compiled.score import score, score_here
from starlore.attention.compiled.shape import BLOCK, RUN, TILE, Shape

WEIGH = (
    "q", "k", "weights", "marks", "total", "output",
    "d_k", "d_v", "kinds", "bits", "bias", "settings", "tally",
)  # fmt: skip

WEIGH_HERE = (*WEIGH, "step")

BLEND = ("weights", "v", "output", "width", "first", "stop")

ROWS_AT_ONCE = 2
"""Rows stretched side by side."""


def build_weigh(
    module: Any,
    shape: Shape,
    lift: Any,
    is_plain: bool,
    reads: bool = False,
    is_here: bool = False,
) -> Any:
    """Weigh one tile of keys for one group of rows.

    A plain weighing takes scores as they come; the other caps them and adds a bias `[rows, RUN]`.
    `kinds` holds two bits per unit of the tile: 0 skipped,
    1 whole, 2 masked by `bits`, a 64-bit word per row with a bit per key of the tile.
    `is_here`: one row reads keys where they lie, `step` numbers apart.
    """
    name = "weigh_here" if is_here else "weigh_plain" if is_plain else "weigh_any"
    w = Writer(module, name, WEIGH_HERE if is_here else WEIGH, shape.lanes)
    b = w.builder
    q, k = w.pointer("q"), w.pointer("k")
    d_k, kinds = w.given["d_k"], w.given["kinds"]

    def at_unit(unit: Value, held: list[Value]) -> list[Value]:
        kind = b.and_(b.lshr(kinds, b.mul(unit, w.number(2))), w.number(3))

        def read() -> list[Value]:
            key = b.mul(unit, w.number(shape.unit))
            first = b.select(b.icmp_signed("<", held[0], w.number(0)), key, held[0])
            if is_here:
                step = w.given["step"]
                scores = score_here(w, shape, q, w.at(k, b.mul(key, step)), step, d_k)
            else:
                scores = score(w, shape, q, w.at(k, b.mul(key, d_k)), d_k)
            if not is_plain:
                scores = change(w, shape, scores, key)
            masked = w.when(
                b.icmp_signed("==", kind, w.number(2)),
                scores,
                lambda: select(w, shape, scores, key),
            )
            stretch(w, shape, lift, masked, first, key, is_plain, reads)
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
    reads: bool,
) -> None:
    """Weights of one unit, scores less the shift as powers; their sums added lane by lane."""
    b = w.builder
    weights, marks, total = (w.pointer(name) for name in ("weights", "marks", "total"))
    places = [w.at(weights, b.add(key, w.number(row * TILE))) for row in range(shape.rows)]
    if reads:
        for place, mine in zip(places, by_row(shape, scores), strict=True):
            for i, score in enumerate(mine):
                w.store(score, place, shape.rows * TILE + i * shape.lanes)
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
        if reads:
            logs = logs_of(w, shape, marks, scores, rows, is_plain)
            add_products(w, shape, made, logs, rows)


def add_products(
    w: Writer, shape: Shape, made: list[Value], logs: list[Value], rows: range
) -> None:
    """Add weights times their logarithms, lane by lane, to the sums of some rows."""
    total = w.pointer("total")
    for at, row in enumerate(rows):
        place = (BLOCK + row) * shape.lanes
        held = w.load(total, place)
        for i in range(at * shape.vectors, (at + 1) * shape.vectors):
            held = w.fma(made[i], logs[i], held)
        w.store(held, total, place)


def by_row(shape: Shape, scores: list[Value]) -> list[list[Value]]:
    """The vectors of each row."""
    step = shape.vectors
    return [scores[row * step : (row + 1) * step] for row in range(shape.rows)]


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


def logs_of(
    w: Writer, shape: Shape, marks: Value, scores: list[Value], rows: range, is_plain: bool
) -> list[Value]:
    """Logarithms of the weights of some rows, of plain ones to base 2; 0 where a weight is 0."""
    b = w.builder
    zeros, smallest = w.constant(0.0), w.constant(SMALLEST)
    logs = []
    for row in rows:
        mine = by_row(shape, scores)[row]
        if is_plain:
            least = w.broadcast(marks, row * MARKS + LEAST)
            away = b.fsub(w.broadcast(marks, row * MARKS + ROUND), w.constant(ROUNDING))
            gaps = [w.fma(score, w.constant(LOG2_E), away) for score in mine]
            is_there = [b.fcmp_unordered(">=", score, least) for score in mine]
        else:
            shift = w.load_one(marks, row * MARKS + SHIFT)
            away = b.select(b.fcmp_ordered("ord", shift, shift), shift, ir.Constant(F32, 0.0))
            gaps = [b.fsub(score, w.spread(away)) for score in mine]
            is_there = [b.fcmp_unordered(">=", gap, smallest) for gap in gaps]
        logs += [b.select(claim, gap, zeros) for claim, gap in zip(is_there, gaps, strict=True)]
    return logs
