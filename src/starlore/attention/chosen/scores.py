"""Scores of chosen pairs, always to the same bits, and how far quick ones may be from them.

Matrix products are quick, but their last bits depend on the shapes they are asked for. So keys
are first sought with matrix products, then the few best are scored again coordinate after
coordinate, as the reference does it; `doubt` bounds how far the two can lie apart.
"""

import numpy as np
from jaxtyping import Float, Int

from starlore.attention.arrays import Array
from starlore.attention.schemes import Scheme
from starlore.errors import ScoreOverflowError

WIDEST = 700.0
"""The largest doubt, in powers of e, that a share is widened by: e to that is a number."""

CELLS = 2**21
"""Pairs scored together: 16 MB of numbers."""

SPARE = 8
"""Keys sought beyond the k best, for what rounding may hide."""


def pair_scores(
    q: Float[Array, "m d_k"], k: Float[Array, "n_k d_k"], keys: Int[Array, "m width"], scale: float
) -> Float[Array, "m width"]:
    """The scores of some keys for each query, to the bits of `explain`; -inf where the key is -1.

    Example:
        >>> pair_scores(np.array([[2.0]]), np.array([[3.0], [5.0]]), np.array([[1, -1]]), 1.0)
        array([[ 10., -inf]])
    """
    products = np.zeros(keys.shape)
    if len(k):
        for query, column in zip(q.T, np.ascontiguousarray(k.T), strict=True):
            products += query[:, None] * column[keys]
    return np.where(keys < 0, -np.inf, products * scale)


def doubt(q: Float[Array, "m d_k"], largest_key: float, scale: float) -> Float[Array, "m"]:
    """More than two scores of one pair can differ, summed in whatever order.

    By twice the rounding of d_k products and the scale: |fl(q . k) - q . k| is at most d_k units
    in the last place of sum |q_c k_c|, itself at most |q| |k|; a sum that underflows adds a trace.

    Args:
        largest_key: the greatest length of a key.

    Raises:
        ScoreOverflowError: if a score may pass the range of float64.

    Source: Higham 2002, section 3.1.
    """
    with np.errstate(over="ignore"):
        most = np.linalg.norm(q, axis=1) * largest_key * max(abs(scale), 1e-300)
    if not np.isfinite(most * 4).all():
        raise ScoreOverflowError(
            "keys are chosen by finite scores: |q| |k| passes the range of float64"
        )
    width = q.shape[1] + 4
    traces: Array = 4 * width * (np.finfo(np.float64).eps * most + 5e-324 * max(1.0, abs(scale)))
    return traces


def longest(k: Float[Array, "n_k d_k"]) -> float:
    """The greatest length of a key, 0 if there is none."""
    with np.errstate(over="ignore"):
        return float(np.linalg.norm(k, axis=1).max(initial=0.0))


def best_of(
    scores: Float[Array, "m width"], keys: Int[Array, "m width"], count: int
) -> tuple[Array, Array]:
    """The `count` best keys of each query by score, ties to the lowest key; -inf is no key.

    Returns:
        Their scores, falling, and the keys; (-inf, -1) where there are no more.

    Example:
        >>> best_of(np.array([[1.0, 2.0, 2.0]]), np.array([[0, 7, 4]]), 2)
        (array([[2., 2.]]), array([[4, 7]]))
    """
    rising = np.argsort(keys, axis=1)
    scores, keys = (np.take_along_axis(one, rising, axis=1) for one in (scores, keys))
    falling = np.argsort(-scores, axis=1, kind="stable")[:, :count]
    scores, keys = (np.take_along_axis(one, falling, axis=1) for one in (scores, keys))
    return scores, np.where(scores == -np.inf, -1, keys)


def rising_keys(keys: Int[Array, "m width"]) -> Int[Array, "m width"]:
    """Each query's keys once each, rising, and -1 at the end; as narrow as they allow.

    Example:
        >>> rising_keys(np.array([[5, -1, 2, 5], [-1, -1, -1, -1]])).tolist()
        [[2, 5], [-1, -1]]
    """
    last = np.iinfo(np.int64).max
    ordered = np.sort(np.where(keys < 0, last, keys), axis=1)
    ordered[:, 1:][ordered[:, 1:] == ordered[:, :-1]] = last
    ordered.sort(axis=1)
    width = int((ordered != last).sum(axis=1).max(initial=0))
    ordered = ordered[:, :width]
    return np.where(ordered == last, -1, ordered)


def scan_exactly(
    q: Array, k: Array, rows: Array, among: Scheme, scale: float, count: int
) -> tuple[Array, Array]:
    """The best keys of these queries, every candidate scored in the slow fixed order."""
    every = np.arange(len(k), dtype=np.int64)
    scores, keys = np.full((len(rows), count), -np.inf), np.full((len(rows), count), -1)
    together = max(1, CELLS // max(1, len(k)))
    for start in range(0, len(rows), together):
        some = rows[start : start + together]
        allowed = among.allows(some[:, None], every[None, :])
        candidates = np.where(allowed, every, -1)
        here = pair_scores(q[some], k, candidates, scale)
        best, named = best_of(here, candidates, count)
        scores[start : start + together, : best.shape[1]] = best
        keys[start : start + together, : best.shape[1]] = named
    return scores, keys
