"""Claims about heads: what a head is said to do, counted, beside what a fixed rule would do.

`text` has what a head reads, `claims` what may be said of it, `tally` what one text shows,
`read_head` the whole.
"""

from starlore.attention.heads.claims import Claim, Relation, TopScorerIs
from starlore.attention.heads.read_head import Ablation, HeadReading, choose_head, read_head
from starlore.attention.heads.tally import Head
from starlore.attention.heads.text import Text, halves

__all__ = [
    "Ablation",
    "Claim",
    "Head",
    "HeadReading",
    "Relation",
    "Text",
    "TopScorerIs",
    "choose_head",
    "halves",
    "read_head",
]
