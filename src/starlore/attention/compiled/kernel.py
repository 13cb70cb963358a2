"""The fold over the keys of a block of query rows, as one function compiled by numba.

Which rows read which keys arrives in one of two ways: as spans, a low and a high key per query,
or as a table, a 64-bit word per row and tile with a code per tile. Both become the same words, and
so the same arithmetic: a unit of keys is done whole, done masked, or skipped, with one result.
"""

import math
from typing import Any

import numpy as np

from starlore.attention.compiled.along import Along, along
from starlore.attention.compiled.bridge import (
    blend_of,
    finish_of,
    read_float32,
    read_float64,
    read_short,
    read_whole,
    tuple_of,
    write_float32,
    write_float64,
    write_whole,
)
from starlore.attention.compiled.exp import ROUNDING
from starlore.attention.compiled.fold_pairs import Shared, pair_sources
from starlore.attention.compiled.here import accessors
from starlore.attention.compiled.job import JOB, entries
from starlore.attention.compiled.lift import LEAST, LIMIT, LOG2_E32, MARKS, ROUND, SHIFT
from starlore.attention.compiled.named import inner_of, part_of
from starlore.attention.compiled.packing import packers
from starlore.attention.compiled.score import UNROLL
from starlore.attention.compiled.shape import BLOCK, MOST_SPANS, NOT_FINITE, RUN, TILE, TILES, Shape
from starlore.attention.compiled.words import tiles_of_spans, word_of_spans

SKIPPED, WHOLE, MASKED = 0, 1, 2
"""What the code of a tile, or two bits of its `kinds`, say."""

RESCALES, UNITS_WHOLE, UNITS_MASKED = range(3)
"""Where the tally counts what."""


def sources(shape: Shape, reads: bool = False) -> dict[str, tuple[Any, Any]]:
    """The compiled functions of one shape, not yet compiled, and their signatures.

    Args:
        reads: whether they read along; if not, what stands behind it is left out of them.
    """
    place = "fold" + "_reading" * reads
    part, within = part_of(shape, place), inner_of(shape, place)
    rows_of_group, lanes, unit, units = shape.rows, shape.lanes, shape.unit, shape.units
    not_there, rounding = np.float32(np.nan), np.float32(ROUNDING)
    all_whole = sum(WHOLE << (2 * u) for u in range(units))
    of_unit = (1 << unit) - 1
    reader = along(shape) if reads else Along(None, None, None, None, None)
    forget, stand, look, carry, tell = reader
    tables = 2 if reads else 1
    blend, finish_row = blend_of(shape), finish_of(shape)
    pack_queries, pack_keys, pack_values = packers(shape)
    job_at, size_of_job = tuple_of(JOB), len(JOB)
    take, weigh = accessors(shape, pack_keys, pack_values, reads)
    of_spans = word_of_spans(shape, place)
    reach_spans, next_tile = tiles_of_spans(shape, place)
    minus_infinity, zero = np.float32(-np.inf), np.float32(0)

    @part
    def word_of(job, row, i, tile):  # type: ignore[no-untyped-def]
        """A bit per key of the tile: whether this row of the block, query i, reads it."""
        if job.spans == 0:
            return read_whole(job.bits, (tile - job.first_tile) * BLOCK + row)
        return of_spans((job.spans, job.lows, job.highs, job.n_q), i, tile)

    @part
    def kinds_of(job, block, group, tile, bits):  # type: ignore[no-untyped-def]
        """Two bits per unit of the tile for one group of rows; their words are written down."""
        everywhere, anywhere, word = -1, 0, 0
        start = group * rows_of_group
        i = (block[0] + start) % job.n_q
        for lane in range(rows_of_group):
            if start + lane < block[1]:  # places past the last row do as that row does
                word = word_of(job, start + lane, i, tile)
                i = i + 1 if i + 1 < job.n_q else 0
            write_whole(bits, lane, word)
            everywhere &= word
            anywhere |= word
        kinds, last = 0, -1
        for u in range(units):
            if (anywhere >> (u * unit)) & of_unit:
                is_whole = (everywhere >> (u * unit)) & of_unit == of_unit
                if last >= 0:
                    for between in range(last + 1, u):
                        kinds |= MASKED << (2 * between)
                kinds |= (WHOLE if is_whole else MASKED) << (2 * u)
                last = u
        return kinds

    @part
    def reach(job, block, start, stop):  # type: ignore[no-untyped-def]
        """Keys that every row from start up to stop reads from the one span, and any row reads."""
        inner_low, outer_low = 0, 1 << 62
        inner_high, outer_high = 1 << 62, 0
        i = (block[0] + start) % job.n_q
        for _ in range(start, stop):
            low, high = read_short(job.lows, i), read_short(job.highs, i)
            inner_low, inner_high = max(inner_low, low), min(inner_high, high)
            if high > low:
                outer_low, outer_high = min(outer_low, low), max(outer_high, high)
            i = i + 1 if i + 1 < job.n_q else 0
        return inner_low, inner_high, outer_low, outer_high

    @part
    def reach_groups(job, block, groups, reaches):  # type: ignore[no-untyped-def]
        """Write down the reach of every group; give the keys that any row reads."""
        lowest, highest = 1 << 62, 0
        for group in range(groups):
            start = group * rows_of_group
            found = reach(job, block, start, min(start + rows_of_group, block[1]))
            for at in range(4):
                write_whole(reaches, 4 * group + at, found[at])
            lowest, highest = min(lowest, found[2]), max(highest, found[3])
        return lowest, highest

    @within
    def read_tile(job, tile, groups, packed, state, widths, kinds, bits):  # type: ignore[no-untyped-def]
        """Weigh and blend one tile for every group that reads it."""
        queries, keys, values, step = packed
        weights, marks, total, output, room = state
        k_width, v_width = widths
        for group in range(groups):
            found = read_whole(kinds, group)
            if found == 0:
                continue
            row = group * rows_of_group
            bias = job.bias
            if bias != 0:
                bias += 4 * (row * RUN + tile % TILES * TILE)
            given = (
                queries + 4 * row * k_width,
                keys,
                weights,
                marks + 4 * MARKS * row,
                total + 4 * row * lanes,
                output + 4 * row * v_width,
                k_width,
                v_width,
                found,
                bits + 8 * row,
                bias,
                job.settings,
                job.tally,
            )
            weigh(job, given, step)
            if reads:
                look(job, group, tile, found, weights, total, room)
            first, stop = 0, TILE
            while found & 3 == 0:
                found >>= 2
                first += unit
            while (found >> (2 * ((stop - first) // unit - 1))) & 3 == 0:
                stop -= unit
            blend((weights, values, output + 4 * row * v_width, v_width, first, stop))

    @part
    def merge(job, rows, run, width, is_once, state):  # type: ignore[no-untyped-def]
        """Merge what one run of keys gave into what earlier runs gave.

        `is_once`: there is only this run, and the blended values stay where they are.
        """
        _, marks, total, output, room = state
        sums, blended = job.held + 8 * BLOCK, job.held + 12 * BLOCK
        for row in range(rows):
            mine = zero
            for lane in range(lanes):
                mine += read_float32(total, row * lanes + lane)
            is_open = read_float32(marks, MARKS * row + LIMIT) == minus_infinity
            if is_open and mine == zero:
                continue
            new = float(read_float32(marks, MARKS * row + SHIFT))
            if job.is_plain and not is_open:
                new /= LOG2_E32
            old = read_float64(job.held, row)
            if reads:
                carry(job, row, run, width, (old, new), mine, total, room)
            place = row * width
            if old == minus_infinity:
                write_float64(job.held, row, new)
                write_float32(sums, row, mine)
                for c in range(0 if is_once else width):
                    write_float32(blended, place + c, read_float32(output, place + c))
                continue
            top = new if new > old or new != new else old
            keep = np.float32(math.exp(old - top))
            take = np.float32(math.exp(new - top))
            write_float64(job.held, row, top)
            write_float32(sums, row, read_float32(sums, row) * keep + mine * take)
            for c in range(width):
                theirs = read_float32(blended, place + c) * keep
                ours = read_float32(output, place + c) * take
                write_float32(blended, place + c, theirs + ours)

    @part
    def finish(job, block, width, blended):  # type: ignore[no-untyped-def]
        """Output and natural lse of every row; 0 and -inf for a row that read nothing."""
        sums = job.held + 8 * BLOCK
        first, rows = block
        for row in range(rows):
            at = first + row
            shift, total = read_float64(job.held, row), read_float32(sums, row)
            target = job.output + 4 * at * job.d_v
            if shift == minus_infinity:
                write_float32(job.lse, at, minus_infinity)
                for c in range(job.d_v):
                    write_float32(target, c, zero)
                continue
            log = math.log(float(total))
            write_float32(job.lse, at, np.float32(shift + log))
            source = blended + 4 * row * width
            finish_row((source, sums + 4 * row, job.d_v, target, job.tally + 8 * NOT_FINITE))
            if reads:
                tell(job, row, at, width, total, log)

    @part
    def clear(job, rows, width, state):  # type: ignore[no-untyped-def]
        """Nothing read yet."""
        _, marks, total, output, room = state
        if reads:
            forget(job, rows, room)
        rows = (rows + rows_of_group - 1) // rows_of_group * rows_of_group
        for row in range(rows):
            write_float32(marks, MARKS * row + SHIFT, not_there)
            write_float32(marks, MARKS * row + LIMIT, minus_infinity)
            write_float32(marks, MARKS * row + ROUND, rounding)
            write_float32(marks, MARKS * row + LEAST, zero)
        for sums in range(job.sums):
            start = sums * BLOCK * lanes
            for at in range(start, start + rows * lanes):
                write_float32(total, at, zero)
        for at in range(rows * width):
            write_float32(output, at, zero)

    @part
    def kinds_of_groups(job, block, tile, groups, reaches, bits, kinds):  # type: ignore[no-untyped-def]
        """The kinds of every group of rows for one tile, and how many units are whole, masked."""
        code = MASKED if job.spans else read_whole(job.codes, tile - job.first_tile)
        whole, masked = 0, 0
        for group in range(groups):
            found = 0 if code == SKIPPED else all_whole
            if job.spans == 1:
                low, high = read_whole(reaches, 4 * group + 2), read_whole(reaches, 4 * group + 3)
                if low >= (tile + 1) * TILE or high <= tile * TILE:
                    found = 0
                else:
                    low, high = read_whole(reaches, 4 * group), read_whole(reaches, 4 * group + 1)
                    if low > tile * TILE or high < (tile + 1) * TILE:
                        found = -1
            elif code == MASKED:
                found = -1
            here = bits + 8 * group * rows_of_group
            if found == -1:
                found = kinds_of(job, block, group, tile, here)
                for u in range(units):
                    whole += (found >> (2 * u)) & 3 == WHOLE
                    masked += (found >> (2 * u)) & 3 == MASKED
            elif found:
                whole += units
            write_whole(kinds, group, found)
        return whole, masked

    if shape.pairs > 1:
        return pair_sources(
            shape, Shared(reach_groups, reach_spans, next_tile, kinds_of_groups, clear, merge)
        )

    @within
    def fold_block(job, block, is_here):  # type: ignore[no-untyped-def]
        """Fold the tiles of the job into one block of rows: its first row and their number.

        `is_here`: keys and values may be read where they lie.
        """
        k_width = (job.d_k + UNROLL - 1) // UNROLL * UNROLL
        v_width = (job.d_v + lanes - 1) // lanes * lanes
        groups = (block[1] + rows_of_group - 1) // rows_of_group
        queries = job.scratch
        output = queries + 4 * BLOCK * k_width
        total = output + 4 * BLOCK * v_width
        weights = total + 4 * BLOCK * lanes * job.sums
        keys_here = weights + 4 * TILE * rows_of_group * tables
        values_here = keys_here + 4 * TILE * k_width
        marks = values_here + 4 * TILE * v_width
        bits = marks + 4 * MARKS * BLOCK
        kinds = bits + 8 * groups * rows_of_group
        reaches = kinds + 8 * groups
        room = reaches + max(32 * groups, 16 * MOST_SPANS)
        state, both = (weights, marks, total, output, room), (k_width, v_width)
        if reads:
            stand(job, block, room)
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
        tile = next_tile(job, reaches, first, stop)
        while tile < stop:
            run = tile // TILES
            end = min(stop, (run + 1) * TILES)
            clear(job, block[1], v_width, state)
            while tile < end:
                at, tile = tile, next_tile(job, reaches, tile + 1, end)
                more, some = kinds_of_groups(job, block, at, groups, reaches, bits, kinds)
                whole += more
                masked += some
                if more + some == 0:
                    continue
                keys = job.k_packed + 4 * (at - job.packed_from) * TILE * k_width
                values = job.v_packed + 4 * (at - job.packed_from) * TILE * v_width
                step = 0
                if job.k_packed == 0:
                    keys, values, step = take(job, at, is_here, both, (keys_here, values_here))
                packed = queries, keys, values, step
                read_tile(job, at, groups, packed, state, both, kinds, bits)
            merge(job, block[1], run, v_width, is_once, state)
            tile = next_tile(job, reaches, end, stop)
        write_whole(job.tally, UNITS_WHOLE, read_whole(job.tally, UNITS_WHOLE) + whole)
        write_whole(job.tally, UNITS_MASKED, read_whole(job.tally, UNITS_MASKED) + masked)
        if job.is_last:
            finish(job, block, v_width, blended)

    def fold_jobs(jobs, count, is_here):  # type: ignore[no-untyped-def]
        for at in range(count):
            job = job_at(jobs + 8 * size_of_job * at)
            for row in range(0, job.rows, BLOCK):
                block = job.row + row, min(BLOCK, job.rows - row)
                fold_block(job, block, is_here != 0)

    def pack_jobs(jobs, count):  # type: ignore[no-untyped-def]
        for at in range(count):
            job = job_at(jobs + 8 * size_of_job * at)
            k_width = (job.d_k + UNROLL - 1) // UNROLL * UNROLL
            v_width = (job.d_v + lanes - 1) // lanes * lanes
            for tile in range(job.first_tile, job.stop_tile):
                place = 4 * (tile - job.packed_from) * TILE
                pack_keys(job, tile, k_width, job.k_packed + place * k_width)
                pack_values(job, tile, v_width, job.v_packed + place * v_width)

    return entries(shape, fold_jobs, pack_jobs)
