"""What attention costs, measured here: one whole table of scores against tiles, from 4 places on.

What is counted comes from the engine's cost law and is known before; what is measured is said with
its range and its number of runs, and means nothing on another machine. The two take turns, so that
what disturbs the machine disturbs both.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from starlore.attention import Full, attend
from starlore.attention.arrays import Array
from starlore.attention.blas import one_thread
from starlore.attention.cost import count

SIZES = tuple(2**power for power in range(2, 13))
WIDTH, ROUNDS, MOST_SECONDS = 16, 7, 5.0
DTYPE = "float64"
"""What the kernel in NumPy is taken for on every machine: nothing has to be compiled first."""

GROWTH = 4
"""Twice as many places may take so many times as long; a size that would not end is not begun."""

Clock = Callable[[], float]


@dataclass(frozen=True)
class Counted:
    """What is known before: comparisons, and bytes beside the arrays, for a table and for tiles."""

    n: int
    comparisons: int
    table_bytes: int
    tiled_bytes: int


@dataclass(frozen=True)
class Timed:
    """Seconds of each run, rising: `dense` with the whole table, `tiled` without."""

    n: int
    dense: tuple[float, ...]
    tiled: tuple[float, ...]


def counted(n: int) -> Counted:
    """The costs of full attention over so many places, by the engine's law.

    Example:
        >>> counted(1024).comparisons, counted(1024).table_bytes
        (1048576, 8388608)
    """
    cost = count(Full(), n, n, WIDTH, WIDTH, dtype=DTYPE)
    return Counted(n, cost.comparisons, np.dtype(DTYPE).itemsize * n * n, int(cost.extra_bytes))


def timed(
    clock: Clock, own: Clock, sizes: Sequence[int] = SIZES, most_seconds: float = MOST_SECONDS
) -> Iterator[Timed]:
    """Measure size after size, as long as there is time; whoever asks may stop after any.

    Args:
        clock: seconds on the wall, of any beginning. own: seconds that the thread which runs has
            been at work; what others do on the machine does not count.
        most_seconds: on the wall, for all of it.
    """
    begun, last = clock(), 0.0
    for n in sizes:
        if clock() - begun + GROWTH * last > most_seconds:
            return
        start = clock()
        found = _timed(n, own, lambda: clock() < begun + most_seconds)
        last = (clock() - start) / max(1, len(found.dense) + 1)
        yield found


def _timed(n: int, own: Clock, is_time: Callable[[], bool]) -> Timed:
    """Turns of both, after one of each that does not count."""
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((n, WIDTH)) for _ in range(3))
    calls: tuple[Callable[[], object], ...] = (
        lambda: dense(q, k, v),
        lambda: attend(q, k, v, threads=1),
    )
    times: tuple[list[float], ...] = ([], [])
    with one_thread():
        for call in calls:
            call()
        while len(times[0]) < ROUNDS and (not times[0] or is_time()):
            for call, taken in zip(calls, times, strict=True):
                start = own()
                call()
                taken.append(max(own() - start, 1e-9))
    return Timed(n, tuple(sorted(times[0])), tuple(sorted(times[1])))


def dense(q: Array, k: Array, v: Array) -> Array:
    """Attention with its whole table of scores, which becomes the table of weights in place."""
    table = q @ k.T
    table *= 1 / WIDTH**0.5
    table -= table.max(axis=1, keepdims=True)
    np.exp(table, out=table)
    table /= table.sum(axis=1, keepdims=True)
    output: Array = table @ v
    return output


def median(times: Sequence[float]) -> float:
    """The middle one of some rising times."""
    return times[len(times) // 2]
