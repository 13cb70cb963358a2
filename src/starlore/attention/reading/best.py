"""The best few of many, kept while the many pass by, tile after tile."""

import numpy as np
from jaxtyping import Float

from starlore.attention.arrays import Array


class Best:
    """The best keys of each row so far: highest value first, ties to the lowest key.

    Most rows of most tiles hold nothing better than what a row has: one comparison of the tile's
    largest value with the row's last tells. Only where it does are keys taken, one by one.
    """

    def __init__(self, rows: int, count: int, dtype: np.dtype[np.generic]) -> None:
        """Start with no keys, for `count` of them, 1 or more."""
        self.values = np.full((rows, count), -np.inf, dtype=dtype)
        self.keys = np.full((rows, count), -1, dtype=np.int64)
        self.told = np.zeros((rows, count), dtype=dtype)

    def offer(
        self,
        values: Float[Array, "rows keys"],
        start: int,
        told: Float[Array, "rows keys"] | None = None,
        tops: Float[Array, "rows"] | None = None,
    ) -> None:
        """Keep what is better than the last of its row; NaN and -inf never are.

        Args:
            values: of a tile, whose keys lie behind those of earlier tiles.
            start: the key of the first column.
            told: a number to be kept with each key.
            tops: the largest value of each row, if it is known already.

        Example:
            >>> best = Best(1, 2, np.dtype(float))
            >>> best.offer(np.array([[1.0, 5.0, 3.0, 5.0]]), 10)
            >>> best.keys.tolist(), best.values.tolist()
            ([[11, 13]], [[5.0, 5.0]])
        """
        tops = values.max(axis=1) if tops is None else tops
        rows = np.flatnonzero(tops > self.values[:, -1])
        left = values[rows]
        while rows.size:
            columns = left.argmax(axis=1)
            found = left[np.arange(rows.size), columns]
            is_better = found > self.values[rows, -1]
            if not is_better.all():
                rows, left, columns, found = (a[is_better] for a in (rows, left, columns, found))
            new = [(self.values, found), (self.keys, start + columns)]
            if told is not None:
                new.append((self.told, told[rows, columns]))
            self._insert(rows, found, new)
            left[np.arange(rows.size), columns] = -np.inf

    def _insert(self, rows: Array, found: Array, new: list[tuple[Array, Array]]) -> None:
        """Put one more key into each of these rows, behind those that are as good."""
        place = np.count_nonzero(self.values[rows] >= found[:, None], axis=1)[:, None]
        index = np.arange(self.values.shape[1])
        for array, added in new:
            old = array[rows]
            moved = np.where(index == place, added[:, None], np.roll(old, 1, axis=1))
            array[rows] = np.where(index < place, old, moved)
