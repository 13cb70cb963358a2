"""Numbers that are not finite: given to those who read them, kept from everybody else.

The kernel blends values with 0 in place of NaN and infinity, so that a weight of 0 cannot turn
them into NaN. Whoever may read such a value gets it here, afterwards. And a log-sum that is not
finite is looked into: from finite numbers it is an overflow, which is refused.
"""

import numpy as np

from starlore.attention.alibi import Alibi
from starlore.attention.arrays import Array
from starlore.attention.dense import overflow
from starlore.attention.inputs import Inputs
from starlore.attention.schemes import tiles_of

ROWS = 256
"""Queries looked at together."""

LIMIT = float(np.finfo(np.float32).max) / 2
"""Scores below have not passed float32, whatever was rounded on the way."""


def add_outliers(inputs: Inputs, at: tuple[int, ...], head: int, blended: Array) -> None:
    """Add to the output rows of one query head what they read that is not finite.

    Args:
        blended: `[n_q, d_v]`, changed in place.
    """
    length = int(inputs.key_lengths[at])
    values = inputs.v[at][head // inputs.group][:length].astype(np.float32)
    keys = np.flatnonzero(~np.isfinite(values).all(axis=1))
    if not len(keys):
        return
    values = values[keys]
    signs = [(np.nan, np.isnan(values)), (np.inf, values == np.inf), (-np.inf, values == -np.inf)]
    for rows in tiles_of(len(blended), ROWS):
        claims = claims_of(inputs, at, head, rows, keys).astype(np.float32)
        here = blended[rows.start : rows.stop]
        with np.errstate(invalid="ignore"):
            for number, places in signs:
                reads = claims @ places.astype(np.float32) > 0
                here[reads] += np.float32(number)


def check_overflow(inputs: Inputs, lse: Array) -> None:
    """Refuse the first row that reads a key and whose log-sum is not finite, if all it read is.

    Raises:
        ScoreOverflowError: naming batch, head and row.
    """
    if not lse.size or -np.inf < lse.min() <= lse.max() < np.inf:  # never so for NaN
        return
    suspects = ~(lse < np.inf) | ((lse == -np.inf) & _may_fall(inputs))
    odd_keys = np.asarray(~np.isfinite(inputs.k).all(axis=-1))
    for *head, i in np.argwhere(suspects).tolist():
        at, h = tuple(head[:-1]), head[-1]
        length = int(inputs.key_lengths[at])
        rows = range(i, i + 1)
        claims = claims_of(inputs, at, h, rows, np.arange(length))[0]
        odd = odd_keys[at][h // inputs.group][:length]
        if not claims.any() or (claims & odd).any() or not np.isfinite(inputs.q[(*head, i)]).all():
            continue
        bias = inputs.bias_tile(at, range(h, h + 1), rows, range(length))
        added = 0.0 if bias is None else np.broadcast_to(bias[0, 0], claims.shape)[claims]
        if np.isfinite(added).all():
            raise overflow((*at, h), i, lse[(*head, i)])


def _may_fall(inputs: Inputs) -> Array:
    """True for rows whose scores could pass the limit of float32, all of them downwards."""
    if inputs.bias is not None:
        return np.ones(inputs.q.shape[:-1], dtype=np.bool_)
    with np.errstate(all="ignore"):
        longest = _largest(inputs.q, (-1,)) * (abs(inputs.scale) * inputs.q.shape[-1])
        largest = np.repeat(_largest(inputs.k, (-2, -1)), inputs.group, axis=-1)
        may: Array = ~(longest * largest[..., None] <= LIMIT)
    return may


def _largest(array: Array, axes: tuple[int, ...]) -> Array:
    """The largest size of a number along these axes, a float64."""
    most, least = array.max(axis=axes, initial=0), array.min(axis=axes, initial=0)
    found: Array = np.maximum(most.astype(np.float64), -least.astype(np.float64))
    return found


def claims_of(inputs: Inputs, at: tuple[int, ...], head: int, rows: range, keys: Array) -> Array:
    """True where a query of one head may read one of these keys."""
    i = np.arange(rows.start, rows.stop, dtype=np.int64)[:, None]
    scheme = inputs.settled[int(inputs.key_lengths[at])]
    claims = np.array(np.broadcast_to(scheme.allows(i, keys[None, :]), (len(rows), len(keys))))
    if inputs.mask is not None:
        claims &= inputs.mask[at][head, rows.start : rows.stop][:, keys]
    if isinstance(inputs.bias, np.ndarray):
        claims &= inputs.bias[at][head, rows.start : rows.stop][:, keys] != -np.inf
    elif inputs.bias is not None and not isinstance(inputs.bias, Alibi):
        claims &= np.asarray(inputs.bias(i, keys[None, :])) != -np.inf
    return claims
