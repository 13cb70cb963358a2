"""The jobs of a call as one table of whole numbers: a row for each job, a column for each field.

Writing one job down in Python takes as long as folding one query into some hundred keys. So all
are written at once, field by field, and machine code goes through runs of them.
"""

from collections.abc import Sequence

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.job import Job
from starlore.attention.compiled.memory import address

COLUMNS = {name: at for at, name in enumerate(Job._fields)}


def put(table: Array, **given: Array | int) -> None:
    """Write fields of all jobs of a table: numbers that broadcast to the jobs.

    Example:
        >>> table = np.zeros((2, len(Job._fields)), dtype=np.int64)
        >>> put(table, rows=96, row=np.array([0, 96]))
        >>> [(job.row, job.rows) for job in (Job(*row) for row in table.tolist())]
        [(0, 96), (96, 96)]
    """
    for name, numbers in given.items():
        table[..., COLUMNS[name]] = numbers


def field(table: Array, name: str) -> Array:
    """One field of all jobs of a table."""
    numbers: Array = table[:, COLUMNS[name]]
    return numbers


def begin(jobs: Array, arrays: Sequence[Array]) -> Array:
    """The same jobs with addresses in place of distances from the beginnings of these arrays."""
    begun = jobs.copy()
    begun[:, : len(arrays)] += np.array([address(array) for array in arrays])
    return begun


def split(jobs: Array, rows: range, step: int) -> Array:
    """The same jobs for blocks of rows, the last block first: causal ones have most to do.

    Example:
        >>> table = np.zeros((2, len(Job._fields)), dtype=np.int64)
        >>> found = split(table, range(100, 300), 96)
        >>> field(found, "row").tolist(), field(found, "rows").tolist()
        ([292, 292, 196, 196, 100, 100], [8, 8, 96, 96, 96, 96])
    """
    row = np.arange(rows.start, rows.stop, step)[::-1, None]
    blocks = np.empty((len(row), *jobs.shape), dtype=np.int64)
    blocks[:] = jobs
    put(blocks, row=row, rows=np.minimum(step, rows.stop - row))
    return blocks.reshape(-1, jobs.shape[-1])


def cut(jobs: Array, tiles: int) -> Array:
    """The same jobs in pieces of at most so many tiles.

    Example:
        >>> table = np.zeros((2, len(Job._fields)), dtype=np.int64)
        >>> put(table, stop_tile=np.array([3, 2]))
        >>> field(cut(table, 2), "first_tile").tolist()
        [0, 0, 2]
    """
    first, stop = field(jobs, "first_tile"), field(jobs, "stop_tile")
    most = int((stop - first).max(initial=0))
    pieces = []
    for start in range(0, most, tiles):
        piece = jobs[first + start < stop]
        from_here = field(piece, "first_tile") + start
        put(piece, stop_tile=np.minimum(from_here + tiles, field(piece, "stop_tile")))
        put(piece, first_tile=from_here)
        pieces.append(piece)
    return np.concatenate(pieces) if pieces else jobs[:0]
