"""Reading along: what a fold keeps beside its sums, so that a reading costs no second pass.

A row keeps, lane by lane beside its total, the sum of weights times their logarithms, the sum of
weights times distances, and the sum of weights on each span of keys that is asked for, which are
all scaled with the total; and a list of its best keys (`rank`), which are never scaled. At the end
of a run all of it is merged into what earlier runs gave.

A kernel that does not read leaves all of this out.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from starlore.attention.compiled.bridge import (
    blank_of,
    fit_of,
    gather_of,
    measure_of,
    rank_of,
    read_float32,
    read_float64,
    read_short,
    read_whole,
    share_of,
    skip_of,
    write_float32,
    write_float64,
    write_whole,
)
from starlore.attention.compiled.lift import LOG2_E32
from starlore.attention.compiled.measure import AHEAD, BEHIND, BOTH
from starlore.attention.compiled.named import part_of
from starlore.attention.compiled.rank import LANES, LISTS, WIDTH
from starlore.attention.compiled.shape import BLOCK, RUN, TILE, Shape

TOTAL, LOGS, DISTANCE, SUMS = range(4)
"""The sums of a row, and how many they are; behind them comes one for each span."""

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
        ends: the lowest key and the one past the highest of each span, `[spans, 2, n_q]`.
        fits: the weight on each span, `[rows, spans]`.
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
    ends: int
    fits: int


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


class Room(NamedTuple):
    """Where a block keeps what it reads along, in bytes behind the first whole line of its room.

    Args:
        places: where each row stands, float64. least, most: the ends of those of each group,
            64-bit. near: places counted from a tile, float32. words: of each lane, 64-bit. lists:
            of each group. span: of a span, the lowest key of each row. highs, first, last: behind
            those, the key past the highest of each row, and the ends of each group; all 64-bit.
            size: of what a span takes. Behind all spans lie the sums of a row, float64.
    """

    places: int
    least: int
    most: int
    near: int
    words: int
    lists: int
    span: int
    highs: int
    first: int
    last: int
    size: int


class Carried(NamedTuple):
    """Where a block carries what it read from run to run, in bytes behind its sums.

    Args:
        logs, distance: sums, float64. ties: 64-bit. keys, values: lists, row after row, 64-bit
            and float32. size: of all; behind it the sum of each span, float64.
    """

    logs: int = 0
    distance: int = 8 * BLOCK
    ties: int = 16 * BLOCK
    keys: int = 24 * BLOCK
    values: int = (24 + 8 * WIDTH) * BLOCK
    size: int = (24 + 12 * WIDTH) * BLOCK


CARRIED = Carried()

LIST_BYTES = 4 * LANES * LISTS.size
"""What the lists of a group take."""


def room_of(shape: Shape) -> Room:
    """The room of a block of this shape."""
    groups = BLOCK // shape.rows if shape.rows > 1 else 1
    rows = groups * shape.rows
    near = 4 * (shape.rows + 3)
    sizes = (8 * rows, 8 * groups, 8 * groups, near, 8 * LANES, LIST_BYTES * groups)
    starts = [0]
    for size in sizes:
        starts.append(starts[-1] + -(-size // LINE) * LINE)
    ends = (8 * rows, 16 * rows, 16 * rows + 8 * groups, 16 * (rows + groups))
    return Room._make((*starts, *ends))


def room_size(shape: Shape, sums: int) -> int:
    """Float32 numbers that a block keeps beside its sums."""
    kept = room_of(shape)
    return 0 if sums == 1 else (LINE + kept.span + kept.size * (sums - SUMS) + 8 * sums) // 4


def carried_size(sums: int) -> int:
    """Float32 numbers per row that are carried from run to run."""
    return 0 if sums == 1 else CARRIED.size // (4 * BLOCK) + 2 * (sums - SUMS)


def along(shape: Shape) -> Along:
    """The occasions of a kernel that reads along."""
    part = part_of(shape, "along")
    rows_of_group, lanes, units = shape.rows, shape.lanes, shape.units
    measure, gather, skip = measure_of(shape), gather_of(shape), skip_of(shape)
    empty, rank, share, fit = blank_of(shape), rank_of(shape), share_of(), fit_of(shape)
    all_whole = sum(1 << (2 * u) for u in range(units))
    kept = room_of(shape)

    @part
    def start_of(room):  # type: ignore[no-untyped-def]
        """The first whole line of the cache."""
        return (room + LINE - 1) // LINE * LINE

    @part
    def carried_of(job, width):  # type: ignore[no-untyped-def]
        """What is carried lies behind shifts, sums and outputs."""
        return job.held + 4 * BLOCK * (3 + width)

    @part
    def forget(job, rows, room):  # type: ignore[no-untyped-def]
        """Nothing listed; rows that are not there are barred from everything."""
        room = start_of(room)
        for group in range((rows + rows_of_group - 1) // rows_of_group):
            there = min(rows - group * rows_of_group, rows_of_group)
            empty((room + kept.lists + group * LIST_BYTES, there))

    @part
    def stand(job, block, room):  # type: ignore[no-untyped-def]
        """Where each row of the block stands, and the first and last place of each group."""
        room = start_of(room)
        places, i = read_whole(job.asked, AT.places), block[0] % job.n_q
        groups = (block[1] + rows_of_group - 1) // rows_of_group
        for row in range(groups * rows_of_group):
            place, group = read_whole(places, i), row // rows_of_group
            write_float64(room + kept.places, row, float(place))
            least = most = place
            if row % rows_of_group:
                least = min(place, read_whole(room + kept.least, group))
                most = max(place, read_whole(room + kept.most, group))
            write_whole(room + kept.least, group, least)
            write_whole(room + kept.most, group, most)
            i += row + 1 < block[1]
            if i == job.n_q:
                i = 0
        for span in range(job.sums - SUMS):
            stretch(job, block, span, room + kept.span + span * kept.size)

    @part
    def stretch(job, block, span, where):  # type: ignore[no-untyped-def]
        """The span of each row of the block, and the ends of those of each group."""
        ends = read_whole(job.asked, AT.ends) + 16 * span * job.n_q
        groups = (block[1] + rows_of_group - 1) // rows_of_group
        for group in range(groups):
            first, last = 1 << 62, -(1 << 62)
            for lane in range(rows_of_group):
                row = group * rows_of_group + lane
                i = (block[0] + min(row, block[1] - 1)) % job.n_q
                low, high = read_whole(ends, i), read_whole(ends, job.n_q + i)
                write_whole(where, row, low)
                write_whole(where + kept.highs, row, high)
                first, last = min(first, low), max(last, high)
            write_whole(where + kept.first, group, first)
            write_whole(where + kept.last, group, last)

    @part
    def fit_spans(job, group, tile, weights, total, room):  # type: ignore[no-untyped-def]
        """Add the weights of one tile that lie on the spans of a group."""
        row, first = group * rows_of_group, tile * TILE
        for span in range(job.sums - SUMS):
            where = room + kept.span + span * kept.size
            low = read_whole(where + kept.first, group)
            high = read_whole(where + kept.last, group)
            if low < first + TILE and high > first:
                sums = total + 4 * lanes * ((SUMS + span) * BLOCK + row)
                fit((weights, where + 8 * row, where + kept.highs + 8 * row, sums, first))

    @part
    def look(job, group, tile, kinds, weights, total, room):  # type: ignore[no-untyped-def]
        """Add the distances of one tile, and list its best keys."""
        if kinds != all_whole:
            skip((weights, kinds))
        room = start_of(room)
        row, first = group * rows_of_group, tile * TILE
        least, most = read_whole(room + kept.least, group), read_whole(room + kept.most, group)
        side = BEHIND if least >= first + TILE - 1 else AHEAD if most <= first else BOTH
        sums = total + 4 * lanes * (DISTANCE * BLOCK + row)
        measure((weights, room + kept.places + 8 * row, room + kept.near, sums, first, side))
        fit_spans(job, group, tile, weights, total, room)
        scores, lists = weights + 4 * TILE * rows_of_group, room + kept.lists + group * LIST_BYTES
        first_key = tile % (RUN // TILE) * TILE
        rank((scores, lists, room + kept.words, read_whole(job.asked, AT.listed), first_key))

    @part
    def carry(job, row, run, width, shifts, mine, total, room):  # type: ignore[no-untyped-def]
        """Merge what a row read in one run into what it read in earlier ones."""
        room, carried = start_of(room), carried_of(job, width)
        spans = job.sums - SUMS
        found = room + kept.span + spans * kept.size
        gather((total + 4 * lanes * (LOGS * BLOCK + row), found, lanes * BLOCK, job.sums - 1))
        logs, distance = read_float64(found, 0), read_float64(found, 1)
        if job.is_plain:
            logs /= LOG2_E32
        old, new = shifts
        is_new = old == -math.inf
        keep, take = 0.0, 1.0
        if not is_new:
            top = new if new > old or new != new else old
            keep, take = math.exp(old - top), math.exp(new - top)
            before = float(read_float32(job.held + 8 * BLOCK, row))
            logs = take * (logs + (new - top) * mine)
            logs += keep * (read_float64(carried + CARRIED.logs, row) + (old - top) * before)
            distance = take * distance + keep * read_float64(carried + CARRIED.distance, row)
        write_float64(carried + CARRIED.logs, row, logs)
        write_float64(carried + CARRIED.distance, row, distance)
        for span in range(spans):
            there, fitting = span * BLOCK + row, read_float64(found, SUMS - 1 + span)
            if not is_new:
                fitting = take * fitting + keep * read_float64(carried + CARRIED.size, there)
            write_float64(carried + CARRIED.size, there, fitting)
        group, lane = divmod(row, rows_of_group)
        here = room + kept.lists + group * LIST_BYTES + 4 * lane
        merge_lists(job, row, run, is_new, carried, here)

    @part
    def merge_lists(job, row, run, is_new, carried, here):  # type: ignore[no-untyped-def]
        """Put the best keys of one run into the list of all; of equals earlier ones come first.

        `here` is where the row's lane of the lists begins.
        """
        keys = carried + CARRIED.keys + 8 * row * WIDTH
        values = carried + CARRIED.values + 4 * row * WIDTH
        ties, listed = carried + CARRIED.ties, read_whole(job.asked, AT.listed)
        numbers, shared = here + 4 * LANES * LISTS.keys, read_short(here, LANES * LISTS.ties)
        if not is_new:
            best = read_float32(here, 0)
            if read_float32(values, 0) > best:
                shared = read_whole(ties, row)
            elif read_float32(values, 0) == best:
                shared += read_whole(ties, row)
        write_whole(ties, row, shared)
        for at in range(listed):
            value, key = read_float32(here, LANES * at), read_short(numbers, LANES * at)
            place = at if is_new else listed
            while not is_new and place > 0 and value > read_float32(values, place - 1):
                if place < listed:
                    write_float32(values, place, read_float32(values, place - 1))
                    write_whole(keys, place, read_whole(keys, place - 1))
                place -= 1
            if place == listed:
                break
            write_float32(values, place, value)
            write_whole(keys, place, run * RUN + key if key >= 0 else key)

    @part
    def tell(job, row, at, width, total, log):  # type: ignore[no-untyped-def]
        """Write down what a row read."""
        carried = carried_of(job, width)
        keys = carried + CARRIED.keys + 8 * row * WIDTH
        values = carried + CARRIED.values + 4 * row * WIDTH
        shared = read_whole(carried + CARRIED.ties, row)
        write_whole(read_whole(job.asked, AT.ties), at, shared)
        sum = float(total)
        entropy, distance = read_whole(job.asked, AT.entropy), read_whole(job.asked, AT.distance)
        if entropy:
            spread = log - read_float64(carried + CARRIED.logs, row) / sum
            write_float32(entropy, at, np.float32(0.0 if spread < 0 else spread))
        if distance:
            far = read_float64(carried + CARRIED.distance, row) / sum
            write_float32(distance, at, np.float32(far))
        spans, fits = job.sums - SUMS, read_whole(job.asked, AT.fits)
        for span in range(spans):
            weight = read_float64(carried + CARRIED.size, span * BLOCK + row) / sum
            write_float32(fits, at * spans + span, np.float32(weight))
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
