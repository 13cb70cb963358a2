"""FSRS-6: how one answer changes what is remembered, and how it fades with the days.

Two numbers stand for one thing remembered. `stability_days` S is how many days it takes recall to
fall to .9; `difficulty` D, from 1 to 10, is how little a right answer adds. Everything is pure, in
float64, with the standard library only (decisions/0003).

Source: the FSRS-6 formulas of the Open Spaced Repetition group; checked in the tests against two
independent implementations.
"""

from enum import IntEnum
from functools import lru_cache
from math import exp
from typing import NamedTuple

from starlore.errors import BadValue

Params = tuple[float, ...]

DEFAULT_PARAMS: Params = (
    *(0.212, 1.2931, 2.3065, 8.2956),
    *(6.4133, 0.8334, 3.0194, 0.001),
    *(1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483),
    *(0.6014, 1.8729),
    *(0.5425, 0.0912, 0.0658),
    0.1542,
)
MEMORY_VERSION = "fsrs-6.1"
MIN_STABILITY, MAX_STABILITY = 0.001, 36_500.0
MIN_DIFFICULTY, MAX_DIFFICULTY = 1.0, 10.0


class Rating(IntEnum):
    """What an answer says about memory. Starlore itself gives only Again and Good."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


_GOOD = Rating.GOOD


class Memory(NamedTuple):
    """What is remembered of one star, right after an answer."""

    stability_days: float
    difficulty: float


def first_memory(rating: Rating, params: Params = DEFAULT_PARAMS) -> Memory:
    """Say what a first answer leaves behind.

    Example:
        >>> first_memory(Rating.GOOD).stability_days
        2.3065
    """
    return Fsrs.of(params).first(rating)


def next_memory(
    memory: Memory, rating: Rating, elapsed_days: float, params: Params = DEFAULT_PARAMS
) -> Memory:
    """Say what a later answer makes of a memory.

    Args:
        memory: what the answer before left.
        rating: what this answer says.
        elapsed_days: days between the two, never negative. 0 is FSRS's own same-day step; the
            fold of the log holds it back further (see `stars`).
        params: 21 numbers, w0 to w20.

    Returns:
        The new memory: S in [.001, 36500] days, D in [1, 10].

    Raises:
        BadValue: if `elapsed_days` is negative or `params` are not 21 numbers.

    Example:
        >>> grown = next_memory(Memory(40.0, 5.0), Rating.GOOD, 40)
        >>> round(grown.stability_days, 6), round(grown.difficulty, 6)
        (109.93697, 4.990228)
    """
    if not elapsed_days >= 0:
        raise BadValue(f"elapsed days must be 0 or more, got {elapsed_days}")
    fsrs = Fsrs.of(params)
    s, d = memory
    if elapsed_days < 1:
        grown = fsrs.same_day(s, rating)
    elif rating == Rating.AGAIN:
        grown = fsrs.forgotten(s, d, fsrs.recall(elapsed_days, s))
    else:
        grown = fsrs.recalled(s, d, fsrs.recall(elapsed_days, s), rating)
    return Memory(grown, fsrs.next_difficulty(d, rating))


def recall(elapsed_days: float, stability_days: float, params: Params = DEFAULT_PARAMS) -> float:
    """Give the chance, from 0 to 1, of knowing it now (the field says retrievability).

    Example:
        >>> recall(0, 7.0), round(recall(7, 7.0), 6), round(recall(35, 7.0), 3)
        (1.0, 0.9, 0.761)
    """
    return Fsrs.of(params).recall(max(elapsed_days, 0.0), stability_days)


def interval_days(
    stability_days: float, desired_retention: float, params: Params = DEFAULT_PARAMS
) -> float:
    """Give the days until recall has fallen to `desired_retention`; not rounded.

    Example:
        >>> round(interval_days(10.0, 0.90), 6), round(interval_days(10.0, 0.70), 3)
        (10.0, 92.879)
    """
    if not 0 < desired_retention < 1:
        raise BadValue(f"desired retention must lie between 0 and 1, got {desired_retention}")
    return Fsrs.of(params).interval(stability_days, desired_retention)


class Fsrs:
    """The formulas under one vector of params, with what never changes worked out once.

    Its methods trust their arguments: days are not negative, S and D lie in their ranges.
    """

    __slots__ = (
        *("_decay", "_drift", "_easy_gain", "_factor", "_forget_cap", "_growth", "_kept", "_pulls"),
        "_w",
    )

    def __init__(self, params: Params) -> None:
        if len(params) != len(DEFAULT_PARAMS):
            raise BadValue(f"FSRS-6 takes 21 params, got {len(params)}")
        w = self._w = params
        self._decay = -w[20]
        self._factor = 0.9 ** (1 / self._decay) - 1
        self._growth = exp(w[8])
        self._forget_cap = exp(-w[17] * w[18])
        self._drift = w[7] * (w[4] - exp(w[5] * 3) + 1)  # towards D0(Easy), unclamped
        self._kept = 1 - w[7]
        self._pulls = (0.0, *(w[6] * (rating - 3) for rating in Rating))
        self._easy_gain = {Rating.HARD: w[15], Rating.GOOD: 1.0, Rating.EASY: w[16]}

    @staticmethod
    def of(params: Params) -> "Fsrs":
        """The formulas under `params`; made once per vector."""
        return _DEFAULT if params is DEFAULT_PARAMS else _fsrs(params)

    def recall(self, days: float, s: float) -> float:
        """R(t, S)."""
        return float((1 + self._factor * days / s) ** self._decay)

    def interval(self, s: float, desired_retention: float) -> float:
        """The t at which R(t, S) is the desired retention."""
        return float(s / self._factor * (desired_retention ** (1 / self._decay) - 1))

    def first(self, rating: Rating) -> Memory:
        """S and D after a first answer."""
        w = self._w
        s = min(max(w[rating - 1], MIN_STABILITY), MAX_STABILITY)
        d = w[4] - exp(w[5] * (rating - 1)) + 1
        return Memory(s, min(max(d, MIN_DIFFICULTY), MAX_DIFFICULTY))

    def next_difficulty(self, d: float, rating: int) -> float:
        """D moves with the rating, less the nearer it is to 10, and drifts a little to Easy's."""
        moved = d - self._pulls[rating] * (10 - d) / 9
        d = self._drift + self._kept * moved
        return MIN_DIFFICULTY if d < 1 else MAX_DIFFICULTY if d > 10 else d

    def recalled(self, s: float, d: float, r: float, rating: Rating = _GOOD) -> float:
        """S after knowing it at recall r: the less likely it was, the more it grows."""
        w = self._w
        gain = self._growth * (11 - d) * s ** -w[9] * (exp((1 - r) * w[10]) - 1)
        if rating is not _GOOD:
            gain *= self._easy_gain[rating]
        grown: float = s * (1 + gain)
        return MAX_STABILITY if grown > MAX_STABILITY else grown

    def forgotten(self, s: float, d: float, r: float) -> float:
        """S after not knowing it at recall r: small again, and never more than before."""
        w = self._w
        left = w[11] * d ** -w[12] * ((s + 1) ** w[13] - 1) * exp((1 - r) * w[14])
        most = s * self._forget_cap
        if most < left:
            left = most
        return MIN_STABILITY if left < MIN_STABILITY else left

    def same_day(self, s: float, rating: int) -> float:
        """S after one more answer on the same day; only Again may lower it."""
        w = self._w
        factor: float = exp(w[17] * (rating - 3 + w[18])) * s ** -w[19]
        if rating > 1 and factor < 1:
            return s
        return min(max(s * factor, MIN_STABILITY), MAX_STABILITY)


_DEFAULT = Fsrs(DEFAULT_PARAMS)
_fsrs = lru_cache(maxsize=64)(Fsrs)
