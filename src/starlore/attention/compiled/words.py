"""Who reads what of one tile, as a word: a bit per key."""

from typing import Any

from starlore.attention.compiled.bridge import read_whole
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
            low = max(read_whole(lows, span * n_q + i) - tile * TILE, 0)
            high = min(read_whole(highs, span * n_q + i) - tile * TILE, TILE)
            if high > low:
                upper = -1 if high == TILE else (1 << high) - 1
                found |= upper & ~((1 << low) - 1)
        return found

    return word
