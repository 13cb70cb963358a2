"""Schemes that ask only how far back a key lies: Causal, Window, Dilated, Strided.

The distance from a query at place p to key j is p - j. Each of these schemes allows a few runs of
distances, least, least + step, ... up to most. From those runs everything follows in closed form:
the tile (the distances in a rectangle are one interval), the reaches, and the comparisons (the
pairs at one distance rise, stay and fall along a trapezoid, summed as arithmetic series).
"""

from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.schemes.align import (
    FARTHEST,
    Align,
    check_align,
    offset,
    settled_offset,
    whole_number,
)
from starlore.attention.schemes.base import Kind, Scheme, few, indices
from starlore.attention.schemes.reach import Reach


@dataclass(frozen=True)
class Distances:
    """Allowed distances: least, least + step, ..., up to most, which is one of them."""

    least: int
    most: int
    step: int = 1

    def between(self, low: int, high: int) -> "Distances":
        """Those from `low` to `high`."""
        least = self.least + max(0, -((self.least - low) // self.step)) * self.step
        return Distances(least, min(self.most, high), self.step)

    @property
    def size(self) -> int:
        """How many they are."""
        return max(0, (self.most - self.least) // self.step + 1)

    @property
    def total(self) -> int:
        """Their sum."""
        return self.size * self.least + self.step * self.size * (self.size - 1) // 2


class ByDistance(Scheme):
    """A scheme that allows some distances; a leaf says which, in runs that do not overlap."""

    align: Align

    def distances(self) -> tuple[Distances, ...]:
        """The distances it allows."""
        raise NotImplementedError

    def tile(self, rows: range, keys: range) -> Kind:
        if not rows or not keys:
            return "skipped"
        o = settled_offset(self.align)
        nearest, farthest = rows[0] + o - keys[-1], rows[-1] + o - keys[0]
        allowed = sum(run.between(nearest, farthest).size for run in self.distances())
        if allowed == 0:
            return "skipped"
        return "whole" if allowed == farthest - nearest + 1 else "partial"

    def reaches(self, rows: range, keys: range) -> list[Reach] | None:
        places = indices(rows) + settled_offset(self.align)
        return few(
            [
                Reach(places - run.most, places - run.least + 1, run.step).clipped(
                    keys.start, keys.stop
                )
                for run in self.distances()
            ]
        )

    def count(self, n_q: int, n_k: int) -> int:
        o = offset(self.align, n_q, n_k)
        return sum(_pairs(run, o, n_q, n_k) for run in self.distances())


@dataclass(frozen=True, eq=False, repr=False)
class Causal(ByDistance):
    """A query reads its own place and what came before: n(n+1)/2 comparisons.

    Args:
        align: where queries and keys meet; needed if their lengths differ.

    Raises:
        AlignmentError: if `align` is none of "start", "end", a whole number and None.

    Example:
        >>> Causal().count(4, 4)
        10
        >>> Causal("end").plan(1, 4).keys(0)
        [0, 1, 2, 3]
    """

    align: Align = None

    def __post_init__(self) -> None:
        check_align(self.align)

    def allows(self, i: Array, j: Array) -> Array:
        allowed: Array = j <= i + settled_offset(self.align)
        return allowed

    def distances(self) -> tuple[Distances, ...]:
        return (Distances(0, FARTHEST),)


@dataclass(frozen=True, eq=False, repr=False)
class Window(ByDistance):
    """A query reads its neighbours: `left` places back, itself, and `right` places ahead.

    Cut at the ends, never shifted. For left, right < n: n(left + right + 1) - left(left + 1)/2 -
    right(right + 1)/2 comparisons.

    Args:
        left, right: in places, 0 or more; None is open: as far as there are keys.
        align: where queries and keys meet; needed if their lengths differ.

    Raises:
        ShapeError: if `left` or `right` is no whole number of 0 or more.

    Example:
        >>> print(Window(1, 1).plan(3, 3))
        window(1, 1): 3 queries, 3 keys, 7 of 9 comparisons
        ##.
        ###
        .##
    """

    left: int | None
    right: int | None = 0
    align: Align = None

    def __post_init__(self) -> None:
        check_align(self.align)
        for name in ("left", "right"):
            if getattr(self, name) is not None:
                number = whole_number(getattr(self, name), f"Window: {name}", 0)
                object.__setattr__(self, name, number)

    def allows(self, i: Array, j: Array) -> Array:
        back = i + settled_offset(self.align) - j
        allowed = np.ones(back.shape, dtype=np.bool_)
        if self.left is not None:
            allowed &= back <= self.left
        if self.right is not None:
            allowed &= back >= -self.right
        return allowed

    def distances(self) -> tuple[Distances, ...]:
        left = FARTHEST if self.left is None else self.left
        right = FARTHEST if self.right is None else self.right
        return (Distances(-right, left),)


@dataclass(frozen=True, eq=False, repr=False)
class Dilated(ByDistance):
    """A window with gaps: every `step`-th place, `left` of them back and `right` ahead.

    With right 0 and left * step <= n: (left + 1) n - step * left(left + 1)/2 comparisons.

    Args:
        left, right: how many places are read, 0 or more.
        step: 1 or more places from one to the next.
        align: where queries and keys meet; needed if their lengths differ.

    Raises:
        ShapeError: if one of them is no such number.

    Example:
        >>> print(Dilated(1, 2).plan(4, 4))
        dilated(1, 2): 4 queries, 4 keys, 6 of 16 comparisons
        #...
        .#..
        #.#.
        .#.#
    """

    left: int
    step: int
    right: int = 0
    align: Align = None

    def __post_init__(self) -> None:
        check_align(self.align)
        for name, least in (("left", 0), ("step", 1), ("right", 0)):
            number = whole_number(getattr(self, name), f"Dilated: {name}", least)
            object.__setattr__(self, name, number)

    def allows(self, i: Array, j: Array) -> Array:
        back = i + settled_offset(self.align) - j
        steps = back // self.step
        allowed: Array = (back % self.step == 0) & (steps <= self.left) & (-self.right <= steps)
        return allowed

    def distances(self) -> tuple[Distances, ...]:
        most = FARTHEST // self.step
        left, right = min(self.left, most), min(self.right, most)
        return (Distances(-right * self.step, left * self.step, self.step),)


@dataclass(frozen=True, eq=False, repr=False)
class Strided(ByDistance):
    """A query reads the last `step` places, itself among them, and every `step`-th one before.

    If `step` divides n: step * n - step(step - 1)/2 + n(n/step - 1)/2 comparisons, about
    1.5 n^1.5 at the root of n.

    Args:
        step: 1 or more.
        align: where queries and keys meet; needed if their lengths differ.

    Raises:
        ShapeError: if `step` is no such number.

    Example:
        >>> Strided(2).plan(6, 6).keys(5)
        [1, 3, 4, 5]
    """

    step: int
    align: Align = None

    def __post_init__(self) -> None:
        check_align(self.align)
        object.__setattr__(self, "step", whole_number(self.step, "Strided: step", 1))

    def allows(self, i: Array, j: Array) -> Array:
        back = i + settled_offset(self.align) - j
        allowed: Array = (back >= 0) & ((back < self.step) | (back % self.step == 0))
        return allowed

    def distances(self) -> tuple[Distances, ...]:
        turns = max(1, FARTHEST // self.step)
        return (
            Distances(0, self.step - 1),
            Distances(self.step, turns * self.step, self.step),
        )


def _pairs(run: Distances, o: int, n_q: int, n_k: int) -> int:
    """Pairs of a query and a key at these distances, where i + o - j is the distance."""
    rises_to, falls_from = min(0, n_q - n_k), max(0, n_q - n_k)
    rising = run.between(o - n_k + 1, o + rises_to - 1)
    level = run.between(o + rises_to, o + falls_from)
    falling = run.between(o + falls_from + 1, o + n_q - 1)
    return (
        (n_k - o) * rising.size
        + rising.total
        + min(n_q, n_k) * level.size
        + (n_q + o) * falling.size
        - falling.total
    )
