"""Who reads what, in the two forms the kernel takes: spans for all rows, or words per tile.

A scheme that comes to a few runs of neighbouring keys per query, with no mask and no bias beside
it, is told by spans: the lowest and highest key of each run, O(n) numbers in all. Everything else
becomes a bit per query and key, made for one block of rows and one run of keys at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.job import Job
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.shape import BLOCK, MOST_SPANS, PIECE, RUN, TILE
from starlore.attention.inputs import Inputs
from starlore.attention.schemes import Kind

SKIPPED, WHOLE, MASKED = 0, 1, 2

MOST_KEYS = 2**31 - 1
"""Keys that spans can tell of."""


@dataclass(frozen=True)
class Spans:
    """Keys from `lows` up to `highs` are read, `[spans, n_q]` each, 32-bit whole numbers.

    Args:
        comparisons: of one head.
    """

    lows: Array
    highs: Array
    comparisons: int

    @property
    def nbytes(self) -> int:
        """How much memory they take."""
        return self.lows.nbytes + self.highs.nbytes

    @property
    def places(self) -> tuple[int, int, int]:
        """How many spans a query has, and where the lows and the highs lie."""
        return len(self.lows), address(self.lows), address(self.highs)

    def keys(self, queries: Array, first: int, stop: int) -> int:
        """How many keys from `first` up to `stop` these queries read together."""
        lows, highs = (np.clip(x[:, queries], first, stop) for x in (self.lows, self.highs))
        return int(np.maximum(0, highs - lows).sum(dtype=np.int64))

    def tiles(self, queries: Array) -> range:
        """The tiles that one of these queries reads, from the start of a run on; or one tile.

        Example:
            >>> low, high = np.array([[[0, 5000, 9]], [[1, 5001, 9]]], dtype=np.int32)
            >>> spans = Spans(low, high, 2)
            >>> spans.tiles(np.array([1])), spans.tiles(np.array([2]))
            (range(64, 79), range(0, 1))
        """
        lows, highs = self.lows[:, queries], self.highs[:, queries]
        is_read = highs > lows
        if not is_read.any():
            return range(1)  # what reads nothing is written all the same
        low, high = int(lows[is_read].min()), int(highs[is_read].max())
        return range(low // RUN * (RUN // TILE), -(-high // TILE))


def spans_of(inputs: Inputs, length: int) -> Spans | None:
    """The spans of one key length, or None if only a table tells who reads what."""
    n_q = inputs.q.shape[-2]
    if inputs.mask is not None or inputs.bias is not None or length > MOST_KEYS:
        return None
    scheme = inputs.settled[length]
    reaches = scheme.reaches(range(n_q), range(length))
    if reaches is None or any(reach.step != 1 for reach in reaches):
        return None
    if len(reaches) > 1:
        reaches = [reach for reach in reaches if not reach.is_empty]
    if len(reaches) > MOST_SPANS:
        return None
    ends = np.zeros((2, max(1, len(reaches)), n_q), dtype=np.int32)
    for at, reach in enumerate(reaches):
        for place, end in zip(ends[:, at], (reach.low, reach.high), strict=True):
            place[:] = np.clip(end, 0, length)
    lows, highs = ends
    if len(reaches) > 1:
        return Spans(lows, highs, int(scheme.counts(range(n_q), range(length)).sum()))
    return Spans(lows, highs, int(np.maximum(highs - lows, 0).sum(dtype=np.int64)))


class Table:
    """Room for one block of rows and one run of keys: codes, words, and the bias if any."""

    def __init__(self, has_bias: bool) -> None:
        self.codes = np.zeros(RUN // TILE, dtype=np.int64)
        self.bits = np.zeros((RUN // TILE, BLOCK), dtype=np.int64)
        self.claims = np.zeros((BLOCK, RUN), dtype=np.bool_)
        self.bias = np.zeros((BLOCK, RUN) if has_bias else (0, 0), dtype=np.float32)
        self.comparisons = 0

    @property
    def nbytes(self) -> int:
        return self.bits.nbytes + self.claims.nbytes + self.bias.nbytes

    def runs(self, inputs: Inputs, job: Job, heads: int) -> Iterator[Job]:
        """A job run after run of its keys, and for each, who reads what, written down here.

        Args:
            heads: how many key heads a batch item has.
        """
        item, head = divmod(job.stream, heads)
        at = tuple(map(int, np.unravel_index(item, inputs.key_lengths.shape)))
        job = job._replace(codes=address(self.codes), bits=address(self.bits))
        if self.bias.size:
            job = job._replace(bias=address(self.bias))
        step = RUN // TILE
        firsts = range(job.first_tile, max(job.stop_tile, job.first_tile + 1), step)
        for first in firsts:
            self.fill(inputs, at, head * inputs.group, job.row, job.rows, first * TILE)
            yield job._replace(
                first_tile=first,
                stop_tile=min(first + step, job.stop_tile),
                is_first=int(job.is_first and first == firsts[0]),
                is_last=int(job.is_last and first == firsts[-1]),
            )

    def fill(
        self, inputs: Inputs, at: tuple[int, ...], head: int, row: int, rows: int, first: int
    ) -> None:
        """Write down who reads what.

        Args:
            at: the batch item. head: its first query head of these stacked rows.
            row, rows: the block, in rows of stacked heads.
            first: the first key of the run.
        """
        n_q, length = inputs.q.shape[-2], int(inputs.key_lengths[at])
        claims = self.claims
        claims[:] = False
        start = row
        while start < row + rows:
            i = start % n_q
            stop = min(row + rows, start - i + n_q)
            queries = range(i, i + stop - start)
            heads = range(head + start // n_q, head + start // n_q + 1)
            place = slice(start - row, stop - row)
            for key in range(first, min(first + RUN, length), PIECE):
                keys = range(key, min(key + PIECE, first + RUN, length))
                kind: Kind = inputs.settled[length].tile(queries, keys)
                said, allowed, bias = inputs.tile(at, heads, queries, keys, kind)
                here = slice(keys.start - first, keys.stop - first)
                if said == "skipped":
                    continue
                claims[place, here] = True if allowed is None else allowed[0]
                if bias is not None:
                    with np.errstate(over="ignore"):
                        self.bias[place, here] = bias[0]
            start = stop
        self._pack(rows)

    def _pack(self, rows: int) -> None:
        words = np.packbits(self.claims[:rows], axis=1, bitorder="little").view("<i8")
        self.bits[:, :rows] = words.T
        self.codes[:] = np.where((words == -1).all(0), WHOLE, np.where(words.any(0), MASKED, 0))
        self.comparisons += int(np.count_nonzero(self.claims[:rows]))
