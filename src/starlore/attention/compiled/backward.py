"""Gradients by machine code: a call as cells, and the order in which they are gone through.

A cell is a chunk of rows of a stream and a slab of its keys. In one wave no two cells share rows or
keys of a stream, so they may be done by any threads at once; wave follows wave. What is added to
the gradient of a row or key, and when, follows from the lengths alone: neither threads nor batch
size change a bit. Each cell computes its weights once for all three gradients.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.cache import build_all, compiling
from starlore.attention.compiled.features import features, shape_of
from starlore.attention.compiled.gradients import CHUNK, Cell, scratch_size, sources
from starlore.attention.compiled.laid import Laid, Streams, lay, nbytes, whole, write
from starlore.attention.compiled.marks import Marks
from starlore.attention.compiled.memory import address, aligned
from starlore.attention.compiled.outliers import claims_of
from starlore.attention.compiled.reweigh import SHAPES, SLAB, TILE
from starlore.attention.compiled.visits import MOST_KEYS, Spans, spans_of
from starlore.attention.inputs import Inputs
from starlore.attention.schemes import tiles_of
from starlore.attention.scoring import Block
from starlore.attention.slopes import Moved, Slopes
from starlore.attention.workers import cores, share

LAID_BYTES = 32 * 2**20
"""What the streams that are gone through together may take, if one alone does not need more."""

TURNS = 4
"""Goes per thread in a wave, so that none waits long for the last."""

Place: TypeAlias = tuple[range, range]
"""The rows and keys of a cell."""


def run(inputs: Inputs, slopes: Slopes, moved: Moved, threads: int | None) -> None:
    """Write all gradients of a call."""
    _Call(inputs, slopes, moved, threads).move()


@dataclass(frozen=True)
class _Go:
    """One cell of some streams that lie side by side, from `first` up to `stop` of them."""

    streams: Streams
    cell: Cell
    first: int
    stop: int
    place: Place


class _Call:
    """One call: its constants, and the memory that its workers share."""

    def __init__(self, inputs: Inputs, slopes: Slopes, moved: Moved, threads: int | None) -> None:
        self.inputs, self.slopes, self.moved, self.threads = inputs, slopes, moved, threads
        self.workers = cores() if threads is None else min(threads, cores())
        name = shape_of(features()).name
        self.shape, self.move_cell = SHAPES[name], compiled(name)["move_cell"]
        self.rows = inputs.q.shape[-2] * inputs.group
        self.spans = {length: spans_of(inputs, length) for length in inputs.settled}
        self.ways = {length: list(self._waves(length)) for length in inputs.settled}
        cap = inputs.softcap or 0.0
        told = [inputs.scale, cap, 1 / cap if cap else 0.0]
        self.settings = np.array(told, dtype=np.float32)
        self.idle: list[tuple[Array, Marks | None]] = []

    def move(self) -> None:
        """Go through all streams, some at a time; one by one where they share a bias to be moved:
        in a wave of one stream no two cells have keys in common."""
        heads = self.inputs.k.shape[-3] if self.rows else 0
        lengths = np.repeat(self.inputs.key_lengths.reshape(-1), heads).tolist()
        together = max(1, LAID_BYTES // nbytes(self.inputs, self.shape))
        if self.moved.bias is not None:
            together = 1
        for some in tiles_of(len(lengths), together):
            most = -(-len(some) // self.workers)
            self._move_streams(list(alike(lengths, some, most)))

    def _move_streams(self, parts: list[Streams]) -> None:
        laid = share(self._lay, parts, self.threads)
        cells = [self._cell(streams, one) for streams, one in zip(parts, laid, strict=True)]
        ways = [self.ways[streams.length] for streams in parts]
        for wave in range(max(map(len, ways), default=0)):
            places = [way[wave] if wave < len(way) else [] for way in ways]
            goes = sum(len(some) * len(each) for some, each in zip(parts, places, strict=True))
            at_once = max(1, goes // (TURNS * self.workers) if self.workers > 1 else goes)
            work = [
                _Go(streams, cell, some.start, some.stop, place)
                for streams, cell, each in zip(parts, cells, places, strict=True)
                for some in tiles_of(len(streams), at_once)
                for place in each
            ]
            share(self._do, work, self.threads)
        share(self._finish, list(zip(parts, laid, strict=True)), self.threads)

    def _lay(self, streams: Streams) -> Laid:
        return lay(self.inputs, self.slopes, self.moved, self.shape, streams)

    def _waves(self, length: int) -> Iterator[list[Place]]:
        """The waves of a stream, without the tiles of keys in which nothing is read."""
        spans = self.spans[length]
        for wave in waves(self.rows, length):
            if spans is None:
                yield wave
                continue
            reaches = [self._reach(spans, rows) for rows, _ in wave]
            yield [
                (rows, range(max(keys.start, low // TILE * TILE), min(keys.stop, high)))
                for (rows, keys), (low, high) in zip(wave, reaches, strict=True)
                if low < keys.stop and high > keys.start
            ]

    def _reach(self, spans: Spans, rows: range) -> tuple[int, int]:
        """The lowest and highest key that one of these stacked rows reads."""
        n_q = self.inputs.q.shape[-2]
        at = np.arange(rows.start, rows.stop) % n_q
        lows, highs = spans.lows[:, at], spans.highs[:, at]
        there = highs > lows
        return int(lows[there].min(initial=MOST_KEYS)), int(highs[there].max(initial=0))

    def _cell(self, streams: Streams, laid: Laid) -> Cell:
        """What all cells of some streams have in common."""
        inputs, spans = self.inputs, self.spans[streams.length]
        names = ("q", "k", "g", "v", "q_rows", "k_rows", "g_rows", "dq", "dk", "dv", "lse", "known")
        return Cell(*[0] * len(Cell._fields))._replace(
            **{name: address(getattr(laid, name)) for name in names},
            k_width=laid.q.shape[2],
            v_width=laid.g.shape[2],
            all_rows=laid.q.shape[1],
            all_keys=laid.k_rows.shape[1],
            n_q=inputs.q.shape[-2],
            spans=0 if spans is None else len(spans.lows),
            lows=0 if spans is None else address(spans.lows),
            highs=0 if spans is None else address(spans.highs),
            is_plain=int(inputs.softcap is None and inputs.bias is None),
            settings=address(self.settings),
        )

    def _do(self, go: _Go) -> None:
        """Go through one cell of some streams."""
        rows, keys = go.place
        scratch, marks = self._take()
        cell = go.cell._replace(
            stream=go.first,
            stop_stream=go.stop,
            row=rows.start,
            rows=len(rows),
            first_tile=keys.start // TILE,
            stop_tile=-(-keys.stop // TILE),
            scratch=address(scratch),
        )
        if cell.spans:
            self.move_cell(cell)
        elif marks is not None:
            for at in range(go.first, go.stop):
                one = cell._replace(stream=at, stop_stream=at + 1)
                self._do_marked(one, marks, go.streams.first + at, go.place)
        self.idle.append((scratch, marks))

    def _do_marked(self, cell: Cell, marks: Marks, stream: int, place: Place) -> None:
        """Go through one cell of one stream, told by a bit per key who reads what."""
        rows, keys = place
        blocks = list(self._blocks(stream, rows))
        if not marks.fill(self.inputs, blocks, keys):
            return
        self.move_cell(marks.told(cell))
        if self.moved.bias is not None:
            marks.add(self.moved.bias, blocks, keys)

    def _blocks(self, stream: int, rows: range) -> Iterator[Block]:
        """Stacked rows as queries of one head each."""
        at, kv = item_of(self.inputs, stream)
        n_q, first = self.inputs.q.shape[-2], kv * self.inputs.group
        for head in range(rows.start // n_q, -(-rows.stop // n_q)):
            start, stop = (min(max(r - head * n_q, 0), n_q) for r in (rows.start, rows.stop))
            there = range(first + head, first + head + 1)
            yield Block(at, kv, there, range(start, stop))

    def _take(self) -> tuple[Array, Marks | None]:
        """The memory of one worker."""
        try:
            return self.idle.pop()
        except IndexError:
            needs_marks = any(spans is None for spans in self.spans.values())
            given = self.inputs.bias is not None, self.moved.bias is not None
            widths = (self.inputs.q.shape[-1], self.inputs.v.shape[-1])
            size = scratch_size(self.shape, *(whole(d, self.shape.lanes) for d in widths))
            return aligned(size), Marks(*given) if needs_marks else None

    def _finish(self, pair: tuple[Streams, Laid]) -> None:
        streams, laid = pair
        with np.errstate(all="ignore"):
            write(self.inputs, laid, streams, self.moved)
            if laid.has_outliers:
                for stream in range(streams.first, streams.stop):
                    spoil(self.inputs, self.slopes, stream, streams.length, self.moved)


def alike(lengths: Sequence[int], some: range, most: int) -> Iterator[Streams]:
    """Some streams in parts of at most so many, each of one key length.

    Example:
        >>> [(s.first, s.stop) for s in alike([9, 9, 9, 5, 5, 9], range(6), 2)]
        [(0, 2), (2, 3), (3, 5), (5, 6)]
    """
    start = some.start
    for at in some:
        stop = at + 1
        if stop == some.stop or stop - start == most or lengths[stop] != lengths[start]:
            yield Streams(start, stop, lengths[start])
            start = stop


def waves(rows: int, keys: int) -> list[list[Place]]:
    """Every cell of a stream once; in one wave no two have rows or keys in common.

    Example:
        >>> [[(r.start, k.start) for r, k in wave] for wave in waves(700, 600)]
        [[(0, 0), (384, 512)], [(384, 0), (0, 512)]]
    """
    chunks, slabs = list(tiles_of(rows, CHUNK)), list(tiles_of(keys, SLAB))
    turns = max(len(chunks), len(slabs)) if chunks and slabs else 0
    return [
        [
            (chunks[(at + turn) % turns], slab)
            for at, slab in enumerate(slabs)
            if (at + turn) % turns < len(chunks)
        ]
        for turn in range(turns)
    ]


def item_of(inputs: Inputs, stream: int) -> tuple[tuple[int, ...], int]:
    """The batch item of a stream, and its key head."""
    item, head = divmod(stream, inputs.k.shape[-3])
    return tuple(int(i) for i in np.unravel_index(item, inputs.k.shape[:-3])), head


def spoil(inputs: Inputs, slopes: Slopes, stream: int, length: int, moved: Moved) -> None:
    """NaN in every gradient that a number that is not finite has a part in: its readers' alone."""
    at, kv = item_of(inputs, stream)
    keys = np.arange(length)
    odd_keys = ~np.isfinite(inputs.k[at][kv, :length].astype(np.float32))
    for head in range(kv * inputs.group, (kv + 1) * inputs.group):
        odd = [~np.isfinite(x[at][head].astype(np.float32)) for x in (inputs.q, slopes.output)]
        for rows in tiles_of(len(odd[0]), CHUNK):
            here = slice(rows.start, rows.stop)
            for some in tiles_of(length, SLAB):
                there = slice(some.start, some.stop)
                if not (odd_keys[there].any() or odd[0][here].any() or odd[1][here].any()):
                    continue
                claims = claims_of(inputs, at, head, rows, keys[there])
                moved.q[at][head, here][claims @ odd_keys[there]] = np.nan
                moved.k[at][kv, there][claims.T @ odd[0][here]] = np.nan
                moved.v[at][kv, there][claims.T @ odd[1][here]] = np.nan


def compiled(shape_name: str) -> dict[str, Callable[..., None]]:
    """The functions of a shape as machine code; from the disk if they are there."""
    with compiling:
        return _compiled(shape_name)


@cache
def _compiled(shape_name: str) -> dict[str, Callable[..., None]]:
    return build_all(shape_name, sources(SHAPES[shape_name]))
