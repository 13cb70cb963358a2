"""The best keys of each row, kept while tiles of scores pass by; and how many share the best.

A row has a list of its best scores, highest first, of equals the lowest key, and a bar: its
`top`-th best score. What does not pass the bar cannot be among the best, so most tiles take a row
one comparison of a vector for every 16 keys.

What passes enters for all rows of a group at once: a list is a column, a lane for each row, and a
step takes one more key of every row that has one left down the places of its list. Each row's keys
go in rising order, and nothing branches on what a single row has.

Where many keys pass, because the list is not full or was filled by a few, a tile's own bar spares
most of them: split into `top` parts or more, its keys hold at least `top` that reach the smallest
of the parts' largest scores. Nothing of this rounds, so the lists are exact and depend on no order.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.exp import exp
from starlore.attention.compiled.ir import F32, I1, I32, I64, Value, Writer
from starlore.attention.compiled.shape import TILE, Shape

RANK = ("scores", "lists", "words", "top", "key")
BLANK = ("lists", "rows")
SHARE = ("values", "shift", "total", "target")

WIDTH = 16
"""Keys of a list: as many as are asked for at most."""

LANES = 16
"""Rows of a group at most, one in each lane."""


class Lists(NamedTuple):
    """Where the lists of a group lie, in vectors of `LANES` numbers.

    Args:
        values: scores, a vector per place. keys: 32-bit and counted from the start of the run, -1
            past the last. ties: how many share the best, 32-bit. bars: inf for rows that are not
            there. size: of all.
    """

    values: int = 0
    keys: int = WIDTH
    ties: int = 2 * WIDTH
    bars: int = 2 * WIDTH + 1
    size: int = 2 * WIDTH + 2


LISTS = Lists()

MANY = 8
"""Keys beyond which a row takes its tile's own bar as well."""

INF, NAN = float("inf"), float("nan")


def build_rank(module: Any, shape: Shape) -> Any:
    """Put the scores of one tile into the lists of a group.

    The function takes the scores `[rows, TILE]`, -inf where not read; the lists; room for a word
    per lane; `top`, from 2 up to `WIDTH`; and the first key of the tile, counted from the start
    of the run.
    """
    w = Writer(module, "rank", RANK, LANES)
    b = w.builder
    lists, words = w.pointer("lists"), w.pointer("words")
    ties, bars = _line(w, lists, LISTS.ties), _line(w, lists, LISTS.bars)

    def share(row: Value) -> None:
        more = _ones(w, _word(w, "==", _parts(w, row), w.broadcast(bars, row)))
        place = w.at(ties, row, I32)
        b.store(b.add(b.load(place, typ=I32), b.trunc(more, I32)), place)

    at_bar = _bits(w, "==", w.load(bars, 0), w.load(lists, 0))
    is_listed = _bits(w, ">", w.load(lists, 0), w.constant(-INF))
    _each(w, b.and_(at_bar, is_listed), share)
    every, many = w.number(0), w.number(0)
    for row in range(LANES):
        word = w.number(0)
        if row < shape.rows:
            word = _word(w, ">", _parts(w, w.number(row)), w.broadcast(bars, row))
            is_many = b.icmp_unsigned(">", _ones(w, word), w.number(MANY))
            many = b.or_(many, b.shl(b.zext(is_many, I64), w.number(row)))
            every = b.or_(every, word)
        b.store(word, w.at(words, row, I64))

    def enter() -> list[Value]:
        _each(w, many, lambda row: _spare(w, row))
        left = b.load(words, typ=ir.VectorType(I64, LANES), align=8)
        w.repeat([left], lambda held: _is_any(w, held[0]), lambda held: [_step(w, held[0])])
        last = w.load(_line(w, lists, b.sub(w.given["top"], w.number(1))), 0)
        before = w.load(bars, 0)
        is_barred = b.fcmp_ordered("==", before, w.constant(INF))
        w.store(b.select(is_barred, before, last), bars, 0)
        return []

    w.when(_some(w, every), [], enter)
    return w.finish()


def _spare(w: Writer, row: Value) -> None:
    """Leave in the word of a row only what passes the tile's own bar as well."""
    b = w.builder
    parts, place = _parts(w, row), w.at(w.pointer("words"), row, I64)
    own = _word(w, ">", parts, w.spread(_below(w, _least(w, parts, w.given["top"]))))
    b.store(b.and_(b.load(place, typ=I64), own), place)


def _step(w: Writer, words: Value) -> Value:
    """Let the lowest key of each word enter its list; give the words without it.

    In a list all that is behind a better key moves on by one place.
    """
    b = w.builder
    lists, wide = w.pointer("lists"), words.type
    zeros, ones = (ir.Constant(wide, [n] * LANES) for n in (0, 1))
    is_there = b.icmp_unsigned("!=", words, zeros)
    column = w.call(f"llvm.cttz.v{LANES}i64", wide, words, ir.Constant(I1, 0))
    key = b.add(b.trunc(column, w.whole), w.spread(b.trunc(w.given["key"], I32)))
    found = _gather(w, column, is_there)
    ties, best = _line(w, lists, LISTS.ties), w.load(lists, 0)
    shared = b.add(_whole(w, ties), b.zext(b.fcmp_ordered("==", found, best), w.whole))
    is_best = b.fcmp_ordered(">", found, best)
    b.store(b.select(is_best, w.constant_whole(1), shared), ties, align=4)

    def at_place(place: Value, moved: list[Value]) -> list[Value]:
        value, own = moved
        there, beside = _line(w, lists, place), _line(w, lists, b.add(place, w.number(LISTS.keys)))
        old, known = w.load(there, 0), _whole(w, beside)
        is_better = b.fcmp_ordered(">", found, old)
        w.store(b.select(is_better, value, old), there, 0)
        b.store(b.select(is_better, own, known), beside, align=4)
        return [b.select(is_better, old, value), b.select(is_better, known, own)]

    w.loop(0, w.given["top"], 1, [found, key], at_place)
    return b.and_(words, b.sub(words, ones))


def _gather(w: Writer, column: Value, is_there: Value) -> Value:
    """The score in one column of each row; NaN, which is never better, where there is none."""
    b = w.builder
    starts = ir.Constant(column.type, [4 * TILE * row for row in range(LANES)])
    sizes = ir.Constant(column.type, [4] * LANES)
    offsets = b.add(starts, b.mul(column, sizes))
    places = b.inttoptr(
        b.add(w.spread(w.given["scores"]), offsets), ir.VectorType(ir.PointerType(), LANES)
    )
    name = f"llvm.masked.gather.v{LANES}f32.v{LANES}p0"
    return w.call(name, w.vector, places, ir.Constant(I32, 4), is_there, w.constant(NAN))


def _parts(w: Writer, row: Value) -> list[Value]:
    """The scores of a row, as vectors."""
    start = w.builder.mul(row, w.number(TILE))
    return [
        w.load(w.pointer("scores"), w.builder.add(start, w.number(at)))
        for at in range(0, TILE, LANES)
    ]


def _is_any(w: Writer, words: Value) -> Value:
    """Whether any bit of any word is set."""
    zeros = ir.Constant(words.type, [0] * LANES)
    bits = w.builder.bitcast(w.builder.icmp_unsigned("!=", words, zeros), ir.IntType(LANES))
    return _some(w, w.builder.zext(bits, I64))


def build_blank(module: Any, shape: Shape) -> Any:
    """Empty the lists of a group of so many rows, and bar the rows that are not there."""
    w = Writer(module, "blank", BLANK, LANES)
    b = w.builder
    lists = w.pointer("lists")
    for place in range(WIDTH):
        w.store(w.constant(-INF), lists, (LISTS.values + place) * LANES)
        b.store(w.constant_whole(-1), _line(w, lists, LISTS.keys + place), align=4)
    b.store(w.constant_whole(0), _line(w, lists, LISTS.ties), align=4)
    lanes = ir.Constant(w.whole, list(range(LANES)))
    is_there = b.icmp_signed("<", lanes, w.spread(b.trunc(w.given["rows"], I32)))
    bars = b.select(is_there, w.constant(-INF), w.constant(INF))
    w.store(bars, lists, LISTS.bars * LANES)
    return w.finish()


def build_share(module: Any) -> Any:
    """Weights of the scores of a list: e^(score - shift) / total, 0 where there is no key.

    The function takes the scores, the shift, a float64, the total, and where the weights go.
    """
    w = Writer(module, "share", SHARE, LANES)
    b = w.builder
    values, shift, total, target = (w.pointer(name) for name in SHARE)
    double = ir.DoubleType()
    wide = b.fpext(w.load(values, 0), ir.VectorType(double, LANES))
    gap = b.fptrunc(b.fsub(wide, w.spread(w.load_one(shift, 0, double))), w.vector)
    w.store(b.fdiv(exp(w, gap), w.broadcast(total, 0)), target, 0)
    return w.finish()


def _each(w: Writer, rows: Value, do: Callable[[Value], None]) -> None:
    """Do something for every row whose bit is set."""

    def next_row(held: list[Value]) -> list[Value]:
        do(_first(w, held[0]))
        return [_rest(w, held[0])]

    w.repeat([rows], lambda held: _some(w, held[0]), next_row)


def _line(w: Writer, start: Value, line: Value) -> Value:
    """The place so many vectors behind a start."""
    many = w.number(line) if isinstance(line, int) else line
    return w.at(start, w.builder.mul(many, w.number(LANES)))


def _whole(w: Writer, place: Value) -> Value:
    """A vector of 32-bit whole numbers."""
    return w.builder.load(place, typ=w.whole, align=4)


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
        bits = w.builder.shl(_bits(w, claim, part, bar), w.number(LANES * i))
        word = w.builder.or_(word, bits)
    return word


def _bits(w: Writer, claim: str, one: Value, other: Value) -> Value:
    """A bit per lane: whether the claim holds."""
    bits = w.builder.bitcast(w.builder.fcmp_ordered(claim, one, other), ir.IntType(LANES))
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


def _turn(w: Writer, vector: Value, step: int) -> Value:
    """Every lane moved by so many, round and round."""
    return _shuffle(w, vector, vector, [(lane + step) % LANES for lane in range(LANES)])


def _shuffle(w: Writer, one: Value, other: Value, lanes: list[int]) -> Value:
    return w.builder.shuffle_vector(one, other, ir.Constant(ir.VectorType(I32, WIDTH), lanes))
