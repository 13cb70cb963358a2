"""What & and | make of two schemes."""

from dataclasses import dataclass

from starlore.attention.arrays import Array
from starlore.attention.schemes.base import ROWS_AT_ONCE, Kind, Scheme, few, tiles_in
from starlore.attention.schemes.reach import MOST_REACHES, Reach, union_sizes


@dataclass(frozen=True, eq=False, repr=False)
class Joined(Scheme):
    """Two schemes that share their queries and keys."""

    first: Scheme
    second: Scheme

    def at(self, n_q: int, n_k: int) -> "Joined":
        return type(self)(self.first.at(n_q, n_k), self.second.at(n_q, n_k))

    def fits(self, n_q: int, n_k: int) -> None:
        self.first.fits(n_q, n_k)
        self.second.fits(n_q, n_k)

    def offset(self, n_q: int, n_k: int) -> int | None:
        first = self.first.offset(n_q, n_k)
        return self.second.offset(n_q, n_k) if first is None else first

    def _look(self, rows: range, keys: range) -> Kind:
        """The kind of a tile that each of the two reads in part: query by query."""
        seen: set[bool] = set()
        for queries in tiles_in(rows, ROWS_AT_ONCE):
            reaches = self.reaches(queries, keys)
            if reaches is None:
                return "partial"
            sizes = union_sizes(reaches, len(queries))
            seen |= {bool((sizes > 0).any()), bool((sizes == len(keys)).all())}
            if len(seen) == 2:
                return "partial"
        return "whole" if seen == {True} else "skipped"


@dataclass(frozen=True, eq=False, repr=False)
class Both(Joined):
    """What `first & second` makes: a key is read if both allow it."""

    def allows(self, i: Array, j: Array) -> Array:
        return self.first.allows(i, j) & self.second.allows(i, j)

    def mask(self, rows: range, keys: range) -> Array:
        return self.first.mask(rows, keys) & self.second.mask(rows, keys)

    def tile(self, rows: range, keys: range) -> Kind:
        first = self.first.tile(rows, keys)
        if first == "skipped":
            return "skipped"
        second = self.second.tile(rows, keys)
        if first == "whole" or second == "skipped":
            return second
        return first if second == "whole" else self._look(rows, keys)

    def reaches(self, rows: range, keys: range) -> list[Reach] | None:
        first = self.first.reaches(rows, keys)
        second = None if first is None else self.second.reaches(rows, keys)
        if first is None or second is None or len(first) * len(second) > MOST_REACHES:
            return None
        return few([one.meet(other) for one in first for other in second])

    def __repr__(self) -> str:
        first = _inside(repr(self.first), self.first, Either)
        return f"{first} & {_inside(repr(self.second), self.second, Both, Either)}"

    def __str__(self) -> str:
        first = _inside(str(self.first), self.first, Either)
        return f"{first} & {_inside(str(self.second), self.second, Both, Either)}"


@dataclass(frozen=True, eq=False, repr=False)
class Either(Joined):
    """What `first | second` makes: a key is read if one of them allows it."""

    def allows(self, i: Array, j: Array) -> Array:
        return self.first.allows(i, j) | self.second.allows(i, j)

    def mask(self, rows: range, keys: range) -> Array:
        return self.first.mask(rows, keys) | self.second.mask(rows, keys)

    def tile(self, rows: range, keys: range) -> Kind:
        first = self.first.tile(rows, keys)
        if first == "whole":
            return "whole"
        second = self.second.tile(rows, keys)
        if first == "skipped" or second == "whole":
            return second
        return first if second == "skipped" else self._look(rows, keys)

    def reaches(self, rows: range, keys: range) -> list[Reach] | None:
        first = self.first.reaches(rows, keys)
        second = None if first is None else self.second.reaches(rows, keys)
        return None if first is None or second is None else few([*first, *second])

    def __repr__(self) -> str:
        return f"{self.first!r} | {_inside(repr(self.second), self.second, Either)}"

    def __str__(self) -> str:
        return f"{self.first} | {_inside(str(self.second), self.second, Either)}"


def _inside(text: str, scheme: Scheme, *looser: type[Scheme]) -> str:
    """In brackets where the scheme binds looser than its surroundings."""
    return f"({text})" if isinstance(scheme, looser) else text
