"""Arrays to choose from: plain, tied, clustered."""

import numpy as np

from starlore.attention.arrays import Array


def plain(n_q: int, n_k: int, d: int = 5, seed: int = 0) -> tuple[Array, Array, Array]:
    """Queries, keys and values without any order."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n_q, d)), rng.normal(size=(n_k, d)), rng.normal(size=(n_k, 3))


def tied(n_q: int, n_k: int, seed: int = 0) -> tuple[Array, Array, Array]:
    """Small whole numbers: many equal keys, many equal scores."""
    rng = np.random.default_rng(seed)
    q, k = rng.integers(-1, 2, size=(n_q, 3)), rng.integers(-1, 2, size=(n_k, 3))
    return q.astype(float), k.astype(float), rng.normal(size=(n_k, 2))


def clustered(n: int, clusters: int, d: int = 16, seed: int = 0) -> tuple[Array, Array, Array]:
    """Keys in narrow clusters, in any order; queries that ask for one cluster each."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(clusters, d))
    centres *= 4 / np.linalg.norm(centres, axis=1, keepdims=True)
    k = centres[rng.integers(clusters, size=n)] + 0.03 * rng.normal(size=(n, d))
    q = 8 * centres[rng.integers(clusters, size=n)]
    return q, k, rng.random((n, 2))
