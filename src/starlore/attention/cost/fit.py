"""Constants of a machine from measured seconds, none below zero, and how sure they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from jaxtyping import Float

from starlore.attention.arrays import Array
from starlore.errors import BadValue

SURE = 0.95
"""How often an interval must hold what it speaks of."""


@dataclass(frozen=True)
class Line:
    """Seconds as a sum of amounts, each times its constant.

    Args:
        constants: seconds of one of each amount. errors: how far each may be off, 95 %.
        spread: within which share of a prediction 95 % of further measurements lie.
    """

    constants: tuple[float, ...]
    errors: tuple[float, ...]
    spread: float

    def at(self, amounts: Sequence[float]) -> float:
        """The seconds of so much of each.

        Example:
            >>> Line((1.0, 0.5), (0.0, 0.0), 0.0).at([1, 4])
            3.0
        """
        return sum(one * amount for one, amount in zip(self.constants, amounts, strict=True))


def fit_line(amounts: Sequence[Sequence[float]], seconds: Sequence[float]) -> Line:
    """The constants, none below zero, that leave the least relative error.

    Every choice of amounts that may count is tried, so amounts should be few. Relative errors are
    fitted because a short call is to be foretold as well as a long one.

    Args:
        amounts: a row for each measurement. seconds: what each took, above 0.

    Raises:
        BadValue: if there are not more measurements than amounts, or one took no time.

    Example:
        >>> line = fit_line([[1, 0], [1, 1], [1, 2], [1, 8]], [1, 3, 5, 17])
        >>> [round(constant, 6) for constant in line.constants], round(line.spread, 6)
        ([1.0, 2.0], 0.0)
    """
    table, taken = np.asarray(amounts, np.float64), np.asarray(seconds, np.float64)
    count, width = table.shape if table.ndim == 2 else (0, 0)
    if count <= width or taken.shape != (count,) or not (taken > 0).all():
        raise BadValue(
            f"{width} constants need more measurements than that, each above 0 s: there are {count}"
        )
    sizes = np.abs(table).max(axis=0)
    sizes[sizes == 0] = 1
    shares = table / sizes / taken[:, None]
    kept, found, left = _least(shares)
    freedom = count - len(kept)
    variance = left / freedom
    inverse = np.linalg.pinv(shares[:, kept].T @ shares[:, kept])
    off = student(freedom) * np.sqrt(variance * np.diag(inverse))
    constants, errors = np.zeros(width), np.zeros(width)
    constants[kept], errors[kept] = found / sizes[kept], off / sizes[kept]
    spread = student(freedom) * float(np.sqrt(variance))
    return Line(tuple(constants.tolist()), tuple(errors.tolist()), spread)


def student(freedom: int) -> float:
    """How many standard errors to each side hold 95 % of Student's t.

    With t = sqrt(freedom) tan(angle) the density is cos(angle)^(freedom - 1), added up here.

    Example:
        >>> [round(student(freedom), 3) for freedom in (1, 2, 10, 1000)]
        [12.706, 4.303, 2.228, 1.962]
    """
    angles = np.linspace(0, np.pi / 2, 100_001)
    heights = np.cos(angles) ** (freedom - 1)
    below = np.concatenate([[0.0], np.cumsum((heights[1:] + heights[:-1]) / 2)])
    angle = np.interp(SURE, below / below[-1], angles)
    return float(np.sqrt(freedom) * np.tan(angle))


def _least(shares: Float[Array, "count width"]) -> tuple[list[int], Array, float]:
    """Which amounts count, their constants, and the squares that are left."""
    width = shares.shape[1]
    best: tuple[list[int], Array, float] = [], np.zeros(0), float(len(shares))
    for size in range(1, width + 1):
        for chosen in combinations(range(width), size):
            some = shares[:, chosen]
            found = np.linalg.lstsq(some, np.ones(len(shares)), rcond=None)[0]
            left = float(((some @ found - 1) ** 2).sum())
            if (found >= 0).all() and left < best[2]:
                best = list(chosen), found, left
    return best
