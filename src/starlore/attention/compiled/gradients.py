"""The way back through one cell, some rows and some keys, as one function compiled by numba.

A cell goes block of rows by block of rows and tile of keys by tile of keys: weights and their
gradients are made for the tile, then added to the gradients of its queries, keys and values, which
lie in memory. Keys and values are turned for the products, all those of a cell at once, into the
worker's own memory. Within a cell the order is fixed; the order of cells is the caller's. The same
cell of several streams, which lie one after another, is gone through stream after stream.
"""

from typing import Any, NamedTuple

from numba.core import types

from starlore.attention.compiled.bridge import (
    callable_of,
    read_short,
    read_whole,
    turn_of,
    write_whole,
)
from starlore.attention.compiled.collect import COLLECT, Steps, build_collect
from starlore.attention.compiled.named import inner_of, part_of
from starlore.attention.compiled.reweigh import REWEIGH, SLAB, TILE, build_reweigh
from starlore.attention.compiled.shape import Shape
from starlore.attention.compiled.words import word_of_spans

ROWS = 48
"""Rows that share one tile of keys; a multiple of every shape's `rows`."""

CHUNK = 8 * ROWS
"""Rows of one cell."""

WHOLE, MASKED = 1, 2


class Cell(NamedTuple):
    """One cell of some streams. Addresses and counts, all 64-bit.

    Arrays hold streams one after another, each of `all_rows` rows or `all_keys` keys, of the widths
    `k_width`, `v_width`. `q_rows`, `g_rows`, `k_rows` are `q`, `g`, `k` with 0 in place of what is
    not finite. `stream` up to `stop_stream` are gone through. `spans` 0 means: `bits` says who
    reads what, a word per tile of the cell and row of the chunk.
    """

    q: int
    k: int
    g: int
    v: int
    q_rows: int
    k_rows: int
    g_rows: int
    dq: int
    dk: int
    dv: int
    lse: int
    known: int
    k_width: int
    v_width: int
    all_rows: int
    all_keys: int
    n_q: int
    stream: int
    stop_stream: int
    row: int
    rows: int
    first_tile: int
    stop_tile: int
    spans: int
    lows: int
    highs: int
    bits: int
    bias: int
    moved: int
    is_plain: int
    settings: int
    scratch: int


CELL: Any = types.NamedUniTuple(types.int64, len(Cell._fields), Cell)  # type: ignore[no-untyped-call]


def scratch_size(shape: Shape, k_width: int, v_width: int) -> int:
    """Float32 numbers a worker needs: two tables of a tile, words, kinds, and bounds of groups;
    then keys and values of a cell, turned."""
    return _before_turned(shape) + SLAB * (k_width + v_width)


def _before_turned(shape: Shape) -> int:
    """The same, without what is turned; whole lines of the cache."""
    return (2 * ROWS * TILE + 2 * ROWS + 3 * 2 * (ROWS // shape.rows) + 15) // 16 * 16


def keys_at_once(shape: Shape) -> int:
    """Keys whose gradients are held in registers together."""
    return 8 if shape.rows == 8 else 4


def _functions(shape: Shape) -> tuple[Any, Any, Any, Any]:
    """reweigh, plain and any; sums of queries; sums of keys, a unit at a time."""
    at_once = keys_at_once(shape)

    def reweigh(is_plain: bool) -> Any:
        name = "reweigh_plain" if is_plain else "reweigh_any"
        return callable_of(lambda m: build_reweigh(m, shape, is_plain), name, len(REWEIGH))

    def of_queries(module: Any) -> Any:
        return build_collect(module, shape, "of_queries", Steps(shape.rows, TILE, 1))

    def of_keys(module: Any) -> Any:
        return build_collect(module, shape, "of_keys", Steps(at_once, 1, TILE))

    collects = (
        callable_of(of_queries, "of_queries", len(COLLECT)),
        callable_of(of_keys, "of_keys", len(COLLECT)),
    )
    return reweigh(True), reweigh(False), *collects


def sources(shape: Shape) -> dict[str, tuple[Any, Any]]:
    """The compiled functions of one shape, not yet compiled, and their signatures."""
    part, within = part_of(shape, "move"), inner_of(shape, "move")
    together, unit, units = shape.rows, shape.unit, TILE // shape.unit
    at_once, before_turned = keys_at_once(shape), _before_turned(shape)
    all_whole = sum(WHOLE << (2 * u) for u in range(units))
    of_unit = (1 << unit) - 1
    reweigh_plain, reweigh_any, of_queries, of_keys = _functions(shape)
    turn, of_spans = turn_of(shape), word_of_spans(shape, "move")

    @part
    def word_of(cell, row, tile):  # type: ignore[no-untyped-def]
        """A bit per key of the tile: whether this row of the chunk reads it."""
        if cell.spans == 0:
            return read_whole(cell.bits, (tile - cell.first_tile) * CHUNK + row)
        told = (cell.spans, cell.lows, cell.highs, cell.n_q)
        return of_spans(told, (cell.row + row) % cell.n_q, tile)

    @part
    def kinds_of(cell, start, tile, bits):  # type: ignore[no-untyped-def]
        """Two bits per unit for one group of rows; its words are written down, 0 past the last."""
        everywhere, anywhere = -1, 0
        for lane in range(together):
            word = 0
            if start + lane < cell.rows:
                word = word_of(cell, start + lane, tile)
                everywhere &= word
                anywhere |= word
            write_whole(bits, lane, word)
        kinds = 0
        for u in range(units):
            if (anywhere >> (u * unit)) & of_unit:
                is_whole = (everywhere >> (u * unit)) & of_unit == of_unit
                kinds |= (WHOLE if is_whole else MASKED) << (2 * u)
        return kinds

    @part
    def inner(cell, start, stop):  # type: ignore[no-untyped-def]
        """Keys that every one of these rows reads, if there is one span; else none."""
        low, high = 0, 0
        if cell.spans == 1:
            high = 1 << 62
            for row in range(start, stop):
                i = (cell.row + row) % cell.n_q
                low = max(low, read_short(cell.lows, i))
                high = min(high, read_short(cell.highs, i))
        return low, high

    @part
    def kinds_of_groups(cell, block, groups, tile, reach, bits, kinds):  # type: ignore[no-untyped-def]
        """The kinds of every group of a block; whether any of them reads the tile."""
        is_whole = reach[0] <= tile * TILE and reach[1] >= (tile + 1) * TILE
        is_read = False
        for group in range(groups):
            found = all_whole
            if not is_whole:
                start = block + group * together
                found = kinds_of(cell, start, tile, bits + 8 * group * together)
            write_whole(kinds, group, found)
            is_read = is_read or found != 0
        return is_read

    @within
    def reweigh_block(cell, block, place, groups, tile, memory):  # type: ignore[no-untyped-def]
        """Make the tables of one tile."""
        weights, products, bits, kinds, _ = memory
        row, _ = place
        turned = cell.scratch + 4 * before_turned
        beside = (tile - cell.first_tile) * TILE
        there = 4 * (block * SLAB + beside)
        given = (
            cell.q + 4 * row * cell.k_width,
            turned + 4 * beside * cell.k_width,
            cell.g + 4 * row * cell.v_width,
            turned + 4 * (SLAB * cell.k_width + beside * cell.v_width),
            weights,
            products,
            cell.lse + 4 * row,
            cell.known + 4 * row,
            cell.k_width,
            cell.v_width,
            groups,
            kinds,
            bits,
            cell.bias + there if cell.bias != 0 else 0,
            cell.moved + there if cell.moved != 0 else 0,
            cell.settings,
        )
        if cell.is_plain:
            reweigh_plain(given)
        else:
            reweigh_any(given)

    @within
    def add_queries(cell, place, groups, memory):  # type: ignore[no-untyped-def]
        """Add one tile to the gradients of the queries that read it."""
        _, products, _, kinds, bounds = memory
        width = cell.k_width
        for group in range(groups):
            found = read_whole(kinds, group)
            first, stop = 0, TILE if found else 0
            while found and found & 3 == 0:
                found >>= 2
                first += unit
            while found and (found >> (2 * ((stop - first) // unit - 1))) & 3 == 0:
                stop -= unit
            write_whole(bounds, 2 * group, first)
            write_whole(bounds, 2 * group + 1, stop)
        keys, target = cell.k_rows + 4 * place[1] * width, cell.dq + 4 * place[0] * width
        of_queries((products, keys, target, width, groups, bounds, 2))

    @within
    def add_keys(cell, place, groups, memory):  # type: ignore[no-untyped-def]
        """Add one tile to the gradients of its keys and values, unit by unit."""
        weights, products, _, kinds, bounds = memory
        for u in range(units):
            first, stop = groups, 0
            for group in range(groups):
                if (read_whole(kinds, group) >> (2 * u)) & 3:
                    first, stop = min(first, group), group + 1
            if stop == 0:
                continue
            write_whole(bounds, 0, first * together)
            write_whole(bounds, 1, stop * together)
            row, key = place[0], place[1] + u * unit
            target, width = cell.dk + 4 * key * cell.k_width, cell.k_width
            queries, beside = cell.q_rows + 4 * row * width, products + 4 * u * unit
            of_keys((beside, queries, target, width, unit // at_once, bounds, 0))
            target, width = cell.dv + 4 * key * cell.v_width, cell.v_width
            slopes, beside = cell.g_rows + 4 * row * width, weights + 4 * u * unit
            of_keys((beside, slopes, target, width, unit // at_once, bounds, 0))

    @within
    def move_block(cell, stream, block):  # type: ignore[no-untyped-def]
        """Go through one block of rows of a stream."""
        weights = cell.scratch
        products = weights + 4 * ROWS * TILE
        bits = products + 4 * ROWS * TILE
        kinds = bits + 8 * ROWS
        memory = (weights, products, bits, kinds, kinds + 8 * (ROWS // together))
        stop = min(block + ROWS, cell.rows)
        groups = (stop - block + together - 1) // together
        reach = inner(cell, block, stop)
        for tile in range(cell.first_tile, cell.stop_tile):
            if not kinds_of_groups(cell, block, groups, tile, reach, bits, kinds):
                continue
            row = stream * cell.all_rows + cell.row + block
            place = (row, stream * cell.all_keys + tile * TILE)
            reweigh_block(cell, block, place, groups, tile, memory)
            add_queries(cell, place, groups, memory)
            add_keys(cell, place, groups, memory)

    @within
    def turn_keys(cell, stream):  # type: ignore[no-untyped-def]
        """Turn the keys and values of a cell, unit by unit."""
        keys = cell.scratch + 4 * before_turned
        values = keys + 4 * SLAB * cell.k_width
        first = stream * cell.all_keys + cell.first_tile * TILE
        for at in range(0, (cell.stop_tile - cell.first_tile) * TILE, unit):
            width = cell.k_width
            turn((cell.k + 4 * (first + at) * width, width, width, keys + 4 * at * width))
            width = cell.v_width
            turn((cell.v + 4 * (first + at) * width, width, width, values + 4 * at * width))

    def move_cell(cell):  # type: ignore[no-untyped-def]
        for stream in range(cell.stream, cell.stop_stream):
            turn_keys(cell, stream)
            for block in range(0, cell.rows, ROWS):
                move_block(cell, stream, block)

    return {"move_cell": (move_cell, types.void(CELL))}
