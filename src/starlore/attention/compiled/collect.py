"""Sums over a tile of weights: rows gather what keys hold, keys gather what rows hold.

The register tile of blend with its two steps free. Weights `[rows, TILE]` taken row by row give
the gradients of queries; the same memory taken column by column gives those of keys and values, so
nothing is transposed.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlore.attention.compiled.ir import I64, Value, Writer
from starlore.attention.compiled.shape import Shape

COLLECT = ("weights", "source", "target", "width", "groups", "bounds", "apart")

UNROLL = 4
"""Terms per round of the loop, if groups of rows are a multiple; else as many as divide them."""


@dataclass(frozen=True)
class Steps:
    """How a group of the target lies beside its weights.

    Args:
        rows: of one group.
        row, term: numbers from a weight to that of the next row, and to that of the next term.
    """

    rows: int
    row: int
    term: int


def build_collect(module: Any, shape: Shape, name: str, steps: Steps) -> Any:
    """target[r] += sum over terms i of weights[r, i] * source[i], for groups of rows.

    The function takes the weights, the source `[terms, width]` and the target `[rows, width]`,
    with a width that is a multiple of the lanes. `bounds` are words, the first term of a group
    and the one past its last, `apart` words from group to group. As many columns as the registers
    hold are summed for all groups before the next ones: the terms that they share stay near.
    """
    w = Writer(module, name, COLLECT, shape.lanes)
    b = w.builder
    width, groups = w.given["width"], w.given["groups"]
    wide = shape.vectors * shape.lanes
    pairs = b.mul(b.udiv(width, w.number(wide)), w.number(wide))

    def columns(vectors: int) -> Callable[[Value, list[Value]], list[Value]]:
        def at_column(column: Value, _: list[Value]) -> list[Value]:
            def at_group(group: Value, _: list[Value]) -> list[Value]:
                _add(w, shape, steps, group, column, vectors)
                return []

            return w.loop(0, groups, 1, [], at_group)

        return at_column

    w.loop(0, pairs, wide, [], columns(shape.vectors))
    w.loop(pairs, width, shape.lanes, [], columns(1))
    return w.finish()


def _add(w: Writer, shape: Shape, steps: Steps, group: Value, column: Value, vectors: int) -> None:
    """Some columns of one group of rows: held in registers from the first term to the last."""
    b = w.builder
    width, unroll = w.given["width"], math.gcd(UNROLL, shape.rows)
    start = b.mul(group, w.number(steps.rows))
    weights = w.at(w.pointer("weights"), b.mul(start, w.number(steps.row)))
    target = w.at(w.pointer("target"), b.add(b.mul(start, width), column))
    source = w.at(w.pointer("source"), column)
    bound = b.mul(group, w.given["apart"])
    first, stop = (
        b.load(w.at(w.pointer("bounds"), b.add(bound, w.number(at)), I64), typ=I64) for at in (0, 1)
    )
    places = [w.at(target, b.mul(width, w.number(row))) for row in range(steps.rows)]
    sums = [w.load(place, i * shape.lanes) for place in places for i in range(vectors)]

    def at_term(term: Value, held: list[Value]) -> list[Value]:
        weights_here = w.at(weights, b.mul(term, w.number(steps.term)))
        here = w.at(source, b.mul(term, width))
        for later in range(unroll):
            values = [w.load(here, i * shape.lanes) for i in range(vectors)]
            for row in range(steps.rows):
                weight = w.broadcast(weights_here, row * steps.row + later * steps.term)
                for i, value in enumerate(values):
                    at = row * vectors + i
                    held[at] = w.fma(weight, value, held[at])
            here = w.at(here, width)
        return held

    for at, value in enumerate(w.loop(first, stop, unroll, sums, at_term)):
        row, i = divmod(at, vectors)
        w.store(value, places[row], i * shape.lanes)
