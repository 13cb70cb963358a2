"""The engine: attention, arrays in and arrays out. Start at `parts`, the idea on one screen."""

from starlore.attention.attend import Attention, Counters, attend
from starlore.attention.dense import Steps, explain
from starlore.attention.parts import blend, score, softmax
from starlore.attention.plan import Plan, Tile
from starlore.attention.reading import Read, Reading, top_scorers
from starlore.attention.schemes import Causal, Full, Scheme

__all__ = [
    "Attention",
    "Causal",
    "Counters",
    "Full",
    "Plan",
    "Read",
    "Reading",
    "Scheme",
    "Steps",
    "Tile",
    "attend",
    "blend",
    "explain",
    "score",
    "softmax",
    "top_scorers",
]
