"""AdamW: each number steps by its own slope over how large its slopes have been.

Source: Kingma and Ba 2015; weights shrink apart from the step as in Loshchilov and Hutter 2019.
"""

import math

import numpy as np

from starlore.attention.contrast.learners.layers import Params

KEEP, KEEP_SQUARES, SHRINK, LEAST = 0.9, 0.98, 0.01, 1e-8
"""Shares of the mean slope and mean square that a step keeps; how fast weights shrink, by the
rate; and what is added to a root so that nothing is divided by zero."""

LONGEST_SLOPE = 1.0
"""A gradient longer than that is brought to it, so that no text throws the learner over."""


class AdamW:
    """All parameters in one row of numbers, so that a step is a few operations.

    `params` are views of that row: they change with each step.
    """

    def __init__(self, params: Params) -> None:
        self._row = np.concatenate([one.ravel() for one in params.values()])
        ends = np.cumsum([one.size for one in params.values()])[:-1]
        self._mean, self._square = np.zeros_like(self._row), np.zeros_like(self._row)
        self._steps = 0
        self.params = {
            name: part.reshape(one.shape)
            for (name, one), part in zip(params.items(), np.split(self._row, ends), strict=True)
        }

    def step(self, grads: Params, rate: float) -> None:
        """One step downhill.

        Args:
            grads: by the names of the parameters. rate: the size of a step.
        """
        slope = np.concatenate([grads[name].ravel() for name in self.params])
        slope *= min(1.0, LONGEST_SLOPE / max(LEAST, math.sqrt(float(slope @ slope))))
        self._steps += 1
        self._mean += (1 - KEEP) * (slope - self._mean)
        self._square += (1 - KEEP_SQUARES) * (slope * slope - self._square)
        size = np.sqrt(self._square / (1 - KEEP_SQUARES**self._steps)) + LEAST
        self._row *= 1 - rate * SHRINK
        self._row -= rate / (1 - KEEP**self._steps) * self._mean / size


def rate_at(step: int, steps: int, rate: float) -> float:
    """The rate of a step, from 1 to `steps`: up in the first tenth, then down a half wave to 0.

    Example:
        >>> [round(rate_at(step, 100, 1.0), 2) for step in (1, 10, 55, 100)]
        [0.1, 1.0, 0.5, 0.0]
    """
    rise = max(1, steps // 10)
    if step <= rise:
        return rate * step / rise
    return rate * (0.5 + 0.5 * math.cos(math.pi * (step - rise) / (steps - rise)))
