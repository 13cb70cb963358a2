"""Readings of a block of queries, summed tile by tile in the pass that computes the output.

With powers e^(s - m) as the fold makes them and l their sum, every reading is one more sum R of
powers times something known of the pair, and in the end R / l. When the fold takes a new largest
score m, all sums are scaled down alike. The entropy is log l - (sum of powers * (s - m)) / l: no
large numbers are taken from each other, however large the scores.

A row's sums depend on nothing but its own powers and place, so a reading has the same bits
whatever the company. Nothing here writes to scores, powers or output.
"""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float

from starlore.attention.arrays import Array
from starlore.attention.reading.asked import Reading
from starlore.attention.reading.best import Best
from starlore.attention.reading.habits import TOKEN_HABITS, Span, fits_token, spans_of
from starlore.attention.reading.laid import NO_KEY, Laid
from starlore.attention.scoring import KEYS, ROWS, Block

FLOOR = -1e4
"""A gap whose power is 0 in every dtype, in place of -inf: 0 times it is 0."""

ONES, NEAR, FAR = 0, 1, 2
"""Columns of the ramp: 1, places behind the first key of a tile, places before its last."""

TOTAL, GAPS, DISTANCE, FITS = 0, 1, 2, 3
"""Columns of the sums: l, powers * (s - m), powers * |p - j|, then one for each habit."""


@dataclass
class Stream:
    """What the rows of a block have read so far.

    Args:
        top_keys: with their scores. largest_score: of each row; ties: how many keys have it.
        largest: m, as the fold had it last.
        sums: a column each for `TOTAL`, `GAPS`, `DISTANCE`, and from `FITS` on sinks, windows and
            patterns, as far as they are asked for.
    """

    laid: Laid
    block: Block
    dtype: np.dtype[np.generic]
    best: Best | None = field(init=False)
    spans: list[Span] = field(init=False)

    def __post_init__(self) -> None:
        read = self.laid.read
        self.best = Best(ROWS, read.top, self.dtype) if read.top else None
        self.place = self._stacked(self.laid.place)
        self.own = None if self.laid.own is None else self._stacked(self.laid.own)
        self.spans = spans_of(read.sinks, read.windows, read.patterns, self.place)
        self.habits = [pattern for pattern in read.patterns if pattern in TOKEN_HABITS]
        self.largest = np.full(ROWS, -np.inf, dtype=self.dtype)
        self.largest_score, self.ties = self.largest.copy(), np.zeros(ROWS, dtype=np.int64)
        width = FITS + len(self.spans) + len(self.habits)
        self.sums = np.zeros((ROWS, width), dtype=self.dtype)
        self.gaps = np.empty((ROWS, KEYS if read.entropy else 0), dtype=self.dtype)
        self.ramp = np.zeros((KEYS, 8), dtype=self.dtype)
        steps = np.arange(KEYS)
        self.ramp[:, ONES], self.ramp[:, NEAR], self.ramp[:, FAR] = 1, steps, KEYS - 1 - steps

    @property
    def nbytes(self) -> int:
        """The most memory held while a tile is added."""
        return 3 * ROWS * KEYS * self.dtype.itemsize + 2 * self.gaps.nbytes + 4 * self.sums.nbytes

    def see(self, scores: Float[Array, "rows keys"], keys: range) -> None:
        """See a tile of scores before they are turned into powers; -inf is not read."""
        tops = scores.max(axis=1)
        if self.best is not None:
            self.best.offer(scores, keys.start, tops=tops)
        if self.laid.read.entropy:
            np.copyto(self.gaps, scores)
        rows = np.flatnonzero((tops >= self.largest_score) & (tops > -np.inf))
        if rows.size:
            is_top = (scores[rows] == tops[rows, None]).astype(self.dtype)
            tied = dots(is_top, is_top).astype(np.int64)
            is_higher = tops[rows] > self.largest_score[rows]
            self.ties[rows] = np.where(is_higher, tied, self.ties[rows] + tied)
            self.largest_score[rows] = tops[rows]

    def add(
        self, powers: Float[Array, "rows keys"], largest: Float[Array, "rows"], keys: range
    ) -> None:
        """Add the powers of the tile seen last.

        Args:
            powers: e^(score - largest), exactly 0 where not read.
            largest: what was taken away from each row; it may have risen since the last tile.
        """
        self._follow(largest)
        ramped = powers @ self.ramp
        self.sums[:, TOTAL] += ramped[:, ONES]
        if self.laid.read.entropy:
            self.gaps -= np.where(largest == -np.inf, 0, largest)[:, None]
            np.maximum(self.gaps, FLOOR, out=self.gaps)
            self.sums[:, GAPS] += dots(powers, self.gaps)
        if self.laid.read.distance:
            self.sums[:, DISTANCE] += self._distance(powers, ramped, keys.start)
        for column, span in enumerate(self.spans, start=FITS):
            self.sums[:, column] += weigh_span(powers, ramped[:, ONES], span, keys.start)
        if self.habits:
            self._add_habits(powers, keys)

    def write(self, reading: Reading) -> None:
        """Write what was read to the rows of this block."""
        read = self.laid.read
        is_read = self.ties > 0
        totals = np.where(self.sums[:, TOTAL] == 0, 1, self.sums[:, TOTAL])
        shares = self.sums / totals[:, None]
        found: list[tuple[Array | None, Array]] = [
            (reading.ties, self.ties),
            (reading.distance, shares[:, DISTANCE]),
        ]
        if self.best is not None:
            largest = np.where(self.largest == -np.inf, 0, self.largest)
            weights = np.exp(self.best.values - largest[:, None]) / totals[:, None]
            found += [(reading.top_keys, self.best.keys), (reading.top_weights, weights)]
        if read.entropy:
            entropy = np.log(totals) - shares[:, GAPS]
            found.append((reading.entropy, np.where(is_read, np.maximum(entropy, 0), 0)))
        windows = FITS + bool(read.sinks)
        found.append((reading.sink_weight, shares[:, FITS] if read.sinks else totals))
        found.append((reading.window_weight, shares[:, windows : windows + len(read.windows)]))
        patterns = [p for p in read.patterns if p not in TOKEN_HABITS] + self.habits
        for column, name in enumerate(patterns, start=windows + len(read.windows)):
            found.append(((reading.patterns or {})[name], shares[:, column]))
        for array, values in found:
            if array is not None:
                self.block.queries(array)[...] = self.block.unstack(values)

    def _stacked(self, per_query: Array) -> Array:
        """A number per query of `[*batch, n_q]`, for each row of the block; 0 for padding."""
        stacked = np.zeros(ROWS, dtype=np.int64)
        rows = self.block.rows
        self.block.unstack(stacked)[...] = per_query[self.block.at][rows.start : rows.stop]
        return stacked

    def _follow(self, largest: Array) -> None:
        """Scale the sums down to a new largest score."""
        if largest is self.largest:
            return
        has_risen = (largest > self.largest) & (self.largest > -np.inf)
        if has_risen.any():
            fall = np.where(has_risen, self.largest, 0) - np.where(has_risen, largest, 0)
            self.sums[:, GAPS] += fall * self.sums[:, TOTAL]
            self.sums *= np.exp(fall)[:, None]
        self.largest = largest

    def _distance(self, powers: Array, ramped: Array, start: int) -> Array:
        """The sum of powers * |p - j|; whole tiles behind or ahead of a row need no table."""
        behind, ahead = self.place - (start + KEYS - 1), start - self.place
        far: Array = np.where(
            behind >= 0,
            behind * ramped[:, ONES] + ramped[:, FAR],
            ahead * ramped[:, ONES] + ramped[:, NEAR],
        ).astype(self.dtype)
        rows = np.flatnonzero((behind < 0) & (ahead < 0))
        if rows.size:
            table = np.abs(self.place[rows, None] - np.arange(start, start + KEYS))
            far[rows] = dots(powers[rows], table.astype(self.dtype))
        return far

    def _add_habits(self, powers: Array, keys: range) -> None:
        own, codes = self.own, self.laid.codes
        if own is None or codes is None:
            raise AssertionError("tokens are laid wherever a habit needs them")
        near = np.full(KEYS + 1, NO_KEY, dtype=np.int64)
        near[: len(keys) + 1] = codes[self.block.at][keys.start : keys.stop + 1]
        for column, name in enumerate(self.habits, start=FITS + len(self.spans)):
            fits = fits_token(name, self.place, own, keys.start, near)
            self.sums[:, column] += dots(powers, fits.astype(self.dtype))


def dots(one: Float[Array, "rows keys"], other: Float[Array, "rows keys"]) -> Array:
    """The product of each row with its row, in an order that depends on no other row.

    Example:
        >>> dots(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]]))
        array([11.])
    """
    product: Array = np.einsum("ij,ij->i", one, other)
    return product


def weigh_span(powers: Array, total: Array, span: Span, start: int) -> Array:
    """The powers on a span of keys: the whole tile, one cell, or some of its cells.

    Args:
        total: the sum of each row of this tile.
        start: the first key of the tile.

    Example:
        >>> powers = np.array([[1.0, 2.0, 4.0]])
        >>> weigh_span(powers, powers.sum(axis=1), (np.array([11]), np.array([15])), 10)
        array([6.])
    """
    size = powers.shape[1]
    low, high = (np.clip(end - start, 0, size) for end in span)
    width = high - low
    weighed: Array = np.where(width == size, total, 0)
    one = np.flatnonzero((width == 1) & (size > 1))
    weighed[one] = powers[one, low[one]]
    some = np.flatnonzero((width > 1) & (width < size))
    if some.size:
        index = np.arange(size)
        is_held = (low[some, None] <= index) & (index < high[some, None])
        weighed[some] = dots(powers[some], is_held.astype(powers.dtype))
    return weighed
