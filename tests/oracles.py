"""Gradients of attention a second time: pure Python loops and `math.fsum`, and plain differences.

One head; everything is lists of rows. Slow, obvious, and nearly exact.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.oracles_attention import Rows, attend


@dataclass(frozen=True)
class Moved:
    """The gradients of one head."""

    q: list[list[float]]
    k: list[list[float]]
    v: list[list[float]]
    bias: list[list[float]]


def attend_backward(
    grad_output: Rows,
    grad_lse: Sequence[float],
    q: Rows,
    k: Rows,
    v: Rows,
    allowed: Callable[[int, int], bool] = lambda i, j: True,
    bias: Callable[[int, int], float] = lambda i, j: 0.0,
    scale: float = 1.0,
    softcap: float | None = None,
) -> Moved:
    """The chain rule written out: from the output and the log-sum back to what went in."""
    made = attend(q, k, v, allowed, bias, scale, softcap)
    scores = [[0.0] * len(k) for _ in q]
    products = [[0.0] * len(k) for _ in q]
    for i, moved in enumerate(grad_output):
        gained = [math.fsum(a * b for a, b in zip(moved, value, strict=True)) for value in v]
        mean = math.fsum(w * g for w, g in zip(made.weights[i], gained, strict=True))
        for j, weight in enumerate(made.weights[i]):
            scores[i][j] = weight * (gained[j] - mean + grad_lse[i])
            products[i][j] = scores[i][j]
            if softcap is not None:
                score = scale * math.fsum(a * b for a, b in zip(q[i], k[j], strict=True))
                products[i][j] *= 1 - math.tanh(score / softcap) ** 2
    return Moved(
        q=_blended(products, k, scale),
        k=_blended(_turned(products, len(k)), q, scale),
        v=_blended(_turned(made.weights, len(k)), grad_output, 1.0),
        bias=scores,
    )


def differences(loss: Callable[[Rows], float], rows: Rows, step: float = 1e-5) -> list[list[float]]:
    """How a loss grows with each number of some rows, by taking a small step both ways."""
    grown: list[list[float]] = []
    for i, row in enumerate(rows):
        grown.append([])
        for c in range(len(row)):
            ends = []
            for sign in (1, -1):
                stepped = [list(one) for one in rows]
                stepped[i][c] += sign * step
                ends.append(loss(stepped))
            grown[i].append((ends[0] - ends[1]) / (2 * step))
    return grown


def _turned(table: Rows, width: int) -> list[list[float]]:
    return [[row[j] for row in table] for j in range(width)]


def _blended(table: Rows, rows: Rows, scale: float) -> list[list[float]]:
    columns = range(len(rows[0]) if rows else 0)
    return [
        [scale * math.fsum(a * row[c] for a, row in zip(line, rows, strict=True)) for c in columns]
        for line in table
    ]
