"""One tile of scores: queries stacked, keys packed, scaled, capped, biased, masked.

Every tile is computed in its full shape, 256 rows and 512 keys, ragged ones padded with zeros: the
product of two matrices of one shape is computed in one way, so what a row gets does not depend on
how many others there are. The query heads of a group stand below each other in one tile, so its
keys are packed once for all of them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float

from starlore.attention.arrays import Array
from starlore.attention.inputs import Inputs
from starlore.attention.schemes import TILE_KEYS, TILE_ROWS, tiles_of

ROWS, KEYS = TILE_ROWS, TILE_KEYS


@dataclass(frozen=True)
class Block:
    """Some queries of the query heads that share one key head: the rows of a tile.

    Args:
        at: the batch item. h_kv: the key head.
        heads: query heads. rows: queries; each head has them all.
    """

    at: tuple[int, ...]
    h_kv: int
    heads: range
    rows: range

    @property
    def shape(self) -> tuple[int, int]:
        """How many heads, and how many queries of each."""
        return len(self.heads), len(self.rows)

    @property
    def slots(self) -> int:
        """How many queries of each head the stack has room for."""
        return ROWS // len(self.heads)

    def queries(self, array: Array) -> Array:
        """The view of these queries in an array `[*batch, h_q, n_q, ...]`."""
        item: Array = array[self.at]
        return item[self.heads.start : self.heads.stop, self.rows.start : self.rows.stop]

    def keys(self, array: Array, keys: range) -> Array:
        """The view of some keys in an array `[*batch, h_kv, n_k, d]`."""
        item: Array = array[self.at]
        return item[self.h_kv, keys.start : keys.stop]

    def unstack(self, stacked: Array) -> Array:
        """The view `[heads, queries, ...]` of what is stacked."""
        heads, queries = self.shape
        room = stacked[: heads * self.slots].reshape(heads, self.slots, *stacked.shape[1:])
        return room[:, :queries]

    def stack(self, array: Array, dtype: np.dtype[np.generic]) -> Array:
        """These queries of an array `[*batch, h_q, n_q, d]`, stacked, padded with zeros."""
        stacked = np.zeros((ROWS, *array.shape[len(self.at) + 2 :]), dtype=dtype)
        self.unstack(stacked)[...] = self.queries(array)
        return stacked


def blocks(inputs: Inputs) -> Iterator[Block]:
    """Every query once, in blocks; the same blocks whatever the batch and the threads."""
    *batch, h_q, n_q, _ = inputs.q.shape
    together = min(max(1, inputs.group), ROWS)
    for at in np.ndindex(*batch):
        for h_kv in range(inputs.k.shape[-3] if h_q else 0):
            first = h_kv * inputs.group
            for heads in tiles_of(inputs.group, together):
                shifted = range(first + heads.start, first + heads.stop)
                for rows in tiles_of(n_q, ROWS // together):
                    yield Block(at, h_kv, shifted, rows)


def pack(array: Float[Array, "n d"], dtype: np.dtype[np.generic], size: int = KEYS) -> Array:
    """Keys or values in the dtype of the sums, padded with zeros to a whole tile.

    Example:
        >>> pack(np.ones((1, 2)), np.dtype(np.float32), size=2).tolist()
        [[1.0, 1.0], [0.0, 0.0]]
    """
    packed = np.empty((size, array.shape[1]), dtype=dtype)
    packed[: len(array)], packed[len(array) :] = array, 0
    return packed


def is_exact(scale: float) -> bool:
    """True if scaling the queries is the same as scaling the scores: halvings round nothing."""
    return 2.0**-64 <= scale <= 1 and math.frexp(scale)[0] == 0.5


def stack_scaled(inputs: Inputs, block: Block, dtype: np.dtype[np.generic]) -> Array:
    """The queries of a block, stacked; scaled already if that is exact."""
    stacked = block.stack(inputs.q, dtype)
    if is_exact(inputs.scale):
        stacked *= inputs.scale
    return stacked


def capped_scores(
    q: Float[Array, "rows d_k"], k: Float[Array, "keys d_k"], inputs: Inputs, out: Array
) -> None:
    """Scaled and capped scores of stacked queries and packed keys, into `out`."""
    np.matmul(q, k.T, out=out)
    if not is_exact(inputs.scale):
        out *= inputs.scale
    if inputs.softcap is not None:
        out /= inputs.softcap
        np.tanh(out, out=out)
        out *= inputs.softcap


def admit(
    scores: Float[Array, "rows keys"],
    block: Block,
    n_keys: int,
    allowed: Bool[Array, "..."] | None,
    bias: Float[Array, "..."] | None,
) -> None:
    """Add the bias to a tile of scores, and set what may not be read to -inf.

    Args:
        scores: of a whole tile; changed.
        n_keys: how many of its keys are there.
        allowed, bias: as `Inputs.tile` gives them.
    """
    there = block.unstack(scores)[..., :n_keys]
    if bias is not None:
        there += bias.astype(scores.dtype, copy=False)
    if allowed is not None:
        np.copyto(there, -np.inf, where=~allowed)
    scores[:, n_keys:] = -np.inf


def readers(block: Block, n_keys: int, allowed: Bool[Array, "..."] | None) -> Array:
    """True where a stacked row reads a key of a whole tile; padding neither reads nor is read."""
    table = np.zeros((ROWS, KEYS), dtype=np.bool_)
    block.unstack(table)[..., :n_keys] = True if allowed is None else allowed
    return table


def blend_read(
    weights: Float[Array, "rows keys"],
    packed: Float[Array, "keys d"],
    is_read: Bool[Array, "rows keys"],
) -> Float[Array, "rows d"]:
    """Blend a tile of which each row reads only some.

    0 * NaN is not 0, so what is not finite is blended apart, for its readers alone.

    Args:
        weights: 0 where not read.
        packed: keys, values or whatever is blended.

    Example:
        >>> is_read = np.array([[True, False], [True, True]])
        >>> blend_read(np.array([[2.0, 0.0], [1.0, 1.0]]), np.array([[3.0], [np.inf]]), is_read)
        array([[ 6.],
               [inf]])
    """
    is_finite = np.isfinite(packed)
    if is_finite.all():
        return weights @ packed
    blended = weights @ np.where(is_finite, packed, 0)
    for j in np.flatnonzero(~is_finite.all(axis=-1)):
        columns, rows = np.flatnonzero(~is_finite[j]), np.flatnonzero(is_read[:, j])
        blended[np.ix_(rows, columns)] += weights[rows, j, None] * packed[j, columns]
    return blended
