"""Attention a second time: pure Python loops and `math.fsum`, no NumPy, no cleverness.

One head; queries, keys and values are lists of rows. Slow, obvious, and nearly exact.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Rows = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Attended:
    """The results of one head."""

    weights: list[list[float]]
    output: list[list[float]]
    lse: list[float]


def attend(
    q: Rows,
    k: Rows,
    v: Rows,
    allowed: Callable[[int, int], bool] = lambda i, j: True,
    bias: Callable[[int, int], float] = lambda i, j: 0.0,
    scale: float | None = None,
    softcap: float | None = None,
) -> Attended:
    """One head of attention, a query and a key at a time."""
    weights: list[list[float]] = []
    output: list[list[float]] = []
    lse: list[float] = []
    for i, query in enumerate(q):
        factor = 1 / math.sqrt(len(query) or 1) if scale is None else scale
        scores = {}
        for j, key in enumerate(k):
            if allowed(i, j) and bias(i, j) > -math.inf:
                score = factor * math.fsum(a * b for a, b in zip(query, key, strict=True))
                if softcap is not None:
                    score = softcap * math.tanh(score / softcap)
                scores[j] = score + bias(i, j)
        largest = max(scores.values(), default=0.0)
        powers = {j: math.exp(score - largest) for j, score in scores.items()}
        total = math.fsum(powers.values())
        row = [powers[j] / total if j in powers else 0.0 for j in range(len(k))]
        weights.append(row)
        width = len(v[0]) if v else 0
        output.append([math.fsum(row[j] * v[j][c] for j in powers) for c in range(width)])
        lse.append(largest + math.log(total) if powers else -math.inf)
    return Attended(weights, output, lse)


def count_causal(n_q: int, n_k: int, offset: int) -> int:
    """Causal comparisons, counted one pair at a time."""
    return sum(j <= i + offset for i in range(n_q) for j in range(n_k))
