"""Centres that keys gather around: k-means."""

import numpy as np
from jaxtyping import Float, Int

from starlore.attention.arrays import Array
from starlore.attention.chosen.scores import CELLS
from starlore.attention.schemes import tiles_of


def gather(
    k: Float[Array, "n_k d_k"], first: Int[Array, "count"], rounds: int
) -> tuple[Float[Array, "count d_k"], Int[Array, "n_k"]]:
    """Gather keys around centres that move to the mean of their keys.

    Args:
        first: the keys the centres start from, at least one.
        rounds: how often keys go to the nearest centre and centres to the mean of their keys; a
            centre without keys stays where it is.

    Returns:
        The centres, and for each key which one is nearest.

    Source: Lloyd 1982.

    Example:
        >>> gather(np.array([[0.0], [9.0], [1.0]]), np.array([0, 1]), 1)[1].tolist()
        [0, 1, 0]
    """
    centres = k[first]
    for _ in range(rounds):
        of_key = _nearest(k, centres)
        sizes = np.bincount(of_key, minlength=len(centres))
        order = np.argsort(of_key, kind="stable")
        there = np.flatnonzero(sizes)
        starts = (np.cumsum(sizes) - sizes)[there]
        centres[there] = np.add.reduceat(k[order], starts, axis=0) / sizes[there, None]
    return centres, _nearest(k, centres)


def largest(
    vectors: Float[Array, "n d"], centres: Float[Array, "count d"], less: Float[Array, "count"]
) -> Int[Array, "n"]:
    """For each vector the centre with the largest product, less a number; the lowest of ties."""
    found = np.zeros(len(vectors), dtype=np.int64)
    for rows in tiles_of(len(vectors), max(1, CELLS // len(centres))):
        here = slice(rows.start, rows.stop)
        found[here] = (vectors[here] @ centres.T - less).argmax(axis=1)
    return found


def _nearest(k: Array, centres: Array) -> Array:
    return largest(k, centres, (centres**2).sum(axis=1) / 2)
