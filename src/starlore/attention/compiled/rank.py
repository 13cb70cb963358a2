"""The best keys of each row, kept while tiles of scores pass by; and how many share the best.

A row has a list of its `WIDTH` best scores, highest first, of equals the lowest key, and a bar:
its `top`-th best score. What does not pass the bar cannot be among the best, so most tiles take a
row one comparison of a vector for every 16 keys. What passes is put into the list, key after key
in rising order; the list is one vector, and putting a score into it two comparisons and a shift.

While a list is not full nothing is barred. A tile's own bar then spares most of its keys: split
into `top` parts or more, its keys hold at least `top` that reach the smallest of the parts'
largest scores. Nothing of this rounds, so the lists are exact and depend on no order.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.exp import exp
from starlore.attention.compiled.ir import F32, I32, I64, Value, Writer
from starlore.attention.compiled.shape import TILE, Shape

RANK = ("scores", "lists", "top", "key")
SHARE = ("values", "shift", "total", "target")

WIDTH = 16
"""Keys of a list: as many as are asked for at most."""

VALUES, KEYS, TIES, WORDS, BARS, SIZE = 0, WIDTH, 2 * WIDTH, 2 * WIDTH + 2, 2 * WIDTH + 4, 40
"""Where the lists of a group lie, in float32 numbers per row: scores `[rows, WIDTH]`; keys, 32-bit
and counted from the start of the run, -1 past them; how many share the best, 64-bit; room for a
word; bars. All of it fills whole lines of the cache."""


def build_rank(module: Any, shape: Shape) -> Any:
    """Put the scores of one tile into the lists of a group.

    The function takes the scores `[rows, TILE]`, -inf where not read; the lists; `top`, from 2 up
    to `WIDTH`; and the first key of the tile, counted from the start of the run.
    """
    w = Writer(module, "rank", RANK, WIDTH)
    b = w.builder
    scores, lists = w.pointer("scores"), w.pointer("lists")
    top, first_key = w.given["top"], w.given["key"]
    ties, words, bars = (w.at(lists, w.number(at * shape.rows)) for at in (TIES, WORDS, BARS))
    numbers = w.at(lists, w.number(KEYS * shape.rows))
    last = b.sub(top, w.number(1))

    def at_row(row: Value, held: list[Value]) -> list[Value]:
        claims, count = held
        start = b.mul(row, w.number(TILE))
        parts = [w.load(scores, b.add(start, w.number(at))) for at in range(0, TILE, WIDTH)]
        bar = w.load_one(bars, row)
        is_open = b.fcmp_ordered("==", bar, ir.Constant(F32, float("-inf")))
        (bar,) = w.when(is_open, [bar], lambda: [_below(w, _least(w, parts, top))])
        best = w.load_one(lists, b.mul(row, w.number(WIDTH)))
        is_full = b.and_(b.fcmp_ordered("==", bar, best), b.not_(is_open))

        def tied() -> list[Value]:
            more = _ones(w, _word(w, "==", parts, w.spread(best)))
            place = w.at(ties, row, I64)
            b.store(b.add(b.load(place, typ=I64), more), place)
            return []

        w.when(is_full, [], tied)
        word = _word(w, ">", parts, w.spread(bar))
        b.store(word, w.at(words, row, I64))
        is_claimed = b.zext(b.icmp_unsigned("!=", word, w.number(0)), I64)
        return [
            b.or_(claims, b.shl(is_claimed, row)),
            b.add(count, _ones(w, word)),
        ]

    def at_claim(_: Value, held: list[Value]) -> list[Value]:
        (claims,) = held
        row = _first(w, claims)
        place = w.at(words, row, I64)
        word = b.load(place, typ=I64)
        column, rest = _first(w, word), b.and_(word, b.sub(word, w.number(1)))
        b.store(rest, place)
        score = w.load_one(scores, b.add(b.mul(row, w.number(TILE)), column))
        at = b.mul(row, w.number(WIDTH))
        best = w.load_one(lists, at)
        _insert(w, w.at(lists, at), w.at(numbers, at), score, b.add(first_key, column))
        _count_ties(w, w.at(ties, row, I64), score, best)
        w.store_one(w.load_one(w.at(lists, at), last), bars, row)
        is_done = b.zext(b.icmp_unsigned("==", rest, w.number(0)), I64)
        return [b.xor(claims, b.shl(is_done, row))]

    claims, count = w.loop(0, shape.rows, 1, [w.number(0), w.number(0)], at_row)
    w.loop(0, count, 1, [claims], at_claim)
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


def _insert(w: Writer, values: Value, keys: Value, score: Value, key: Value) -> None:
    """Put a score into a list, behind those that are as good; the last one falls out."""
    b = w.builder
    held, numbers = w.load(values, 0), b.load(keys, typ=w.whole, align=4)
    wide, own = w.spread(score), w.spread(b.trunc(key, I32))
    stays = b.fcmp_ordered(">=", held, wide)
    shifted = _shift(w, held, w.constant(float("inf")))
    is_new = b.fcmp_ordered(">=", shifted, wide)
    lower = b.select(b.fcmp_ordered("<", shifted, wide), shifted, wide)
    w.store(_more(w, lower, held), values, 0)
    moved = b.select(is_new, own, _shift(w, numbers, w.constant_whole(0)))
    b.store(b.select(stays, numbers, moved), keys, align=4)


def _count_ties(w: Writer, place: Value, score: Value, best: Value) -> None:
    """One more key shares the best score, or is the first to have it."""
    b = w.builder
    same = b.add(b.load(place, typ=I64), b.zext(b.fcmp_ordered("==", score, best), I64))
    b.store(b.select(b.fcmp_ordered(">", score, best), w.number(1), same), place)


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
    b = w.builder
    word = w.number(0)
    for i, part in enumerate(parts):
        bits = b.bitcast(b.fcmp_ordered(claim, part, bar), ir.IntType(WIDTH))
        word = b.or_(word, b.shl(b.zext(bits, I64), w.number(WIDTH * i)))
    return word


def _first(w: Writer, word: Value) -> Value:
    """The place of the lowest bit that is set."""
    return w.call("llvm.cttz.i64", I64, word, ir.Constant(ir.IntType(1), 0))


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
