"""What every scheme can do: settle its alignment, tell who may read whom, and be joined.

A scheme is a frozen value. `scheme.at(n_q, n_k)` settles it for two lengths; the settled scheme
answers `allows` (pair by pair: its definition), `mask`, `tile` and `reaches`, and all of them say
the same, which `check_scheme` proves of any scheme.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from jaxtyping import Bool, Int

from starlore.attention.arrays import Array
from starlore.attention.schemes.align import Align, offset, whole_number
from starlore.attention.schemes.reach import MOST_REACHES, Reach, union_sizes
from starlore.errors import ShapeError

if TYPE_CHECKING:
    from starlore.attention.plan import Plan

Kind: TypeAlias = Literal["whole", "partial", "skipped"]

TILE_ROWS, TILE_KEYS = 256, 512
"""Queries and keys of one tile of a plan."""

ROWS_AT_ONCE = 2**13
"""Queries whose reaches are looked at together."""


class Scheme:
    """Who may read whom. A leaf says `allows` and `tile`; the rest follows from them.

    "whole" and "skipped" are promises; "partial" is always safe, because then the mask decides.
    """

    def at(self, n_q: int, n_k: int) -> "Scheme":
        """The same scheme with its alignment settled for `n_q` queries and `n_k` keys."""
        align: Align = getattr(self, "align", None)
        n_q, n_k = whole_number(n_q, "n_q", 0), whole_number(n_k, "n_k", 0)
        if not (is_dataclass(self) and hasattr(self, "align")):
            return self
        return replace(self, align=offset(align, n_q, n_k))

    def fits(self, n_q: int, n_k: int) -> None:
        """Refuse lengths the scheme was not made for; most schemes are made for all.

        Raises:
            ShapeError: naming the lengths it was made for, and these.
        """

    def offset(self, n_q: int, n_k: int) -> int | None:
        """What takes query i to its place, p = i + offset; None if the scheme knows no places."""
        return offset(self.align, n_q, n_k) if hasattr(self, "align") else None

    def allows(self, i: Int[Array, "..."], j: Int[Array, "..."]) -> Bool[Array, "..."]:
        """Say for pairs of a query and a key whether the query may read the key.

        Args:
            i, j: queries and keys, 64-bit, of shapes that broadcast together.
        """
        raise NotImplementedError

    def tile(self, rows: range, keys: range) -> Kind:
        """Say whether all of these queries may read all of these keys, none, or it depends."""
        raise NotImplementedError

    def mask(self, rows: range, keys: range) -> Bool[Array, "n_q n_k"]:
        """Say for each of these queries and keys whether the query may read the key."""
        allowed = self.allows(indices(rows)[:, None], indices(keys)[None, :])
        return np.array(np.broadcast_to(allowed, (len(rows), len(keys))))

    def reaches(self, rows: range, keys: range) -> list[Reach] | None:
        """The keys among `keys` each of these queries reads, as reaches; None if too many."""
        return None

    def counts(self, rows: range, keys: range) -> Int[Array, "n_q"]:
        """How many of these keys each of these queries reads."""
        reaches = self.reaches(rows, keys)
        if reaches is not None:
            return union_sizes(reaches, len(rows))
        sizes = np.zeros(len(rows), dtype=np.int64)
        for part in tiles_in(keys, max(1, 2**22 // max(1, len(rows)))):
            sizes += np.count_nonzero(self.mask(rows, part), axis=1)
        return sizes

    def count(self, n_q: int, n_k: int) -> int:
        """Count the comparisons, exactly: query by query if reaches tell, else tile by tile."""
        settled = self.at(n_q, n_k)
        total = 0
        for rows in tiles_in(range(n_q), ROWS_AT_ONCE):
            reaches = settled.reaches(rows, range(n_k))
            if reaches is None:
                total += sum(settled._count_tiles(rows, n_k))
            else:
                total += int(union_sizes(reaches, len(rows)).sum())
        return total

    def plan(self, n_q: int, n_k: int, key_length: int | None = None) -> "Plan":
        """Lay the scheme on `n_q` queries and `n_k` keys, of which `key_length` are there.

        Raises:
            ShapeError: if a length is below 0, or `key_length` beyond `n_k`, or the scheme was
                made for other lengths.
            AlignmentError: if the lengths differ and the scheme does not say where they meet.

        Example:
            >>> from starlore.attention import Causal
            >>> Causal().plan(2**20, 2**20).comparisons
            549756338176
        """
        from starlore.attention.plan import lay

        return lay(self, n_q, n_k, key_length)

    def __and__(self, other: "Scheme") -> "Scheme":
        """Both must allow it."""
        from starlore.attention.schemes.join import Both

        return Both(self, other) if isinstance(other, Scheme) else NotImplemented

    def __or__(self, other: "Scheme") -> "Scheme":
        """Either may allow it."""
        from starlore.attention.schemes.join import Either

        return Either(self, other) if isinstance(other, Scheme) else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Equal if of one kind with equal parts; arrays by shape and numbers."""
        if type(self) is not type(other):
            return NotImplemented
        return _parts(self) == _parts(other)

    def __hash__(self) -> int:
        return hash((type(self).__name__, _parts(self)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(_arguments(self, repr_of))})"

    def __str__(self) -> str:
        """The text form, which `parse_scheme` reads."""
        arguments = ", ".join(_arguments(self, text_of))
        return type(self).__name__.lower() + (f"({arguments})" if arguments else "")

    def _count_tiles(self, rows: range, n_k: int) -> Iterator[int]:
        for queries in tiles_in(rows, TILE_ROWS):
            for keys in tiles_in(range(n_k), TILE_KEYS):
                kind = self.tile(queries, keys)
                if kind == "whole":
                    yield len(queries) * len(keys)
                elif kind == "partial":
                    yield int(np.count_nonzero(self.mask(queries, keys)))


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
    return list(tiles_in(range(n), size))


def tiles_in(whole: range, size: int) -> Iterator[range]:
    """Cut a range into runs of `size`, one after another, the last one shorter."""
    for start in range(whole.start, whole.stop, size):
        yield range(start, min(start + size, whole.stop))


def indices(run: range) -> Int[Array, "n"]:
    """The numbers of a range, 64-bit."""
    return np.arange(run.start, run.stop, dtype=np.int64)


def few(reaches: list[Reach]) -> list[Reach] | None:
    """The reaches that hold a key; None if they are too many to be quick."""
    there = [reach for reach in reaches if not reach.is_empty]
    return there if len(there) <= MOST_REACHES else None


def frozen(array: Array) -> Array:
    """A copy that cannot be written to."""
    copy: Array = np.array(array)
    copy.flags.writeable = False
    return copy


def repr_of(value: object) -> str:
    """As Python reads it back."""
    return repr(value.tolist()) if isinstance(value, np.ndarray) else repr(value)


def text_of(value: object) -> str:
    """As `parse_scheme` reads it back: open, true, 0:4, [0, 5, 9], [0*3, 1*4], [#.. ##. ###]."""
    if value is None:
        return "open"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, range):
        return f"{value.start}:{value.stop}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    if isinstance(value, np.ndarray) and value.dtype == np.bool_:
        return f"[{' '.join(''.join('#' if cell else '.' for cell in row) for row in value)}]"
    if isinstance(value, np.ndarray):
        edges = np.flatnonzero(np.diff(value)) + 1
        runs = [run for run in np.split(value, edges) if run.size]
        shown = [f"{run[0]}" + (f"*{run.size}" if run.size > 1 else "") for run in runs]
        return f"[{', '.join(shown)}]"
    return str(value)


def _parts(scheme: Scheme) -> tuple[object, ...]:
    """What equality looks at; a scheme that is no dataclass equals only itself."""
    if not is_dataclass(scheme):
        return (id(scheme),)
    values = [getattr(scheme, field.name) for field in fields(scheme)]
    return tuple(
        (value.shape, value.tobytes()) if isinstance(value, np.ndarray) else value
        for value in values
    )


def _arguments(scheme: Scheme, shown: Any) -> Iterator[str]:
    """Its arguments, by position up to a claim or one with its default, from there by name."""
    by_name = False
    if not is_dataclass(scheme):
        return
    for field in fields(scheme):
        if not field.repr:
            continue
        value = getattr(scheme, field.name)
        if value is field.default or (not isinstance(value, np.ndarray) and value == field.default):
            by_name = True
        else:
            by_name = by_name or isinstance(value, bool)
            yield f"{field.name}={shown(value)}" if by_name else shown(value)
