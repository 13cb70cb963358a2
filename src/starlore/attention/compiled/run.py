"""A call of attention as jobs for the compiled fold: what is packed when, and who folds which rows.

A stream is one key head with all query heads that read it, their rows stacked. Streams are taken
together as far as their packed keys and values fit the budget; keys that do not fit are taken in
pieces of whole runs, and rows in slabs whose state between the pieces fits as well. None of this
changes the order of a single sum, so none of it changes a bit of the result.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from starlore.attention import tiled
from starlore.attention.arrays import Array
from starlore.attention.compiled.cache import compiled
from starlore.attention.compiled.features import features
from starlore.attention.compiled.form import form_of
from starlore.attention.compiled.job import Job
from starlore.attention.compiled.jobs import begin, cut, field, put, split
from starlore.attention.compiled.memory import address, aligned, plain
from starlore.attention.compiled.outliers import add_outliers, check_overflow
from starlore.attention.compiled.reading import Reader, is_read_along
from starlore.attention.compiled.shape import (
    BLOCK,
    EVERY,
    NOT_FINITE,
    OUTLIERS,
    RUN,
    TILE,
)
from starlore.attention.compiled.taken import taken
from starlore.attention.compiled.tallies import counters_of
from starlore.attention.compiled.visits import Table
from starlore.attention.compiled.worker import Worker, give_back
from starlore.attention.inputs import Inputs
from starlore.attention.progress import Meter
from starlore.attention.reading import Read
from starlore.attention.results import Attention
from starlore.attention.workers import cores, share

PACKED_BYTES = 16 * 2**20
"""Packed keys and values held at once, if a single run of keys does not need more."""

HELD_BYTES = 6 * 2**20
"""State of rows held between two pieces of keys."""

TURNS = 4
"""Goes per thread, so that none waits long for the last."""

TILES_AT_ONCE = 8
"""Tiles packed in one go."""

PAIRS_AT_ONCE, PAIRS_AT_LEAST = 2**23, 2**15
"""Pairs of a query and a key in one go, at most: some hundredths of a second; and at least: what
takes no longer than it takes to wake a thread."""

PAIRS_PER_KEY = 24
"""Pairs that take the time it takes to read one key."""

ROUNDED_BYTES = 2**20
"""Outputs of one go before they are rounded to 16 bits, at most, if a block does not need more."""

SHRINK = 64
"""Halvings that make room for sums of values whose mean is a number and whose sum is not."""


class Call:
    """One call: its arrays, its constants, and the memory that its workers share."""

    def __init__(
        self, inputs: Inputs, values: Array, threads: int | None, reader: Reader | None = None
    ) -> None:
        self.inputs, self.threads, self.reader = inputs, threads, reader
        reads = reader is not None
        arrays = plain(inputs.q), plain(inputs.k), plain(values)
        kernel = taken(inputs, features(), reads)
        self.form = form_of(inputs, arrays, kernel, 1 if reader is None else reader.sums)
        self.functions = compiled(self.form.kernel, reads)
        self.output = np.empty((*inputs.q.shape[:-1], values.shape[-1]), dtype=inputs.output_dtype)
        self.lse = np.empty(inputs.q.shape[:-1], dtype=np.float32)
        self.is_rounded = self.output.dtype != np.float32 and not self.form.is_narrow
        self.arrays = *arrays, self.output, self.lse
        self.idle: list[Worker] = []
        self.workers: list[Worker] = []
        given = zip(arrays, (inputs.q, inputs.k, values), strict=True)
        self.extra_bytes = sum(ours.nbytes for ours, theirs in given if ours is not theirs)
        self.packed_bytes = self.most_rounded = 0
        self.meter = Meter(self._work)

    def _work(self) -> int:
        """All the work there is: of each stream, of each row, the keys read."""
        every = split(self.form.jobs, range(self.form.rows), BLOCK)
        return sum(self._keys_of(Job(*job)) for job in every.tolist())

    def _length(self, stream: int) -> int:
        """How many keys a stream has."""
        return int(self.inputs.key_lengths.flat[stream // self.form.heads])

    def fold(self) -> None:
        """Compute output and lse of every row."""
        jobs, tiles = begin(self.form.jobs, self.arrays), self.form.tiles
        if self.reader is not None:
            put(jobs, asked=self.reader.asked(self.form.heads))
        if not len(jobs) or not self.form.rows:
            return
        if self.form.rows <= BLOCK:
            self._fold_unpacked(jobs)
            return
        tile_bytes, step = 4 * TILE * max(1, sum(self.form.widths)), RUN // TILE
        most = max(step, PACKED_BYTES // tile_bytes // step * step)
        if tiles > most:
            for at in range(len(jobs)):
                self._fold_long(jobs[at : at + 1], most)
            return
        together = most // max(1, tiles)
        for start in range(0, len(jobs), together):
            some = jobs[start : start + together]
            room = self._room(len(some) * tiles)
            self._pack(some, room, tiles)
            self._fold_jobs(some)

    def may_read_here(self) -> bool:
        """Whether keys and values may be read where they lie, by a row that reads each once."""
        return self.form.rows == 1 and self.form.is_told and self.arrays[0].dtype == np.float32

    def _fold_unpacked(self, jobs: Array) -> None:
        """Fold rows so few that each tile is packed when it is read, or not at all.

        A value that is not finite is then read by all; packed, it is kept from those who do not.
        """
        is_here = self.may_read_here()
        self._fold_jobs(jobs, is_here)
        if is_here and not self.is_finite():
            for worker in self.workers:
                worker.tally[:] = 0
            self._fold_jobs(jobs)

    def _fold_long(self, job: Array, most: int) -> None:
        """A stream whose packed keys do not fit at once: slabs of rows, pieces of keys."""
        room = self._room(most)
        blocks = max(1, HELD_BYTES // (4 * self.form.held))
        held = np.empty((blocks, self.form.held), dtype=np.float32)
        self.extra_bytes += held.nbytes
        every = range(max(1, int(field(job, "stop_tile")[0])))
        spans = self.form.spans[self._length(int(field(job, "stream")[0]))]
        for row in range(0, self.form.rows, blocks * BLOCK):
            rows = range(row, min(row + blocks * BLOCK, self.form.rows))
            tiles = every
            if spans is not None:
                tiles = spans.tiles(np.arange(row, rows.stop) % self.form.n_q)
            for first in range(tiles.start, tiles.stop, most):
                stop = min(first + most, tiles.stop)
                put(job, first_tile=first, stop_tile=stop, packed_from=first)
                put(job, is_first=int(first == tiles.start), is_last=int(stop == tiles.stop))
                self._pack(job, room, most)
                work = split(job, rows, BLOCK)
                places = (field(work, "row") - row) // BLOCK
                put(work, held=address(held) + held.strides[0] * places)
                self._share(work, 1, is_held=True)

    def _room(self, tiles: int) -> tuple[Array, Array]:
        keys, values = (aligned(tiles * TILE * width) for width in self.form.widths)
        self.packed_bytes = max(self.packed_bytes, keys.nbytes + values.nbytes)
        return keys, values

    def _pack(self, jobs: Array, room: tuple[Array, Array], tiles: int) -> None:
        """Pack the keys and values of all jobs, each with room for so many tiles; say where."""
        keys, values = (
            address(array) + 4 * TILE * tiles * width * np.arange(len(jobs))
            for array, width in zip(room, self.form.widths, strict=True)
        )
        put(jobs, k_packed=keys, v_packed=values)
        parts = cut(jobs, TILES_AT_ONCE)
        size = max(1, TILES_AT_ONCE // max(1, tiles))

        def pack(first: int) -> None:
            some = parts[first : first + size]
            worker = self.take()
            put(some, tally=worker.counts)
            self.functions["pack_jobs"](address(some), len(some))
            self.idle.append(worker)

        share(pack, range(0, len(parts), size), self.threads)

    def _fold_jobs(self, jobs: Array, is_here: bool = False) -> None:
        """Fold all rows of some key heads."""
        step, size = self._together(len(jobs))
        if step < self.form.rows:
            jobs = split(jobs, range(self.form.rows), step)
        self._share(jobs, size, is_here)

    def _share(self, jobs: Array, size: int, is_here: bool = False, is_held: bool = False) -> None:
        """Fold jobs, so many in one go.

        Args:
            is_here: whether keys and values may be read where they lie.
            is_held: whether the jobs say where their state is held; else it is the worker's.
        """

        def fold(first: int) -> None:
            some = jobs[first : first + size]
            worker = self.take()
            put(some, scratch=worker.scratch, tally=worker.counts)
            if not is_held:
                put(some, held=worker.held)
            if self.is_rounded and field(some, "is_last").all():
                self._round(some, lambda: self._fold_some(some, worker, is_here))
            else:
                self._fold_some(some, worker, is_here)
            self.idle.append(worker)
            if self.meter.is_watched:
                self.meter.add(sum(self._keys_of(Job(*job)) for job in some.tolist()))

        share(fold, range(0, len(jobs), size), self.threads)

    def _keys_of(self, job: Job) -> int:
        """How many keys the rows of a job read, if spans tell."""
        length = self._length(job.stream)
        first, stop = job.first_tile * TILE, min(job.stop_tile * TILE, length)
        spans = self.form.spans[length]
        if spans is None:
            return job.rows * max(0, stop - first)
        rows = np.arange(job.row, job.row + job.rows)
        return spans.keys(rows % self.form.n_q, first, stop)

    def _together(self, heads: int) -> tuple[int, int]:
        """Rows of a job, and jobs of one go: each go costs what a few hundred keys cost."""
        if not self.form.is_told or self.meter.is_watched:
            return BLOCK, 1
        workers = min(cores(), self.threads or cores())
        width = self.form.d_v if self.is_rounded else 0
        return goes(self.form.rows, heads, self.form.tiles, workers, width)

    def _round(self, jobs: Array, fold: Callable[[], None]) -> None:
        """Round outputs once, to where they belong, when these jobs are folded."""
        counts = field(jobs, "rows")
        ends = np.cumsum(counts)
        room = np.empty((ends[-1], self.form.d_v), dtype=np.float32)
        firsts = ends - counts
        put(jobs, output=address(room) + 4 * self.form.d_v * (firsts - field(jobs, "row")))
        fold()
        if not self.output.size:
            return  # values without a number: there is nothing to round
        stacked = self.output.reshape(-1, self.form.rows, self.form.d_v)
        with np.errstate(over="ignore"):
            for first, job in zip(firsts.tolist(), map(Job._make, jobs.tolist()), strict=True):
                rows = slice(job.row, job.row + job.rows)
                stacked[job.stream, rows] = room[first : first + job.rows]
        self.most_rounded = max(self.most_rounded, room.nbytes)

    def _fold_some(self, jobs: Array, worker: Worker, is_here: bool) -> None:
        """Fold jobs, of which spans tell who reads what, or else a table."""
        fold_jobs = self.functions["fold_jobs"]
        if self.form.is_told:
            fold_jobs(address(jobs), len(jobs), int(is_here))
            return
        for at in range(len(jobs)):
            job = Job(*jobs[at].tolist())
            if job.spans:
                fold_jobs(address(jobs[at]), 1, 0)
            elif worker.table is not None:
                for part in worker.table.runs(self.inputs, job, self.form.heads):
                    some = np.array(part, dtype=np.int64)
                    fold_jobs(address(some), 1, 0)

    def take(self) -> Worker:
        """The memory of one worker."""
        try:
            return self.idle.pop()
        except IndexError:
            table = None if self.form.is_told else Table(self.inputs.bias is not None)
            worker = Worker.of(self.form.scratch, self.form.held, table)
            self.workers.append(worker)
            return worker

    def has_outliers(self) -> bool:
        """Whether a value that is not finite was met."""
        return any(worker.tally[OUTLIERS] for worker in self.workers)

    def is_finite(self) -> bool:
        """Whether every number of the output is finite."""
        return not any(worker.tally[NOT_FINITE] for worker in self.workers)


def goes(rows: int, heads: int, tiles: int, workers: int, width: int) -> tuple[int, int]:
    """Rows of a job, and jobs of one go, where spans tell who reads what.

    Args:
        rows: of each of so many key heads, and the tiles they may read.
        width: of outputs that are rounded when a go is done, else 0.
    """
    blocks = -(-rows // BLOCK)
    turns = 1 if workers == 1 else TURNS * workers
    pairs = max(1, TILE * tiles) * (min(rows, BLOCK) + PAIRS_PER_KEY)
    most = min(blocks * heads // turns, PAIRS_AT_ONCE // pairs)
    most = max(1, most, PAIRS_AT_LEAST // pairs)
    if width:
        most = max(1, min(most, ROUNDED_BYTES // (4 * BLOCK * width)))
    return BLOCK * min(blocks, most), max(1, most // blocks)


def run(inputs: Inputs, read: Read | None, threads: int | None) -> Attention:
    """Attend by machine code.

    Raises:
        ScoreOverflowError: if finite queries and keys have a log-sum that is not finite.
    """
    reader = Reader(inputs, read) if read is not None and is_read_along(read) else None
    is_apart = reader is not None and EVERY[taken(inputs, features())].pairs > 1
    call, output = _fold(inputs, threads, None if is_apart else reader)
    rounded, reading = output, None
    if output.dtype != inputs.output_dtype:
        with np.errstate(over="ignore"):
            rounded = output.astype(inputs.output_dtype)
    if reader is not None:
        if is_apart:
            _, output = _fold(inputs, threads, reader)
        reading = reader.read_again(output, threads)
    elif read is not None:
        reading = tiled.read_only(inputs, read, threads)
    return Attention(
        output=rounded[0] if inputs.is_one_head else rounded,
        lse=call.lse[0] if inputs.is_one_head else call.lse,
        reading=reading,
        counters=counters_of(call),
    )


def _fold(inputs: Inputs, threads: int | None, reader: Reader | None) -> tuple[Call, Array]:
    """A call that is done, and its output; in 16 bits only if nobody reads it before."""
    wide = np.dtype(np.float32)
    is_read = reader is not None and reader.needs_output
    is_short = inputs.output_dtype.itemsize < wide.itemsize and not is_read
    is_laid = is_short or inputs.output_dtype == wide
    given = inputs if is_laid else replace(inputs, output_dtype=wide)
    call = Call(given, inputs.v, threads, reader)
    call.fold()
    give_back(call.workers)
    call.meter.finish()
    check_overflow(inputs, call.lse)
    output = call.output
    if call.has_outliers():
        output = output.astype(np.float32, copy=False)
        for at in np.ndindex(*output.shape[:-2]):
            add_outliers(inputs, at[:-1], at[-1], output[at])
    elif not call.is_finite():
        output = _mean(inputs, threads, output)
    return call, output


def _mean(inputs: Inputs, threads: int | None, output: Array) -> Array:
    """Outputs whose sum passed the limit of float32 where the mean does not: blended smaller."""
    small = np.ldexp(inputs.v.astype(np.float32), -SHRINK)
    q, k = (array.astype(np.float32) for array in (inputs.q, inputs.k))
    call = Call(replace(inputs, q=q, k=k, v=small, output_dtype=small.dtype), small, threads)
    call.fold()
    return np.where(np.isfinite(output), output, np.ldexp(call.output, SHRINK))
