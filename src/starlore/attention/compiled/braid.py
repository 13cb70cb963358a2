"""Keys, values and queries of bfloat16 in the order the products of pairs take them.

A pair fills the room of one float32 number: two neighbouring coordinates of a query or a key, or
one column of two neighbouring values. Queries lie row by row, `[rows, width]` pairs per group; keys
turned, `[width, unit]` pairs per unit; values `[TILE / 2, width]` pairs, the first of the last
columns being 1 (see `paired`). A value that is not finite is replaced by 0, as in `packing`.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.bfloat import narrow
from starlore.attention.compiled.bridge import (
    callable_of,
    read_bits,
    read_whole,
    turn_of,
    write_bits,
    write_whole,
)
from starlore.attention.compiled.ir import F32, I1, I32, I64, Writer
from starlore.attention.compiled.named import part_of
from starlore.attention.compiled.shape import OUTLIERS, TILE, Shape

I16 = ir.IntType(16)

LAY = ("source", "width", "factor", "target")
FINISH = ("source", "total", "width", "target", "tally", "size")
BRAID = ("first", "second", "width", "target", "tally")

EXPONENT = 0x7F80
"""The exponent bits of a bfloat16 number: all set where it is not finite."""

ONE_ONE = 0x3F80_3F80
"""A pair of ones."""


def pair_packers(shape: Shape) -> tuple[Any, Any, Any]:
    """`pack_queries`, `pack_keys` and `pack_values` for products of pairs."""
    part = part_of(shape, "braid")
    rows_of_group, unit, lanes = shape.rows, shape.unit, shape.lanes
    turn = turn_of(shape)
    lay = callable_of(lambda module: build_lay(module, shape), "lay_pairs", len(LAY))
    braid = callable_of(lambda module: build_braid(module, shape), "braid", len(BRAID))

    @part
    def pack_queries(job, block, factor, width, target, room):  # type: ignore[no-untyped-def]
        """Queries times the factor, a power of two; rows past the last are zeros."""
        first, rows = block
        is_even = job.q_column == 1 and job.d_k == 2 * width
        groups = (rows + rows_of_group - 1) // rows_of_group
        for at in range(groups * rows_of_group):
            place = target + 4 * at * width
            head, i = divmod(first + at, job.n_q)
            start = job.q + 2 * (head * job.q_head + i * job.q_row)
            if at >= rows or not is_even:
                for word in range(width // 2):
                    write_whole(place, word, 0)
                if at >= rows:
                    continue
                for c in range(job.d_k):
                    write_bits(place, c, read_bits(start, c * job.q_column))
                start = place
            lay((start, width, job.scale, place))

    @part
    def pack_keys(job, tile, width, target):  # type: ignore[no-untyped-def]
        """The keys of one tile, turned unit by unit."""
        is_even = job.k_column == 1 and job.k_row % 2 == 0 and job.d_k == 2 * width
        for at in range(TILE // unit):
            first = tile * TILE + at * unit
            there = min(unit, max(0, job.n_k - first))
            place = target + 4 * at * unit * width
            start = first * job.k_row
            if is_even and there == unit:
                turn((job.k + 2 * start, job.k_row // 2, width, place))
                continue
            for c in range(2 * width):
                for key in range(unit):
                    x = 0
                    if c < job.d_k and key < there:
                        x = read_bits(job.k, start + key * job.k_row + c * job.k_column)
                    write_bits(place, (c // 2 * unit + key) * 2 + c % 2, x)

    @part
    def pack_values(job, tile, width, target):  # type: ignore[no-untyped-def]
        """The values of one tile, and ones behind them."""
        there = min(TILE, max(0, job.n_k - tile * TILE))
        is_even = job.v_column == 1 and job.d_v % lanes == 0
        odd = 0
        for pair in range(TILE // 2):
            start = (tile * TILE + 2 * pair) * job.v_row
            place = target + 4 * pair * width
            for word in range(lanes // 2):
                write_whole(place + 4 * (width - lanes), word, 0 if word else ONE_ONE)
            if is_even and 2 * pair + 1 < there:
                here = job.v + 2 * start
                count = job.tally + 8 * OUTLIERS
                braid((here, here + 2 * job.v_row, job.d_v, place, count))
                continue
            for c in range(width - lanes):
                for side in range(2):
                    x = 0
                    if c < job.d_v and 2 * pair + side < there:
                        x = read_bits(job.v, start + side * job.v_row + c * job.v_column)
                        if x & EXPONENT == EXPONENT:
                            x, odd = 0, 1
                    write_bits(place, 2 * c + side, x)
        if odd:
            write_whole(job.tally, OUTLIERS, read_whole(job.tally, OUTLIERS) + 1)

    return pack_queries, pack_keys, pack_values


def build_lay(module: Any, shape: Shape) -> Any:
    """Multiply a row of pairs by a factor, a float64, under which no number needs more digits."""
    w = Writer(module, "lay_pairs", LAY, shape.lanes)
    b = w.builder
    source, target = w.pointer("source"), w.pointer("target")
    factor = w.spread(b.fptrunc(w.load_one(w.pointer("factor"), 0, ir.DoubleType()), F32))
    half, upper = w.constant_whole(16), w.constant_whole(-(1 << 16))

    def at_pairs(pair: Any, _: list[Any]) -> list[Any]:
        bits = b.load(w.at(source, pair), typ=w.whole, align=2)
        sides = (b.shl(bits, half), b.and_(bits, upper))
        scaled = [b.bitcast(b.fmul(b.bitcast(x, w.vector), factor), w.whole) for x in sides]
        b.store(
            b.or_(b.lshr(scaled[0], half), b.and_(scaled[1], upper)), w.at(target, pair), align=4
        )
        return []

    w.loop(0, w.given["width"], shape.lanes, [], at_pairs)
    return w.finish()


def build_braid(module: Any, shape: Shape) -> Any:
    """Two rows of values become one of pairs, with 0 for what is not finite; tallied."""
    w = Writer(module, "braid", BRAID, shape.lanes)
    b = w.builder
    rows = (w.pointer("first"), w.pointer("second"))
    exponent, nothing = w.constant_whole(EXPONENT), w.constant_whole(0)

    def at_column(column: Any, odd: list[Any]) -> list[Any]:
        pair, is_odd = nothing, odd[0]
        for row, shift in zip(rows, (0, 16), strict=True):
            bits = b.load(w.at(row, column, I16), typ=ir.VectorType(I16, w.lanes), align=2)
            half = b.zext(bits, w.whole)
            here = b.icmp_unsigned("==", b.and_(half, exponent), exponent)
            kept = b.select(here, nothing, half)
            pair = b.or_(pair, b.shl(kept, w.constant_whole(shift)))
            is_odd = b.or_(is_odd, here)
        b.store(pair, w.at(w.pointer("target"), column, I32), align=4)
        return [is_odd]

    none = ir.Constant(ir.VectorType(I1, w.lanes), [0] * w.lanes)
    (odd,) = w.loop(0, w.given["width"], w.lanes, [none], at_column)
    tally = w.pointer("tally")
    found = b.zext(b.bitcast(odd, ir.IntType(w.lanes)), I64)
    b.store(b.or_(b.load(tally, typ=I64), found), tally)
    return w.finish()


def build_narrow(module: Any, shape: Shape) -> Any:
    """Divide a row of sums by its total; numbers of `size` bytes, rounded once if that is 2.

    The source is filled up to whole vectors, the target is not; tallies what is not finite.
    """
    w = Writer(module, "narrow", FINISH, shape.lanes)
    b = w.builder
    source, target, tally = w.pointer("source"), w.pointer("target"), w.pointer("tally")
    divisor, zeros = w.broadcast(w.pointer("total"), 0), w.constant(0.0)
    is_narrow = b.icmp_signed("==", w.given["size"], w.number(2))
    lanes = ir.Constant(w.whole, list(range(w.lanes)))

    def at_vector(column: Any, odd: list[Any]) -> list[Any]:
        x = b.fdiv(w.load(source, column), divisor)
        left = w.spread(b.trunc(b.sub(w.given["width"], column), I32))
        is_there = b.icmp_signed("<", lanes, left)

        def put(value: Any, kind: Any) -> list[Any]:
            place = w.at(target, column, kind.element)
            name = f"llvm.masked.store.v{w.lanes}{'i16' if kind.element == I16 else 'f32'}.p0"
            w.call(name, ir.VoidType(), value, place, ir.Constant(I32, 2), is_there)
            return []

        def rounded() -> list[Any]:
            kind = ir.VectorType(I16, w.lanes)
            pair = b.bitcast(narrow(w, x, x), ir.VectorType(I16, 2 * w.lanes))
            first = ir.Constant(w.whole, list(range(w.lanes)))
            return put(b.shuffle_vector(pair, ir.Constant(pair.type, ir.Undefined), first), kind)

        w.when(is_narrow, [], rounded, is_likely=True)
        w.when(b.not_(is_narrow), [], lambda: put(x, w.vector))
        is_odd = b.fcmp_unordered("!=", b.fsub(x, x), zeros)
        return [b.or_(odd[0], b.and_(is_odd, is_there))]

    none = ir.Constant(ir.VectorType(I1, w.lanes), [0] * w.lanes)
    (odd,) = w.loop(0, w.given["width"], w.lanes, [none], at_vector)
    found = b.zext(b.bitcast(odd, ir.IntType(w.lanes)), I64)
    b.store(b.or_(b.load(tally, typ=I64), found), tally)
    return w.finish()
