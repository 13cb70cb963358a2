"""One tile of keys and a block of rows on the way back: weights again, and how they would move.

With s the score after cap and bias: p = e^(s - lse), and with g = grad_output . v the gradient of
the score is p * (g - known), where `known` is the row's D - grad_lse; that of the product q . k is
flattened by the cap and scaled besides. The tables of weights and of products stay in memory
`[rows, TILE]`, for the sums that `collect` takes from them. Cells that are not read are selected
to 0, after everything that could have made them NaN.
"""

from typing import Any, NamedTuple

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.exp import exp_each, tanh
from starlore.attention.compiled.ir import F32, I1, I32, I64, Value, Writer
from starlore.attention.compiled.shape import Shape

REWEIGH = (
    "q", "k", "g", "v", "weights", "products", "lse", "known",
    "k_width", "v_width", "groups", "kinds", "bits", "bias", "moved", "settings",
)  # fmt: skip

TILE = 64
"""Keys of one tile: a bit for each in a 64-bit word."""

SLAB = 512
"""Keys of one cell, a multiple of `TILE`; the step between rows of a bias and of its gradient."""

SHAPES = {
    "avx512": Shape("avx512", 16, 8, 2),
    "avx2": Shape("avx2", 8, 6, 2),
    "generic": Shape("generic", 4, 8, 2),
}

ROWS_AT_ONCE = 2
"""Rows stretched side by side."""

UNROLL = 4
"""Coordinates per round of a product; widths are whole vectors, so a multiple."""

SCALE, CAP, INVERSE_CAP = range(3)
"""Where the float32 settings lie: the scale; the softcap, 0 if there is none; 1 / softcap."""


def build_reweigh(module: Any, shape: Shape, is_plain: bool) -> Any:
    """Weights and gradients of one tile for a block of rows, group by group.

    A plain one takes scores as they come; the other caps them, adds a bias, and writes down the
    gradient of the bias where there is room for it. `kinds` are words, one per group, with two
    bits per unit of the tile: 0 skipped, 1 whole, 2 masked by `bits`, a 64-bit word per row with
    a bit per key. All groups weigh the keys of one unit, then move them: what they share stays
    near.
    """
    w = Writer(module, "reweigh_plain" if is_plain else "reweigh_any", REWEIGH, shape.lanes)
    b = w.builder
    groups = w.given["groups"]

    def at_unit(unit: Value, _: list[Value]) -> list[Value]:
        key = b.mul(unit, w.number(shape.unit))

        def weigh(group: Value, _: list[Value]) -> list[Value]:
            rows = _rows(w, shape, group, unit)
            is_read = b.icmp_signed("!=", rows.kind, w.number(0))
            w.when(is_read, [], lambda: _weigh(w, shape, rows, key, is_plain), is_likely=True)
            w.when(b.not_(is_read), [], lambda: _skip(w, shape, rows, key))
            return []

        def move(group: Value, _: list[Value]) -> list[Value]:
            rows = _rows(w, shape, group, unit)
            is_read = b.icmp_signed("!=", rows.kind, w.number(0))
            w.when(is_read, [], lambda: _move(w, shape, rows, key, is_plain), is_likely=True)
            return []

        w.loop(0, groups, 1, [], weigh)
        w.loop(0, groups, 1, [], move)
        return []

    w.loop(0, TILE // shape.unit, 1, [], at_unit)
    return w.finish()


class Rows(NamedTuple):
    """Where one group of rows has what is its own; `kind` of the unit that it is at."""

    q: Value
    g: Value
    weights: Value
    products: Value
    lse: Value
    known: Value
    bits: Value
    bias: Value
    moved: Value
    kind: Value


def _rows(w: Writer, shape: Shape, group: Value, unit: Value) -> Rows:
    """One group of rows, at one unit."""
    b = w.builder
    row = b.mul(group, w.number(shape.rows))
    kinds = b.load(w.at(w.pointer("kinds"), group, I64), typ=I64)
    return Rows(
        q=w.at(w.pointer("q"), b.mul(row, w.given["k_width"])),
        g=w.at(w.pointer("g"), b.mul(row, w.given["v_width"])),
        weights=w.at(w.pointer("weights"), b.mul(row, w.number(TILE))),
        products=w.at(w.pointer("products"), b.mul(row, w.number(TILE))),
        lse=w.at(w.pointer("lse"), row),
        known=w.at(w.pointer("known"), row),
        bits=w.at(w.pointer("bits"), row, I64),
        bias=w.at(w.pointer("bias"), b.mul(row, w.number(SLAB))),
        moved=w.at(w.pointer("moved"), b.mul(row, w.number(SLAB))),
        kind=b.and_(b.lshr(kinds, b.mul(unit, w.number(2))), w.number(3)),
    )


def _skip(w: Writer, shape: Shape, rows: Rows, key: Value) -> list[Value]:
    """Weights of 0: nobody reads this unit."""
    for table in (rows.weights, rows.products):
        _store(w, shape, table, key, [w.constant(0.0)] * (shape.rows * shape.vectors))
    return []


def _weigh(w: Writer, shape: Shape, rows: Rows, key: Value, is_plain: bool) -> list[Value]:
    """Write down the weights of one unit; beside them, if not plain, weights times flatness."""
    b = w.builder
    width = w.given["k_width"]
    scores = _product(w, shape, rows.q, w.at(w.pointer("k"), b.mul(key, width)), width)
    scale = w.broadcast(w.pointer("settings"), SCALE)
    flat: list[Value] = []
    if not is_plain:
        scores = [b.fmul(scale, one) for one in scores]
        scores, flat = _change(w, shape, rows, scores, key)
    weights: list[Value] = []
    for start in range(0, shape.rows, ROWS_AT_ONCE):
        gaps = []
        for row in range(start, min(start + ROWS_AT_ONCE, shape.rows)):
            away = b.fneg(w.broadcast(rows.lse, row))
            mine = scores[row * shape.vectors : (row + 1) * shape.vectors]
            gaps += [w.fma(one, scale, away) if is_plain else b.fadd(one, away) for one in mine]
        weights += exp_each(w, gaps)
    weights = _if_masked(w, shape, rows, weights, key)
    _store(w, shape, rows.weights, key, weights)
    if not is_plain:
        flatter = [b.fmul(*two) for two in zip(weights, flat, strict=True)]
        _store(w, shape, rows.products, key, flatter)
    return []


def _move(w: Writer, shape: Shape, rows: Rows, key: Value, is_plain: bool) -> list[Value]:
    """Write down the gradients of one unit's products, and of its scores if that is asked."""
    b = w.builder
    width = w.given["v_width"]
    gained = _product(w, shape, rows.g, w.at(w.pointer("v"), b.mul(key, width)), width)
    for row in range(shape.rows):
        mean = w.broadcast(rows.known, row)
        for at in range(row * shape.vectors, (row + 1) * shape.vectors):
            gained[at] = b.fsub(gained[at], mean)

    def times(table: Value, slopes: list[Value]) -> list[Value]:
        each = [
            b.fmul(w.load(table, place), slope)
            for place, slope in zip(_places(w, shape, key, TILE), slopes, strict=True)
        ]
        return _if_masked(w, shape, rows, each, key)

    scale = w.broadcast(w.pointer("settings"), SCALE)
    scaled = [b.fmul(scale, slope) for slope in gained]
    products = times(rows.weights if is_plain else rows.products, scaled)
    _store(w, shape, rows.products, key, products)
    if not is_plain:

        def written() -> list[Value]:
            there = zip(times(rows.weights, gained), _places(w, shape, key, SLAB), strict=True)
            for value, place in there:
                w.store(value, rows.moved, place)
            return []

        w.when(b.icmp_signed("!=", w.given["moved"], w.number(0)), [], written)
    return []


def _product(w: Writer, shape: Shape, rows: Value, keys: Value, width: Value) -> list[Value]:
    """Products of rows `[rows, width]` and one unit of turned keys `[width, unit]`."""
    b = w.builder
    zeros = [w.constant(0.0)] * (shape.rows * shape.vectors)
    places = [w.at(rows, b.mul(width, w.number(row))) for row in range(shape.rows)]

    def round_of(first: Value, sums: list[Value]) -> list[Value]:
        here = [w.at(place, first) for place in places]
        k_here = w.at(keys, b.mul(first, w.number(shape.unit)))
        for c in range(UNROLL):
            held = [w.load(k_here, c * shape.unit + i * shape.lanes) for i in range(shape.vectors)]
            for row in range(shape.rows):
                number = w.broadcast(here[row], c)
                for i, key in enumerate(held):
                    at = row * shape.vectors + i
                    sums[at] = w.fma(number, key, sums[at])
        return sums

    return w.loop(0, width, UNROLL, zeros, round_of)


def _places(w: Writer, shape: Shape, key: Value, step: int) -> list[Value]:
    """Where the vectors of a unit lie in a table whose rows are `step` numbers apart."""
    return [
        w.builder.add(key, w.number(row * step + i * shape.lanes))
        for row in range(shape.rows)
        for i in range(shape.vectors)
    ]


def _store(w: Writer, shape: Shape, table: Value, key: Value, values: list[Value]) -> None:
    for value, place in zip(values, _places(w, shape, key, TILE), strict=True):
        w.store(value, table, place)


def _change(
    w: Writer, shape: Shape, rows: Rows, scores: list[Value], key: Value
) -> tuple[list[Value], list[Value]]:
    """Scores after cap and bias, and how flat the cap is there: 1 - tanh^2, or 1."""
    b = w.builder
    settings = w.pointer("settings")
    cap, inverse = w.load_one(settings, CAP), w.load_one(settings, INVERSE_CAP)
    ones = [w.constant(1.0)] * len(scores)

    def capped() -> list[Value]:
        wide, narrow = w.spread(cap), w.spread(inverse)
        bent = [tanh(w, b.fmul(one, narrow)) for one in scores]
        flat = [w.fma(b.fneg(t), t, w.constant(1.0)) for t in bent]
        return [b.fmul(wide, t) for t in bent] + flat

    zero = ir.Constant(F32, 0.0)
    both = w.when(b.fcmp_ordered(">", cap, zero), [*scores, *ones], capped)
    after_cap, flat = both[: len(scores)], both[len(scores) :]

    def biased() -> list[Value]:
        places = _places(w, shape, key, SLAB)
        return [
            b.fadd(one, w.load(rows.bias, place))
            for one, place in zip(after_cap, places, strict=True)
        ]

    return w.when(b.icmp_signed("!=", w.given["bias"], w.number(0)), after_cap, biased), flat


def _if_masked(w: Writer, shape: Shape, rows: Rows, values: list[Value], key: Value) -> list[Value]:
    """The values; of a masked unit, 0 in place of each whose bit is not set."""
    is_masked = w.builder.icmp_signed("==", rows.kind, w.number(2))
    return w.when(is_masked, values, lambda: _only_read(w, shape, rows.bits, values, key))


def _only_read(
    w: Writer, shape: Shape, bits: Value, values: list[Value], key: Value
) -> list[Value]:
    """0 in place of every value whose bit is not set."""
    b = w.builder
    few = ir.IntType(shape.unit)
    chosen = []
    for row in range(shape.rows):
        word = b.load(w.at(bits, row, I64), typ=I64)
        claims = b.bitcast(b.trunc(b.lshr(word, key), few), ir.VectorType(I1, shape.unit))
        for i in range(shape.vectors):
            lanes = [i * shape.lanes + lane for lane in range(shape.lanes)]
            part = b.shuffle_vector(
                claims,
                ir.Constant(claims.type, ir.Undefined),
                ir.Constant(ir.VectorType(I32, shape.lanes), lanes),
            )
            value = values[row * shape.vectors + i]
            chosen.append(b.select(part, value, w.constant(0.0)))
    return chosen
