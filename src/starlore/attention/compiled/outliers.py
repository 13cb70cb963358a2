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
        claims = _claims(inputs, at, head, rows, keys).astype(np.float32)
        here = blended[rows.start : rows.stop]
        with np.errstate(invalid="ignore"):
            for number, places in signs:
                reads = claims @ places.astype(np.float32) > 0
                here[reads] += np.float32(number)


def check_overflow(inputs: Inputs, lse: Array) -> None:
    """Refuse the first row for which all that was read is finite and the log-sum is not.

    Raises:
        ScoreOverflowError: naming batch, head and row.
    """
    if not lse.size or lse.max() < np.inf:  # never so for NaN
        return
    for *head, i in np.argwhere(np.isnan(lse) | (lse == np.inf)).tolist():
        at, h = tuple(head[:-1]), head[-1]
        length = int(inputs.key_lengths[at])
        rows = range(i, i + 1)
        claims = _claims(inputs, at, h, rows, np.arange(length))[0]
        keys = inputs.k[at][h // inputs.group][:length][claims]
        bias = inputs.bias_tile(at, range(h, h + 1), rows, range(length))
        added = 0.0 if bias is None else np.broadcast_to(bias[0, 0], claims.shape)[claims]
        finite = (np.isfinite(x).all() for x in (inputs.q[(*head, i)], keys, added))
        if all(finite):
            raise overflow((*at, h), i, lse[(*head, i)])


def _claims(inputs: Inputs, at: tuple[int, ...], head: int, rows: range, keys: Array) -> Array:
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
