"""The engine: attention, arrays in and arrays out. Start at `parts`, the idea on one screen."""

from starlore.attention.alibi import Alibi
from starlore.attention.attend import attend, attend_part
from starlore.attention.backward import Gradients, attend_backward
from starlore.attention.cache import Cache, attend_cached, extend
from starlore.attention.chosen import LSH, Choice, Clusters, TopK, blend_chosen
from starlore.attention.dense import Steps, explain
from starlore.attention.heads import (
    Ablation,
    Claim,
    Head,
    HeadReading,
    Relation,
    Text,
    TopScorerIs,
    choose_head,
    halves,
    read_head,
)
from starlore.attention.merging import merge
from starlore.attention.parts import blend, score, softmax
from starlore.attention.plan import Plan, Tile
from starlore.attention.reading import Read, Reading, top_scorers
from starlore.attention.results import Attention, Counters, Part
from starlore.attention.schemes import (
    Blocks,
    Causal,
    Dilated,
    Documents,
    Full,
    Global,
    Random,
    Scheme,
    Strided,
    Where,
    Window,
    check_scheme,
    parse_scheme,
)

__all__ = [
    "LSH",
    "Ablation",
    "Alibi",
    "Attention",
    "Blocks",
    "Cache",
    "Causal",
    "Choice",
    "Claim",
    "Clusters",
    "Counters",
    "Dilated",
    "Documents",
    "Full",
    "Global",
    "Gradients",
    "Head",
    "HeadReading",
    "Part",
    "Plan",
    "Random",
    "Read",
    "Reading",
    "Relation",
    "Scheme",
    "Steps",
    "Strided",
    "Text",
    "Tile",
    "TopK",
    "TopScorerIs",
    "Where",
    "Window",
    "attend",
    "attend_backward",
    "attend_cached",
    "attend_part",
    "blend",
    "blend_chosen",
    "check_scheme",
    "choose_head",
    "explain",
    "extend",
    "halves",
    "merge",
    "parse_scheme",
    "read_head",
    "score",
    "softmax",
    "top_scorers",
]
