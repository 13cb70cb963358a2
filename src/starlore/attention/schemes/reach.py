"""What a run of queries reads, as numbers instead of cells: a lowest and a highest key per query.

A `Reach` says of every query at once: it reads the keys low, low + step, ... below high. Most
schemes are a few reaches, so what they read is counted in the time of the queries, not of the
cells. Two reaches meet in one reach again, also where both have steps (by the Chinese remainder
theorem); what several reaches hold together is counted without counting a key twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np
from jaxtyping import Int

from starlore.attention.arrays import Array

MOST_REACHES = 512
"""Reaches beyond which a scheme is counted by tiles instead."""

LONGEST = 2**61
"""No two keys lie farther apart."""


@dataclass(frozen=True)
class Reach:
    """For every query of a run: the keys low, low + step, ... that lie below high.

    Args:
        low: the first key. high: one past the last key, or less than low for no key at all.
    """

    low: Int[Array, "n_q"]
    high: Int[Array, "n_q"]
    step: int = 1

    @property
    def sizes(self) -> Int[Array, "n_q"]:
        """How many keys each query reads."""
        sizes: Array = np.maximum(0, -(-(self.high - self.low) // self.step))
        return sizes

    @property
    def is_empty(self) -> bool:
        """Whether no query reads any key."""
        return not bool((self.high > self.low).any())

    def clipped(self, low: Array | int, high: Array | int) -> "Reach":
        """The part of it from `low` to below `high`; one bound for all queries or one each."""
        first = self.low
        if self.step == 1:
            first = np.maximum(first, low)
        else:
            first = np.where(first >= low, first, low + (first - low) % self.step)
        return Reach(first, np.minimum(self.high, high), self.step)

    def meet(self, other: "Reach") -> "Reach":
        """What both read.

        Example:
            >>> every = lambda step: Reach(np.array([0]), np.array([20]), step)
            >>> met = every(4).meet(every(6))
            >>> met.low.tolist(), met.step, met.sizes.tolist()
            ([0], 12, [2])
        """
        if self.step == 1:
            return other.clipped(self.low, self.high)
        if other.step == 1:
            return self.clipped(other.low, other.high)
        common = gcd(self.step, other.step)
        ours, theirs = self.step // common, other.step // common
        apart = (other.low - self.low) // common % theirs
        if theirs > 2**31:  # the product below would wrap
            apart = apart.astype(object)
        turns = apart * pow(ours, -1, theirs) % theirs
        both = (self.low + self.step * turns).astype(np.int64)
        step = min(self.step * theirs, LONGEST)
        least = np.maximum(self.low, other.low)
        high = np.minimum(self.high, other.high)
        never = (other.low - self.low) % common != 0
        low = np.where(never, high, least + (both - least) % step)
        return Reach(low, high, step)


def union_sizes(reaches: Sequence[Reach], n: int) -> Int[Array, "n"]:
    """How many keys each of `n` queries reads by at least one of the reaches.

    Example:
        >>> rows = lambda low, high, step=1: Reach(np.array([low]), np.array([high]), step)
        >>> union_sizes([rows(0, 4), rows(2, 6), rows(0, 12, 3)], 1).tolist()
        [8]
    """
    there = [reach for reach in reaches if not reach.is_empty]
    spans = _apart([reach for reach in there if reach.step == 1], n)
    sizes = sum((span.sizes for span in spans), start=np.zeros(n, dtype=np.int64))
    stepped = [reach for reach in there if reach.step > 1]
    _add_stepped(stepped, spans, sizes, 1)
    return sizes


def _apart(spans: list[Reach], n: int) -> list[Reach]:
    """The same keys in spans that do not overlap."""
    if len(spans) < 2:
        return spans
    lows, highs = np.stack([s.low for s in spans]), np.stack([s.high for s in spans])
    highs = np.maximum(lows, highs)
    if (lows[1:] >= highs[:-1]).all():
        return spans
    order = np.argsort(lows, axis=0, kind="stable")
    lows = np.take_along_axis(lows, order, axis=0)
    ends = np.maximum.accumulate(np.take_along_axis(highs, order, axis=0), axis=0)
    highs = ends.copy()
    lows[1:] = np.maximum(lows[1:], ends[:-1])
    return [Reach(low, high) for low, high in zip(lows, highs, strict=True)]


def _add_stepped(stepped: list[Reach], spans: list[Reach], sizes: Array, sign: int) -> None:
    """Add what the stepped reaches hold beyond the spans: each, less each two, and so on."""
    for position, reach in enumerate(stepped):
        sizes += sign * reach.sizes
        for span in spans:
            sizes -= sign * reach.clipped(span.low, span.high).sizes
        later = [reach.meet(other) for other in stepped[position + 1 :]]
        _add_stepped([both for both in later if not both.is_empty], spans, sizes, -sign)
