"""The reference: attention in float64 with every step kept. Only here may a table be n * n.

Sums run in one fixed order, coordinate after coordinate and key after key, and a cell that may
not be read adds nothing. So a row's bits depend on its query, the keys it may read and the
settings alone: not on its batch, on later keys, or on how the mask was written.
"""

from dataclasses import dataclass, fields, replace

import numpy as np
from jaxtyping import Bool, Float

from starlore.attention.arrays import Array, Numbers
from starlore.attention.chosen import Chosen
from starlore.attention.inputs import Bias, Inputs, check
from starlore.attention.plan import Plan, check_cells
from starlore.attention.schemes import Full, Scheme
from starlore.errors import ScoreOverflowError

SHRINK = 64
"""Halvings that make room for 2^64 of the largest float64 values in one sum."""


@dataclass(frozen=True)
class Steps:
    """Every step of attention, in the order it is computed; float64, for inputs of any dtype.

    Args:
        products: q . k.
        scores: products times the scale.
        capped: scores after the softcap; the scores if there is none.
        biased: capped plus bias; -inf where the query may not read the key.
        allowed: True where it may.
        largest: the largest biased score of a row; -inf if it reads nothing.
        stretched: e^(biased - largest), in [0, 1].
        totals: the sum of a stretched row.
        weights: stretched / totals; a row that reads nothing is all 0 (decisions/0002).
        output: the values blended by the weights.
        lse: log of the sum of e^biased, natural; -inf for a row that reads nothing.
    """

    products: Float[Array, "*heads n_q n_k"]
    scores: Float[Array, "*heads n_q n_k"]
    capped: Float[Array, "*heads n_q n_k"]
    biased: Float[Array, "*heads n_q n_k"]
    allowed: Bool[Array, "*heads n_q n_k"]
    largest: Float[Array, "*heads n_q"]
    stretched: Float[Array, "*heads n_q n_k"]
    totals: Float[Array, "*heads n_q"]
    weights: Float[Array, "*heads n_q n_k"]
    output: Float[Array, "*heads n_q d_v"]
    lse: Float[Array, "*heads n_q"]


def explain(
    q: Float[Array, "*heads n_q d_k"] | Numbers,
    k: Float[Array, "*heads n_k d_k"] | Numbers,
    v: Float[Array, "*heads n_k d_v"] | Numbers,
    scheme: Scheme | Plan | Chosen = Full(),  # noqa: B008 - a frozen value
    *,
    mask: Bool[Array, "..."] | Numbers | None = None,
    bias: Float[Array, "..."] | Bias | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    key_lengths: Numbers | int | None = None,
) -> Steps:
    """Compute attention and keep every step, so that a learner can look at each.

    Takes what `attend` takes, means the same, and gives the whole tables in float64.

    Args:
        q, k, v, scheme, mask, bias, scale, softcap, key_lengths: as for `attend`.

    Raises:
        ShapeError: if the arrays do not fit, or a table would have more than 2^24 cells.
        DtypeError: if a dtype has no meaning here.
        ScoreOverflowError: if finite queries and keys have a score that float64 cannot hold.

    Cost: O(n_q * n_k * (d_k + d_v)) time, seven tables of n_q * n_k memory per head.

    Example:
        >>> steps = explain([[1]], [[3], [1], [0]], [[10], [4], [1]], scale=1)
        >>> steps.weights.round(6).tolist(), steps.output.round(6).tolist()
        ([[0.843795, 0.114195, 0.04201]], [[8.936738]])
    """
    inputs = check(q, k, v, scheme, mask, bias, scale, softcap, key_lengths)
    *outer, n_q, _ = inputs.q.shape
    check_cells(int(np.prod([*outer, n_q, inputs.k.shape[-2]], dtype=object)), "explain: a table")
    rows, wide = range(n_q), widen(inputs)
    steps = steps_of(wide, rows)
    check_overflow(wide, rows, steps, steps.lse)
    if not inputs.is_one_head:
        return steps
    return Steps(**{field.name: getattr(steps, field.name)[0] for field in fields(Steps)})


def widen(inputs: Inputs) -> Inputs:
    """The same call in float64 with one key head per query head; grouped heads side by side."""
    head_of_query = np.arange(inputs.q.shape[-3]) // max(1, inputs.group)
    q, k, v = (array.astype(np.float64, copy=False) for array in (inputs.q, inputs.k, inputs.v))
    if inputs.group != 1:
        k, v = (np.take(array, head_of_query, axis=-3) for array in (k, v))
    return replace(inputs, q=q, k=k, v=v)


def steps_of(inputs: Inputs, rows: range) -> Steps:
    """The steps of these queries, with a head axis; scores that overflow are left as they are.

    Args:
        inputs: widened.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        allowed = inputs.allowed(rows)
        bias = None if inputs.bias is None else inputs.bias_of(rows)
        products = _products(inputs.q[..., rows.start : rows.stop, :], inputs.k)
        scores = products * inputs.scale
        cap = inputs.softcap
        capped = scores if cap is None else cap * np.tanh(scores / cap)
        biased = np.where(allowed, capped if bias is None else capped + bias, -np.inf)
        largest = biased.max(axis=-1, initial=-np.inf)
        taken_away = np.where(largest == -np.inf, 0.0, largest)
        stretched = np.exp(biased - taken_away[..., None])
        totals, blended = _fold(stretched, inputs.v, allowed)
        divisor = np.where(totals == 0, 1.0, totals)[..., None]
        lse = largest + np.log(divisor[..., 0])
        weights, output = stretched / divisor, blended / divisor
        is_over = ~np.isfinite(blended)
        if is_over.any():  # a sum may pass the limit of float64 where the mean does not
            _, small = _fold(stretched, np.ldexp(inputs.v, -SHRINK), allowed)
            output = np.where(is_over, np.ldexp(small / divisor, SHRINK), output)
    return Steps(
        products, scores, capped, biased, allowed, largest, stretched, totals, weights, output, lse
    )


def check_overflow(inputs: Inputs, rows: range, steps: Steps, lse: Array) -> None:
    """Refuse rows whose log-sum is no finite number although all they read is finite.

    Args:
        inputs: widened.
        lse: the log-sums in the dtype they are handed out in.

    Raises:
        ScoreOverflowError: naming the first such row.
    """
    for *outer, i in np.argwhere(~np.isfinite(lse) & steps.allowed.any(axis=-1)):
        head = tuple(map(int, outer))
        read, row = steps.allowed[(*head, i)], range(rows[i], rows[i] + 1)
        parts = [inputs.q[(*head, rows[i])], inputs.k[head][read]]
        parts += [] if inputs.bias is None else [inputs.bias_of(row)[head][0][read]]
        if all(np.isfinite(part).all() for part in parts):
            raise overflow(head, rows[i], lse[(*head, i)])


def overflow(head: tuple[int, ...], row: int, lse: np.generic) -> ScoreOverflowError:
    """The error of a row of finite queries and keys whose log-sum is not finite.

    Args:
        head: the batch item and the query head.

    Example:
        >>> str(overflow((0, 1), 2, np.float32("inf")))[-55:]
        'float32: batch (0,), head 1, row 2 has a log-sum of inf'
    """
    *batch, h = head
    return ScoreOverflowError(
        f"the scores of finite queries and keys must be finite in {lse.dtype}: "
        f"batch {tuple(batch)}, head {h}, row {row} has a log-sum of {lse}"
    )


def _products(q: Array, k: Array) -> Array:
    """q . k for every pair, summed coordinate after coordinate."""
    columns = np.ascontiguousarray(np.moveaxis(k, -1, 0))
    products = np.zeros((*q.shape[:-1], k.shape[-2]))
    for c, column in enumerate(columns):
        products += q[..., c, None] * column[..., None, :]
    return products


def _fold(stretched: Array, v: Array, allowed: Array) -> tuple[Array, Array]:
    """Row sums and blends, summed key after key; a key that may not be read is never touched."""
    columns = np.ascontiguousarray(np.moveaxis(stretched, -1, 0))
    values = np.ascontiguousarray(np.moveaxis(v, -2, 0))
    is_finite = np.isfinite(values).all(axis=tuple(range(1, values.ndim)))
    totals = np.zeros(stretched.shape[:-1])
    blended = np.zeros((*stretched.shape[:-1], v.shape[-1]))
    for j, (column, value) in enumerate(zip(columns, values, strict=True)):
        totals += column
        taken = column[..., None] * value[..., None, :]
        blended += taken if is_finite[j] else np.where(allowed[..., j, None], taken, 0.0)
    return totals, blended
