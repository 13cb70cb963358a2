"""How large a call is, and what it costs: the two values that everything here takes and gives."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from starlore.attention.schemes.align import whole_number
from starlore.errors import DtypeError, ShapeError

WIDTHS = {"float16": 2, "bfloat16": 2, "float32": 4, "float64": 8}
"""Bytes of one number."""

How: TypeAlias = Literal["exact", "at least", "at most", "even"]
"""How a count is meant where the data decide: exactly so, never less, never more, or as it is where
the keys fall into groups of one size."""


@dataclass(frozen=True)
class Sizes:
    """The lengths, widths and heads of one call, as `attend` knows them.

    Args:
        n_q, n_k: queries and keys. d_k, d_v: numbers of a key and of a value.
        h_q, h_kv: query heads, and key heads, which divide them. batch: items.
        dtype: "float16", "bfloat16", "float32" or "float64".

    Raises:
        ShapeError: if one is no whole number of 0 or more, or `h_kv` does not divide `h_q`.
        DtypeError: if there is no such dtype.
    """

    n_q: int
    n_k: int
    d_k: int = 64
    d_v: int = 64
    h_q: int = 1
    h_kv: int = 1
    batch: int = 1
    dtype: str = "float32"

    def __post_init__(self) -> None:
        for name in ("n_q", "n_k", "d_k", "d_v", "h_q", "h_kv", "batch"):
            whole_number(getattr(self, name), name, 0)
        if self.h_q and (not self.h_kv or self.h_q % self.h_kv):
            raise ShapeError(f"h_q must be a multiple of h_kv: they are {self.h_q} and {self.h_kv}")
        if self.dtype not in WIDTHS:
            raise DtypeError(f"dtype must be one of {', '.join(WIDTHS)}: it is {self.dtype!r}")

    @property
    def itemsize(self) -> int:
        """Bytes of a number as it comes and goes."""
        return WIDTHS[self.dtype]

    @property
    def wide(self) -> int:
        """Bytes of a number as it is computed with: never below float32."""
        return max(4, self.itemsize)

    @property
    def group(self) -> int:
        """Query heads that share a key head."""
        return self.h_q // self.h_kv if self.h_kv else 0

    @property
    def streams(self) -> int:
        """Key heads of all items."""
        return self.batch * self.h_kv

    @property
    def length(self) -> int:
        """The length of a text that is read place by place: one for queries and keys.

        Raises:
            ShapeError: if they differ.
        """
        if self.n_q != self.n_k:
            raise ShapeError(
                f"what reads place by place has one length: n_q is {self.n_q}, n_k is {self.n_k}"
            )
        return self.n_q


@dataclass(frozen=True)
class Cost:
    """What one call takes, told before it is made.

    Args:
        comparisons: products of a query with a key, a bound or a centre, each counted once; 0
            where nothing is compared. Multiplying by a constant, such as the scale, is not counted.
        multiply_adds: products of two numbers, each added to a sum.
        exponentials: powers of e, tanh among them; what a kernel computes in vain comes on top.
        bytes: inputs and outputs, each moved once: the least that must move.
        extra_bytes: the most memory held at once beside them.
        how: whether the counts are exact; only the data can tell where they decide who reads whom.
    """

    comparisons: int
    multiply_adds: int
    exponentials: int
    bytes: int
    extra_bytes: int
    how: How = "exact"

    @property
    def peak_bytes(self) -> int:
        """All memory at once: inputs, outputs, and what is held beside them."""
        return self.bytes + self.extra_bytes
