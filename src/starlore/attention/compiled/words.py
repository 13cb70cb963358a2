"""Who reads what by spans: of one tile as a word, a bit per key, and which tile is the next."""

from typing import Any

from starlore.attention.compiled.bridge import read_short, read_whole, write_whole
from starlore.attention.compiled.named import part_of
from starlore.attention.compiled.shape import TILE, Shape


def word_of_spans(shape: Shape, room: str) -> Any:
    """`word((spans, lows, highs, n_q), i, tile)`: what query i reads of a tile, told by spans.

    `lows` and `highs` are addresses of `[spans, n_q]`; `room` is where it is called from.
    """

    @part_of(shape, f"words_{room}")
    def word(told, i, tile):  # type: ignore[no-untyped-def]
        spans, lows, highs, n_q = told
        found = 0
        for span in range(spans):
            low = max(read_short(lows, span * n_q + i) - tile * TILE, 0)
            high = min(read_short(highs, span * n_q + i) - tile * TILE, TILE)
            if high > low:
                upper = -1 if high == TILE else (1 << high) - 1
                found |= upper & ~((1 << low) - 1)
        return found

    return word


def tiles_of_spans(shape: Shape, room: str) -> Any:
    """`reach(job, block, ends)` and `next_tile(job, ends, tile, stop)`: tiles that spans read.

    `reach` writes down at `ends` the first tile and the stop of every span, for all rows of a block
    together; `next_tile` is the first tile from `tile` on that one of several spans reads, or
    `stop`. So the gap between a few early keys and a window costs nothing, however long it is.
    """

    @part_of(shape, f"reach_spans_{room}")
    def reach(job, block, ends):  # type: ignore[no-untyped-def]
        for span in range(job.spans):
            lowest, highest = 1 << 62, 0
            for row in range(block[1]):
                i = span * job.n_q + (block[0] + row) % job.n_q
                low, high = read_short(job.lows, i), read_short(job.highs, i)
                if high > low:
                    lowest, highest = min(lowest, low), max(highest, high)
            write_whole(ends, 2 * span, lowest // TILE)
            write_whole(ends, 2 * span + 1, (highest + TILE - 1) // TILE)

    @part_of(shape, f"next_tile_{room}")
    def next_tile(job, ends, tile, stop):  # type: ignore[no-untyped-def]
        if job.spans < 2:
            return tile
        found = stop
        for span in range(job.spans):
            if read_whole(ends, 2 * span + 1) > tile:
                found = min(found, max(read_whole(ends, 2 * span), tile))
        return found

    return reach, next_tile
