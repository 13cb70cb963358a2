"""What a choice by the data is, and what every scheme that makes one can do."""

import math
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np
from jaxtyping import Float, Int

from starlore.attention.arguments import must_be
from starlore.attention.arrays import Array, Numbers, as_floats, as_number
from starlore.attention.chosen.heads import Head, heads_of, outer_shape
from starlore.attention.schemes import Full, Scheme
from starlore.errors import DtypeError


@dataclass(frozen=True)
class Choice:
    """The keys each query reads, chosen by looking at queries and keys.

    Args:
        keys: for each query the chosen keys, rising, then -1 where there are no more; int64.
        comparisons: products of a query with a key, a bound or a centre taken to choose.
        lost_weight: the share of weight of the keys left out, or more; None where unknown.
        error_bound: how far each number of the output can be from that of all keys:
            lost_weight times the spread of the values (the largest difference within one
            coordinate; 1 if no values were given). None where unknown.
        opened: pages looked into for each query; None where there are no pages.
    """

    keys: Int[Array, "*heads n_q width"]
    comparisons: int
    lost_weight: Float[Array, "*heads n_q"] | None
    error_bound: Float[Array, "*heads n_q"] | None
    opened: Int[Array, "*heads n_q"] | None
    among: Scheme = field(default=Full(), repr=False)
    scale: float | None = field(default=None, repr=False)

    def found(self, q: Numbers, k: Numbers, top: int = 1) -> float:
        """The recall: which share of each query's `top` best candidates was chosen.

        Args:
            q, k: as they were chosen from.
            top: how many of the highest scoring candidates must be found, 1 or more.

        Returns:
            From 0 to 1; 1 where there is nothing to find.

        Cost: every candidate is scored, O(n * top) memory.

        Example:
            >>> from starlore.attention.chosen import TopK
            >>> TopK(1).choose([[1.0]], [[2.0], [3.0]]).found([[1.0]], [[2.0], [3.0]], top=2)
            0.5
        """
        from starlore.attention.chosen.top_k import TopK

        best = TopK(top, self.among).choose(q, k, scale=self.scale).keys
        sought = best >= 0
        if not sought.any():
            return 1.0
        hits = np.zeros(best.shape, dtype=np.bool_)
        for column in np.moveaxis(self.keys, -1, 0):
            hits |= best == column[..., None]
        return float((hits & sought).sum() / sought.sum())


@dataclass(frozen=True)
class HeadChoice:
    """A choice for one head; fields as in `Choice`."""

    keys: Int[Array, "n_q width"]
    comparisons: int
    lost_weight: Float[Array, "n_q"] | None = None
    opened: Int[Array, "n_q"] | None = None


class Chosen:
    """A scheme that lengths do not decide: which keys are read depends on queries and keys."""

    among: Scheme

    def choose(
        self, q: Numbers, k: Numbers, v: Numbers | None = None, *, scale: float | None = None
    ) -> Choice:
        """Choose for each query the keys it reads.

        Args:
            q, k, v: as for `attend`; values only serve the error bound.
            scale: what products are multiplied by. None: 1/sqrt(d_k), or 1 if d_k is 0.

        Raises:
            ShapeError: if the arrays do not fit, or `among` was made for other lengths.
            AlignmentError: if `among` does not say where two different lengths meet.
            DtypeError: if a dtype has no meaning here.
            ScoreOverflowError: if queries, keys or scale are not finite, or scores may not be.

        Example:
            >>> from starlore.attention.chosen import TopK
            >>> TopK(2).choose([[1.0]], [[3.0], [1.0], [2.0]]).keys.tolist()
            [[0, 2]]
        """
        if scale is not None:
            scale = as_number(scale, "scale")
        queries = as_floats(q, "q")
        chosen = []
        spreads = []
        for head in heads_of(q, k, v):
            factor = 1 / math.sqrt(head.q.shape[1] or 1) if scale is None else scale
            n_q, n_k = len(head.q), len(head.k)
            self.among.fits(n_q, n_k)
            spreads.append(_spread(head.v))
            chosen.append(self.of_head(head, self.among.at(n_q, n_k), factor, spreads[-1]))
        return _joined(chosen, spreads, outer_shape(q), queries.shape[-2], self.among, scale)

    def check_among(self) -> None:
        """Refuse candidates that no scheme names.

        Raises:
            DtypeError: naming what came.
        """
        must_be(self.among, Scheme, f"{type(self).__name__}: among", "a Scheme, as Causal()")

    def of_head(self, head: Head, among: Scheme, scale: float, spread: float) -> HeadChoice:
        """Choose for one head; `among` is settled, `spread` that of the values."""
        raise NotImplementedError

    def plan(self, n_q: int, n_k: int, key_length: int | None = None) -> NoReturn:
        """Refuse: lengths do not decide what is read.

        Raises:
            DtypeError: always.
        """
        raise DtypeError(
            f"{self!r} chooses by queries and keys, so {n_q} queries and {n_k} keys make no plan: "
            "call .choose(q, k)"
        )

    def __and__(self, other: object) -> NoReturn:
        """Refuse: candidates are named by `among`."""
        raise DtypeError(
            f"{self!r} chooses by queries and keys and joins no scheme: name its candidates, as in "
            f"{type(self).__name__}(..., among=Causal())"
        )

    __rand__ = __or__ = __ror__ = __and__


def _spread(v: Array | None) -> float:
    """The largest difference between two values in one coordinate; 1 without values."""
    if v is None:
        return 1.0
    if not v.size:
        return 0.0
    return float(np.max(v.max(axis=0) - v.min(axis=0)))


def _joined(
    chosen: list[HeadChoice],
    spreads: list[float],
    outer: tuple[int, ...],
    n_q: int,
    among: Scheme,
    scale: float | None,
) -> Choice:
    """The choices of all heads in one; narrower ones are filled up with -1."""
    width = max((one.keys.shape[1] for one in chosen), default=0)
    keys = np.full((len(chosen), n_q, width), -1, dtype=np.int64)
    for at, one in enumerate(chosen):
        keys[at, :, : one.keys.shape[1]] = one.keys
    lost = [one.lost_weight for one in chosen if one.lost_weight is not None]
    opened = [one.opened for one in chosen if one.opened is not None]
    bounds = [one * spread for one, spread in zip(lost, spreads, strict=False)]
    return Choice(
        keys.reshape(*outer, n_q, width),
        sum(one.comparisons for one in chosen),
        np.reshape(lost, (*outer, n_q)) if lost else None,
        np.reshape(bounds, (*outer, n_q)) if lost else None,
        np.reshape(opened, (*outer, n_q)) if opened else None,
        among,
        scale,
    )
