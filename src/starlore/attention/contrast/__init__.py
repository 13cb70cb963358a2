"""What else could have read the past: a window that slides, a state that is carried, a matrix
that is written to. Forward and backward, with the meanings of the ONNX operators; and small
learners that read in these ways, taught to recall what was said.

    from starlore.attention.contrast import convolve_causal, run_linear, run_recurrent
    from starlore.attention.contrast import board, learned
"""

from starlore.attention.contrast.convolution import (
    ConvolutionGradients,
    Convolved,
    convolve_causal,
    convolve_causal_backward,
)
from starlore.attention.contrast.influence import (
    influence_of_attention,
    influence_of_convolution,
    influence_of_linear,
    influence_of_recurrent,
)
from starlore.attention.contrast.learned import Learned, learned, shipped
from starlore.attention.contrast.learners.learner import Learner
from starlore.attention.contrast.linear import (
    Linear,
    LinearGradients,
    run_linear,
    run_linear_backward,
)
from starlore.attention.contrast.recall import (
    Ceiling,
    Row,
    board,
    ceiling_of,
    convolution_reach,
    memory_ceiling,
    window_ceiling,
)
from starlore.attention.contrast.records import Record
from starlore.attention.contrast.recurrent import (
    Recurrent,
    RecurrentGradients,
    RecurrentParams,
    run_recurrent,
    run_recurrent_backward,
)
from starlore.attention.contrast.tasks import (
    Examples,
    ask_place,
    copy,
    flip_flop,
    mqar,
    selective_copy,
)
from starlore.attention.contrast.training import Trained, train
from starlore.attention.contrast.trials import Outcome, Trial

__all__ = [
    "Ceiling",
    "ConvolutionGradients",
    "Convolved",
    "Examples",
    "Learned",
    "Learner",
    "Linear",
    "LinearGradients",
    "Outcome",
    "Record",
    "Recurrent",
    "RecurrentGradients",
    "RecurrentParams",
    "Row",
    "Trained",
    "Trial",
    "ask_place",
    "board",
    "ceiling_of",
    "convolution_reach",
    "convolve_causal",
    "convolve_causal_backward",
    "copy",
    "flip_flop",
    "influence_of_attention",
    "influence_of_convolution",
    "influence_of_linear",
    "influence_of_recurrent",
    "learned",
    "memory_ceiling",
    "mqar",
    "run_linear",
    "run_linear_backward",
    "run_recurrent",
    "run_recurrent_backward",
    "selective_copy",
    "shipped",
    "train",
    "window_ceiling",
]
