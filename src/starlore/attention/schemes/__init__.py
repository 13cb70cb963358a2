"""Who may read whom: frozen values with one meaning each, joined by & and |.

The place of query i among the keys is p = i + offset. `align` says where the two meet: "start"
puts query 0 beside key 0, "end" puts the last query beside the last key (right for a cache), and
a whole number is the offset itself. None is for equal lengths, where all of these agree.

`scheme.at(n_q, n_k)` settles the alignment for two lengths and gives a scheme whose `align` is a
number. Such a scheme answers `tile`, `mask` and `count`, and the three always agree:
`check_scheme` proves it of any scheme.
"""

from starlore.attention.schemes.align import Align, check_align, offset, settled_offset
from starlore.attention.schemes.base import TILE_KEYS, TILE_ROWS, Kind, Scheme, tiles_of
from starlore.attention.schemes.blocks import Blocks
from starlore.attention.schemes.chance import Random
from starlore.attention.schemes.check import check_scheme
from starlore.attention.schemes.distance import Causal, Dilated, Strided, Window
from starlore.attention.schemes.documents import Documents
from starlore.attention.schemes.full import Full
from starlore.attention.schemes.hubs import Global
from starlore.attention.schemes.join import Both, Either
from starlore.attention.schemes.reach import Reach
from starlore.attention.schemes.text import parse_scheme
from starlore.attention.schemes.where import Where

__all__ = [
    "TILE_KEYS",
    "TILE_ROWS",
    "Align",
    "Blocks",
    "Both",
    "Causal",
    "Dilated",
    "Documents",
    "Either",
    "Full",
    "Global",
    "Kind",
    "Random",
    "Reach",
    "Scheme",
    "Strided",
    "Where",
    "Window",
    "check_align",
    "check_scheme",
    "offset",
    "parse_scheme",
    "settled_offset",
    "tiles_of",
]
