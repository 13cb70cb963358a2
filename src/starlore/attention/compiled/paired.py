"""Attending in bfloat16: one group of rows and one tile of keys is a visit, done in three turns.

First the products of its queries and keys are written down; then they become weights, row by row,
rounded and summed; then the weights blend the values. Each turn waits for the one before to reach
memory, and products and weights are made by different parts of the processor. So `advance` gives
three visits one turn each: it weighs the rows of this one, and between two rows it does a step of
the blend of the previous visit, then of the products of the next.

The scores of a visit lie in `weights`, `[rows, TILE]` float32, and each row gives way to its own
weights, 64 bfloat16 numbers in the first half of its room. The shift of a row is looked at once
per visit, before any of its weights are made, so none is ever rounded twice.

Two sums are kept. `total` is that of the weights as they were, for the log-sum. That of the rounded
ones, which the values are blended with, is a column of the output: packed values have a column
of ones behind them. Dividing by it gives the mean of equal values exactly.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.bfloat import narrow
from starlore.attention.compiled.ir import F32, I1, I64, Value, Writer
from starlore.attention.compiled.lift import LIFT, LIMIT, MARKS, SCALE, build_lift
from starlore.attention.compiled.shape import RUN, TILE, Shape
from starlore.attention.compiled.unit import change, exps_of, powers_of, taken_away

I16 = ir.IntType(16)

VISIT = (
    "kinds", "q", "k", "v", "weights", "marks", "total", "output", "bits", "bias",
)  # fmt: skip
"""The words that tell of a visit; kinds 0 if there is none."""

ADVANCE = ("next", "this", "previous", "k_width", "v_width", "settings", "tally")
"""Where three visits are told of, and what they have in common."""

Products = Callable[[Writer, Shape, dict[str, Value], dict[str, Value]], "Steps"]
"""Makes the steps of the products of two visits, the next and the previous one."""


class Steps(Protocol):
    """The products of two visits, cut into steps of about equal length.

    What has been done so far travels as a list of numbers: where in the blend of the previous
    visit, then where in the products of the next.
    """

    start: list[Value]

    def step(self, at: list[Value]) -> list[Value]:
        """Do one step, if there is one left."""
        ...

    def finish_blend(self, at: list[Value]) -> list[Value]:
        """Do what is left of the blend."""
        ...

    def finish(self, at: list[Value]) -> None:
        """Do all that is left."""
        ...


def build_advance(module: Any, shape: Shape, products: Products, is_plain: bool) -> Any:
    """Multiply for the next visit, weigh this one, blend the previous one."""
    one = replace(shape, rows=1, vectors=TILE // shape.lanes, parts=1)
    lift = build_lift(module, one, is_plain)
    w = Writer(module, "advance_plain" if is_plain else "advance_any", ADVANCE, shape.lanes)
    b = w.builder
    steps = products(w, shape, _told(w, "next"), _told(w, "previous"))
    w.given |= _told(w, "this")
    reads = [is_read(w, w.given, unit) for unit in range(shape.units)]
    both = b.and_(*reads)
    stop = b.select(both, w.number(shape.rows), w.number(0))
    every = range(shape.units * shape.vectors)
    row = Row(w, one, lift, is_plain)

    def at_row(at: Value, done: list[Value]) -> list[Value]:
        done = row.weigh(every, steps.finish_blend, at, done)
        is_odd = b.icmp_signed("!=", b.and_(at, w.number(1)), w.number(0))
        return w.when(is_odd, done, lambda: steps.step(done), is_likely=True)

    steps.finish(w.loop(0, stop, 1, steps.start, at_row))
    for unit in range(shape.units):
        part = range(unit * shape.vectors, (unit + 1) * shape.vectors)
        stop = b.select(b.and_(reads[unit], b.not_(both)), w.number(shape.rows), w.number(0))
        w.loop(0, stop, 1, [], partial(row.weigh, part, lambda done: done))
    return w.finish()


def _told(w: Writer, name: str) -> dict[str, Value]:
    """What is told of one visit."""
    place = w.pointer(name)
    return {name: w.load_one(place, at, I64) for at, name in enumerate(VISIT)}


def is_read(w: Writer, visit: dict[str, Value], unit: int) -> Value:
    """Whether any row of a visit reads a key of this unit."""
    kind = w.builder.and_(visit["kinds"], w.number(3 << (2 * unit)))
    return w.builder.icmp_signed("!=", kind, w.number(0))


class Row:
    """Weighing one row of this visit."""

    def __init__(self, w: Writer, one: Shape, lift: Any, is_plain: bool) -> None:
        self.w, self.one, self.lift, self.is_plain = w, one, lift, is_plain
        scale = w.load_one(w.pointer("settings"), SCALE)
        self.scale = w.spread(scale)
        self.is_scaled = w.builder.fcmp_unordered("!=", scale, ir.Constant(F32, 1.0))
        masked = w.builder.and_(w.given["kinds"], w.number(0b1010))
        self.is_masked = w.builder.icmp_signed("!=", masked, w.number(0))

    def weigh(
        self,
        every: range,
        before: Callable[[list[Value]], list[Value]],
        row: Value,
        done: list[Value],
    ) -> list[Value]:
        """Turn the scores of a row into weights.

        Args:
            every: the vectors of the tile that are read.
            before: does what must be done of the steps before the output so far may be scaled.
            done: what has been done of the steps.
        """
        w, b, lanes = self.w, self.w.builder, self.one.lanes
        some = replace(self.one, vectors=len(every))
        place = w.at(w.pointer("weights"), b.mul(row, w.number(TILE)))
        marks = w.at(w.pointer("marks"), b.mul(row, w.number(MARKS)))
        total = w.at(w.pointer("total"), b.mul(row, w.number(lanes)))
        scores = [w.load(place, i * lanes) for i in every]
        scores = w.when(
            self.is_scaled, scores, lambda: [b.fmul(score, self.scale) for score in scores]
        )
        if not self.is_plain:
            start = b.add(b.mul(row, w.number(RUN)), w.number(every.start * lanes))
            scores = change(w, some, scores, start)
        scores = w.when(self.is_masked, scores, lambda: self._select(scores, row, every))

        def raised() -> list[Value]:
            after = before(done)
            self._raise(row, place, dict(zip(every, scores, strict=True)))
            kept = [w.load(place, i * lanes) for i in every]
            return after + (taken_away(w, some, marks, kept) if self.is_plain else kept)

        joined = w.when(self._is_past(scores, marks), done + scores, raised)
        done, scores = joined[: len(done)], joined[len(done) :]
        weights = (powers_of if self.is_plain else exps_of)(w, some, marks, scores, range(1))
        held = w.load(total, 0)
        for weight in weights:
            held = b.fadd(held, weight)
        w.store(held, total, 0)
        for at in range(0, len(every), 2):
            pair = narrow(w, weights[at], weights[at + 1])
            b.store(pair, w.at(place, (every.start + at) * lanes // 2), align=4)
        return done

    def _is_past(self, scores: list[Value], marks: Value) -> Value:
        """Whether any score is past the limit of the row."""
        w, b = self.w, self.w.builder
        largest = scores[0]
        for other in scores[1:]:
            largest = b.select(b.fcmp_ordered(">", other, largest), other, largest)
        claims = b.fcmp_ordered(">", largest, w.broadcast(marks, LIMIT))
        few = ir.IntType(w.lanes)
        return b.icmp_unsigned("!=", b.bitcast(claims, few), ir.Constant(few, 0))

    def _select(self, scores: list[Value], row: Value, every: range) -> list[Value]:
        """-inf in place of every score whose bit is not set."""
        w, b = self.w, self.w.builder
        words = w.at(w.pointer("bits"), b.mul(row, w.number(4)), I16)
        nothing, claims = w.constant(float("-inf")), ir.VectorType(I1, w.lanes)
        return [
            b.select(b.bitcast(w.load_one(words, i, I16), claims), score, nothing)
            for i, score in zip(every, scores, strict=True)
        ]

    def _raise(self, row: Value, place: Value, scores: dict[int, Value]) -> None:
        """Write the scores of a row down, -inf where there are none, and raise its shift."""
        w, b = self.w, self.w.builder
        for i in range(TILE // w.lanes):
            w.store(scores.get(i, w.constant(float("-inf"))), place, i * w.lanes)
        width = w.given["v_width"]
        steps = {"weights": TILE, "marks": MARKS, "total": w.lanes}
        given = {**w.given, "width": width, "earlier": w.number(0), "key": w.number(0)}
        for name, step in steps.items():
            given[name] = b.add(given[name], b.mul(row, w.number(4 * step)))
        given["output"] = b.add(given["output"], b.mul(b.mul(row, width), w.number(4)))
        b.call(self.lift, [given[name] for name in LIFT])
