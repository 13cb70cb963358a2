"""Schemes chosen by the data: who may read whom is decided by queries and keys.

`TopK` keeps the best k keys, with a certificate of what the others could add; `LSH` and `Clusters`
look only where a good key is likely, and measure what they miss. `scheme.choose(q, k, v)` gives a
`Choice`; `blend_chosen` attends to it. Memory grows with the keys chosen, never with n * n.
"""

from starlore.attention.chosen.blend import blend_chosen
from starlore.attention.chosen.choice import Choice, Chosen
from starlore.attention.chosen.clusters import Clusters
from starlore.attention.chosen.lsh import LSH
from starlore.attention.chosen.top_k import TopK

__all__ = ["LSH", "Choice", "Chosen", "Clusters", "TopK", "blend_chosen"]
