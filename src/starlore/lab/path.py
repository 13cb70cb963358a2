"""The way an output comes about: each value, as long as its weight makes it, laid to the last."""

from dataclasses import dataclass

import numpy as np

from starlore.figures import Figure
from starlore.lab.breaks import Side


@dataclass(frozen=True)
class Step:
    """One value's pull.

    Attributes:
        place: whose value, from 0. weight: as shown.
        value: the vector that is pulled by. pull: weight times value.
        end: the sum so far, as shown. at: the same, exactly.
    """

    place: int
    weight: Figure
    value: tuple[Figure, ...]
    pull: tuple[Figure, ...]
    end: tuple[Figure, ...]
    at: tuple[float, ...]


def path_of(side: Side, row: int) -> tuple[Step, ...]:
    """From nothing to an asker's output, value by value; empty where nothing comes out.

    The last end is the output itself.
    """
    shares, shown, output = side.shares[row], side.weights[row], side.exact[row]
    if shares is None or shown is None or output is None:
        return ()
    values = np.array(side.blended, dtype=np.float64)
    pulls = np.array(shares)[:, None] * values
    ends = np.cumsum(pulls, axis=0)
    ends[-1] = output
    return tuple(
        Step(
            place,
            shown[place],
            tuple(Figure(number) for number in side.blended[place]),
            tuple(Figure(number, places=2) for number in pulls[place].tolist()),
            tuple(Figure(number, places=2) for number in end),
            tuple(end),
        )
        for place, end in enumerate(ends.tolist())
    )
