"""How fast, told so that a noisy machine cannot lie: never a time alone.

The processor's peak is measured, then everybody takes turns, A B C A B C, then the peak again.
What is told is the middle of the ratios within a round, with their quartiles, and the share of the
mean peak. If the peak moved by more than a tenth, or quartiles lie more than a tenth apart, the
measurement is noisy and decides nothing.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np

from starlore.attention.compiled import is_available
from starlore.attention.peers.cases import Case
from starlore.errors import BadValue

Clock: TypeAlias = Callable[[], float]
"""Seconds since whenever."""

Call: TypeAlias = Callable[[], Any]
"""Does the work once."""

OURS = "starlore"
MOST_APART = 0.1
LEAST_ROUNDS = 2
PEAK_SECONDS = 0.05


@dataclass(frozen=True)
class Spread:
    """The middle of some numbers, and the quartiles below and above it."""

    low: float
    middle: float
    high: float

    @property
    def is_wide(self) -> bool:
        """Whether the quartiles lie more than a tenth of the middle apart."""
        return self.high - self.low > MOST_APART * self.middle


def spread_of(numbers: Sequence[float]) -> Spread:
    """The quartiles of some numbers.

    Example:
        >>> spread_of([4, 1, 2, 3, 5])
        Spread(low=2.0, middle=3.0, high=4.0)
    """
    return Spread(*np.percentile(np.asarray(numbers, dtype=np.float64), [25, 50, 75]).tolist())


@dataclass(frozen=True)
class Measurement:
    """What came of one case.

    Args:
        peak: the mean of the peak before and after, in multiply-adds per second, all threads.
        peak_moved: by which share of it the two lie apart.
        seconds: of our calls. ratios: times as fast as each peer, 2.0 = in half its time.
        shares: of the peak, ours and each peer's.
    """

    case: Case
    threads: int
    peak: float
    peak_moved: float
    seconds: Spread
    ratios: Mapping[str, Spread]
    shares: Mapping[str, Spread]

    @property
    def is_noisy(self) -> bool:
        """Whether it decides nothing."""
        told = self.ratios.values() if self.ratios else self.shares.values()
        return self.peak_moved > MOST_APART or any(spread.is_wide for spread in told)

    @property
    def misses(self) -> tuple[str, ...]:
        """What the goal asks and this did not reach: peers by name, "peak" for the share."""
        missed = [
            peer
            for peer, floor in self.case.floors
            if peer in self.ratios and self.ratios[peer].middle < floor
        ]
        asked = self.case.share
        is_short = asked is not None and self.shares[OURS].middle < asked
        return (*missed, *(["peak"] if is_short else []))


def measure(
    case: Case,
    calls: Mapping[str, Call],
    peak: Callable[[], float],
    clock: Clock,
    rounds: int = 9,
    threads: int = 1,
) -> Measurement:
    """Let everybody take turns at a case.

    Args:
        calls: what each does, ours under "starlore"; each is called once before time is taken.
        peak: gives the peak of all threads, in multiply-adds per second.
        clock: seconds; of the thread itself where all work is done on it.

    Raises:
        BadValue: if there are fewer than 2 rounds, which have no quartiles.
    """
    if rounds < LEAST_ROUNDS:
        raise BadValue(f"rounds must be {LEAST_ROUNDS} or more: {rounds}")
    with settings(case):
        for call in calls.values():
            call()
        before = peak()
        times: dict[str, list[float]] = {name: [] for name in calls}
        for _ in range(rounds):
            for name, call in calls.items():
                start = clock()
                call()
                times[name].append(max(clock() - start, 1e-9))
        after = peak()
    mean = (before + after) / 2
    ours = times[OURS]
    work = case.multiply_adds
    return Measurement(
        case=case,
        threads=threads,
        peak=mean,
        peak_moved=abs(after - before) / mean,
        seconds=spread_of(ours),
        ratios={
            name: spread_of([their / own for their, own in zip(taken, ours, strict=True)])
            for name, taken in times.items()
            if name != OURS
        },
        shares={
            name: spread_of([work / seconds / mean for seconds in taken])
            for name, taken in times.items()
        },
    )


def peak_of(dtype: str, threads: int, clock: Clock) -> Callable[[], float]:
    """A function that gives the peak of multiply-adds per second, over some 50 ms.

    It is the fastest of the loops that the processor has for numbers of this dtype; float32 is
    always one of them, because numbers may be widened. Without numba it is a matrix product.
    """
    loops = _loops(dtype, threads)

    def rate(loop: Callable[[int], int]) -> float:
        size, start = 1000, clock()
        done = loop(size)
        size = max(size, int(size * PEAK_SECONDS / max(clock() - start, 1e-6)))
        start = clock()
        done = loop(size)
        return done / max(clock() - start, 1e-9)

    return lambda: max(rate(loop) for loop in loops)


def _loops(dtype: str, threads: int) -> list[Callable[[int], int]]:
    if not is_available():
        return [_multiply]
    peak = import_module("starlore.attention.compiled.peak")
    kinds = [kind for kind in dict.fromkeys(("float32", dtype)) if peak.has_peak(kind)]
    return [lambda size, kind=kind: peak.burn(kind, size, threads) for kind in kinds]  # type: ignore[misc]


def _multiply(size: int) -> int:
    """Multiply two matrices some times; the nearest thing to the peak without machine code."""
    n, times = 256, max(1, size // 1000)
    matrix = np.ones((n, n), dtype=np.float32)
    for _ in range(times):
        matrix @ matrix
    return times * n**3


@contextmanager
def settings(case: Case) -> Iterator[None]:
    """Have the kernel and the shape of a case chosen, and what was chosen before afterwards."""
    wanted = {"STARLORE_KERNEL": case.kernel, "STARLORE_SHAPE": case.shape}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update({name: value for name, value in wanted.items() if value})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
