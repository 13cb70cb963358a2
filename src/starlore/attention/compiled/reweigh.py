"""One tile of keys and one group of rows on the way back: weights again, and how they would move.

With s the score after cap and bias: p = e^(s - lse), and with g = grad_output . v the gradient of
the score is p * (g - known), where `known` is the row's D - grad_lse. Both tables of the tile stay
in memory `[rows, TILE]`, for the sums that `collect` takes from them. Cells that are not read are
selected to 0, after everything that could have made them NaN.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.exp import exp_each, tanh
from starlore.attention.compiled.ir import F32, I1, I32, I64, Value, Writer
from starlore.attention.compiled.shape import Shape

REWEIGH = (
    "q", "k", "g", "v", "weights", "products", "lse", "known",
    "k_width", "v_width", "kinds", "bits", "bias", "moved", "settings",
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
    """Weights and gradients of one tile for one group of rows.

    A plain one takes scores as they come; the other caps them, adds a bias, and writes down the
    gradient of the bias where there is room for it. `kinds` holds two bits per unit of the tile:
    0 skipped, 1 whole, 2 masked by `bits`, a 64-bit word per row with a bit per key.
    """
    w = Writer(module, "reweigh_plain" if is_plain else "reweigh_any", REWEIGH, shape.lanes)
    b = w.builder

    def at_unit(unit: Value, _: list[Value]) -> list[Value]:
        kind = b.and_(b.lshr(w.given["kinds"], b.mul(unit, w.number(2))), w.number(3))
        key = b.mul(unit, w.number(shape.unit))
        is_masked = b.icmp_signed("==", kind, w.number(2))

        def read() -> list[Value]:
            _weigh(w, shape, key, is_masked, is_plain)
            _move(w, shape, key, is_masked, is_plain)
            return []

        def skip() -> list[Value]:
            for name in ("weights", "products"):
                for row in range(shape.rows):
                    for i in range(shape.vectors):
                        w.store(w.constant(0.0), *_place(w, shape, name, key, row, i))
            return []

        is_read = b.icmp_signed("!=", kind, w.number(0))
        w.when(is_read, [], read, is_likely=True)
        w.when(b.not_(is_read), [], skip)
        return []

    w.loop(0, TILE // shape.unit, 1, [], at_unit)
    return w.finish()


def _weigh(w: Writer, shape: Shape, key: Value, is_masked: Value, is_plain: bool) -> None:
    """Write down the weights of one unit; beside them, if not plain, weights times flatness."""
    b = w.builder
    width, lse = w.given["k_width"], w.pointer("lse")
    k_here = w.at(w.pointer("k"), b.mul(key, width))
    scores = _product(w, shape, w.pointer("q"), k_here, width)
    scale = w.broadcast(w.pointer("settings"), SCALE)
    flat: list[Value] = []
    if not is_plain:
        scores = [b.fmul(scale, one) for one in scores]
        scores, flat = _change(w, shape, scores, key)
    weights: list[Value] = []
    for start in range(0, shape.rows, ROWS_AT_ONCE):
        gaps = []
        for row in range(start, min(start + ROWS_AT_ONCE, shape.rows)):
            away = b.fneg(w.broadcast(lse, row))
            mine = scores[row * shape.vectors : (row + 1) * shape.vectors]
            gaps += [w.fma(one, scale, away) if is_plain else b.fadd(one, away) for one in mine]
        weights += exp_each(w, gaps)
    weights = w.when(is_masked, weights, lambda: _only_read(w, shape, weights, key))
    _store(w, shape, "weights", key, weights)
    if not is_plain:
        _store(w, shape, "products", key, [b.fmul(*two) for two in zip(weights, flat, strict=True)])


def _move(w: Writer, shape: Shape, key: Value, is_masked: Value, is_plain: bool) -> None:
    """Write down the gradients of one unit's products, and of its scores if that is asked."""
    b = w.builder
    width, known = w.given["v_width"], w.pointer("known")
    v_here = w.at(w.pointer("v"), b.mul(key, width))
    gained = _product(w, shape, w.pointer("g"), v_here, width)
    for row in range(shape.rows):
        mean = w.broadcast(known, row)
        for i in range(shape.vectors):
            at = row * shape.vectors + i
            gained[at] = b.fsub(gained[at], mean)

    def times(name: str) -> list[Value]:
        each = [
            b.fmul(w.load(*_place(w, shape, name, key, row, i)), gained[row * shape.vectors + i])
            for row in range(shape.rows)
            for i in range(shape.vectors)
        ]
        return w.when(is_masked, each, lambda: _only_read(w, shape, each, key))

    _store(w, shape, "products", key, times("weights" if is_plain else "products"))
    if not is_plain:

        def written() -> list[Value]:
            for at, value in enumerate(times("weights")):
                row, i = divmod(at, shape.vectors)
                place = b.add(key, w.number(row * SLAB + i * shape.lanes))
                w.store(value, w.pointer("moved"), place)
            return []

        w.when(b.icmp_signed("!=", w.given["moved"], w.number(0)), [], written)


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


def _place(w: Writer, shape: Shape, name: str, key: Value, row: int, i: int) -> tuple[Value, Value]:
    """Where vector i of a row's unit lies in a table of the tile."""
    return w.pointer(name), w.builder.add(key, w.number(row * TILE + i * shape.lanes))


def _store(w: Writer, shape: Shape, name: str, key: Value, values: list[Value]) -> None:
    for at, value in enumerate(values):
        w.store(value, *_place(w, shape, name, key, *divmod(at, shape.vectors)))


def _change(
    w: Writer, shape: Shape, scores: list[Value], key: Value
) -> tuple[list[Value], list[Value]]:
    """Scores after cap and bias, and how flat the cap is there: 1 - tanh^2, or 1."""
    b = w.builder
    settings, bias = w.pointer("settings"), w.pointer("bias")
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
        changed = []
        for at, one in enumerate(after_cap):
            row, i = divmod(at, shape.vectors)
            added = w.load(bias, b.add(key, w.number(row * SLAB + i * shape.lanes)))
            changed.append(b.fadd(one, added))
        return changed

    return w.when(b.icmp_signed("!=", w.given["bias"], w.number(0)), after_cap, biased), flat


def _only_read(w: Writer, shape: Shape, values: list[Value], key: Value) -> list[Value]:
    """0 in place of every value whose bit is not set."""
    b = w.builder
    few = ir.IntType(shape.unit)
    chosen = []
    for row in range(shape.rows):
        word = b.load(w.at(w.pointer("bits"), row, I64), typ=I64)
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
