"""The kernel in NumPy: one fold over tiles, in memory that does not grow with the square.

A row of attention can be computed key tile after key tile, knowing only three things: the largest
score so far m, the sum l of e^(score - m), and the blend o of the values by those powers. Where a
tile has a score above m + 8 halvings, that score becomes m, and l and o are scaled down to it;
below that m stays, and powers are at most 256. In the end the output is o / l. l is the blend of a
column of ones beside the values, so that equal values come out unchanged.

Tiles nobody reads are skipped. What a query may not read has a power of exactly 0, and numbers
that are not finite are blended apart, for their readers alone, because 0 * NaN is not 0.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.blas import one_thread
from starlore.attention.dense import SHRINK, overflow
from starlore.attention.inputs import Inputs
from starlore.attention.progress import Meter
from starlore.attention.reading import Laid, Read, Reading, lay
from starlore.attention.reading.asked import blank, first_head
from starlore.attention.reading.second import Sums, bytes_held, read_again
from starlore.attention.reading.stream import Stream
from starlore.attention.results import Attention, Counters, add_up
from starlore.attention.schemes import Kind
from starlore.attention.schemes.base import tiles_in
from starlore.attention.scoring import (
    KEYS,
    ROWS,
    Block,
    admit,
    blend_read,
    blocks,
    capped_scores,
    pack,
    readers,
    stack_scaled,
)
from starlore.attention.workers import cores, share

ROOM = 8 * math.log(2)
"""How far a score may pass the largest so far before sums are rescaled, in powers of e."""

COLUMNS = 8
"""Values are padded to a multiple of this many columns, so that all columns are blended alike."""

KINDS_KEPT = 2**14
"""Tiles whose kind is remembered."""

TOGETHER = 32
"""Tiles of keys that are asked for at once: most of a long text nobody reads."""

KindOf = Callable[[int, range, range], Kind]


@dataclass(frozen=True)
class Wanted:
    """What is to be read, where it is written to, and what a second pass will need."""

    laid: Laid
    reading: Reading
    sums: Sums


@dataclass
class Folded:
    """The rows of a block as far as they are folded, and what that took.

    Args:
        largest: m. blended: o, then l, then zeros.
        reads: True where the row read a key. is_odd: True where it read one that is not finite.
    """

    largest: Array
    blended: Array
    reads: Array
    is_odd: Array
    counters: dict[str, int]


def run(inputs: Inputs, read: Read | None, threads: int | None) -> Attention:
    """Attend tile by tile.

    Raises:
        ScoreOverflowError: if finite queries and keys have a log-sum that is not finite.
    """
    *outer, n_q, _ = inputs.q.shape
    output = np.empty((*outer, n_q, inputs.v.shape[-1]), dtype=inputs.output_dtype)
    lse = np.empty((*outer, n_q), dtype=inputs.lse_dtype)
    kind, wanted = kind_of(inputs), None if read is None else _wanted(inputs, read, output)
    meter = Meter(partial(_expected, inputs))

    def work(block: Block) -> tuple[list[tuple[int, ...]], Counters]:
        done = _attend_block(inputs, kind, output, lse, wanted, block)
        meter.add(done[1].comparisons)
        return done

    with one_thread() as is_held:
        done = share(work, list(blocks(inputs)), threads if is_held else 1)
    meter.finish()
    _check_overflow(inputs, sorted(row for rows, _ in done for row in rows), lse)
    counters = add_up("numpy", (one for _, one in done))
    at_once = max(1, min(cores() if threads is None else threads, cores(), len(done)))
    held, reading = at_once * counters.extra_bytes, None
    if wanted is not None:
        read_again(inputs, kind, wanted.sums, wanted.reading, threads)
        held = max(held, at_once * bytes_held(inputs, wanted.reading)) + wanted.sums.nbytes
        reading = first_head(wanted.reading) if inputs.is_one_head else wanted.reading
    return Attention(
        output=output[0] if inputs.is_one_head else output,
        lse=lse[0] if inputs.is_one_head else lse,
        reading=reading,
        counters=Counters(**{**vars(counters), "extra_bytes": held}),
    )


def read_only(inputs: Inputs, read: Read, threads: int | None) -> Reading:
    """Only read: the scores and powers of a call without its blend, unless something asks for it.

    For a kernel that cannot read while it attends; costs little more than half of this one.

    Raises:
        ScoreOverflowError: as `run`.
    """
    values = inputs.v if read.influence else inputs.v[..., :0]
    reading = run(replace(inputs, v=values), read, threads).reading
    if reading is None:
        raise AssertionError("what is asked for is read")
    return reading


def _wanted(inputs: Inputs, read: Read, output: Array) -> Wanted:
    """Room for what is asked, and for the sums that a second pass needs."""
    *outer, n_q, _ = inputs.q.shape
    dtype = inputs.lse_dtype
    rows = (*outer, n_q if read.columns or read.influence else 0)
    is_rounded = read.influence and output.dtype.itemsize < dtype.itemsize
    kept = np.empty(output.shape, dtype) if is_rounded else output
    sums = Sums(np.empty(rows, dtype), np.empty(rows, dtype), kept)
    return Wanted(
        lay(read, inputs), blank(read, tuple(outer), n_q, inputs.k.shape[-2], dtype), sums
    )


def _expected(inputs: Inputs) -> int:
    """The comparisons that the scheme allows; a mask may allow fewer."""
    *_, h_q, n_q, _ = inputs.q.shape
    counts = {length: scheme.count(n_q, length) for length, scheme in inputs.settled.items()}
    return int(h_q) * sum(counts[int(length)] for length in inputs.key_lengths.flat)


def kind_of(inputs: Inputs) -> KindOf:
    """What the scheme says of a tile, asked once for the heads and batch items of a key length.

    Answers are kept for the last tiles only: of a long text there are too many to keep.
    """

    @lru_cache(maxsize=KINDS_KEPT)
    def kind(length: int, rows: range, keys: range) -> Kind:
        return inputs.settled[length].tile(rows, keys)

    return kind


def _attend_block(
    inputs: Inputs,
    kind: KindOf,
    output: Array,
    lse: Array,
    wanted: Wanted | None,
    block: Block,
) -> tuple[list[tuple[int, ...]], Counters]:
    """Attend for one block; name the rows whose log-sum needs a look, and say what it took."""
    d_v = inputs.v.shape[-1]
    with np.errstate(all="ignore"):
        stream = None if wanted is None else Stream(wanted.laid, block, inputs.lse_dtype)
        folded = fold(inputs, kind, block, stream=stream)
        sums = folded.blended[:, d_v].copy()
        sums[sums == 0] = 1
        found = folded.largest + np.log(sums)
        blended = folded.blended[:, :d_v] / sums[:, None]
        is_over = ~np.isfinite(blended) & np.isfinite(found)[:, None]
        if is_over.any():  # a sum may pass the limit of the dtype where the mean does not
            small = fold(inputs, kind, block, shrink=SHRINK).blended
            mean = np.ldexp(small[:, :d_v] / sums[:, None], SHRINK)
            np.copyto(blended, mean, where=is_over)
        block.queries(output)[...] = block.unstack(blended)
        block.queries(lse)[...] = block.unstack(found)
        if wanted is not None and stream is not None:
            stream.write(wanted.reading)
            _keep(wanted.sums, block, folded.largest, sums, blended)
    doubtful = block.unstack(folded.reads & ~folded.is_odd & ~np.isfinite(found))
    rows = [(*block.at, block.heads[h], block.rows[i]) for h, i in np.argwhere(doubtful).tolist()]
    return rows, Counters("numpy", **folded.counters)


def _keep(sums: Sums, block: Block, largest: Array, totals: Array, output: Array) -> None:
    """Keep what a second pass needs of a block."""
    for array, values in (
        (sums.largest, largest),
        (sums.totals, totals),
        (sums.output, output),
    ):
        if array.size:
            block.queries(array)[...] = block.unstack(values)


def fold(
    inputs: Inputs, kind: KindOf, block: Block, shrink: int = 0, stream: Stream | None = None
) -> Folded:
    """Fold every key tile into the rows of a block, in rising order.

    Args:
        kind: as `kind_of` makes it.
        shrink: halvings of the values before they are blended.
        stream: reads along.
    """
    dtype, length = inputs.lse_dtype, int(inputs.key_lengths[block.at])
    q = stack_scaled(inputs, block, dtype)
    scores = np.empty((ROWS, KEYS), dtype=dtype)
    width = -(-(inputs.v.shape[-1] + 1) // COLUMNS) * COLUMNS
    folded = Folded(
        largest=np.full(ROWS, -np.inf, dtype=dtype),
        blended=np.zeros((ROWS, width), dtype=dtype),
        reads=np.zeros(ROWS, dtype=np.bool_),
        is_odd=np.zeros(ROWS, dtype=np.bool_),
        counters={"bytes_read": block.queries(inputs.q).size * inputs.dtype.itemsize},
    )
    held = q.nbytes + 2 * scores.nbytes + 2 * folded.blended.nbytes + 4 * ROWS * KEYS
    held += KEYS * (inputs.k.shape[-1] + 2 * width) * dtype.itemsize
    tally = partial(_tally, folded.counters)
    tally("extra_bytes", held + (0 if stream is None else stream.nbytes))
    tally("tiles_skipped", -(-length // KEYS))
    for keys, said in read_tiles(kind, length, block.rows):
        tally("tiles_skipped", -1)
        found, allowed, bias = inputs.tile(block.at, block.heads, block.rows, keys, said)
        tally(f"tiles_{found}", 1)
        if found == "skipped":
            continue
        cells = math.prod(block.shape) * len(keys)
        tally("pairs_scored", cells)
        tally("comparisons", cells if allowed is None else _allowed_cells(allowed, block, keys))
        key_tile, value_tile = block.keys(inputs.k, keys), block.keys(inputs.v, keys)
        tally("bytes_read", (key_tile.size + value_tile.size) * inputs.dtype.itemsize)
        packed = pack(key_tile, dtype)
        capped_scores(q, packed, inputs, scores)
        admit(scores, block, len(keys), allowed, bias)
        _see(folded, block, allowed, packed[: len(keys)])
        if stream is not None:
            stream.see(scores, keys)
        rescales = _stretch(folded, block, scores)
        if stream is not None:
            stream.add(scores, folded.largest, keys)
        tally("rescales", rescales)
        tally("exponentials", cells + rescales)
        _blend(folded, block, scores, value_tile, allowed, shrink)
    return folded


def read_tiles(kind: KindOf, length: int, rows: range) -> Iterator[tuple[range, Kind]]:
    """The tiles of keys that some of these queries read by the scheme, and how: whole or in part.

    Example:
        >>> def near(length, rows, keys):
        ...     return "partial" if keys.start <= 20_000 < keys.stop else "skipped"
        >>> list(read_tiles(near, 10**6, range(1)))
        [(range(19968, 20480), 'partial')]
    """
    for some in tiles_in(range(length), TOGETHER * KEYS):
        if kind(length, rows, some) == "skipped":
            continue
        for keys in tiles_in(some, KEYS):
            said = kind(length, rows, keys)
            if said != "skipped":
                yield keys, said


def _see(folded: Folded, block: Block, allowed: Array | None, k: Array) -> None:
    """Note which rows read a key of this tile, and which read one that is not finite."""
    seen = block.unstack(folded.reads)
    seen |= True if allowed is None else allowed.any(axis=-1)
    is_finite = np.isfinite(k)
    if not is_finite.all():
        is_odd, odd = ~is_finite.all(axis=-1), block.unstack(folded.is_odd)
        odd |= True if allowed is None else (allowed & is_odd).any(axis=-1)


def _stretch(folded: Folded, block: Block, scores: Array) -> int:
    """Turn a tile of scores into powers, in place; count the rows whose sums were rescaled."""
    tops = scores.max(axis=1)
    is_higher = tops > folded.largest + scores.dtype.type(ROOM)
    rescales = 0
    if is_higher.any():
        largest = np.where(is_higher, tops, folded.largest)
        fall = np.where(is_higher, folded.largest, 0) - np.where(is_higher, largest, 0)
        rescales = int(np.count_nonzero(block.unstack(is_higher & (folded.largest > -np.inf))))
        folded.blended *= np.exp(fall)[:, None]
        folded.largest = largest
    scores -= np.where(folded.largest == -np.inf, 0, folded.largest)[:, None]
    np.exp(scores, out=scores)
    return rescales


def _blend(
    folded: Folded,
    block: Block,
    powers: Array,
    values: Array,
    allowed: Array | None,
    shrink: int,
) -> None:
    """Add a tile of values, weighted by their powers, to the rows of a block."""
    n_keys, d_v = values.shape
    packed = np.zeros((KEYS, folded.blended.shape[1]), dtype=powers.dtype)
    packed[:n_keys, :d_v] = values
    packed[:, d_v] = 1
    if shrink:
        packed[:, :d_v] = np.ldexp(packed[:, :d_v], -shrink)
    if allowed is None:
        folded.blended += powers @ packed
    else:
        folded.blended += blend_read(powers, packed, readers(block, n_keys, allowed))


def _allowed_cells(allowed: Array, block: Block, keys: range) -> int:
    """How many pairs a table allows, whose axes of length one stand for all heads or queries."""
    repeats = math.prod((*block.shape, len(keys))) // max(1, allowed.size)
    return int(np.count_nonzero(allowed)) * repeats


def _tally(counters: dict[str, int], name: str, amount: int) -> None:
    counters[name] = counters.get(name, 0) + amount


def _check_overflow(inputs: Inputs, rows: list[tuple[int, ...]], lse: Array) -> None:
    """Refuse the first of these rows for which all that was read is finite."""
    for *head, i in rows:
        at, h = tuple(head[:-1]), head[-1]
        there = range(int(inputs.key_lengths[at]))
        one, row = range(h, h + 1), range(i, i + 1)
        _, allowed, bias = inputs.tile(at, one, row, there, "partial")
        values = 0.0 if bias is None else bias if allowed is None else np.where(allowed, bias, 0)
        if np.isfinite(inputs.q[(*head, i)]).all() and np.isfinite(values).all():
            raise overflow((*at, h), i, lse[(*head, i)])
