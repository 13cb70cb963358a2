"""Attention in three steps: score, softmax, blend. The whole idea on one screen.

    scores  = q . k / sqrt(d_k)            how well does each key answer the query?
    weights = e^scores, shared out to 1    how much of each value is taken?
    output  = weights . v                  the values, mixed by those weights

`dense.explain` does the same with every step kept; `attend` adds heads, schemes and masks.
Here everything is computed in float64 and rounded once, to the dtype that came in.
"""

import math

import numpy as np
from jaxtyping import Bool, Float

from starlore.attention.arrays import Array, Numbers, as_claims, as_floats, as_number
from starlore.errors import ScoreOverflowError, ShapeError


def score(
    q: Float[Array, "*batch n_q d_k"] | Numbers,
    k: Float[Array, "*batch n_k d_k"] | Numbers,
    scale: float | None = None,
) -> Float[Array, "*batch n_q n_k"]:
    """Measure how well each key answers each query: their product, scaled.

    The product of two vectors grows with their width; dividing by the root of the width keeps
    scores of random vectors at a spread of one, whatever the width.

    Args:
        q: queries, one row each; no unit.
        k: keys, one row each, as wide as the queries.
        scale: what products are multiplied by. None: 1/sqrt(d_k), or 1 if d_k is 0.

    Returns:
        A row per query, a column per key.

    Raises:
        ShapeError: if queries and keys have not one width.
        DtypeError: if `scale` is not one real number.
        ScoreOverflowError: if a finite query and a finite key have a score that is not.

    Cost: O(n_q * n_k * d_k) time.
    Source: Vaswani et al. 2017, eq. 1.

    Example:
        >>> score([[1.0, 2.0]], [[3.0, 0.0], [0.0, 1.0]], scale=1).tolist()
        [[3.0, 2.0]]
    """
    queries, keys = as_floats(q, "q"), as_floats(k, "k")
    if queries.ndim < 2 or keys.ndim < 2 or queries.shape[-1] != keys.shape[-1]:
        raise ShapeError(
            f"queries and keys must have one width: q is {queries.shape}, k is {keys.shape}"
        )
    factor = 1 / math.sqrt(queries.shape[-1] or 1) if scale is None else as_number(scale, "scale")
    with np.errstate(over="ignore", invalid="ignore"):
        products = queries.astype(np.float64) @ keys.astype(np.float64).swapaxes(-1, -2)
        scores: Array = (products * factor).astype(np.result_type(queries, keys))
    rows, columns = (np.asarray(np.isfinite(array).all(axis=-1)) for array in (queries, keys))
    is_wrong = rows[..., :, None] & columns[..., None, :] & ~np.isfinite(scores)
    _refuse(is_wrong, scores, "scores of finite queries and keys")
    return scores


def softmax(
    scores: Float[Array, "*rows n_k"] | Numbers,
    mask: Bool[Array, "*#rows n_k"] | Numbers | None = None,
) -> Float[Array, "*rows n_k"]:
    """Turn each row of scores into weights, none below zero, that sum to one.

    A score ahead by g gets e**g times the weight: the stretch of gaps the lesson speaks of.
    The row's largest score is taken away first, so nothing overflows and no weight changes.

    Args:
        scores: a row per query, a column per key; no unit. -inf is not read; NaN and +inf, for
            which there is no right weight, are refused where they are read.
        mask: True where the query may read the key. None: every query reads every key.

    Returns:
        Weights in [0, 1]. A row that may read nothing is all zeros, not NaN (decisions/0002).

    Raises:
        ShapeError: if `scores` has no axis, or `mask` does not broadcast to `scores` or would be
            stretched along the keys.
        ScoreOverflowError: if a score that is read is NaN or +inf.

    Cost: O(n_q * n_k) time and memory.
    Source: Vaswani et al. 2017, eq. 1.

    Example:
        >>> softmax([3.0, 1.0, 0.0]).round(2).tolist()
        [0.84, 0.11, 0.04]
    """
    given = as_floats(scores, "scores")
    if given.ndim == 0:
        raise ShapeError(f"scores must have an axis of keys: they are the one number {given}")
    chosen = given.astype(np.float64)
    if mask is not None:
        chosen = np.where(_fitted(as_claims(mask), given.shape), chosen, -np.inf)
    _refuse(~(chosen < np.inf), given, "scores that are read")
    largest = chosen.max(axis=-1, keepdims=True, initial=-np.inf)
    with np.errstate(over="ignore"):  # a gap too wide for float64 is -inf, and its weight 0
        stretched = np.exp(chosen - np.where(largest == -np.inf, 0.0, largest))
    totals = stretched.sum(axis=-1, keepdims=True)
    return (stretched / np.where(totals == 0, 1.0, totals)).astype(given.dtype)


def blend(
    weights: Float[Array, "*batch n_q n_k"] | Numbers,
    v: Float[Array, "*batch n_k d_v"] | Numbers,
) -> Float[Array, "*batch n_q d_v"]:
    """Mix the values by the weights: each value pulls the output by its weight.

    With weights that sum to one the output lies among the values, never outside them.

    Args:
        weights: a row per query, a column per key; `softmax` makes them.
        v: values, one row per key, in any unit; the output has the same.

    Raises:
        ShapeError: if there is not one weight for each value.

    Cost: O(n_q * n_k * d_v) time.

    Example:
        >>> blend([[0.5, 0.25, 0.25]], [[10.0], [4.0], [1.0]]).tolist()
        [[6.25]]
    """
    shares, values = as_floats(weights, "weights"), as_floats(v, "v")
    if shares.ndim < 2 or values.ndim < 2 or shares.shape[-1] != values.shape[-2]:
        raise ShapeError(
            f"there must be one weight for each value: weights are {shares.shape}, "
            f"v is {values.shape}"
        )
    output: Array = shares.astype(np.float64) @ values.astype(np.float64)
    return output.astype(np.result_type(shares, values))


def _fitted(mask: Array, shape: tuple[int, ...]) -> Array:
    """The mask as a read-only view in the shape of the scores, never stretched along the keys."""
    if mask.ndim and mask.shape[-1] != shape[-1]:
        raise ShapeError(
            f"the last axis of mask must be that of the scores: mask is {mask.shape}, "
            f"scores are {shape}"
        )
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:
        raise ShapeError(
            f"mask must broadcast to the scores: mask is {mask.shape}, scores are {shape}"
        ) from None


def _refuse(is_wrong: Array, scores: Array, which: str) -> None:
    """Refuse a table in which any cell is wrong, naming the first."""
    if is_wrong.any():
        place = tuple(map(int, np.argwhere(is_wrong)[0]))
        raise ScoreOverflowError(f"{which} must be finite: {scores[place]} stands at {place}")
