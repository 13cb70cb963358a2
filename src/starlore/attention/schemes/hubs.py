"""Global: a few places that read everything, or that everything reads."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from starlore.attention.arguments import several, shown
from starlore.attention.arrays import Array
from starlore.attention.schemes.align import (
    Align,
    check_align,
    offset,
    settled_offset,
    whole_number,
)
from starlore.attention.schemes.base import Kind, Scheme, few, indices
from starlore.attention.schemes.reach import Reach
from starlore.errors import ShapeError


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Global(Scheme):
    """Some places are hubs: a hub reads every key, and every query reads a hub.

    With g hubs 2gn - g * g comparisons. `Causal() & (Window(w - 1) | Global(range(s), asks=False))`
    is the window with s sinks: the first s keys, which everybody reads.

    Args:
        places: the hubs, whole numbers of 0 or more; those beyond the lengths are not there.
        asks: whether a hub reads every key.
        is_asked: whether every query reads a hub.
        align: where queries and keys meet; needed if their lengths differ.

    Raises:
        ShapeError: if a place is no such number.

    Example:
        >>> print(Global([0]).plan(3, 3))
        global(0:1): 3 queries, 3 keys, 5 of 9 comparisons
        ###
        #..
        #..
    """

    places: range | tuple[int, ...]
    asks: bool = True
    is_asked: bool = True
    align: Align = None

    def __init__(
        self, places: Iterable[int], asks: bool = True, is_asked: bool = True, align: Align = None
    ) -> None:
        check_align(align)
        for name, claim in (("asks", asks), ("is_asked", is_asked)):
            if not isinstance(claim, bool | np.bool_):
                raise ShapeError(f"Global: {name} must be True or False: it is {shown(claim)}")
            object.__setattr__(self, name, bool(claim))
        object.__setattr__(self, "places", _places(places))
        object.__setattr__(self, "align", align)

    def allows(self, i: Array, j: Array) -> Array:
        nobody = np.zeros(1, dtype=np.bool_)
        asking = self._is_hub(i + settled_offset(self.align)) if self.asks else nobody
        asked = self._is_hub(j) if self.is_asked else nobody
        allowed: Array = asking | asked
        return np.broadcast_to(allowed, np.broadcast_shapes(i.shape, j.shape))

    def tile(self, rows: range, keys: range) -> Kind:
        if not rows or not keys:
            return "skipped"
        o = settled_offset(self.align)
        asking = self._hubs_in(rows.start + o, rows.stop + o) if self.asks else 0
        asked = self._hubs_in(keys.start, keys.stop) if self.is_asked else 0
        if asking == len(rows) or asked == len(keys):
            return "whole"
        return "partial" if asking or asked else "skipped"

    def reaches(self, rows: range, keys: range) -> list[Reach] | None:
        n, there = len(rows), []
        if self.asks:
            is_hub = self._is_hub(indices(rows) + settled_offset(self.align))
            there.append(Reach(np.where(is_hub, keys.start, keys.stop), np.full(n, keys.stop)))
        if self.is_asked:
            for low, high in zip(*self._runs, strict=True):
                if low < keys.stop and high > keys.start:
                    hubs = Reach(np.full(n, low), np.full(n, high))
                    there.append(hubs.clipped(keys.start, keys.stop))
        return few(there)

    def count(self, n_q: int, n_k: int) -> int:
        o = offset(self.align, n_q, n_k)
        asking = self._hubs_in(o, o + n_q) if self.asks else 0
        asked = self._hubs_in(0, n_k) if self.is_asked else 0
        return asking * n_k + (n_q - asking) * asked

    @cached_property
    def _runs(self) -> tuple[Array, Array]:
        """Where runs of neighbouring hubs begin, and one past where they end."""
        if isinstance(self.places, range):
            ends = (self.places.start, self.places.stop)
            return (np.array(ends[:1]), np.array(ends[1:])) if self.places else (_NONE, _NONE)
        hubs = np.array(self.places, dtype=np.int64)
        gaps = np.flatnonzero(np.diff(hubs) > 1)
        return hubs[np.r_[0, gaps + 1]], hubs[np.r_[gaps, -1]] + 1

    def _is_hub(self, places: Array) -> Array:
        starts, ends = self._runs
        if not starts.size:
            return np.zeros(places.shape, dtype=np.bool_)
        run = np.searchsorted(starts, places, side="right") - 1
        is_hub: Array = (run >= 0) & (places < ends[run])
        return is_hub

    def _hubs_in(self, low: int, high: int) -> int:
        starts, ends = self._runs
        return int(np.maximum(0, np.minimum(ends, high) - np.maximum(starts, low)).sum())


_NONE = np.zeros(0, dtype=np.int64)


def _places(places: Iterable[int]) -> range | tuple[int, ...]:
    """The hubs, rising, each once; a range if they are neighbours."""
    if isinstance(places, range) and places.step == 1 and len(places):
        ends = (whole_number(places[0], "Global: a place", 0), places[-1])
        return range(ends[0], whole_number(ends[1], "Global: a place", 0) + 1)
    each = several(places, "Global: places", "whole numbers, as in [0, 5]")
    hubs = sorted({whole_number(place, "Global: a place", 0) for place in each})
    if not hubs:
        return range(0)
    if hubs[-1] - hubs[0] + 1 == len(hubs):
        return range(hubs[0], hubs[-1] + 1)
    return tuple(hubs)
