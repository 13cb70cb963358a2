"""Influence: how much the output at one place changes with the input at another, exactly.

Entry i, j is the size (Frobenius norm) of the derivative of output i by input j. A window shows a
band, a state a wedge that fades, attention may show anything anywhere.

Every output number is asked for once: the same text lies n * m times in a batch, with one number
of the gradient set in each. That is n * m times the work of one gradient, so it is for texts that
fit a picture.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from jaxtyping import Float

from starlore.attention.arrays import Array, Numbers, as_floats
from starlore.attention.attend import attend
from starlore.attention.backward import attend_backward
from starlore.attention.contrast.convolution import convolve_causal, convolve_causal_backward
from starlore.attention.contrast.linear import Rule, run_linear, run_linear_backward
from starlore.attention.contrast.recurrent import (
    CellName,
    RecurrentParams,
    run_recurrent,
    run_recurrent_backward,
)
from starlore.attention.schemes import Full, Scheme
from starlore.errors import ShapeError

MOST_CELLS = 2**26
"""Numbers of the batched gradient; more than a picture could show needs."""

Influence = Float[Array, "n_asks n_asked"]


def influence_of_convolution(x: Numbers, kernel: Numbers, **settings: Any) -> Influence:
    """Influence through a causal convolution: a band as wide as the window.

    Args:
        x: one text, `[c, n]`. kernel: `[c, w]`. settings: bias, activation of `convolve_causal`.

    Raises:
        ShapeError: if the text is too long to ask for every number of its output.

    Example:
        >>> influence_of_convolution([[0.0, 8, 0, 0]], [[0.25, 0.5]]).tolist()
        [[0.5, 0.0, 0.0, 0.0], [0.25, 0.5, 0.0, 0.0], [0.0, 0.25, 0.5, 0.0], [0.0, 0.0, 0.25, 0.5]]
    """
    text = as_floats(x, "x")
    c, n = convolve_causal(text[None], kernel, **settings).output.shape[1:]

    def back(grad: Array) -> Iterable[Array]:
        texts = np.broadcast_to(text, (len(grad), c, n))
        ours = convolve_causal_backward(grad.swapaxes(1, 2), texts, kernel, **settings)
        return (ours.x.swapaxes(1, 2),)

    return _sizes(back, n, c, text.dtype)


def influence_of_recurrent(
    x: Numbers, params: RecurrentParams, *, cell: CellName = "rnn"
) -> Influence:
    """Influence through a carried state: a wedge, one step away at a time.

    Args:
        x: one text, `[n, d]`. params: of one direction. cell: as in `run_recurrent`.

    Raises:
        ShapeError: if the text is too long to ask for every number of its output.

    Example:
        >>> half = RecurrentParams(input=[[[0.5]]], hidden=[[[0.5]]])
        >>> influence_of_recurrent([[0.0], [0], [0]], half).tolist()
        [[0.5, 0.0, 0.0], [0.25, 0.5, 0.0], [0.125, 0.25, 0.5]]
    """
    text = as_floats(x, "x")
    _, n, ways, size = run_recurrent(text[None], params, cell=cell).output.shape

    def back(grad: Array) -> Iterable[Array]:
        texts = np.broadcast_to(text, (len(grad), *text.shape))
        return (run_recurrent_backward(grad[:, :, None], texts, params, cell=cell).x,)

    return _sizes(back, n, ways * size, text.dtype)


def influence_of_linear(
    q: Numbers,
    k: Numbers,
    v: Numbers,
    *,
    rule: Rule,
    decay: Numbers | None = None,
    beta: Numbers | None = None,
    scale: float | None = None,
) -> Influence:
    """Influence through a hidden matrix; input j is its query, key and value together.

    Args:
        q, k, v: one head. rule, decay, beta, scale: as in `run_linear`, for one head.

    Raises:
        ShapeError: if the text is too long to ask for every number of its output.

    Example:
        >>> ones = [[1.0], [1.0], [1.0]]
        >>> influence_of_linear(ones, ones, ones, rule="linear", scale=1).round(2).tolist()
        [[1.73, 0.0, 0.0], [1.41, 2.45, 0.0], [1.41, 1.41, 3.32]]
    """
    named = {"q": q, "k": k, "v": v, "decay": decay, "beta": beta}
    rows = {name: None if one is None else as_floats(one, name) for name, one in named.items()}

    def texts(count: int) -> dict[str, Any]:
        return {
            name: None if one is None else np.broadcast_to(one, (count, 1, *one.shape))
            for name, one in rows.items()
        }

    *_, n, d_v = run_linear(**texts(1), rule=rule, scale=scale).output.shape

    def back(grad: Array) -> Iterable[Array]:
        ours = run_linear_backward(grad[:, None], **texts(len(grad)), rule=rule, scale=scale)
        return (ours.q[:, 0], ours.k[:, 0], ours.v[:, 0])

    return _sizes(back, n, d_v, as_floats(q, "q").dtype)


def influence_of_attention(
    q: Numbers,
    k: Numbers,
    v: Numbers,
    scheme: Scheme | None = None,
    **settings: Any,
) -> Influence:
    """Influence through attention; input j is its query, key and value together.

    Args:
        q, k, v: one head of one text. scheme: `Full()` if left out. settings: scale, softcap.

    Raises:
        ShapeError: if the text is too long to ask for every number of its output, or q and k have
            different lengths.

    Example:
        >>> ones = [[1.0], [1.0]]
        >>> influence_of_attention(ones, ones, ones).round(2).tolist()
        [[0.5, 0.5], [0.5, 0.5]]
    """
    rows = [as_floats(one, name) for one, name in ((q, "q"), (k, "k"), (v, "v"))]
    if len({len(one) for one in rows}) != 1:
        raise ShapeError(f"one text has as many queries as keys: {[len(one) for one in rows]}")
    own = Full() if scheme is None else scheme
    n, d_v = rows[2].shape

    def back(grad: Array) -> Iterable[Array]:
        asking, keys, values = (np.broadcast_to(one, (len(grad), 1, *one.shape)) for one in rows)
        attention = attend(asking, keys, values, own, **settings)
        ours = attend_backward(grad[:, None], asking, keys, values, attention, own, **settings)
        return (ours.q[:, 0], ours.k[:, 0], ours.v[:, 0])

    return _sizes(back, n, d_v, rows[0].dtype)


def _sizes(
    back: Callable[[Array], Iterable[Array]], n: int, m: int, dtype: np.dtype[Any]
) -> Influence:
    """The size of every block of the derivative, from a gradient of many texts at once.

    Args:
        back: from `[n * m, n, m]` to gradients `[n * m, n, d]`, one for each kind of input.
    """
    if (n * m) ** 2 > MOST_CELLS:
        raise ShapeError(f"influence asks for {n} places of {m} numbers: more than a picture shows")
    wanted = np.eye(n * m, dtype=dtype).reshape(n * m, n, m)
    squares = np.zeros((n * m, n))
    for grads in back(wanted):
        squares += (np.asarray(grads, np.float64) ** 2).sum(axis=-1)
    sizes: Array = np.sqrt(squares.reshape(n, m, n).sum(axis=1))
    return sizes
