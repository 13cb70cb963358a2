"""The best keys of each row, kept while tiles of scores pass by; and how many share the best.

A row has a list of its `WIDTH` best scores, highest first, of equals the lowest key, and a bar:
its `top`-th best score. What does not pass the bar cannot be among the best, so most tiles take a
row one comparison of a vector for every 16 keys. What passes is put into the list, key after key
in rising order; the list is one vector, and putting a score into it two comparisons and a shift.

While a list is not full nothing is barred. A tile's own bar then spares most of its keys: split
into `top` parts or more, its keys hold at least `top` that reach the smallest of the parts'
largest scores. Nothing of this rounds, so the lists are exact and depend on no order.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.exp import exp
from starlore.attention.compiled.ir import F32, I32, I64, Value, Writer
from starlore.attention.compiled.shape import TILE, Shape

RANK = ("scores", "lists", "top", "key")
BLANK = ("lists",)
KEEP = ("source", "values", "keys", "start")
SHARE = ("values", "shift", "total", "target")

WIDTH = 16
"""Keys of a list: as many as are asked for at most."""

KEYS, TIES, BARS, BESTS, SIZE = WIDTH, 2 * WIDTH, 2 * WIDTH + 2, 2 * WIDTH + 3, 2 * WIDTH + 16
"""Where the lists of a group lie, in float32 numbers per row, behind their scores `[rows, WIDTH]`:
keys, 32-bit and counted from the start of the run, -1 past them; how many share the best, 64-bit;
bars; best scores. All of it fills whole lines of the cache."""


def build_rank(module: Any, shape: Shape) -> Any:
    """Put the scores of one tile into the lists of a group.

    The function takes the scores `[rows, TILE]`, -inf where not read; the lists; `top`, from 2 up
    to `WIDTH`; and the first key of the tile, counted from the start of the run.
    """
    w = Writer(module, "rank", RANK, WIDTH)
    b = w.builder
    scores, lists, top = w.pointer("scores"), w.pointer("lists"), w.given["top"]
    ties, bars, bests = (w.at(lists, at * shape.rows) for at in (TIES, BARS, BESTS))

    def parts_of(row: Value) -> list[Value]:
        start = b.mul(row, w.number(TILE))
        return [w.load(scores, b.add(start, w.number(at))) for at in range(0, TILE, WIDTH)]

    def share(row: Value) -> None:
        more = _ones(w, _word(w, "==", parts_of(row), w.broadcast(bests, row)))
        place = w.at(ties, row, I64)
        b.store(b.add(b.load(place, typ=I64), more), place)

    def bar(row: Value) -> None:
        w.store_one(_below(w, _least(w, parts_of(row), top)), bars, row)

    def enter(row: Value) -> None:
        _enter(w, shape, lists, parts_of(row), row)

    there = (1 << shape.rows) - 1
    is_open = b.and_(_bits(w, "==", w.load(bars, 0), w.constant(float("-inf"))), w.number(there))
    is_full = b.and_(_bits(w, "==", w.load(bars, 0), w.load(bests, 0)), w.number(there))
    _each(w, b.and_(is_full, b.not_(is_open)), share)
    _each(w, is_open, bar)
    claims = w.number(0)
    for row in range(shape.rows):
        most, *others = parts_of(w.number(row))
        for other in others:  # in this order, the machine takes the other from memory
            most = _more(w, other, most)
        is_past = b.icmp_unsigned("!=", _bits(w, ">", most, w.broadcast(bars, row)), w.number(0))
        claims = b.or_(claims, b.shl(b.zext(is_past, I64), w.number(row)))
    _each(w, claims, enter)
    return w.finish()


def _each(w: Writer, rows: Value, do: Callable[[Value], None]) -> None:
    """Do something for every row whose bit is set."""

    def next_row(held: list[Value]) -> list[Value]:
        do(_first(w, held[0]))
        return [_rest(w, held[0])]

    w.repeat([rows], lambda held: _some(w, held[0]), next_row)


def _enter(w: Writer, shape: Shape, lists: Value, parts: list[Value], row: Value) -> None:
    """Put what passes the bar of a row into its list, and set its bar anew."""
    b = w.builder
    scores = w.at(w.pointer("scores"), b.mul(row, w.number(TILE)))
    ties, bars, bests = (w.at(lists, at * shape.rows) for at in (TIES, BARS, BESTS))
    values = w.at(lists, b.mul(row, w.number(WIDTH)))
    keys = w.at(values, KEYS * shape.rows)
    word = _word(w, ">", parts, w.broadcast(bars, row))

    def insert(held: list[Value]) -> list[Value]:
        listed, numbers, rest = held
        column = _first(w, rest)
        wide = w.broadcast(scores, column)
        own = w.spread(b.trunc(b.add(w.given["key"], column), I32))
        stays = b.fcmp_ordered(">=", listed, wide)
        shifted = _shift(w, listed, w.constant(float("inf")))
        is_new = b.fcmp_ordered(">=", shifted, wide)
        lower = b.select(b.fcmp_ordered("<", shifted, wide), shifted, wide)
        moved = b.select(is_new, own, _shift(w, numbers, w.constant_whole(0)))
        return [_more(w, lower, listed), b.select(stays, numbers, moved), _rest(w, rest)]

    held = [w.load(values, 0), b.load(keys, typ=w.whole, align=4), word]
    listed, numbers, _ = w.repeat(held, lambda now: _some(w, now[2]), insert)
    w.store(listed, values, 0)
    b.store(numbers, keys, align=4)
    w.store_one(w.load_one(values, b.sub(w.given["top"], w.number(1))), bars, row)
    best, before = b.extract_element(listed, w.number(0)), w.load_one(bests, row)
    w.store_one(best, bests, row)
    same, place = _ones(w, _word(w, "==", parts, w.spread(best))), w.at(ties, row, I64)
    is_old = b.sext(b.fcmp_ordered("<=", best, before), I64)
    b.store(b.add(same, b.and_(is_old, b.load(place, typ=I64))), place)


def build_blank(module: Any, shape: Shape) -> Any:
    """Empty the lists of a group."""
    w = Writer(module, "blank", BLANK, WIDTH)
    lists = w.pointer("lists")
    nothing, no_key = w.constant(float("-inf")), w.builder.bitcast(w.constant_whole(-1), w.vector)
    for row in range(shape.rows):
        w.store(nothing, lists, row * WIDTH)
        w.store(no_key, lists, KEYS * shape.rows + row * WIDTH)
    ties = w.at(lists, TIES * shape.rows)
    for row in range(shape.rows):
        w.builder.store(w.number(0), w.at(ties, row, I64))
        w.store_one(ir.Constant(F32, float("-inf")), lists, BARS * shape.rows + row)
        w.store_one(ir.Constant(F32, float("-inf")), lists, BESTS * shape.rows + row)
    return w.finish()


def build_keep(module: Any, shape: Shape) -> Any:
    """Copy one list out of a group's, its keys counted from key 0 now, 64-bit; -1 stays -1."""
    w = Writer(module, "keep", KEEP, WIDTH)
    b = w.builder
    source, values, keys = (w.pointer(name) for name in KEEP[:3])
    w.store(w.load(source, 0), values, 0)
    found = b.load(w.at(source, KEYS * shape.rows), typ=w.whole, align=4)
    is_there = b.icmp_signed(">=", found, w.constant_whole(0))
    wide = b.sext(found, ir.VectorType(I64, WIDTH))
    moved = b.select(is_there, b.add(wide, w.spread(w.given["start"])), wide)
    b.store(moved, keys, align=8)
    return w.finish()


def build_share(module: Any) -> Any:
    """Weights of the scores of a list: e^(score - shift) / total, 0 where there is no key.

    The function takes the scores, the shift, a float64, the total, and where the weights go.
    """
    w = Writer(module, "share", SHARE, WIDTH)
    b = w.builder
    values, shift, total, target = (w.pointer(name) for name in SHARE)
    double = ir.DoubleType()
    wide = b.fpext(w.load(values, 0), ir.VectorType(double, WIDTH))
    gap = b.fptrunc(b.fsub(wide, w.spread(w.load_one(shift, 0, double))), w.vector)
    w.store(b.fdiv(exp(w, gap), w.broadcast(total, 0)), target, 0)
    return w.finish()


def _least(w: Writer, parts: list[Value], top: Value) -> Value:
    """A score that at least `top` keys reach: the smallest of the largest of as many parts."""
    b = w.builder
    most = w.constant(float("-inf"))
    for part in parts:
        most = _more(w, most, part)
    for step in (8, 4, 2):  # then `step` parts are left, each in the lanes that are alike mod step
        is_enough = b.icmp_signed("<=", top, w.number(step))
        most = b.select(is_enough, _more(w, most, _turn(w, most, step)), most)
    for step in (8, 4, 2, 1):
        other = _turn(w, most, step)
        most = b.select(b.fcmp_ordered("<", other, most), other, most)
    return b.extract_element(most, w.number(0))


def _below(w: Writer, x: Value) -> Value:
    """The next number below x; -inf below itself."""
    b = w.builder
    bits = b.bitcast(x, I32)
    one, zero = ir.Constant(I32, 1), ir.Constant(F32, 0.0)
    under = b.select(b.fcmp_ordered(">", x, zero), b.sub(bits, one), b.add(bits, one))
    tiny = ir.Constant(I32, -(2**31) + 1)
    under = b.select(b.fcmp_ordered("==", x, zero), tiny, under)
    nothing = ir.Constant(F32, float("-inf"))
    return b.select(b.fcmp_ordered(">", x, nothing), b.bitcast(under, F32), nothing)


def _more(w: Writer, one: Value, other: Value) -> Value:
    """The larger number, lane by lane; a NaN of the second never."""
    return w.builder.select(w.builder.fcmp_ordered(">", other, one), other, one)


def _word(w: Writer, claim: str, parts: list[Value], bar: Value) -> Value:
    """A bit per key: whether its score is so towards the bar."""
    word = w.number(0)
    for i, part in enumerate(parts):
        bits = w.builder.shl(_bits(w, claim, part, bar), w.number(WIDTH * i))
        word = w.builder.or_(word, bits)
    return word


def _bits(w: Writer, claim: str, one: Value, other: Value) -> Value:
    """A bit per lane: whether the claim holds."""
    bits = w.builder.bitcast(w.builder.fcmp_ordered(claim, one, other), ir.IntType(WIDTH))
    return w.builder.zext(bits, I64)


def _first(w: Writer, word: Value) -> Value:
    """The place of the lowest bit that is set."""
    return w.call("llvm.cttz.i64", I64, word, ir.Constant(ir.IntType(1), 0))


def _some(w: Writer, word: Value) -> Value:
    """Whether any bit is set."""
    return w.builder.icmp_unsigned("!=", word, w.number(0))


def _rest(w: Writer, word: Value) -> Value:
    """The word without its lowest bit."""
    return w.builder.and_(word, w.builder.sub(word, w.number(1)))


def _ones(w: Writer, word: Value) -> Value:
    """How many bits are set."""
    return w.call("llvm.ctpop.i64", I64, word)


def _shift(w: Writer, vector: Value, filling: Value) -> Value:
    """Every lane moved up by one, the filling in the first."""
    return _shuffle(w, vector, filling, [WIDTH, *range(WIDTH - 1)])


def _turn(w: Writer, vector: Value, step: int) -> Value:
    """Every lane moved by so many, round and round."""
    return _shuffle(w, vector, vector, [(lane + step) % WIDTH for lane in range(WIDTH)])


def _shuffle(w: Writer, one: Value, other: Value, lanes: list[int]) -> Value:
    return w.builder.shuffle_vector(one, other, ir.Constant(ir.VectorType(I32, WIDTH), lanes))
