"""What attention costs, told before it is computed: comparisons, multiply-adds, bytes, memory.

`count` gives the closed forms, which the kernels' own counters must match; `predict` turns them
into seconds with constants that `learn` measures on the machine; `longest` asks the other way
round, which length a budget allows; `fit_exponent` tells by which power of n something grows.

    from starlore.attention.cost import count, longest, parse_way
"""

from starlore.attention.cost.amounts import FAMILIES, Case, family_of, square
from starlore.attention.cost.contrasts import Contrast, Convolution, HiddenMatrix, RecurrentState
from starlore.attention.cost.count import Way, cost_of, count, peak_bytes
from starlore.attention.cost.exponent import Exponent, fit_exponent
from starlore.attention.cost.fit import Line, fit_line
from starlore.attention.cost.longest import longest
from starlore.attention.cost.machine import Machine, Prediction, from_text, predict, to_text
from starlore.attention.cost.measuring import learn, measure
from starlore.attention.cost.sizes import Cost, Sizes
from starlore.attention.cost.ways import parse_way, text_of
from starlore.attention.cost.work import Work, kernel_here, work_of

__all__ = [
    "FAMILIES",
    "Case",
    "Contrast",
    "Convolution",
    "Cost",
    "Exponent",
    "HiddenMatrix",
    "Line",
    "Machine",
    "Prediction",
    "RecurrentState",
    "Sizes",
    "Way",
    "Work",
    "cost_of",
    "count",
    "family_of",
    "fit_exponent",
    "fit_line",
    "from_text",
    "kernel_here",
    "learn",
    "longest",
    "measure",
    "parse_way",
    "peak_bytes",
    "predict",
    "square",
    "text_of",
    "to_text",
    "work_of",
]
