"""The engine: attention, arrays in and arrays out. Start at `parts`, the idea on one screen."""

from starlore.attention.alibi import Alibi
from starlore.attention.attend import attend, attend_part
from starlore.attention.cache import Cache, attend_cached, extend
from starlore.attention.dense import Steps, explain
from starlore.attention.merging import merge
from starlore.attention.parts import blend, score, softmax
from starlore.attention.plan import Plan, Tile
from starlore.attention.reading import Read, Reading, top_scorers
from starlore.attention.results import Attention, Counters, Part
from starlore.attention.schemes import Causal, Full, Scheme

__all__ = [
    "Alibi",
    "Attention",
    "Cache",
    "Causal",
    "Counters",
    "Full",
    "Part",
    "Plan",
    "Read",
    "Reading",
    "Scheme",
    "Steps",
    "Tile",
    "attend",
    "attend_cached",
    "attend_part",
    "blend",
    "explain",
    "extend",
    "merge",
    "score",
    "softmax",
    "top_scorers",
]
