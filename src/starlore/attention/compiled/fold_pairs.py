"""The fold for bfloat16: the same rows and runs as `kernel`, visited group after group.

A visit is one tile of keys and one group of rows. The visits of a block are made in spans of a few
tiles: all of them for one group, then all for the next, so that a group's own sums stay near while
keys and values pass by. Three places in memory tell of the last three visits, and a count says
which is the newest; each new visit gives these three one turn (`paired`). A visit without kinds is
none: two of them at the end give the last real ones their turns.
"""

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from starlore.attention.compiled.braid import FINISH, build_narrow, pair_packers
from starlore.attention.compiled.bridge import (
    callable_of,
    read_float32,
    read_float64,
    read_whole,
    tuple_of,
    write_bits,
    write_float32,
    write_float64,
    write_whole,
)
from starlore.attention.compiled.job import BRACKET, JOB, SPAN, entries
from starlore.attention.compiled.lift import MARKS, NARROW
from starlore.attention.compiled.named import inner_of, part_of
from starlore.attention.compiled.paired import ADVANCE, VISIT, build_advance
from starlore.attention.compiled.shape import BLOCK, NOT_FINITE, RUN, TILE, TILES, Shape
from starlore.attention.compiled.tiles import CONFIG_BYTES, TileSteps, build_begin, build_end

COUNT, PLACES, PLACE = CONFIG_BYTES // 4, CONFIG_BYTES // 4 + 1, len(VISIT)
"""Words in the `BRACKET`: behind two configurations of the matrix tiles the count of visits, then
three places; and words from one place to the next."""

UNITS_WHOLE, UNITS_MASKED = 1, 2


class Shared(NamedTuple):
    """Compiled functions of `kernel` that this fold calls as well."""

    reach_groups: Any
    reach_spans: Any
    next_tile: Any
    kinds_of_groups: Any
    clear: Any
    merge: Any


def advance_of(shape: Shape, is_plain: bool) -> Any:
    """`advance((...))`: three visits take one turn each."""
    name = "advance_plain" if is_plain else "advance_any"
    build = partial(build_advance, shape=shape, products=TileSteps, is_plain=is_plain)
    return callable_of(build, name, len(ADVANCE))


def pair_sources(shape: Shape, shared: Shared) -> dict[str, tuple[Any, Any]]:
    """The compiled functions of one shape, not yet compiled, and their signatures."""
    part, within = part_of(shape, "pairs"), inner_of(shape, "pairs")
    rows_of_group, lanes, step = shape.rows, shape.lanes, shape.step
    reach_groups, reach_spans, next_tile, kinds_of_groups, clear, merge = shared
    pack_queries, pack_keys, pack_values = pair_packers(shape)
    advance_plain, advance_any = advance_of(shape, True), advance_of(shape, False)
    finish_row = callable_of(lambda module: build_narrow(module, shape), "narrow", len(FINISH))
    minus_infinity, zero = np.float32(-np.inf), np.float32(0)
    begin = callable_of(partial(build_begin, shape=shape), "begin", 1)
    end = callable_of(partial(build_end, shape=shape), "end", 1)
    words, nothing = len(VISIT), (0,) * len(VISIT)
    job_at, size_of_job = tuple_of(JOB), len(JOB)

    @part
    def widths_of(job):  # type: ignore[no-untyped-def]
        """Float32 numbers that a packed key and a row of sums take."""
        k_width = (job.d_k + step - 1) // step * step // 2
        return k_width, (job.d_v + lanes - 1) // lanes * lanes + lanes

    @part
    def finish(job, block, width, blended):  # type: ignore[no-untyped-def]
        """Output and natural lse of every row; 0 and -inf for a row that read nothing."""
        sums = job.held + 8 * BLOCK
        size = 2 if read_float32(job.settings, NARROW) != zero else 4
        for row in range(block[1]):
            at = block[0] + row
            shift, total = read_float64(job.held, row), read_float32(sums, row)
            target = job.output + size * at * job.d_v
            if shift == minus_infinity:
                write_float32(job.lse, at, minus_infinity)
                for c in range(job.d_v * size // 2):
                    write_bits(target, c, 0)
                continue
            write_float32(job.lse, at, np.float32(shift + math.log(float(total))))
            source = blended + 4 * row * width
            divisor = source + 4 * (width - lanes)
            tally = job.tally + 8 * NOT_FINITE
            finish_row((source, divisor, job.d_v, target, tally, size))

    @within
    def visit(job, widths, told):  # type: ignore[no-untyped-def]
        """Tell of a visit and give it and the two before it one turn each."""
        count = read_whole(job.scratch, COUNT)
        places = job.scratch + 8 * PLACES
        newest = places + 8 * PLACE * (count % 3)
        for at in range(words):
            write_whole(newest, at, told[at])
        write_whole(job.scratch, COUNT, count + 1)
        this = places + 8 * PLACE * ((count + 2) % 3)
        previous = places + 8 * PLACE * ((count + 1) % 3)
        given = (newest, this, previous, widths[0], widths[1], job.settings, job.tally)
        if job.is_plain:
            advance_plain(given)
        else:
            advance_any(given)

    @within
    def settle(job, widths):  # type: ignore[no-untyped-def]
        """Give every visit the turns it has not had."""
        for _ in range(2):
            visit(job, widths, nothing)

    @within
    def visit_group(job, group, first, stop, packed, state, widths, kinds, bits):  # type: ignore[no-untyped-def]
        """Visit the tiles from first up to stop with one group of rows."""
        queries, keys, values, groups = packed
        weights, marks, total, output, _ = state
        row = group * rows_of_group
        for tile in range(first, stop):
            found = read_whole(kinds, (tile - first) * groups + group)
            if found == 0:
                continue
            bias = job.bias
            if bias != 0:
                bias += 4 * (row * RUN + tile % TILES * TILE)
            side = read_whole(job.scratch, COUNT) % 2
            told = (
                found,
                queries + 4 * row * widths[0],
                keys + 4 * (tile - first) * TILE * widths[0],
                values + 2 * (tile - first) * TILE * widths[1],
                weights + 4 * side * TILE * rows_of_group,
                marks + 4 * MARKS * row,
                total + 4 * row * lanes,
                output + 4 * row * widths[1],
                bits + 8 * ((tile - first) * BLOCK + row),
                bias,
            )
            visit(job, widths, told)

    @within
    def read_span(job, block, first, stop, here, state, widths, who):  # type: ignore[no-untyped-def]
        """Visit a few tiles with every group; how many units were whole, masked."""
        queries, keys, values, groups = here
        reaches, kinds, bits = who
        whole, masked = 0, 0
        for tile in range(first, stop):
            at = tile - first
            words = bits + 8 * at * BLOCK
            told = kinds + 8 * at * groups
            more, some = kinds_of_groups(job, block, tile, groups, reaches, words, told)
            whole += more
            masked += some
        if whole + masked == 0:
            return whole, masked
        if job.k_packed == 0:
            pack_keys(job, first, widths[0], keys)
            pack_values(job, first, widths[1], values)
        else:
            keys = job.k_packed + 4 * (first - job.packed_from) * TILE * widths[0]
            values = job.v_packed + 2 * (first - job.packed_from) * TILE * widths[1]
        packed = (queries, keys, values, groups)
        for group in range(groups):
            visit_group(job, group, first, stop, packed, state, widths, kinds, bits)
        if masked or job.k_packed == 0:
            settle(job, widths)  # before anything still to be read is written over
        return whole, masked

    @within
    def fold_block(job, block):  # type: ignore[no-untyped-def]
        """Fold the tiles of the job into one block of rows: its first row and their number."""
        widths = widths_of(job)
        k_width, v_width = widths
        groups = (block[1] + rows_of_group - 1) // rows_of_group
        queries = job.scratch + 8 * BRACKET
        output = queries + 4 * BLOCK * k_width
        total = output + 4 * BLOCK * v_width
        weights = total + 4 * BLOCK * lanes
        keys = weights + 8 * TILE * rows_of_group
        values = keys + 4 * TILE * k_width
        marks = values + 2 * TILE * v_width
        bits = marks + 4 * MARKS * BLOCK
        kinds = bits + 8 * SPAN * BLOCK
        reaches = kinds + 8 * SPAN * groups
        pack_queries(job, block, read_float64(job.scale, 0), k_width, queries, bits)
        if job.is_first:
            for row in range(BLOCK):
                write_float64(job.held, row, -math.inf)
        first, stop = job.first_tile, job.stop_tile
        if job.spans == 1:
            low, high = reach_groups(job, block, groups, reaches)
            first, stop = max(first, low // TILE), min(stop, (high + TILE - 1) // TILE)
        elif job.spans:
            reach_spans(job, block, reaches)
        whole, masked, blended = 0, 0, job.held + 12 * BLOCK
        is_once = job.is_first and job.is_last and stop <= (first // TILES + 1) * TILES
        if is_once:
            blended = output
        here, state = (queries, keys, values, groups), (weights, marks, total, output, 0)
        span = SPAN if job.k_packed else 1
        tile = next_tile(job, reaches, first, stop)
        while tile < stop:
            last = min(stop, (tile // TILES + 1) * TILES)
            clear(job, block[1], v_width, state)
            while tile < last:
                who = (reaches, kinds, bits)
                at, tile = tile, next_tile(job, reaches, tile + span, last)
                end_here = min(at + span, last)
                more, some = read_span(job, block, at, end_here, here, state, widths, who)
                whole += more
                masked += some
            settle(job, widths)
            merge(job, block[1], 0, v_width, is_once, state)
            tile = next_tile(job, reaches, last, stop)
        write_whole(job.tally, UNITS_WHOLE, read_whole(job.tally, UNITS_WHOLE) + whole)
        write_whole(job.tally, UNITS_MASKED, read_whole(job.tally, UNITS_MASKED) + masked)
        if job.is_last:
            finish(job, block, v_width, blended)

    @part
    def begin_visits(scratch):  # type: ignore[no-untyped-def]
        """The tiles told, and no visit yet."""
        begin((scratch,))
        write_whole(scratch, COUNT, 0)
        for at in range(3):
            write_whole(scratch, PLACES + at * PLACE, 0)

    def fold_jobs(jobs, count, is_here):  # type: ignore[no-untyped-def]
        scratch = job_at(jobs).scratch
        begin_visits(scratch)
        for at in range(count):
            job = job_at(jobs + 8 * size_of_job * at)
            for row in range(0, job.rows, BLOCK):
                fold_block(job, (job.row + row, min(BLOCK, job.rows - row)))
        end((scratch,))

    def pack_jobs(jobs, count):  # type: ignore[no-untyped-def]
        for at in range(count):
            job = job_at(jobs + 8 * size_of_job * at)
            k_width, v_width = widths_of(job)
            for tile in range(job.first_tile, job.stop_tile):
                place = 2 * (tile - job.packed_from) * TILE
                pack_keys(job, tile, k_width, job.k_packed + 2 * place * k_width)
                pack_values(job, tile, v_width, job.v_packed + place * v_width)

    return entries(shape, fold_jobs, pack_jobs)
