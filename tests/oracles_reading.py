"""Readings of one row a second time: pure Python loops over its explained weights.

With a fault, named, the loops make one well known mistake.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Row = Sequence[float]


@dataclass(frozen=True)
class Asked:
    """What is asked of a row: the names of `Read`."""

    top: int = 0
    sinks: int = 0
    windows: Sequence[int] = ()
    patterns: Sequence[str] = ()
    influence: int = 0


@dataclass(frozen=True)
class RowReading:
    """What a row reads: the names of `Reading`."""

    top_keys: list[int]
    top_weights: list[float]
    ties: int
    entropy: float
    distance: float
    sink_weight: float
    window_weight: list[float]
    patterns: Mapping[str, float]
    influence_keys: list[int]
    influence: list[float]


def read_row(
    scores: Row,
    weights: Row,
    values: Sequence[Row],
    place: int,
    tokens: Sequence[int],
    asked: Asked,
    fault: str = "",
) -> RowReading:
    """Read one row; a score of -inf is a key that is not read."""
    there = [j for j in range(len(scores)) if scores[j] > -math.inf]
    lowest = -1 if fault == "names the highest of equals" else 1
    ranked = sorted(there, key=lambda j: (-scores[j], lowest * j))
    if fault == "ranks the keys that are not read":
        ranked += [j for j in range(len(scores)) if j not in there]
    log = math.log2 if fault == "counts entropy in bits" else math.log
    origin = 0 if fault == "counts distance from the first key" else place
    output = [math.fsum(weights[j] * values[j][c] for j in there) for c in range(len(values[0]))]
    share = 0 if fault == "moves without weight" else 1
    moves = {j: weights[j] ** share * math.dist(values[j], output) for j in there}
    moved = sorted(there, key=lambda j: (-moves[j], j))
    if fault == "takes the top scorer for the top mover":
        moved = ranked

    def weigh(fits: Sequence[int]) -> float:
        return math.fsum(weights[j] for j in fits)

    near = 1 if fault == "counts one neighbour more" else 0
    return RowReading(
        top_keys=(ranked + [-1] * asked.top)[: asked.top],
        top_weights=([weights[j] for j in ranked] + [0.0] * asked.top)[: asked.top],
        ties=sum(scores[j] == max(scores) for j in there),
        entropy=-math.fsum(weights[j] * log(weights[j]) for j in there if weights[j] > 0),
        distance=math.fsum(weights[j] * abs(origin - j) for j in there),
        sink_weight=weigh([j for j in there if j < asked.sinks + near]),
        window_weight=[
            weigh([j for j in there if abs(place - j) < w + near]) for w in asked.windows
        ],
        patterns={
            name: weigh([j for j in there if fits(name, place, j, tokens, fault)])
            for name in asked.patterns
        },
        influence_keys=(moved + [-1] * asked.influence)[: asked.influence],
        influence=([moves[j] for j in moved] + [0.0] * asked.influence)[: asked.influence],
    )


def fits(name: str, place: int, j: int, tokens: Sequence[int], fault: str = "") -> bool:
    """Whether key j fits a habit for a query at this place."""
    own = tokens[place] if 0 <= place < len(tokens) else None
    if name == "duplicate":
        earlier = j <= place if fault == "takes itself for a duplicate" else j < place
        return earlier and tokens[j] == own
    if name == "induction":
        if fault == "takes the key itself for the one behind it":
            return j <= place and tokens[j] == own
        if fault == "wraps around before the first key":
            return j <= place and tokens[j - 1] == own
        return 1 <= j <= place and tokens[j - 1] == own
    if name == "first":
        return j == 0
    return j == place + {"previous": -1, "self": 0, "next": 1}[name]
