"""Sums over a tile of weights: rows gather what keys hold, keys gather what rows hold.

The register tile of blend with its two steps free. Weights `[rows, TILE]` taken row by row give
the gradients of queries; the same memory taken column by column gives those of keys and values, so
nothing is transposed.
"""

import math
from collections.abc import Callable
from typing import Any

from starlore.attention.compiled.ir import Value, Writer
from starlore.attention.compiled.shape import Shape

COLLECT = ("weights", "source", "target", "width", "first", "stop")

UNROLL = 4
"""Terms per round of the loop, if groups of rows are a multiple; else as many as divide them."""


def build_collect(
    module: Any, shape: Shape, name: str, groups: int, rows: int, row_step: int, step: int
) -> Any:
    """target[r] += sum over i from `first` up to `stop` of weights[r, i] * source[i].

    Args:
        groups, rows: so many groups of so many rows of the target, one group after the other.
        row_step, step: numbers from a weight to that of the next row, and of the next term.

    The function takes the weights, the source `[terms, width]` and the target `[rows, width]`,
    with a width that is a multiple of the lanes.
    """
    w = Writer(module, name, COLLECT, shape.lanes)
    weights, source, target = w.pointer("weights"), w.pointer("source"), w.pointer("target")
    width = w.given["width"]

    def at_group(group: Value, _: list[Value]) -> list[Value]:
        b = w.builder
        mine = w.at(weights, b.mul(group, w.number(rows * row_step)))
        there = w.at(target, b.mul(group, b.mul(width, w.number(rows))))
        _add(w, shape, mine, source, there, rows, row_step, step)
        return []

    w.loop(0, groups, 1, [], at_group)
    return w.finish()


def _add(
    w: Writer,
    shape: Shape,
    weights: Value,
    source: Value,
    target: Value,
    rows: int,
    row_step: int,
    step: int,
) -> None:
    """One group of rows: as many columns at once as the registers hold, then vector by vector."""
    b = w.builder
    width, first, stop = w.given["width"], w.given["first"], w.given["stop"]
    unroll = math.gcd(UNROLL, shape.rows)
    wide = shape.vectors * shape.lanes
    pairs = b.mul(b.udiv(width, w.number(wide)), w.number(wide))

    def columns(vectors: int) -> Callable[[Value, list[Value]], list[Value]]:
        def at_column(column: Value, _: list[Value]) -> list[Value]:
            places = [
                w.at(target, b.add(b.mul(width, w.number(row)), column)) for row in range(rows)
            ]
            sums = [w.load(place, i * shape.lanes) for place in places for i in range(vectors)]

            def at_term(term: Value, held: list[Value]) -> list[Value]:
                weights_here = w.at(weights, b.mul(term, w.number(step)))
                here = w.at(source, b.add(b.mul(term, width), column))
                for later in range(unroll):
                    values = [w.load(here, i * shape.lanes) for i in range(vectors)]
                    for row in range(rows):
                        weight = w.broadcast(weights_here, row * row_step + later * step)
                        for i, value in enumerate(values):
                            at = row * vectors + i
                            held[at] = w.fma(weight, value, held[at])
                    here = w.at(here, width)
                return held

            sums = w.loop(first, stop, unroll, sums, at_term)
            for row, place in enumerate(places):
                for i in range(vectors):
                    w.store(sums[row * vectors + i], place, i * shape.lanes)
            return []

        return at_column

    w.loop(0, pairs, wide, [], columns(shape.vectors))
    w.loop(pairs, width, shape.lanes, [], columns(1))
