"""Visits of groups of rows to tiles of keys, told to the machine code that takes them in turns.

Three places in memory tell of the last three visits, and a count says which is the newest. A visit
without kinds is none: two of them at the end give the last real ones their turns.
"""

from typing import Any

from starlore.attention.compiled.bridge import read_whole, write_whole
from starlore.attention.compiled.named import part_of
from starlore.attention.compiled.paired import VISIT
from starlore.attention.compiled.shape import BRACKET, RUN, TILE, Shape
from starlore.attention.compiled.unit import MARKS

COUNT, PLACES, PLACE = 16, 17, 16
"""Words of the bracket: the count of visits; the first place; from one place to the next."""

BELT_WORDS = BRACKET // 2


def visitors(shape: Shape, advance_plain: Any, advance_any: Any) -> tuple[Any, Any]:
    """`read_tile`, as the fold calls it, and `settle`, after which no visit is under way."""
    part = part_of(shape, "visit")
    rows_of_group, lanes = shape.rows, shape.lanes
    words = len(VISIT)

    @part
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

    @part
    def settle(job, widths):  # type: ignore[no-untyped-def]
        """Give every visit the turns it has not had."""
        for _ in range(2):
            visit(job, widths, (0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    @part
    def read_tile(job, tile, groups, packed, state, widths, kinds, bits):  # type: ignore[no-untyped-def]
        """Visit one tile with every group that reads it."""
        queries, keys, values = packed
        weights, marks, total, output = state
        for group in range(groups):
            found = read_whole(kinds, group)
            if found == 0:
                continue
            row = group * rows_of_group
            bias = job.bias
            if bias != 0:
                bias += 4 * (row * RUN + tile % (RUN // TILE) * TILE)
            side = read_whole(job.scratch, COUNT) % 2
            told = (
                found,
                queries + 4 * row * widths[0],
                keys,
                values,
                weights + 4 * side * TILE * rows_of_group,
                marks + 4 * MARKS * row,
                total + 4 * row * lanes,
                output + 4 * row * widths[1],
                bits + 8 * row,
                bias,
            )
            visit(job, widths, told)

    return read_tile, settle
