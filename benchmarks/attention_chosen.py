"""How many pairs certified pages look at, and what buckets and clusters find.

Keys lie in clusters, in any order; queries are noisy copies of them, so nearly all of a query's
weight lies on its own cluster: `python -m benchmarks.attention_chosen`.
"""

import argparse
from dataclasses import replace
from time import perf_counter

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.chosen import LSH, Chosen, Clusters, TopK, blend_chosen

ERROR = 1e-3
"""How far an output may be from that of all keys; values lie between 0 and 1."""

SHARE = 0.10
"""The share of pairs aimed at."""


def clustered(n: int, clusters: int, noise: float, d: int = 64) -> tuple[Array, Array, Array]:
    """Queries, keys and values of `n` places; a query scores its cluster 32, others 0 +- 4."""
    rng = np.random.default_rng(5)
    centres = rng.standard_normal((clusters, d))
    centres *= np.sqrt(d) / np.linalg.norm(centres, axis=1, keepdims=True)
    k = centres[rng.integers(clusters, size=n)] + noise * rng.standard_normal((n, d))
    q = 4 * (centres[rng.integers(clusters, size=n)] + noise * rng.standard_normal((n, d)))
    return q, k, rng.random((n, d))


def error_of(q: Array, k: Array, v: Array, output: Array) -> float:
    """The largest distance of the output from that of attention to every key."""
    scores = q @ k.T / np.sqrt(q.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return float(np.abs(weights @ v / weights.sum(axis=1, keepdims=True) - output).max())


def measure(n: int, clusters: int, noise: float) -> None:
    """Print a row for each way of choosing."""
    q, k, v = clustered(n, clusters, noise)
    keep = 2 * n // clusters
    rows = np.random.default_rng(1).integers(n, size=200)
    ways: list[tuple[str, Chosen]] = [
        (f"TopK({keep}, pages, error {ERROR:g})", TopK(keep, how="pages", error=ERROR)),
        ("TopK(16, pages)", TopK(16, how="pages")),
        (f"LSH(4, {keep})", LSH(4, keep, seed=1)),
        (f"Clusters({clusters})", Clusters(clusters, seed=1)),
    ]
    print(f"\nn {n:,}, {clusters:,} clusters, noise {noise:g}")
    for name, scheme in ways:
        start = perf_counter()
        choice = scheme.choose(q, k, v)
        took = perf_counter() - start
        output, _ = blend_chosen(q[rows], k, v, replace(choice, keys=choice.keys[rows]))
        error = error_of(q[rows], k, v, output)
        recall = replace(choice, keys=choice.keys[rows]).found(q[rows], k)
        share = choice.comparisons / n**2
        bound = "unknown" if choice.error_bound is None else f"{choice.error_bound.max():.1e}"
        print(
            f"{name:32} {share:7.2%} of pairs (aim {SHARE:.0%})  error {error:.1e} "
            f"(certified {bound})  best key found {recall:6.1%}  {took:6.1f} s"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=65_536)
    size = parser.parse_args().n
    for clusters, noise in ((1024, 0.1), (256, 0.1)):
        measure(size, clusters * size // 65_536, noise)
