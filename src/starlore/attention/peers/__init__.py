"""Other attentions, and how ours fares beside them: the same work, turn by turn, in one process.

torch, onnxruntime and FlexAttention are looked for only when they are asked for.
"""

from starlore.attention.peers.calls import PEERS, calls_of, check_peers
from starlore.attention.peers.cases import CASES, Case
from starlore.attention.peers.rounds import Clock, Measurement, Spread, measure, peak_of

__all__ = [
    "CASES",
    "PEERS",
    "Case",
    "Clock",
    "Measurement",
    "Spread",
    "calls_of",
    "check_peers",
    "measure",
    "peak_of",
]
