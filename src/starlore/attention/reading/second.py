"""Readings that need the final sums: the weight each key gets, and the keys that move the output.

Scores are computed again by tiles, and each weight is e^(score - largest) / total at once. With
largest = lse and total = 1 these are weights by the log-sum, as another kernel gives it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.blas import one_thread
from starlore.attention.inputs import Inputs
from starlore.attention.reading.asked import Reading
from starlore.attention.reading.best import Best
from starlore.attention.schemes import Kind, tiles_of
from starlore.attention.scoring import (
    KEYS,
    ROWS,
    Block,
    admit,
    blocks,
    capped_scores,
    pack,
    readers,
    stack_scaled,
)
from starlore.attention.workers import share

KindOf = Callable[[int, range, range], Kind]
"""What the scheme says of the queries and keys of a tile, for a key length."""


@dataclass(frozen=True)
class Sums:
    """What a first pass found, per query: `[*batch, h_q, n_q]`.

    Args:
        largest: what was taken away from the scores; -inf for a row that read nothing.
        totals: the sum of their powers.
        output: `[*batch, h_q, n_q, d_v]`, not rounded below float32; only influence needs it.
    """

    largest: Array
    totals: Array
    output: Array

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        return int(self.largest.nbytes + self.totals.nbytes + self.output.nbytes)


def read_again(
    inputs: Inputs, kind: KindOf, sums: Sums, reading: Reading, threads: int | None
) -> None:
    """Fill in what of a reading needs the final sums."""
    with one_thread() as is_held:
        used = threads if is_held else 1
        if reading.column_weight is not None:
            columns = partial(_weigh_keys, inputs, kind, sums, reading.column_weight)
            share(columns, _columns(inputs), used)
        if reading.influence is not None:
            share(partial(_find_movers, inputs, kind, sums, reading), list(blocks(inputs)), used)


def bytes_held(inputs: Inputs, reading: Reading) -> int:
    """The most memory a worker of the second pass holds."""
    width, size = inputs.k.shape[-1] + inputs.v.shape[-1], inputs.lse_dtype.itemsize
    cells = (2 * size + 1) * ROWS * KEYS + size * (ROWS + KEYS) * width
    if reading.influence is None:
        return int(cells)
    return int(cells + 8 * (3 * ROWS * KEYS + (2 * ROWS + 3 * KEYS) * inputs.v.shape[-1]))


def _weights(
    inputs: Inputs, kind: KindOf, sums: Sums, block: Block, keys: range, q: Array
) -> tuple[Array, Array] | None:
    """The weights of a tile, and which row reads which key; None if nothing there is read."""
    said = kind(int(inputs.key_lengths[block.at]), block.rows, keys)
    found, allowed, bias = inputs.tile(block.at, block.heads, block.rows, keys, said)
    if found == "skipped":
        return None
    dtype = inputs.lse_dtype
    scores = np.empty((ROWS, KEYS), dtype=dtype)
    capped_scores(q, pack(block.keys(inputs.k, keys), dtype), inputs, scores)
    admit(scores, block, len(keys), allowed, bias)
    largest, totals = (block.stack(array, dtype) for array in (sums.largest, sums.totals))
    scores -= np.where(largest == -np.inf, 0, largest)[:, None]
    np.exp(scores, out=scores)
    scores /= np.where(totals == 0, 1, totals)[:, None]
    is_read = readers(block, len(keys), allowed)
    scores[~is_read] = 0
    return scores, is_read


def _columns(inputs: Inputs) -> list[tuple[list[Block], range]]:
    """Key tiles of each key head, with the blocks that may read them."""
    together: dict[tuple[int, ...], list[Block]] = {}
    for block in blocks(inputs):
        together.setdefault((*block.at, block.h_kv), []).append(block)
    return [
        (same, keys)
        for same in together.values()
        for keys in tiles_of(int(inputs.key_lengths[same[0].at]), KEYS)
    ]


def _weigh_keys(
    inputs: Inputs,
    kind: KindOf,
    sums: Sums,
    column_weight: Array,
    column: tuple[list[Block], range],
) -> None:
    """Write the weight that the keys of one tile get from every query of each head."""
    each, keys = column
    heads = column_weight[each[0].at]
    total = np.zeros((len(heads), len(keys)))
    with np.errstate(all="ignore"):
        for block in each:
            q = stack_scaled(inputs, block, inputs.lse_dtype)
            found = _weights(inputs, kind, sums, block, keys, q)
            if found is not None:
                shares = block.unstack(found[0])[..., : len(keys)].sum(axis=1)
                total[block.heads.start : block.heads.stop] += shares
        first, last = each[0].heads.start, each[-1].heads.stop
        heads[first:last, keys.start : keys.stop] = total[first:last]


def _find_movers(inputs: Inputs, kind: KindOf, sums: Sums, reading: Reading, block: Block) -> None:
    """Write the keys that move the outputs of a block most, and how much.

    Distances come from products, |v|^2 - 2 v.o + |o|^2, in float64: where a value lies beside the
    output they are the difference of large numbers. Those of the keys named are computed again
    from the differences themselves.
    """
    if reading.influence is None or reading.influence_keys is None:
        return
    q = stack_scaled(inputs, block, inputs.lse_dtype)
    output = block.stack(sums.output, np.dtype(np.float64))
    best = Best(ROWS, reading.influence.shape[-1], np.dtype(np.float64))
    with np.errstate(all="ignore"):
        lengths = np.square(output).sum(axis=1)[:, None]
        for keys in tiles_of(int(inputs.key_lengths[block.at]), KEYS):
            found = _weights(inputs, kind, sums, block, keys, q)
            if found is None:
                continue
            weights, is_read = found
            values = pack(block.keys(inputs.v, keys), np.dtype(np.float64))
            far = output @ values.T
            far *= -2
            far += np.square(values).sum(axis=1)
            far += lengths
            np.maximum(far, 0, out=far)
            np.sqrt(far, out=far)
            far *= weights
            far[~is_read] = -np.inf
            best.offer(far, keys.start, told=weights)
        keys_found, moves = _exactly(inputs, block, best, output)
    block.queries(reading.influence_keys)[...] = block.unstack(keys_found)
    block.queries(reading.influence)[...] = block.unstack(moves)


def _exactly(inputs: Inputs, block: Block, best: Best, output: Array) -> tuple[Array, Array]:
    """Keys and influences, computed from differences, the largest first."""
    keys, values = best.keys, block.keys(inputs.v, range(inputs.v.shape[-2]))
    moves = np.zeros(keys.shape)
    for column in range(keys.shape[1]):
        rows = np.flatnonzero(keys[:, column] >= 0)
        apart = values[keys[rows, column]].astype(np.float64) - output[rows]
        moves[rows, column] = best.told[rows, column] * np.sqrt(np.square(apart).sum(axis=1))
    order = np.lexsort((keys, np.where(keys < 0, np.inf, -moves)), axis=1)
    return np.take_along_axis(keys, order, axis=1), np.take_along_axis(moves, order, axis=1)
