"""The memory of one worker of a call: taken when it is needed, and used again.

A room is kept for the next call of the same sizes: to find new pages for it takes as long as to
fold a query into some hundred keys.
"""

from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.memory import address, aligned
from starlore.attention.compiled.visits import Table

TALLIES = 8
"""Whole numbers of a tally."""

MOST_KEPT, LARGEST_KEPT = 8, 2**18
"""How many rooms are kept from call to call, and of how many numbers at most."""

_kept: list[Array] = []


@dataclass(frozen=True)
class Worker:
    """Room for one thread at a time.

    Args:
        room: scratch, then the state of a block of rows.
        tally: what was done, added up.
        table: who reads what, if only a table tells.
        scratch, held, counts: where scratch, state and tally lie.
    """

    room: Array
    tally: Array
    table: Table | None
    scratch: int
    held: int
    counts: int

    @classmethod
    def of(cls, scratch: int, held: int, table: Table | None) -> "Worker":
        """A worker with so many float32 numbers of scratch and of state."""
        room, tally = _room(scratch + held), np.zeros(TALLIES, dtype=np.int64)
        start = address(room)
        return cls(room, tally, table, start, start + 4 * scratch, address(tally))

    @property
    def nbytes(self) -> int:
        """How much memory it holds."""
        return self.room.nbytes + (0 if self.table is None else self.table.nbytes)


def give_back(workers: list[Worker]) -> None:
    """Keep the rooms of workers that are done."""
    for worker in workers:
        if len(_kept) < MOST_KEPT and worker.room.size <= LARGEST_KEPT:
            _kept.append(worker.room)


def _room(count: int) -> Array:
    """So many float32 numbers, of whatever values; one room at most is looked at."""
    try:
        room = _kept.pop()
    except IndexError:
        return aligned(count)
    return room if room.size == count else aligned(count)
