"""A call of attention as jobs for the compiled fold: what is packed when, and who folds which rows.

A stream is one key head with all query heads that read it, their rows stacked. Streams are taken
together as far as their packed keys and values fit the budget; keys that do not fit are taken in
pieces of whole runs, and rows in slabs whose state between the pieces fits as well. None of this
changes the order of a single sum, so none of it changes a bit of the result.
"""

from dataclasses import replace

import numpy as np

from starlore.attention import tiled
from starlore.attention.arrays import Array
from starlore.attention.compiled.cache import compiled
from starlore.attention.compiled.decode import fold_rows_of, fold_single
from starlore.attention.compiled.features import features
from starlore.attention.compiled.job import Job, held_size, scratch_size, settings, widths
from starlore.attention.compiled.memory import address, aligned, plain
from starlore.attention.compiled.outliers import add_outliers, check_overflow
from starlore.attention.compiled.packing import KINDS
from starlore.attention.compiled.reading import Reader, is_read_along
from starlore.attention.compiled.shape import (
    BLOCK,
    EVERY,
    NOT_FINITE,
    OUTLIERS,
    RUN,
    SINGLE,
    TILE,
    Shape,
)
from starlore.attention.compiled.streams import Piece, Stream
from starlore.attention.compiled.taken import scales, taken
from starlore.attention.compiled.tallies import counters_of
from starlore.attention.compiled.visits import Table, spans_of
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

PAIRS_AT_ONCE = 2**23
"""Pairs of a query and a key in one go, at most: some hundredths of a second."""

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
        self.sums = 1 if reader is None else reader.sums
        *_, self.n_q, self.d_k = inputs.q.shape
        self.n_k, self.d_v = values.shape[-2:]
        self.rows = self.n_q * inputs.group
        name = taken(inputs, features(), reader is not None) + (SINGLE if self.rows == 1 else "")
        self.shape: Shape = EVERY[name]
        self.functions = compiled(name, reads=reader is not None)
        self.fold_rows = fold_rows_of(self.functions)
        self.q, self.k, self.v = (plain(array) for array in (inputs.q, inputs.k, values))
        self.output = np.empty((*inputs.q.shape[:-1], self.d_v), dtype=inputs.output_dtype)
        is_narrow = self.shape.pairs > 1 and self.output.dtype == self.q.dtype
        self.is_rounded = self.output.dtype != np.float32 and not is_narrow
        self.lse = np.empty(inputs.q.shape[:-1], dtype=np.float32)
        self.is_plain = inputs.softcap is None and inputs.bias is None
        scale, rest = scales(inputs.scale) if self.shape.pairs > 1 else (inputs.scale, 1.0)
        self.settings = settings(inputs, self.sums, rest, is_narrow)
        self.scale = np.array([scale])
        self.idle: list[tuple[Array, Array, Table | None]] = []
        self.workers: list[tuple[Array, Array, Table | None]] = []
        self.spans = {length: spans_of(inputs, length) for length in inputs.settled}
        given = ((self.q, inputs.q), (self.k, inputs.k), (self.v, values))
        self.extra_bytes = sum(ours.nbytes for ours, theirs in given if ours is not theirs)
        self.extra_bytes += sum(spans.nbytes for spans in self.spans.values() if spans is not None)
        self.packed_bytes = 0
        self.base = self._base()
        self.most_rounded = 0
        self.meter = Meter(self._work)

    def _base(self) -> Job:
        """What all jobs of the call have in common."""
        size = self.q.itemsize
        q, k, v = ([step // size for step in x.strides] for x in (self.q, self.k, self.v))
        return Job(*[0] * len(Job._fields))._replace(
            q_head=q[-3],
            q_row=q[-2],
            q_column=q[-1],
            k_row=k[-2],
            k_column=k[-1],
            v_row=v[-2],
            v_column=v[-1],
            kind=KINDS[self.q.dtype.name],
            n_q=max(1, self.n_q),
            n_k=self.n_k,
            d_k=self.d_k,
            d_v=self.d_v,
            is_plain=int(self.is_plain),
            settings=address(self.settings),
            scale=address(self.scale),
            sums=self.sums,
        )

    def _work(self) -> int:
        """All the work there is: of each stream, of each row, the keys read."""
        each = range(0, self.rows, BLOCK)
        return sum(
            self._keys_read(stream, row, 0, stream.length)
            for stream in self.streams()
            for row in each
        )

    def _keys_read(self, stream: Stream, row: int, first: int, stop: int) -> int:
        """How many keys from `first` up to `stop` the rows of a block read, if spans tell."""
        rows = range(row, min(row + BLOCK, self.rows))
        if stream.spans is None:
            return len(rows) * (stop - first)
        return stream.spans.keys(np.arange(rows.start, rows.stop) % self.n_q, first, stop)

    def streams(self) -> list[Stream]:
        """Every key head that is read."""
        heads = range(self.k.shape[-3])
        lengths = self.inputs.key_lengths
        return [
            Stream(at, head, int(lengths[at]), self.spans[int(lengths[at])])
            for at in np.ndindex(*lengths.shape)
            for head in heads
        ]

    def fold(self) -> None:
        """Compute output and lse of every row."""
        is_told = all(spans is not None for spans in self.spans.values())
        if self.rows == 1 and is_told and not self.meter.is_watched and fold_single(self):
            return
        streams = self.streams() if self.rows else []
        tile_bytes = 4 * TILE * sum(widths(self.shape, self.d_k, self.d_v))
        most = max(RUN // TILE, PACKED_BYTES // max(1, tile_bytes) // (RUN // TILE) * (RUN // TILE))
        tiles = max((-(-stream.length // TILE) for stream in streams), default=0)
        if self.rows <= BLOCK:
            unpacked = [Piece(stream, 0, -(-stream.length // TILE), 0, 0) for stream in streams]
            self._fold_pieces(unpacked, range(0, self.rows, BLOCK), None, range(0))
        elif tiles <= most:
            together = max(1, most // max(1, tiles))
            for start in range(0, len(streams), together):
                some = streams[start : start + together]
                packed = self._room(len(some) * tiles)
                pieces = [
                    self._piece(stream, packed, at * tiles, 0, tiles)
                    for at, stream in enumerate(some)
                ]
                self._pack(pieces)
                self._fold_pieces(pieces, range(0, self.rows, BLOCK), None, range(0))
        else:
            for stream in streams:
                self._fold_long(stream, most)

    def _fold_long(self, stream: Stream, most: int) -> None:
        """A stream whose packed keys do not fit at once: slabs of rows, pieces of keys."""
        packed = self._room(most)
        one = held_size(self.shape, self.d_v, self.sums)
        blocks = max(1, HELD_BYTES // (4 * one))
        held = np.empty((blocks, one), dtype=np.float32)
        self.extra_bytes += held.nbytes
        for row in range(0, self.rows, blocks * BLOCK):
            rows = range(row, min(row + blocks * BLOCK, self.rows), BLOCK)
            tiles = range(-(-stream.length // TILE))
            if stream.spans is not None:
                tiles = stream.spans.tiles(np.arange(row, rows.stop) % self.n_q)
            for first in range(tiles.start, tiles.stop, most):
                piece = self._piece(stream, packed, 0, first, min(first + most, tiles.stop))
                self._pack([piece])
                self._fold_pieces([piece], rows, held, tiles)

    def _room(self, tiles: int) -> tuple[Array, Array]:
        k_width, v_width = widths(self.shape, self.d_k, self.d_v)
        keys, values = (aligned(tiles * TILE * width) for width in (k_width, v_width))
        self.packed_bytes = max(self.packed_bytes, keys.nbytes + values.nbytes)
        self.packed = keys, values
        return keys, values

    def _piece(
        self, stream: Stream, packed: tuple[Array, Array], place: int, first: int, stop: int
    ) -> Piece:
        k_width, v_width = widths(self.shape, self.d_k, self.d_v)
        keys = address(packed[0]) + 4 * place * TILE * k_width
        values = address(packed[1]) + 4 * place * TILE * v_width
        return Piece(stream, first, min(stop, -(-stream.length // TILE)), keys, values)

    def _job(self, piece: Piece) -> Job:
        at, head = piece.stream.at, piece.stream.head
        first_head = head * self.inputs.group
        outer = (*at, first_head)
        return self.base._replace(
            q=address(self.q[outer]),
            k=address(self.k[(*at, head)]),
            v=address(self.v[(*at, head)]),
            output=address(self.output[outer]),
            lse=address(self.lse[outer]),
            asked=0 if self.reader is None else self.reader.asked(at, first_head),
            k_packed=piece.keys,
            v_packed=piece.values,
            packed_from=piece.first,
            first_tile=piece.first,
            stop_tile=piece.stop,
        )

    def _pack(self, pieces: list[Piece]) -> None:
        """Pack the pieces, some tiles at a time."""
        parts = [
            (self._job(piece), first, min(first + 8, piece.stop))
            for piece in pieces
            for first in range(piece.first, piece.stop, 8)
        ]

        def pack(part: tuple[Job, int, int]) -> None:
            job, first, stop = part
            scratch, tally, table = self.take()
            self.functions["pack_tiles"](
                job._replace(first_tile=first, stop_tile=stop, tally=address(tally))
            )
            self.idle.append((scratch, tally, table))

        share(pack, parts, self.threads)

    def _fold_pieces(
        self, pieces: list[Piece], rows: range, held: Array | None, tiles: range
    ) -> None:
        """Fold pieces into blocks of rows, the last block first: causal ones have most to do."""
        jobs = [(self._job(piece), piece) for piece in pieces]
        step = BLOCK * self._together(pieces, len(rows), held)
        work = [
            (job, piece, row, min(step, rows.stop - row))
            for row in reversed(range(rows.start, rows.stop, step))
            for job, piece in jobs
        ]

        def fold(item: tuple[Job, Piece, int, int]) -> None:
            job, piece, row, count = item
            scratch, tally, table = self.take()
            start = address(scratch)
            own = start + 4 * scratch_size(self.shape, self.d_k, self.d_v, self.sums)
            job = job._replace(
                row=row,
                rows=count,
                scratch=start,
                held=own if held is None else address(held[(row - rows.start) // BLOCK]),
                is_first=int(held is None or piece.first == tiles.start),
                is_last=int(held is None or piece.stop == tiles.stop),
                tally=address(tally),
            )
            room = None
            if self.is_rounded and job.is_last:
                room = np.empty((count, self.d_v), dtype=np.float32)
                job = job._replace(output=address(room) - 4 * row * self.d_v)
            self._fold_block(job, piece.stream, table)
            self.idle.append((scratch, tally, table))
            if room is not None:
                self._round(room, piece.stream, row)
            if self.meter.is_watched:
                stop = min(piece.stop * TILE, piece.stream.length)
                self.meter.add(self._keys_read(piece.stream, row, piece.first * TILE, stop))

        share(fold, work, self.threads)

    def _round(self, room: Array, stream: Stream, row: int) -> None:
        """Round the outputs of some stacked rows, from `row` on, once, to where they belong."""
        heads = slice(stream.head * self.inputs.group, (stream.head + 1) * self.inputs.group)
        stacked = self.output[stream.at][heads].reshape(self.rows, self.d_v)
        with np.errstate(over="ignore"):
            stacked[row : row + len(room)] = room
        self.most_rounded = max(self.most_rounded, room.nbytes)

    def _together(self, pieces: list[Piece], blocks: int, held: Array | None) -> int:
        """Blocks of rows folded in one go: each go costs what a few hundred keys cost."""
        is_told = all(piece.stream.spans is not None for piece in pieces)
        if held is not None or not is_told or self.meter.is_watched:
            return 1
        workers = cores() if self.threads is None else min(self.threads, cores())
        turns = 1 if workers == 1 else TURNS * workers
        keys = max((piece.stop * TILE for piece in pieces), default=1)
        most = min(blocks * len(pieces) // turns, PAIRS_AT_ONCE // (BLOCK * max(1, keys)))
        if self.is_rounded:
            most = min(most, ROUNDED_BYTES // (4 * BLOCK * max(1, self.d_v)))
        return max(1, min(blocks, most))

    def _fold_block(self, job: Job, stream: Stream, table: Table | None) -> None:
        function = self.fold_rows
        if stream.spans is not None:
            lows, highs = stream.spans.lows, stream.spans.highs
            function(job._replace(spans=len(lows), lows=address(lows), highs=address(highs)))
            return
        table = table or Table(self.inputs.bias is not None)
        job = job._replace(codes=address(table.codes), bits=address(table.bits))
        if self.inputs.bias is not None:
            job = job._replace(bias=address(table.bias))
        first_head = stream.head * self.inputs.group
        runs = list(range(job.first_tile, job.stop_tile, RUN // TILE)) or [job.first_tile]
        for first in runs:
            table.fill(self.inputs, stream.at, first_head, job.row, job.rows, first * TILE)
            function(
                job._replace(
                    first_tile=first,
                    stop_tile=min(first + RUN // TILE, job.stop_tile),
                    is_first=int(job.is_first and first == runs[0]),
                    is_last=int(job.is_last and first == runs[-1]),
                )
            )

    def take(self) -> tuple[Array, Array, Table | None]:
        """The memory of one worker: scratch, tally, table."""
        try:
            return self.idle.pop()
        except IndexError:
            size = scratch_size(self.shape, self.d_k, self.d_v, self.sums)
            size += held_size(self.shape, self.d_v, self.sums)
            needs_table = any(spans is None for spans in self.spans.values())
            table = Table(self.inputs.bias is not None) if needs_table else None
            taken = aligned(size), np.zeros(8, dtype=np.int64), table
            self.workers.append(taken)
            return taken

    def has_outliers(self) -> bool:
        """Whether a value that is not finite was met."""
        return any(worker[1][OUTLIERS] for worker in self.workers)

    def is_finite(self) -> bool:
        """Whether every number of the output is finite."""
        return not any(worker[1][NOT_FINITE] for worker in self.workers)


def run(inputs: Inputs, read: Read | None, threads: int | None) -> Attention:
    """Attend by machine code.

    Raises:
        ScoreOverflowError: if finite queries and keys have a log-sum that is not finite.
    """
    reader = Reader(inputs, read) if read is not None and is_read_along(read) else None
    is_apart = reader is not None and EVERY[taken(inputs, features())].pairs > 1
    call, output = _fold(inputs, threads, None if is_apart else reader)
    with np.errstate(over="ignore"):
        rounded = output.astype(inputs.output_dtype, copy=False)
    reading = None
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
    given = inputs if is_short else replace(inputs, output_dtype=wide)
    call = Call(given, inputs.v, threads, reader)
    call.fold()
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
