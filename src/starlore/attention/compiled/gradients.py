"""The way back through one cell, some rows and some keys, as one function compiled by numba.

A cell goes block of rows by block of rows and tile of keys by tile of keys: weights and their
gradients are made for the tile, then added to the gradients of its queries, keys and values, which
lie in memory. Within a cell the order is fixed; the order of cells is the caller's. The same cell
of several streams, which lie one after another, is gone through stream after stream.
"""

from typing import Any, NamedTuple

from numba.core import types

from starlore.attention.compiled.bridge import callable_of, read_whole, turn_of, write_whole
from starlore.attention.compiled.collect import COLLECT, build_collect
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

    Arrays hold streams one after another, each of `all_rows` rows or `all_keys` keys. `k`, `v` are
    turned, unit of keys by unit; all others lie row after row. Widths are `k_width`, `v_width`.
    `q_rows`, `g_rows` are `q`, `g` with 0 in place of what is not finite. `stream` up to
    `stop_stream` are gone through. `spans` 0 means: `bits` says who reads what, a word per tile of
    the cell and row of the chunk.
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


def scratch_size(shape: Shape) -> int:
    """Float32 numbers a worker needs: two tables of a tile, words, and kinds."""
    return 2 * ROWS * TILE + 2 * ROWS + 2 * (ROWS // shape.rows) + 16


def _functions(shape: Shape) -> tuple[Any, Any, Any, Any]:
    """reweigh, plain and any; sums of queries; sums of keys, a unit at a time."""
    at_once = 8 if shape.rows == 8 else 4

    def reweigh(is_plain: bool) -> Any:
        name = "reweigh_plain" if is_plain else "reweigh_any"
        return callable_of(lambda m: build_reweigh(m, shape, is_plain), name, len(REWEIGH))

    def of_queries(module: Any) -> Any:
        return build_collect(module, shape, "of_queries", 1, shape.rows, TILE, 1)

    def of_keys(module: Any) -> Any:
        return build_collect(module, shape, "of_keys", shape.unit // at_once, at_once, 1, TILE)

    collects = (
        callable_of(of_queries, "of_queries", len(COLLECT)),
        callable_of(of_keys, "of_keys", len(COLLECT)),
    )
    return reweigh(True), reweigh(False), *collects


def sources(shape: Shape) -> dict[str, tuple[Any, Any]]:
    """The compiled functions of one shape, not yet compiled, and their signatures."""
    part, within = part_of(shape, "move"), inner_of(shape, "move")
    together, unit, units = shape.rows, shape.unit, TILE // shape.unit
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
                low = max(low, read_whole(cell.lows, i))
                high = min(high, read_whole(cell.highs, i))
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
    def reweigh_groups(cell, block, place, groups, tile, tables, bits, kinds):  # type: ignore[no-untyped-def]
        """Make the tables of one tile, group of rows by group of rows."""
        weights, products = tables
        keys = cell.k + 4 * place[1] * cell.k_width
        values = cell.v + 4 * place[1] * cell.v_width
        for group in range(groups):
            row = block + group * together
            at = place[0] + group * together
            beside = 4 * (row * SLAB + (tile - cell.first_tile) * TILE)
            given = (
                cell.q + 4 * at * cell.k_width,
                keys,
                cell.g + 4 * at * cell.v_width,
                values,
                weights + 4 * group * together * TILE,
                products + 4 * group * together * TILE,
                cell.lse + 4 * at,
                cell.known + 4 * at,
                cell.k_width,
                cell.v_width,
                read_whole(kinds, group),
                bits + 8 * group * together,
                cell.bias + beside if cell.bias != 0 else 0,
                cell.moved + beside if cell.moved != 0 else 0,
                cell.settings,
            )
            if cell.is_plain:
                reweigh_plain(given)
            else:
                reweigh_any(given)

    @within
    def add_queries(cell, place, groups, products, kinds):  # type: ignore[no-untyped-def]
        """Add one tile to the gradients of the queries that read it."""
        keys = cell.k_rows + 4 * place[1] * cell.k_width
        for group in range(groups):
            found = read_whole(kinds, group)
            if found == 0:
                continue
            first, stop = 0, TILE
            while found & 3 == 0:
                found >>= 2
                first += unit
            while (found >> (2 * ((stop - first) // unit - 1))) & 3 == 0:
                stop -= unit
            row = group * together
            target = cell.dq + 4 * (place[0] + row) * cell.k_width
            of_queries((products + 4 * row * TILE, keys, target, cell.k_width, first, stop))

    @within
    def add_keys(cell, place, groups, tables, kinds):  # type: ignore[no-untyped-def]
        """Add one tile to the gradients of its keys and values, unit by unit."""
        weights, products = tables
        at = place[0]
        for u in range(units):
            first, stop = groups, 0
            for group in range(groups):
                if (read_whole(kinds, group) >> (2 * u)) & 3:
                    first, stop = min(first, group), group + 1
            if stop == 0:
                continue
            first, stop = first * together, stop * together
            key = place[1] + u * unit
            target, width = cell.dk + 4 * key * cell.k_width, cell.k_width
            queries = cell.q_rows + 4 * at * width
            of_keys((products + 4 * u * unit, queries, target, width, first, stop))
            target, width = cell.dv + 4 * key * cell.v_width, cell.v_width
            slopes = cell.g_rows + 4 * at * width
            of_keys((weights + 4 * u * unit, slopes, target, width, first, stop))

    @within
    def move_block(cell, stream, block):  # type: ignore[no-untyped-def]
        """Go through one block of rows of a stream."""
        weights = cell.scratch
        products = weights + 4 * ROWS * TILE
        bits = products + 4 * ROWS * TILE
        kinds = bits + 8 * ROWS
        stop = min(block + ROWS, cell.rows)
        groups = (stop - block + together - 1) // together
        reach = inner(cell, block, stop)
        tables = (weights, products)
        for tile in range(cell.first_tile, cell.stop_tile):
            if not kinds_of_groups(cell, block, groups, tile, reach, bits, kinds):
                continue
            row = stream * cell.all_rows + cell.row + block
            place = (row, stream * cell.all_keys + tile * TILE)
            reweigh_groups(cell, block, place, groups, tile, tables, bits, kinds)
            add_queries(cell, place, groups, products, kinds)
            add_keys(cell, place, groups, tables, kinds)

    def move_cell(cell):  # type: ignore[no-untyped-def]
        for stream in range(cell.stream, cell.stop_stream):
            for block in range(0, cell.rows, ROWS):
                move_block(cell, stream, block)

    def turn_units(source, step, width, count, target):  # type: ignore[no-untyped-def]
        for at in range(count):
            place = source + 4 * at * unit * step
            turn((place, step, width, target + 4 * at * unit * width))

    of_five = types.void(*[types.int64] * 5)
    return {"move_cell": (move_cell, types.void(CELL)), "turn_units": (turn_units, of_five)}
