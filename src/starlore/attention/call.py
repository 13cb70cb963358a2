"""What a call of attention means: arrays where they lie, and for any tile who may read whom.

The caller's arrays are looked at in their own dtype, grouped key heads are not repeated, masks and
biases are broadcast views or made by tiles: nothing of size n * n is made.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from starlore.attention.alibi import Alibi
from starlore.attention.arrays import Array, Numbers, as_array, as_floats
from starlore.attention.schemes import Kind, Scheme
from starlore.errors import DtypeError, ShapeError

BiasOf: TypeAlias = Callable[[Array, Array], Array]
"""The bias at queries i, shaped (rows, 1), and keys j, shaped (1, keys); for every head alike."""

Bias: TypeAlias = Numbers | Alibi | BiasOf


@dataclass(frozen=True)
class Inputs:
    """A checked call. Arrays are `[*batch, heads, n, d]`, in their own dtype, never written to.

    Args:
        q: `[*batch, h_q, n_q, d_k]`. k, v: `[*batch, h_kv, n_k, d]`.
        dtype: of queries, keys and values.
        output_dtype: what the output is rounded to; `dtype`, but for parts never below float32.
        is_one_head: True if they came as `(n, d)`; results then have no head axis.
        is_listed: True if all three came as lists or integers: a lesson's numbers, not arrays.
        scheme: as it was given.
        settled: the scheme laid on the queries and each key length that occurs.
        mask: a broadcast view of `[*batch, h_q, n_q, n_k]`, or None.
        bias: such a view, what makes it by tiles, or None.
        key_lengths: `[*batch]`, how many keys are there.
        choice: `[*batch, h_q, n_q, width]`, the keys chosen by the data, -1 past them; or None.
    """

    q: Array
    k: Array
    v: Array
    dtype: np.dtype[np.generic]
    output_dtype: np.dtype[np.generic]
    is_one_head: bool
    is_listed: bool
    scheme: Scheme
    settled: Mapping[int, Scheme]
    mask: Array | None
    bias: Array | Alibi | BiasOf | None
    scale: float
    softcap: float | None
    key_lengths: Array
    choice: Array | None = None

    @property
    def lse_dtype(self) -> np.dtype[np.generic]:
        """float64 for float64 inputs, else float32."""
        return np.dtype(np.float64 if self.dtype == np.float64 else np.float32)

    @property
    def group(self) -> int:
        """How many query heads read one key head; query head h reads key head h // group."""
        return int(self.q.shape[-3]) // max(1, int(self.k.shape[-3]))

    def tile(
        self, at: tuple[int, ...], heads: range, rows: range, keys: range, kind: Kind
    ) -> tuple[Kind, Array | None, Array | None]:
        """Say who may read whom in one tile of one batch item.

        Args:
            at: the batch item.
            heads: query heads. keys: all of them below the item's key length.
            kind: what the scheme says of these queries and keys.

        Returns:
            Whether the tile is read whole, in part or not at all; if in part, True where a query
            may read a key; and the bias. Both broadcast to `[heads, rows, keys]`.
        """
        if kind == "skipped":
            return kind, None, None
        allowed: Array | None = None
        if self.choice is not None:
            allowed = _chosen(self.choice[at], heads, rows, keys)
        elif kind == "partial":
            allowed = self.settled[int(self.key_lengths[at])].mask(rows, keys)[None]
        if self.mask is not None:
            table = narrow(self.mask[at], heads, rows, keys)
            allowed = table if allowed is None else allowed & table
        bias = self.bias_tile(at, heads, rows, keys)
        if bias is not None and not isinstance(self.bias, Alibi):
            is_finite = bias != -np.inf
            allowed = is_finite if allowed is None else allowed & is_finite
        if allowed is None or allowed.all():
            return "whole", None, bias
        return ("partial", allowed, bias) if allowed.any() else ("skipped", None, None)

    def bias_tile(
        self, at: tuple[int, ...], heads: range, rows: range, keys: range
    ) -> Array | None:
        """The bias of one tile of one batch item, of any floating dtype.

        Returns:
            What broadcasts to `[heads, rows, keys]`, or None if there is no bias.

        Raises:
            ShapeError: if a function gives what does not broadcast to (rows, keys).
            DtypeError: if it gives no numbers.
        """
        if self.bias is None:
            return None
        if isinstance(self.bias, np.ndarray):
            return narrow(self.bias[at], heads, rows, keys)
        if isinstance(self.bias, Alibi):
            length = int(self.key_lengths[at])
            return self.bias.tile(heads, rows, keys, self.q.shape[-2], length)
        i = np.arange(rows.start, rows.stop, dtype=np.int64)[:, None]
        j = np.arange(keys.start, keys.stop, dtype=np.int64)[None, :]
        made = as_bias(self.bias(i, j))
        try:
            return np.broadcast_to(made, (len(rows), len(keys)))[None]
        except ValueError:
            raise ShapeError(
                f"bias(i, j) must give one number for each query and key, "
                f"{(len(rows), len(keys))}: it gave {made.shape}"
            ) from None

    def allowed(self, rows: range) -> Array:
        """True where one of these queries may read a key: `[*batch, h_q, len(rows), n_k]`."""
        *outer, _, _ = self.q.shape
        table = np.zeros((*outer, len(rows), self.k.shape[-2]), dtype=np.bool_)
        for length, settled in self.settled.items():
            there = range(length)
            table[self.key_lengths == length, ..., :length] = settled.mask(rows, there)
        if self.choice is not None:
            for at in np.ndindex(*self.key_lengths.shape):
                every = range(outer[-1]), rows, range(table.shape[-1])
                table[at] &= _chosen(self.choice[at], *every)
        if self.mask is not None:
            table &= self.mask[..., rows.start : rows.stop, :]
        if self.bias is not None and not isinstance(self.bias, Alibi):
            table &= self.bias_of(rows) != -np.inf
        return table

    def bias_of(self, rows: range) -> Array:
        """The bias of these queries, float64: `[*batch, h_q, len(rows), n_k]`."""
        *outer, _, _ = self.q.shape
        if isinstance(self.bias, np.ndarray):
            return self.bias[..., rows.start : rows.stop, :].astype(np.float64)
        table = np.zeros((*outer, len(rows), self.k.shape[-2]))
        for at in np.ndindex(*self.key_lengths.shape):
            there = range(int(self.key_lengths[at]))
            made = self.bias_tile(at, range(outer[-1]), rows, there)
            if made is not None:
                table[(*at, ..., slice(len(there)))] = made
        return table


def _chosen(choice: Array, heads: range, rows: range, keys: range) -> Array:
    """True where a key of this tile was chosen; `choice` is `[h_q, n_q, width]`."""
    here = choice[heads.start : heads.stop, rows.start : rows.stop] - keys.start
    table = np.zeros((len(heads), len(rows), len(keys)), dtype=np.bool_)
    h, i, place = np.nonzero((here >= 0) & (here < len(keys)))
    table[h, i, here[h, i, place]] = True
    return table


def narrow(table: Array, heads: range, rows: range, keys: range) -> Array:
    """A view of the tile of a broadcast `[h_q, n_q, n_k]`; axes that repeat are looked at once.

    Example:
        >>> tile = narrow(np.broadcast_to(True, (8, 9, 9)), range(8), range(4), range(3, 5))
        >>> tile.shape
        (1, 1, 2)
    """
    tile = table[heads.start : heads.stop, rows.start : rows.stop, keys.start : keys.stop]
    if table.strides[0] == 0:
        tile = tile[:1]
    return tile[:, :1] if table.strides[1] == 0 else tile


def as_bias(bias: object) -> Array:
    """See `bias` as numbers to be added to scores.

    Raises:
        DtypeError: if it holds booleans; those are a mask.

    Example:
        >>> as_bias([0, -1])
        array([ 0., -1.])
    """
    array = as_array(bias, "bias")
    if array.dtype == np.bool_:
        raise DtypeError(
            "bias must hold numbers to be added to the scores: it is bool; "
            "True where the query may read the key goes to mask="
        )
    return as_floats(bias, "bias")
