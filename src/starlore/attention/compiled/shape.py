"""The shape of a kernel: how many numbers a vector holds, and the tile that fits the registers."""

from dataclasses import dataclass, replace

TILE = 64
"""Keys of one packed tile: 64 keys of 64 numbers fill 16 KB, a third of the first cache."""

RUN = 4096
"""Keys folded from nothing before the result is merged into what earlier runs gave."""

TILES = RUN // TILE
"""Tiles of one run."""

BLOCK = 96
"""Query rows that share one pass over the keys; a multiple of every shape's `rows`."""

PIECE = 512
"""Keys asked of a scheme at once, where a table of bits is filled."""

MOST_SPANS = 4
"""Spans of keys per query beyond which a bit per key is cheaper."""


OUTLIERS, NOT_FINITE = 4, 5
"""Where the tally counts values, and marks outputs, that are not finite."""


@dataclass(frozen=True)
class Shape:
    """A register tile of `rows` queries and `vectors` vectors of `lanes` keys.

    Args:
        name: what it is called outside: "avx512", "avx2", "generic".
        lanes: float32 numbers of one vector.
        rows: queries scored together.
        vectors: vectors of keys scored together.
        parts: parts of the rows blended one after another, each as many times as wide: a tile
            nearer to a square loads less.
        pairs: 2 where keys, values and weights lie as pairs of bfloat16 numbers, a pair in the
            room of one float32 number; else 1.
        step: coordinates that a product of pairs takes at once.
    """

    name: str
    lanes: int
    rows: int
    vectors: int
    parts: int = 1
    pairs: int = 1
    step: int = 0

    @property
    def unit(self) -> int:
        """Keys of one unit of arithmetic: done whole, done masked, or skipped."""
        return self.lanes * self.vectors

    @property
    def units(self) -> int:
        """Units of one tile."""
        return TILE // self.unit


SINGLE = "-single"
"""What is added to a shape's name for its kernel of one row: decoding, one query at a time."""

SHAPES = {
    "avx512": Shape("avx512", 16, 12, 2, parts=2),
    "avx2": Shape("avx2", 8, 6, 2),
    "generic": Shape("generic", 4, 8, 2),
}
SHAPES |= {name + SINGLE: replace(shape, rows=1, parts=1) for name, shape in SHAPES.items()}

PAIRED = {
    "matrix": Shape("matrix", 16, 32, 2, pairs=2, step=32),
}
PAIRED |= {name + SINGLE: replace(shape, rows=1) for name, shape in PAIRED.items()}
"""Shapes for bfloat16 alone: their products take the numbers as they are."""

EVERY = SHAPES | PAIRED
"""All shapes by their names."""
