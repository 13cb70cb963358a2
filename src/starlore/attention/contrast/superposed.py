"""What one vector gives back of many pairs that were added into it: why carried sums fall.

A convolution, or a state that only adds, can keep a pair of key and value as the product of their
numbers, and all pairs as the sum of such products. Asked with a key it multiplies once more: its
own value stands clear, and every other pair has become noise.

Source: holographic reduced representations, Plate 1995, here with signs that are drawn.
"""

import math

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.schemes.align import whole_number

NODES = 64
"""Points at which the mean over the noise is taken."""


def superposed(width: int, pairs: int, values: int) -> float:
    """The share of values that a sum of products gives back, where all codes are drawn at random.

    The right value scores `width`, give or take the root of width * (pairs - 1); each wrong one
    scores 0, give or take the root of width * pairs; the highest score is named. No ceiling: codes
    that are learned may lie further apart than codes that are drawn.

    Args:
        width: numbers of the vector. pairs: that were added. values: that a pair may hold.

    Raises:
        ShapeError: if one is no whole number of at least 1, or there are fewer than 2 values.

    Example:
        >>> [round(superposed(64, pairs, 128), 2) for pairs in (4, 8, 16)]
        [0.93, 0.59, 0.29]
    """
    d = whole_number(width, "width", 1)
    many = whole_number(pairs, "pairs", 1)
    others = whole_number(values, "values", 2) - 1
    points, weights = np.polynomial.hermite_e.hermegauss(NODES)
    right = (d + math.sqrt(d * (many - 1)) * points) / math.sqrt(d * many)
    below: Array = np.array([0.5 * math.erfc(-one / math.sqrt(2)) for one in right])
    return float((weights * below**others).sum() / weights.sum())
