"""What else could have read the past: a window that slides, a state that is carried, a matrix
that is written to. Forward and backward, with the meanings of the ONNX operators.

    from starlore.attention.contrast import convolve_causal, run_linear, run_recurrent
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
from starlore.attention.contrast.linear import (
    Linear,
    LinearGradients,
    run_linear,
    run_linear_backward,
)
from starlore.attention.contrast.recurrent import (
    Recurrent,
    RecurrentGradients,
    RecurrentParams,
    run_recurrent,
    run_recurrent_backward,
)
from starlore.attention.contrast.tasks import Examples, ask_place, copy, mqar, selective_copy

__all__ = [
    "ConvolutionGradients",
    "Convolved",
    "Examples",
    "Linear",
    "LinearGradients",
    "Recurrent",
    "RecurrentGradients",
    "RecurrentParams",
    "ask_place",
    "convolve_causal",
    "convolve_causal_backward",
    "copy",
    "influence_of_attention",
    "influence_of_convolution",
    "influence_of_linear",
    "influence_of_recurrent",
    "mqar",
    "run_linear",
    "run_linear_backward",
    "run_recurrent",
    "run_recurrent_backward",
    "selective_copy",
]
