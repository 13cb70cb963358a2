"""Who may read whom: frozen values with one meaning each, joined by & and |.

The place of query i among the keys is p = i + offset. `align` says where the two meet: "start"
puts query 0 beside key 0, "end" puts the last query beside the last key (right for a cache), and
a whole number is the offset itself. None is for equal lengths, where all of these agree.

`scheme.at(n_q, n_k)` settles the alignment for two lengths and gives a scheme whose `align` is a
number. Such a scheme answers `tile`, `mask` and `count`, and the three always agree.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from jaxtyping import Bool

from starlore.attention.arrays import Array
from starlore.errors import AlignmentError, ShapeError

if TYPE_CHECKING:
    from starlore.attention.plan import Plan

Align: TypeAlias = Literal["start", "end"] | int | None
Kind: TypeAlias = Literal["whole", "partial", "skipped"]

TILE_ROWS, TILE_KEYS = 256, 512
"""Queries and keys of one tile of a plan."""


class Scheme:
    """What every scheme can do. A leaf says `tile` and `mask`; the rest follows from them."""

    def at(self, n_q: int, n_k: int) -> "Scheme":
        """The same scheme with its alignment settled for `n_q` queries and `n_k` keys."""
        raise NotImplementedError

    def offset(self, n_q: int, n_k: int) -> int | None:
        """What takes query i to its place, p = i + offset; None if the scheme knows no places."""
        raise NotImplementedError

    def tile(self, rows: range, keys: range) -> Kind:
        """Say whether all of these queries may read all of these keys, none, or it depends."""
        raise NotImplementedError

    def mask(self, rows: range, keys: range) -> Bool[Array, "n_q n_k"]:
        """Say for each of these queries and keys whether the query may read the key."""
        raise NotImplementedError

    def count(self, n_q: int, n_k: int) -> int:
        """Count the comparisons, exactly, tile by tile. Cost: the cells of partial tiles."""
        settled = self.at(n_q, n_k)
        total = 0
        for rows in tiles_of(n_q, TILE_ROWS):
            for keys in tiles_of(n_k, TILE_KEYS):
                kind = settled.tile(rows, keys)
                if kind == "whole":
                    total += len(rows) * len(keys)
                elif kind == "partial":
                    total += int(np.count_nonzero(settled.mask(rows, keys)))
        return total

    def plan(self, n_q: int, n_k: int, key_length: int | None = None) -> "Plan":
        """Lay the scheme on `n_q` queries and `n_k` keys, of which `key_length` are there.

        Raises:
            ShapeError: if a length is below 0, or `key_length` beyond `n_k`.
            AlignmentError: if the lengths differ and the scheme does not say where they meet.

        Example:
            >>> Causal().plan(2**20, 2**20).comparisons
            549756338176
        """
        from starlore.attention.plan import lay

        return lay(self, n_q, n_k, key_length)

    def __and__(self, other: "Scheme") -> "Scheme":
        """Both must allow it."""
        return Both(self, other) if isinstance(other, Scheme) else NotImplemented

    def __or__(self, other: "Scheme") -> "Scheme":
        """Either may allow it."""
        return Either(self, other) if isinstance(other, Scheme) else NotImplemented


@dataclass(frozen=True)
class Full(Scheme):
    """Every query reads every key: n * n comparisons.

    Example:
        >>> Full().count(4, 4)
        16
    """

    def at(self, n_q: int, n_k: int) -> "Full":
        return self

    def offset(self, n_q: int, n_k: int) -> None:
        return None

    def tile(self, rows: range, keys: range) -> Kind:
        return "whole" if rows and keys else "skipped"

    def mask(self, rows: range, keys: range) -> Bool[Array, "n_q n_k"]:
        return np.ones((len(rows), len(keys)), dtype=np.bool_)

    def count(self, n_q: int, n_k: int) -> int:
        return n_q * n_k

    def __repr__(self) -> str:
        return "Full()"

    def __str__(self) -> str:
        return "full"


@dataclass(frozen=True)
class Causal(Scheme):
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

    def at(self, n_q: int, n_k: int) -> "Causal":
        return replace(self, align=offset(self.align, n_q, n_k))

    def offset(self, n_q: int, n_k: int) -> int:
        return offset(self.align, n_q, n_k)

    def tile(self, rows: range, keys: range) -> Kind:
        o = settled_offset(self.align)
        if not rows or not keys or keys[0] > rows[-1] + o:
            return "skipped"
        return "whole" if keys[-1] <= rows[0] + o else "partial"

    def mask(self, rows: range, keys: range) -> Bool[Array, "n_q n_k"]:
        places = np.array(rows, dtype=np.int64) + settled_offset(self.align)
        allowed: Array = np.array(keys, dtype=np.int64)[None, :] <= places[:, None]
        return allowed

    def count(self, n_q: int, n_k: int) -> int:
        o = offset(self.align, n_q, n_k)
        return _read_up_to(o + n_q, n_k) - _read_up_to(o, n_k)

    def __repr__(self) -> str:
        return "Causal()" if self.align is None else f"Causal({self.align!r})"

    def __str__(self) -> str:
        return "causal" if self.align is None else f"causal({self.align})"


@dataclass(frozen=True, repr=False)
class Both(Scheme):
    """What `first & second` makes: a key is read if both allow it."""

    first: Scheme
    second: Scheme

    def at(self, n_q: int, n_k: int) -> "Both":
        return Both(self.first.at(n_q, n_k), self.second.at(n_q, n_k))

    def offset(self, n_q: int, n_k: int) -> int | None:
        first = self.first.offset(n_q, n_k)
        return self.second.offset(n_q, n_k) if first is None else first

    def tile(self, rows: range, keys: range) -> Kind:
        kinds = {self.first.tile(rows, keys), self.second.tile(rows, keys)}
        return "skipped" if "skipped" in kinds else "partial" if "partial" in kinds else "whole"

    def mask(self, rows: range, keys: range) -> Bool[Array, "n_q n_k"]:
        return self.first.mask(rows, keys) & self.second.mask(rows, keys)

    def __repr__(self) -> str:
        first = _inside(repr(self.first), self.first, Either)
        return f"{first} & {_inside(repr(self.second), self.second, Both, Either)}"

    def __str__(self) -> str:
        first = _inside(str(self.first), self.first, Either)
        return f"{first} & {_inside(str(self.second), self.second, Both, Either)}"


@dataclass(frozen=True, repr=False)
class Either(Scheme):
    """What `first | second` makes: a key is read if one of them allows it."""

    first: Scheme
    second: Scheme

    def at(self, n_q: int, n_k: int) -> "Either":
        return Either(self.first.at(n_q, n_k), self.second.at(n_q, n_k))

    def offset(self, n_q: int, n_k: int) -> int | None:
        first = self.first.offset(n_q, n_k)
        return self.second.offset(n_q, n_k) if first is None else first

    def tile(self, rows: range, keys: range) -> Kind:
        kinds = {self.first.tile(rows, keys), self.second.tile(rows, keys)}
        return "whole" if "whole" in kinds else "partial" if "partial" in kinds else "skipped"

    def mask(self, rows: range, keys: range) -> Bool[Array, "n_q n_k"]:
        return self.first.mask(rows, keys) | self.second.mask(rows, keys)

    def __repr__(self) -> str:
        return f"{self.first!r} | {_inside(repr(self.second), self.second, Either)}"

    def __str__(self) -> str:
        return f"{self.first} | {_inside(str(self.second), self.second, Either)}"


def check_align(align: object) -> None:
    """Refuse an `align` that is none of "start", "end", a whole number and None.

    Raises:
        AlignmentError: naming what came.

    Example:
        >>> check_align("end")
    """
    whole = isinstance(align, int | np.integer) and not isinstance(align, bool)
    if not (align is None or whole or align in ("start", "end")):
        raise AlignmentError(f'align must be "start", "end", a whole number or None: {align!r}')


def offset(align: Align, n_q: int, n_k: int) -> int:
    """The number that takes query i to its place among the keys, p = i + offset.

    Raises:
        AlignmentError: if `align` is None and the lengths differ.

    Example:
        >>> offset("start", 1, 4), offset("end", 1, 4), offset(-2, 1, 4), offset(None, 4, 4)
        (0, 3, -2, 0)
    """
    if align is None and n_q != n_k:
        queries, keys = _counted(n_q, "query", "queries"), _counted(n_k, "key", "keys")
        raise AlignmentError(f'{queries}, {keys}: say align="start" or align="end"')
    if align is None or align == "start":
        return 0
    return n_k - n_q if align == "end" else int(align)


def settled_offset(align: Align) -> int:
    """The offset of a scheme whose alignment is settled.

    Raises:
        AlignmentError: if it is not: "end" and None mean nothing without two lengths.

    Example:
        >>> settled_offset(3)
        3
    """
    if align is None or align == "end":
        raise AlignmentError(
            f"align={align!r} needs two lengths: lay the scheme with .at(n_q, n_k)"
        )
    return 0 if align == "start" else int(align)


def tiles_of(n: int, size: int) -> list[range]:
    """Cut 0..n into runs of `size`, the last one shorter.

    Raises:
        ShapeError: if `n` is below 0.

    Example:
        >>> tiles_of(5, 2)
        [range(0, 2), range(2, 4), range(4, 5)]
    """
    if n < 0:
        raise ShapeError(f"a length must be 0 or more: {n}")
    return [range(start, min(start + size, n)) for start in range(0, n, size)]


def _read_up_to(place: int, n_k: int) -> int:
    """Comparisons of the causal queries at places 0..place-1."""
    triangle = max(0, min(place, n_k))
    return triangle * (triangle + 1) // 2 + max(0, place - n_k) * n_k


def _inside(text: str, scheme: Scheme, *looser: type[Scheme]) -> str:
    """In brackets where the scheme binds looser than its surroundings."""
    return f"({text})" if isinstance(scheme, looser) else text


def _counted(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
