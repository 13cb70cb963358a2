"""Reading along: what a fold keeps beside its sums, so that a reading costs no second pass.

A row keeps, lane by lane beside its total, the sum of weights times their logarithms and the sum
of weights times distances, which are scaled with the total; and a list of its best keys (`rank`),
which are never scaled. At the end of a run all of it is merged into what earlier runs gave.

A kernel that does not read leaves all of this out.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from starlore.attention.compiled.bridge import (
    blank_of,
    gather_of,
    keep_of,
    measure_of,
    rank_of,
    read_float32,
    read_float64,
    read_short,
    read_whole,
    share_of,
    write_float32,
    write_float64,
    write_whole,
)
from starlore.attention.compiled.lift import LOG2_E32
from starlore.attention.compiled.measure import AHEAD, BEHIND, BOTH
from starlore.attention.compiled.named import part_of
from starlore.attention.compiled.rank import BARS, KEYS, SIZE, TIES, WIDTH
from starlore.attention.compiled.shape import BLOCK, RUN, TILE, Shape

TOTAL, LOGS, DISTANCE, SUMS = range(4)
"""The sums of a row, and how many they are."""

LINE = 64
"""Bytes of a line of the cache."""

LEAST_TOP = 2
"""The shortest list: with one, every key as good as the best would stand at the bar."""


class Asked(NamedTuple):
    """What is asked of the queries of one key head, all 64-bit; an address 0 is not asked for.

    Args:
        places: where each query stands, `[n_q]`.
        top, listed: how many of the best keys to tell, and to list, `LEAST_TOP` or more.
        top_keys, top_weights: `[rows, top]`. ties, entropy, distance: `[rows]`.
        largest, totals: `[rows]`, what a second pass takes away from scores, and then divides by.
    """

    places: int
    top: int
    listed: int
    top_keys: int
    top_weights: int
    ties: int
    entropy: int
    distance: int
    largest: int
    totals: int


AT = Asked(*range(len(Asked._fields)))
"""Where `Asked` says what."""


class Along(NamedTuple):
    """The five occasions of a fold at which a reading is made."""

    forget: Any
    """forget(job, rows, room): at the start of a run."""

    stand: Any
    """stand(job, block, room): at the start of a block of rows."""

    look: Any
    """look(job, group, tile, kinds, weights, total, room): after a tile is weighed for a group."""

    carry: Any
    """carry(job, row, run, width, shifts, mine, total, room): at the end of a run, for a row."""

    tell: Any
    """tell(job, row, at, width, total, log): when a row is finished, with the log of its total."""


def room_size(sums: int) -> int:
    """Float32 numbers that a block keeps beside its sums: places, their ends, and lists."""
    return 0 if sums == 1 else BLOCK * (2 + 4 + 1 + SIZE) + LINE // 2


def carried_size(sums: int) -> int:
    """Float32 numbers per row that are carried from run to run: sums, ties, keys and values."""
    return 0 if sums == 1 else 2 * (sums - 1) + 2 + 3 * WIDTH


def along(shape: Shape) -> Along:
    """The occasions of a kernel that reads along."""
    part = part_of(shape, "along")
    rows_of_group, lanes, unit, units = shape.rows, shape.lanes, shape.unit, shape.units
    measure, gather = measure_of(shape), gather_of(shape)
    empty, rank, keep_list, share = blank_of(shape), rank_of(shape), keep_of(shape), share_of()
    zero, nothing, barred = np.float32(0), np.float32(-np.inf), np.float32(np.inf)
    all_whole = sum(1 << (2 * u) for u in range(units))
    group_size = 4 * SIZE * rows_of_group

    @part
    def lists(room):  # type: ignore[no-untyped-def]
        """Where the lists of the first group lie: at the start of a line of the cache."""
        return (room + 28 * BLOCK + LINE - 1) // LINE * LINE

    @part
    def forget(job, rows, room):  # type: ignore[no-untyped-def]
        """Nothing listed; rows that are not there are barred from everything."""
        groups = (rows + rows_of_group - 1) // rows_of_group
        for group in range(groups):
            empty((lists(room) + group * group_size,))
        last = lists(room) + (groups - 1) * group_size + 4 * BARS * rows_of_group
        for lane in range(rows - (groups - 1) * rows_of_group, rows_of_group):
            write_float32(last, lane, barred)

    @part
    def stand(job, block, room):  # type: ignore[no-untyped-def]
        """Where each row of the block stands, and the first and last place of each group."""
        places, i = read_whole(job.asked, AT.places), block[0] % job.n_q
        groups = (block[1] + rows_of_group - 1) // rows_of_group
        for row in range(groups * rows_of_group):
            place, group = read_whole(places, i), row // rows_of_group
            write_float64(room, row, float(place))
            least = most = place
            if row % rows_of_group:
                least = min(place, read_whole(room + 8 * BLOCK, group))
                most = max(place, read_whole(room + 16 * BLOCK, group))
            write_whole(room + 8 * BLOCK, group, least)
            write_whole(room + 16 * BLOCK, group, most)
            i += row + 1 < block[1]
            if i == job.n_q:
                i = 0

    @part
    def blank(kinds, weights):  # type: ignore[no-untyped-def]
        """No weight and no score in the units that were skipped."""
        scores = weights + 4 * TILE * rows_of_group
        for u in range(units):
            if (kinds >> (2 * u)) & 3 == 0:
                for row in range(rows_of_group):
                    for at in range(row * TILE + u * unit, row * TILE + (u + 1) * unit):
                        write_float32(weights, at, zero)
                        write_float32(scores, at, nothing)

    @part
    def look(job, group, tile, kinds, weights, total, room):  # type: ignore[no-untyped-def]
        """Add the distances of one tile, and list its best keys."""
        if kinds != all_whole:
            blank(kinds, weights)
        row, first = group * rows_of_group, tile * TILE
        least, most = read_whole(room + 8 * BLOCK, group), read_whole(room + 16 * BLOCK, group)
        side = BEHIND if least >= first + TILE - 1 else AHEAD if most <= first else BOTH
        near, sums = room + 24 * BLOCK, total + 4 * lanes * (DISTANCE * BLOCK + row)
        measure((weights, room + 8 * row, near, sums, first, side))
        scores = weights + 4 * TILE * rows_of_group
        first_key = tile % (RUN // TILE) * TILE
        rank(
            (scores, lists(room) + group * group_size, read_whole(job.asked, AT.listed), first_key)
        )

    @part
    def carry(job, row, run, width, shifts, mine, total, room):  # type: ignore[no-untyped-def]
        """Merge what a row read in one run into what it read in earlier ones."""
        carried = job.held + 4 * BLOCK * (3 + width)
        ties = carried + 8 * BLOCK * (SUMS - 1)
        group, lane = divmod(row, rows_of_group)
        here = lists(room) + group * group_size
        behind = total + 4 * lanes * (LOGS * BLOCK + row)
        found = here + 4 * SIZE * rows_of_group - 16
        gather((behind, found, lanes * BLOCK, SUMS - 1))
        logs, distance = read_float64(found, 0), read_float64(found, 1)
        tied = read_whole(here + 4 * TIES * rows_of_group, lane)
        if job.is_plain:
            logs /= LOG2_E32
        old, new = shifts
        is_new = old == -math.inf
        if not is_new:
            top = new if new > old or new != new else old
            keep, take = math.exp(old - top), math.exp(new - top)
            before = float(read_float32(job.held + 8 * BLOCK, row))
            logs = take * (logs + (new - top) * mine)
            logs += keep * (read_float64(carried, row) + (old - top) * before)
            distance = take * distance + keep * read_float64(carried, BLOCK + row)
        write_float64(carried, row, logs)
        write_float64(carried, BLOCK + row, distance)
        merge_lists(job, row, run, is_new, tied, (ties, here, lane))

    @part
    def merge_lists(job, row, run, is_new, tied, where):  # type: ignore[no-untyped-def]
        """Put the best keys of one run into the list of all; of equals earlier ones come first."""
        ties, here, lane = where
        keys, values = ties + 8 * (BLOCK + row * WIDTH), ties + 8 * BLOCK * (1 + WIDTH)
        values += 4 * row * WIDTH
        listed, shared = read_whole(job.asked, AT.listed), tied
        numbers = here + 4 * KEYS * rows_of_group
        if is_new:
            keep_list((here + 4 * lane * WIDTH, values, keys, run * RUN))
            write_whole(ties, row, tied)
            return
        if read_float32(values, 0) > read_float32(here, lane * WIDTH):
            shared = read_whole(ties, row)
        elif read_float32(values, 0) == read_float32(here, lane * WIDTH):
            shared += read_whole(ties, row)
        write_whole(ties, row, shared)
        for at in range(listed):
            value = read_float32(here, lane * WIDTH + at)
            if not value > read_float32(values, listed - 1):
                break
            place = listed - 1
            while place > 0 and value > read_float32(values, place - 1):
                write_float32(values, place, read_float32(values, place - 1))
                write_whole(keys, place, read_whole(keys, place - 1))
                place -= 1
            write_float32(values, place, value)
            write_whole(keys, place, run * RUN + read_short(numbers, lane * WIDTH + at))

    @part
    def tell(job, row, at, width, total, log):  # type: ignore[no-untyped-def]
        """Write down what a row read."""
        carried = job.held + 4 * BLOCK * (3 + width)
        ties = carried + 8 * BLOCK * (SUMS - 1)
        keys, values = ties + 8 * (BLOCK + row * WIDTH), ties + 8 * BLOCK * (1 + WIDTH)
        values += 4 * row * WIDTH
        write_whole(read_whole(job.asked, AT.ties), at, read_whole(ties, row))
        sum = float(total)
        entropy, distance = read_whole(job.asked, AT.entropy), read_whole(job.asked, AT.distance)
        if entropy:
            spread = log - read_float64(carried, row) / sum
            write_float32(entropy, at, np.float32(0.0 if spread < 0 else spread))
        if distance:
            write_float32(distance, at, np.float32(read_float64(carried, BLOCK + row) / sum))
        if read_whole(job.asked, AT.largest):
            shift = read_float64(job.held, row)
            largest = np.float32(shift)
            write_float32(read_whole(job.asked, AT.largest), at, largest)
            rest = np.float32(sum * math.exp(shift - float(largest)))
            write_float32(read_whole(job.asked, AT.totals), at, rest)
        top = read_whole(job.asked, AT.top)
        if top:
            share((values, job.held + 8 * row, job.held + 8 * BLOCK + 4 * row, values))
        for place in range(top):
            weight, key = read_float32(values, place), read_whole(keys, place)
            write_float32(read_whole(job.asked, AT.top_weights), at * top + place, weight)
            write_whole(read_whole(job.asked, AT.top_keys), at * top + place, key)

    return Along(forget, stand, look, carry, tell)
