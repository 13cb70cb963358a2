"""What the compiled kernel does for a scheme, counted before it runs: whole and masked units.

A unit is a few query rows by a few keys, scored together if one of its pairs is read. Where a
scheme comes to spans of keys, the units are counted from the spans' ends, in the time of the
queries. Where it does not, and where there are very many groups of rows, the counts are those of
groups at even distances, multiplied: exact up to `GROUPS` or `MASKED_GROUPS` groups.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from starlore.attention.arrays import Array
from starlore.attention.compiled.shape import BLOCK, MOST_SPANS, TILE, Shape
from starlore.attention.schemes import Scheme
from starlore.attention.schemes.base import tiles_in

GROUPS, SAMPLED = 2**12, 2**6
"""Groups of rows up to which every one is looked at; of more, so many whole blocks of them. In a
block every way has come up in which rows and units can lie to each other."""

MASKED_GROUPS, FEWEST, MASKED_CELLS = 2**6, 2**3, 2**22
"""The same where pair by pair has to be looked at: so many groups, or fewer that are not so few,
that there are about as many pairs as this."""

KEYS_AT_ONCE, MOST_RUNS = 2**13, 2**6
"""Keys looked at together, and runs of so many of them that are looked at for one group."""


@dataclass(frozen=True)
class Units:
    """Units of one key head and the query heads that read it.

    Args:
        whole, masked: all of whose pairs are read; some of whose pairs are.
        spans: runs of keys that each query reads; 0 where a table of bits says who reads what.
    """

    whole: int
    masked: int
    spans: int


@dataclass(frozen=True)
class _Rows:
    """Stacked rows, `size` of them scored together; `group` heads of `n_q` queries each."""

    n_q: int
    group: int
    size: int

    @property
    def total(self) -> int:
        return self.n_q * self.group

    @property
    def groups(self) -> int:
        return -(-self.total // self.size)

    def some(self, most: int, fewer: int, run: int = 1) -> Int[Array, "groups"]:
        """Every group; or if they are more than `most`, `fewer` runs of them at even distances."""
        if self.groups <= most:
            return np.arange(self.groups)
        starts = (np.arange(fewer) + 0.5) * (self.groups / fewer)
        return (starts.astype(np.int64)[:, None] // run * run + np.arange(run)).reshape(-1)

    def queries(self, group: int) -> Iterator[range]:
        """The queries of one group, in runs that each lie in one head."""
        row, stop = group * self.size, min((group + 1) * self.size, self.total)
        while row < stop:
            i = row % self.n_q
            run = range(i, min(i + stop - row, self.n_q))
            yield run
            row += len(run)


def spans_in(settled: Scheme, n_q: int, n_k: int) -> int:
    """Runs of keys that each query reads, at most; 0 if a table of bits must say who reads what."""
    rows = _Rows(n_q, 1, BLOCK)
    if not n_q or not n_k:
        return 1
    spans = _spans(settled, rows, rows.some(SAMPLED, SAMPLED), n_k, 1)
    return 0 if spans is None else len(spans[0])


def units_of(settled: Scheme, n_q: int, n_k: int, group: int, shape: Shape) -> Units:
    """Count the units of one key head.

    Args:
        settled: the scheme, its alignment settled. group: query heads that read the key head.
        shape: of the kernel.

    Example:
        >>> from starlore.attention.compiled.shape import SHAPES
        >>> from starlore.attention.schemes import Causal
        >>> units_of(Causal(0), 24, 64, 1, SHAPES["avx512"])
        Units(whole=0, masked=2, spans=1)
    """
    rows = _Rows(n_q, group, shape.rows)
    if not rows.total or not n_k:
        return Units(0, 0, 1)
    run = BLOCK // shape.rows
    chosen = rows.some(GROUPS, SAMPLED, run)
    spans = _spans(settled, rows, chosen, n_k, run)
    if spans is None:
        fewer = max(FEWEST, min(MASKED_GROUPS, MASKED_CELLS // (rows.size * n_k)))
        chosen = rows.some(fewer, fewer)
        touched, whole = _by_mask(settled, rows, chosen, n_k, shape)
    else:
        touched, whole = _by_spans(spans, n_k, shape)
    times = rows.groups / len(chosen)
    whole_units, all_units = round(whole * times), round(touched * times)
    return Units(whole_units, all_units - whole_units, 0 if spans is None else len(spans[0]))


def _spans(
    settled: Scheme, rows: _Rows, chosen: Array, n_k: int, run: int
) -> tuple[Int[Array, "spans size groups"], Int[Array, "spans size groups"]] | None:
    """Lowest and highest keys that each row of the chosen groups, in runs of so many, reads.

    None if only a table tells.
    """
    member = np.minimum(chosen * rows.size + np.arange(rows.size)[:, None], rows.total - 1)
    member %= rows.n_q
    if len(chosen) == rows.groups:
        asked = [(settled.reaches(range(rows.n_q), range(n_k)), member)]
    else:
        asked = []
        for part in np.split(member, range(run, len(chosen), run), axis=1):
            low, high = int(part.min()), int(part.max()) + 1
            if high - low > part.size:  # the end of one head and the start of the next
                low, high = 0, min(part.size, rows.n_q)
            found = settled.reaches(range(low, high), range(n_k))
            asked.append((found, np.clip(part, low, high - 1) - low))
    most = 1
    for found, _ in asked:
        if found is None or any(reach.step != 1 for reach in found):
            return None
        most = max(most, sum(not reach.is_empty for reach in found))
    if most > MOST_SPANS:
        return None
    lows = np.zeros((most, *member.shape), dtype=np.int64)
    highs = np.zeros_like(lows)
    column = 0
    for found, places in asked:
        there = slice(column, column + places.shape[1])
        for at, reach in enumerate(reach for reach in found or [] if not reach.is_empty):
            lows[at, :, there], highs[at, :, there] = reach.low[places], reach.high[places]
        column = there.stop
    np.clip(lows, 0, n_k, out=lows)
    np.clip(highs, lows, n_k, out=highs)
    return lows, highs


def _by_spans(spans: tuple[Array, Array], n_k: int, shape: Shape) -> tuple[int, int]:
    """Units that a row of the group touches, and those that every row reads whole."""
    lows, highs = spans
    is_read = highs > lows
    touched = _covered(lows, highs, is_read, shape.unit, shape.units)
    order = np.argsort(lows, axis=0, kind="stable")
    starts = np.take_along_axis(lows, order, axis=0)
    ends = np.maximum.accumulate(np.take_along_axis(highs, order, axis=0), axis=0)
    units = -(-n_k // shape.unit)
    edge = np.full((1, *lows.shape[1:]), units * shape.unit, dtype=np.int64)
    opens = np.concatenate([np.zeros_like(edge), ends])
    closes = np.concatenate([starts, edge])
    holed = _covered(opens, closes, closes > opens, shape.unit, 1)
    return touched, units * lows.shape[-1] - holed


def _covered(lows: Array, highs: Array, is_there: Array, unit: int, per_tile: int) -> int:
    """Units that the spans of all rows of a group touch, added up over the groups.

    What lies between two of them in one tile of `per_tile` units is scored with them.
    """
    flat = (-1, lows.shape[-1])
    first = np.where(is_there, lows // unit, 0).reshape(flat)
    last = np.where(is_there, -(-highs // unit), 0).reshape(flat)
    order = np.argsort(first, axis=0)
    first, last = (np.take_along_axis(one, order, axis=0) for one in (first, last))
    ends = np.maximum.accumulate(last, axis=0)
    covered = last[0] - first[0]
    for start, stop, end in zip(first[1:], last[1:], ends, strict=False):
        is_near = (start > end) & ((end - 1) // per_tile == start // per_tile)
        covered += np.maximum(0, stop - np.where(is_near, end, np.maximum(start, end)))
    return int(covered.sum())


def _by_mask(
    settled: Scheme, rows: _Rows, chosen: Array, n_k: int, shape: Shape
) -> tuple[int, int]:
    """The same, pair by pair, a run of keys at a time; of very many runs that are read in part,
    some stand for all."""
    touched = whole = 0.0
    for group in chosen.tolist():
        queries = list(rows.queries(group))
        runs = []
        for keys in tiles_in(range(n_k), KEYS_AT_ONCE):
            kinds = {settled.tile(run, keys) for run in queries}
            if kinds != {"skipped"}:
                runs.append(keys)
        some = runs[:: -(-len(runs) // MOST_RUNS)] if runs else []
        for keys in some:
            found = _in_run(settled, queries, keys, shape)
            touched += found[0] * len(runs) / len(some)
            whole += found[1] * len(runs) / len(some)
    return round(touched), round(whole)


def _in_run(settled: Scheme, queries: list[range], keys: range, shape: Shape) -> tuple[int, int]:
    """Units of one group in one run of keys; what lies between two units of a tile is scored."""
    tiles = -(-len(keys) // TILE)
    some = np.zeros(tiles * TILE, dtype=np.bool_)
    every = np.ones(tiles * TILE, dtype=np.bool_)
    every[len(keys) :] = False
    for rows in queries:
        allowed = settled.mask(rows, keys)
        some[: len(keys)] |= allowed.any(axis=0)
        every[: len(keys)] &= allowed.all(axis=0)
    by_unit = (tiles, shape.units, shape.unit)
    is_touched = np.any(some.reshape(by_unit), axis=2)
    before = np.maximum.accumulate(is_touched, axis=1)
    after = np.maximum.accumulate(is_touched[:, ::-1], axis=1)[:, ::-1]
    return int((before & after).sum()), int(every.reshape(by_unit).all(axis=2).sum())
