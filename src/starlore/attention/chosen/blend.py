"""Attention over chosen keys: softmax and blend of what a choice names, and of nothing else."""

import math

import numpy as np
from jaxtyping import Float

from starlore.attention.arguments import must_be
from starlore.attention.arrays import Array, Numbers, as_floats, as_number
from starlore.attention.chosen.choice import Choice
from starlore.attention.chosen.heads import Head, check_fit, heads_of, outer_shape
from starlore.attention.chosen.scores import CELLS, pair_scores
from starlore.attention.schemes import tiles_of
from starlore.errors import ShapeError


def blend_chosen(
    q: Numbers, k: Numbers, v: Numbers, choice: Choice, scale: float | None = None
) -> tuple[Float[Array, "*heads n_q d_v"], Float[Array, "*heads n_q"]]:
    """Let every query read the keys chosen for it, and blend their values.

    Sums run in float64, key after key, as in the reference: the result has the bits of `attend`
    given the chosen keys as a mask.

    Args:
        q, k, v: as they were chosen from.
        choice: what `choose` gave.
        scale: what products are multiplied by. None: 1/sqrt(d_k), or 1 if d_k is 0.

    Returns:
        Output in the dtype of the values; lse in float32, or float64 for float64. A query without
        keys gives 0 and -inf.

    Raises:
        ShapeError: if the arrays do not fit, or the choice was made for others.
        DtypeError: if `choice` is none, or a dtype has no meaning here.

    Cost: O(n_q * width * (d_k + d_v)) time, memory for 2^21 pairs at a time.

    Example:
        >>> from starlore.attention.chosen import TopK
        >>> q, k, v = [[1.0]], [[3.0], [1.0], [0.0]], [[10.0], [4.0], [1.0]]
        >>> blend_chosen(q, k, v, TopK(2).choose(q, k, scale=1), scale=1)[0].round(6).tolist()
        [[9.284782]]
    """
    must_be(choice, Choice, "choice", "what choose gave")
    factor = None if scale is None else as_number(scale, "scale")
    queries, keys_given, values = as_floats(q, "q"), as_floats(k, "k"), as_floats(v, "v")
    check_fit(queries, keys_given, values)
    outer, n_q = outer_shape(q), queries.shape[-2]
    if choice.keys.shape[:-1] != (*outer, n_q):
        raise ShapeError(
            f"the choice was made for queries of shape {choice.keys.shape[:-1]}, "
            f"these are {(*outer, n_q)}"
        )
    if choice.keys.max(initial=-1) >= keys_given.shape[-2]:
        raise ShapeError(
            f"the choice was made from more keys: it names key {choice.keys.max()}, "
            f"there are {keys_given.shape[-2]}"
        )
    output = np.zeros((*outer, n_q, values.shape[-1]), dtype=values.dtype)
    lse = np.zeros((*outer, n_q), np.float64 if values.dtype == np.float64 else np.float32)
    for head in heads_of(q, k, v):
        told = 1 / math.sqrt(head.q.shape[1] or 1) if factor is None else factor
        keys = choice.keys[head.at]
        for rows in tiles_of(n_q, max(1, CELLS // max(1, keys.shape[1]))):
            here = slice(rows.start, rows.stop)
            blended, total = _blend(head, head.q[here], keys[here], told)
            output[head.at][here] = blended
            lse[head.at][here] = total
    return output, lse


def _blend(head: Head, q: Array, keys: Array, scale: float) -> tuple[Array, Array]:
    assert head.v is not None
    scores = pair_scores(q, head.k, keys, scale)
    largest = scores.max(axis=1, initial=-np.inf)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest)[:, None])
    totals = np.zeros(len(q))
    blended = np.zeros((len(q), head.v.shape[1]))
    for column, power in zip(keys.T, powers.T, strict=True):
        there = column >= 0
        totals += power
        taken = power[there, None] * head.v[column[there]]
        blended[there] += taken
    divisor = np.where(totals == 0, 1.0, totals)
    return blended / divisor[:, None], largest + np.log(divisor)
