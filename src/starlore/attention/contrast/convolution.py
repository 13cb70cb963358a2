"""A causal convolution: the same small row of weights at every place, and blind beyond its edge.

Source: the meaning of ONNX CausalConvWithState, one kernel for each channel.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float

from starlore.attention.arguments import shown
from starlore.attention.arrays import Array, Numbers
from starlore.attention.contrast.laid import laid, needed, shaped, sigmoid
from starlore.errors import BadValue, ShapeError

Activation = Literal["silu"]


@dataclass(frozen=True)
class Convolved:
    """What a convolution gives.

    Args:
        output: one number for each channel and place.
        hidden: the last width - 1 inputs, with which the next piece of the text goes on.
    """

    output: Float[Array, "b c n"]
    hidden: Float[Array, "b c reach"]


@dataclass(frozen=True)
class ConvolutionGradients:
    """Gradients of a sum over the output, one for each input; None where there was none."""

    x: Float[Array, "b c n"]
    kernel: Float[Array, "c w"]
    bias: Float[Array, " c"] | None
    hidden: Float[Array, "b c reach"]


def convolve_causal(
    x: Numbers,
    kernel: Numbers,
    *,
    bias: Numbers | None = None,
    hidden: Numbers | None = None,
    activation: Activation | None = None,
) -> Convolved:
    """Slide a window over a text: place t sees itself and the width - 1 places before it.

    output[t] = bias + sum over s < width of kernel[s] * x[t - width + 1 + s], each channel alone.

    Args:
        x: `[b, c, n]`. kernel: `[c, w]`, the weight of the place itself last; w at least 1.
        bias: `[c]`. hidden: the w - 1 inputs before x, `[b, c, w - 1]`; zeros at first.
        activation: None, or "silu": y * sigmoid(y).

    Raises:
        ShapeError: if the shapes do not fit.
        DtypeError: if the dtypes differ.
        BadValue: for another activation.

    Cost: O(b c n w) time, O(b c (n + w)) memory.

    Example:
        >>> convolve_causal([[[0.0, 0, 8, 0, 0, 0]]], [[0.25, 0.5, 0.25]]).output
        array([[[0., 0., 2., 4., 2., 0.]]])
    """
    given, dtype = laid({"x": x, "kernel": kernel, "bias": bias, "hidden": hidden})
    padded, window, shift = _fitted(given)
    output = _slid(padded, window) + shift[:, None]
    if activation is not None:
        _refuse_activation(activation)
        output = output * sigmoid(output)
    kept = padded[..., padded.shape[-1] - window.shape[1] + 1 :]
    return Convolved(output.astype(dtype, copy=False), kept.astype(dtype))


def convolve_causal_backward(
    grad_output: Numbers,
    x: Numbers,
    kernel: Numbers,
    *,
    bias: Numbers | None = None,
    hidden: Numbers | None = None,
    activation: Activation | None = None,
) -> ConvolutionGradients:
    """Gradients of `convolve_causal`, given those of its output.

    Args:
        grad_output: `[b, c, n]`. The others are those of `convolve_causal`.

    Raises:
        ShapeError, DtypeError, BadValue: as there.

    Cost: that of `convolve_causal` twice, and the same memory.

    Example:
        >>> convolve_causal_backward([[[1.0, 1, 1]]], [[[1.0, 2, 3]]], [[0.5, 0.5]]).kernel
        array([[3., 6.]])
    """
    given, dtype = laid(
        {"x": x, "kernel": kernel, "bias": bias, "hidden": hidden, "grad_output": grad_output}
    )
    padded, window, shift = _fitted(given)
    n, reach = needed(given["x"], "x").shape[-1], window.shape[1] - 1
    shape = (*padded.shape[:2], n)
    grad = shaped(given["grad_output"], shape, "grad_output", "that of the output")
    if activation is not None:
        _refuse_activation(activation)
        plain = _slid(padded, window) + shift[:, None]
        gate = sigmoid(plain)
        grad = grad * gate * (1 + plain * (1 - gate))
    of_padded = np.zeros_like(padded)
    of_kernel = np.empty_like(window)
    for s in range(reach + 1):
        of_padded[..., s : s + n] += grad * window[:, s, None]
        of_kernel[:, s] = np.einsum("bcn,bcn->c", grad, padded[..., s : s + n])
    return ConvolutionGradients(
        x=of_padded[..., reach:].astype(dtype, copy=False),
        kernel=of_kernel.astype(dtype, copy=False),
        bias=None if bias is None else grad.sum(axis=(0, 2)).astype(dtype, copy=False),
        hidden=of_padded[..., :reach].astype(dtype),
    )


def _fitted(given: dict[str, Array | None]) -> tuple[Array, Array, Array]:
    """The text with what came before it, the kernel, and the bias."""
    x, window = needed(given["x"], "x"), needed(given["kernel"], "kernel")
    if x.ndim != 3 or window.ndim != 2 or window.shape[0] != x.shape[1] or not window.shape[1]:
        raise ShapeError(
            f"x must be [b, c, n] and kernel [c, w] with w of at least 1: they have {x.shape} "
            f"and {window.shape}"
        )
    (b, c, _), w = x.shape, window.shape[1]
    before = shaped(given["hidden"], (b, c, w - 1), "hidden", "the width less one of inputs")
    shift = shaped(given["bias"], (c,), "bias", "one for each channel")
    return (
        np.concatenate([before.astype(x.dtype, copy=False), x], axis=-1),
        window,
        shift.astype(x.dtype),
    )


def _slid(padded: Array, window: Array) -> Array:
    """The window at every place, its weights added in their order."""
    w = window.shape[1]
    n = padded.shape[-1] - w + 1
    output = np.zeros((*padded.shape[:2], n), padded.dtype)
    for s in range(w):
        output += window[:, s, None] * padded[..., s : s + n]
    return output


def _refuse_activation(activation: object) -> None:
    if not isinstance(activation, str) or activation != "silu":
        raise BadValue(f'activation must be None or "silu": it is {shown(activation)}')
