"""What a kernel will do for one call: what it scores, and the most memory it will hold.

Comparisons are what a scheme asks; a kernel does them in tiles, so it scores more pairs than that
and keeps room for what it works on. Both follow from the lengths alone, and `Counters` must agree.
"""

import os
from dataclasses import dataclass

from starlore.attention import tiled
from starlore.attention.compiled import is_available
from starlore.attention.compiled.shape import BLOCK, PIECE, RUN
from starlore.attention.cost.memory import compiled_bytes, shape_for, tiled_bytes
from starlore.attention.cost.sizes import Sizes
from starlore.attention.cost.units import units_of
from starlore.attention.schemes import Scheme, tiles_of
from starlore.attention.scoring import ROWS

BLOCKS = 2**6
"""Blocks of rows up to which the tiles of all are looked at; of more, so many."""

FEWEST, PIECES = 2**3, 2**10
"""Where pieces of a table are looked at, at least so many blocks, and about so many pieces."""


@dataclass(frozen=True)
class Work:
    """What a kernel does for one call, added up over batch and heads.

    Args:
        kernel: "compiled" or "numpy".
        pairs_scored: pairs of a query and a key that are scored, wanted or not.
        pairs_masked: of these, the pairs of tiles that are read in part.
        spans: ends of spans looked up, about, in the tiles that some row reads, where a query reads
            more runs than one.
        tables: tables of bits made where no spans tell who reads what.
        cells: pairs asked of the scheme one by one, to fill them.
        tiles: pieces that are scored in their full shape: units, or NumPy's tiles.
        blocks: blocks of rows folded one after another.
        extra_bytes: the most memory held at once beyond inputs and results, on one thread.
    """

    kernel: str
    pairs_scored: int
    pairs_masked: int
    tiles: int
    spans: int
    tables: int
    cells: int
    blocks: int
    extra_bytes: int


def kernel_here(dtype: str) -> str:
    """The kernel that `attend` takes for arrays of this dtype on this machine.

    `STARLORE_KERNEL` may ask for numpy; the costs of the reference, which keeps every step of all
    pairs, are not told.

    Example:
        >>> kernel_here("float64")
        'numpy'
    """
    is_forced = os.environ.get("STARLORE_KERNEL", "") == "numpy"
    return "compiled" if dtype != "float64" and is_available() and not is_forced else "numpy"


def work_of(scheme: Scheme, sizes: Sizes, kernel: str, threads: int = 1) -> Work:
    """What a kernel does for a scheme.

    Args:
        threads: how many share the work. Each keeps room of its own, and with more than one how
            many find something to do is not known before: `extra_bytes` is then the most.

    Raises:
        ShapeError, AlignmentError: if the lengths do not fit the scheme.
    """
    scheme.fits(sizes.n_q, sizes.n_k)
    settled = scheme.at(sizes.n_q, sizes.n_k)
    if kernel == "compiled":
        return _compiled(settled, sizes, threads)
    return _tiled(settled, sizes, threads)


def _compiled(settled: Scheme, sizes: Sizes, threads: int) -> Work:
    rows, shape = sizes.n_q * sizes.group, shape_for(sizes)
    units = units_of(settled, sizes.n_q, sizes.n_k, sizes.group, shape)
    pairs = shape.unit * shape.rows * sizes.streams
    visited = -(-(units.whole + units.masked) // shape.units)
    return Work(
        "compiled",
        pairs_scored=pairs * (units.whole + units.masked),
        pairs_masked=pairs * units.masked,
        tiles=sizes.streams * (units.whole + units.masked),
        spans=sizes.streams * visited * shape.rows * units.spans if units.spans > 1 else 0,
        tables=0 if units.spans else sizes.streams * -(-rows // BLOCK) * -(-sizes.n_k // RUN),
        cells=0 if units.spans else sizes.streams * sizes.group * _cells(settled, sizes),
        blocks=sizes.streams * -(-rows // BLOCK),
        extra_bytes=compiled_bytes(sizes, units.spans, threads),
    )


def _cells(settled: Scheme, sizes: Sizes) -> int:
    """Pairs of one head in pieces that are read in part."""
    pieces = -(-sizes.n_k // PIECE)
    runs = _some(tiles_of(sizes.n_q, BLOCK), max(FEWEST, min(BLOCKS, PIECES // max(1, pieces))))
    cells = sum(
        len(rows) * len(keys)
        for rows in runs
        for keys in tiles_of(sizes.n_k, PIECE)
        if settled.tile(rows, keys) == "partial"
    )
    return round(cells * sizes.n_q / max(1, sum(map(len, runs))))


def _some(runs: list[range], most: int = BLOCKS) -> list[range]:
    """All the runs, or so many of them at even distances."""
    if len(runs) <= most:
        return runs
    return [runs[int((at + 0.5) * len(runs) / most)] for at in range(most)]


def _tiled(settled: Scheme, sizes: Sizes, threads: int) -> Work:
    together = min(max(1, sizes.group), ROWS)
    heads = -(-sizes.group // together)
    runs = tiles_of(sizes.n_q, ROWS // together)
    chosen = _some(runs)
    pairs = {"whole": 0, "partial": 0}
    tiles = 0
    for rows in chosen:
        for keys, kind in tiled.read_tiles(lambda _, *tile: settled.tile(*tile), sizes.n_k, rows):
            pairs[kind] += len(rows) * len(keys)
            tiles += 1
    times = len(runs) / max(1, len(chosen)) * sizes.streams
    blocks = sizes.streams * heads * len(runs)
    return Work(
        "numpy",
        pairs_scored=round(times * sizes.group * sum(pairs.values())),
        pairs_masked=round(times * sizes.group * pairs["partial"]),
        tiles=round(times * heads * tiles),
        spans=0,
        tables=0,
        cells=0,
        blocks=blocks,
        extra_bytes=tiled_bytes(sizes, threads),
    )
