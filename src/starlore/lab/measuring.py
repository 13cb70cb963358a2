"""What attention costs, measured here: one whole table of scores against tiles, from 4 places on.

What is counted comes from the engine's cost law and is known before; what is measured is said with
its range and its number of runs, and means nothing on another machine. The two take turns, so that
what disturbs the machine disturbs both. Tiles are what anyone gets who calls `attend` with float32:
the compiled kernel where numba is installed, which is made ready first and timed apart.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from starlore.attention import Full, attend
from starlore.attention.arrays import Array
from starlore.attention.blas import one_thread
from starlore.attention.cost import count, kernel_here

SIZES = tuple(2**power for power in range(2, 13))
WIDTH, ROUNDS, MOST_SECONDS = 64, 7, 5.0
DTYPE = "float32"

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
        (1048576, 4194304)
    """
    return _counted(n, kernel())


@cache
def _counted(n: int, _: str) -> Counted:
    """The same, once for each kernel: every change of a number shows the page again."""
    cost = count(Full(), n, n, WIDTH, WIDTH, dtype=DTYPE)
    return Counted(n, cost.comparisons, np.dtype(DTYPE).itemsize * n * n, int(cost.extra_bytes))


def kernel() -> str:
    """What `attend` takes for such arrays on this machine: "compiled" or "numpy"."""
    return kernel_here(DTYPE)


def make_ready(clock: Clock) -> float:
    """Load the kernel, or compile it the very first time; give the seconds that took.

    Compiling may take longer than all of the measuring, and cannot be stopped halfway.
    """
    start = clock()
    attend(*_made_up(SIZES[0]), threads=1)
    return clock() - start


def timed(
    clock: Clock, own: Clock, sizes: Sequence[int] = SIZES, most_seconds: float = MOST_SECONDS
) -> Iterator[Timed]:
    """Measure size after size, turn after turn, as long as there is time.

    After every turn comes what is known of its size by then; whoever asks may stop after any.

    Args:
        clock: seconds on the wall, of any beginning. own: seconds that the thread which runs has
            been at work; what others do on the machine does not count.
        most_seconds: on the wall, for all of it.
    """
    begun, last = clock(), 0.0
    for n in sizes:
        if clock() - begun + GROWTH * last > most_seconds:
            return
        start, turns = clock(), 0
        for found in _turns(n, own):
            turns += 1
            yield found
            if clock() >= begun + most_seconds:
                break
        last = (clock() - start) / (turns + 1)


def _turns(n: int, own: Clock) -> Iterator[Timed]:
    """Turns of both, after one of each that does not count."""
    q, k, v = _made_up(n)
    calls: tuple[Callable[[], object], ...] = (
        lambda: dense(q, k, v),
        lambda: attend(q, k, v, threads=1),
    )
    times: tuple[list[float], ...] = ([], [])
    with one_thread():
        for call in calls:
            call()
    for _ in range(ROUNDS):
        with one_thread():
            for call, taken in zip(calls, times, strict=True):
                start = own()
                call()
                taken.append(max(own() - start, 1e-9))
        yield Timed(n, tuple(sorted(times[0])), tuple(sorted(times[1])))


def _made_up(n: int) -> tuple[Array, Array, Array]:
    """Queries, keys and values; how long a call takes does not depend on them."""
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((n, WIDTH), dtype=np.float32) for _ in range(3))
    return q, k, v


def dense(q: Array, k: Array, v: Array) -> Array:
    """Attention with its whole table of scores, which becomes the table of weights in place."""
    table = q @ k.T
    table *= np.float32(1 / WIDTH**0.5)
    table -= table.max(axis=1, keepdims=True)
    np.exp(table, out=table)
    table /= table.sum(axis=1, keepdims=True)
    output: Array = table @ v
    return output


def median(times: Sequence[float]) -> float:
    """The middle one of some rising times."""
    return times[len(times) // 2]
