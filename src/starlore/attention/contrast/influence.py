"""Influence: how much the output at one place changes with the input at another, exactly.

Entry i, j is the size (Frobenius norm) of the derivative of output i by input j. A window shows a
band, a state a wedge that fades, attention may show anything anywhere.

Every one of the n * m output numbers is asked for once: the same text lies many times in a batch,
with one number of the gradient set in each. That is n * m times the work of one gradient, so it is
for texts that fit a picture; a batch is never larger than `ROOM`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from jaxtyping import Float

from starlore.attention.arrays import Array, Numbers, as_floats
from starlore.attention.attend import attend
from starlore.attention.backward import attend_backward
from starlore.attention.contrast.convolution import (
    Activation,
    convolve_causal,
    convolve_causal_backward,
)
from starlore.attention.contrast.linear import Rule, run_linear, run_linear_backward
from starlore.attention.contrast.recurrent import (
    CellName,
    RecurrentParams,
    run_recurrent,
    run_recurrent_backward,
)
from starlore.attention.schemes import Full, Scheme
from starlore.errors import ShapeError

ROOM = 2**22
"""Numbers that a batch may hold at a time, but for one text that is longer: 32 MiB of float64."""

MOST_WORK = 2**29
"""Numbers of all batches together; more than a picture could show needs, and seconds of work."""

Influence = Float[Array, "n_asks n_asked"]


def influence_of_convolution(
    x: Numbers,
    kernel: Numbers,
    *,
    bias: Numbers | None = None,
    activation: Activation | None = None,
) -> Influence:
    """Influence through a causal convolution: a band as wide as the window.

    Args:
        x: one text, `[c, n]`. kernel: `[c, w]`. bias, activation: as in `convolve_causal`.

    Raises:
        ShapeError: if x is not one text, or is too long to ask for every number of its output.
        ShapeError, DtypeError, BadValue: as in `convolve_causal`.

    Cost: O(n^2 c^2 w) time; memory O(n^2 + c (n + w)) beside a batch of `ROOM` numbers.

    Example:
        >>> influence_of_convolution([[0.0, 8, 0, 0]], [[0.25, 0.5]]).tolist()
        [[0.5, 0.0, 0.0, 0.0], [0.25, 0.5, 0.0, 0.0], [0.0, 0.25, 0.5, 0.0], [0.0, 0.0, 0.25, 0.5]]
    """
    text = _one_text({"x": x}, "[c, n]")["x"]
    c, n = convolve_causal(text[None], kernel, bias=bias, activation=activation).output.shape[1:]

    def back(grad: Array) -> Iterable[Array]:
        texts = np.broadcast_to(text, (len(grad), c, n))
        ours = convolve_causal_backward(
            grad.swapaxes(1, 2), texts, kernel, bias=bias, activation=activation
        )
        return (ours.x.swapaxes(1, 2),)

    reach = as_floats(kernel, "kernel").shape[1]
    return _sizes(back, (n, c), 8 * c * (2 * n + reach), text.dtype)


def influence_of_recurrent(
    x: Numbers, params: RecurrentParams, *, cell: CellName = "rnn"
) -> Influence:
    """Influence through a carried state: a wedge, one step away at a time.

    Args:
        x: one text, `[n, d]`. params: of one direction. cell: as in `run_recurrent`.

    Raises:
        ShapeError: if x is not one text, or is too long to ask for every number of its output.
        ShapeError, DtypeError, BadValue: as in `run_recurrent`.

    Cost: O(n^2 h^2 (h + d)) time; memory O(n^2 + n (h + d)) beside a batch of `ROOM` numbers.

    Example:
        >>> half = RecurrentParams(input=[[[0.5]]], hidden=[[[0.5]]])
        >>> influence_of_recurrent([[0.0], [0], [0]], half).tolist()
        [[0.5, 0.0, 0.0], [0.25, 0.5, 0.0], [0.125, 0.25, 0.5]]
    """
    text = _one_text({"x": x}, "[n, d]")["x"]
    _, n, ways, size = run_recurrent(text[None], params, cell=cell).output.shape

    def back(grad: Array) -> Iterable[Array]:
        texts = np.broadcast_to(text, (len(grad), *text.shape))
        return (run_recurrent_backward(grad[:, :, None], texts, params, cell=cell).x,)

    return _sizes(back, (n, ways * size), n * (20 * size + 4 * text.shape[1]), text.dtype)


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
        q, k, v: one head, `[n, d]`. rule, decay, beta, scale: as in `run_linear`, for one head.

    Raises:
        ShapeError: if q, k or v is not one head, or the text is too long to ask for every number
            of its output.
        ShapeError, DtypeError, BadValue: as in `run_linear`.

    Cost: O(n^2 d_k d_v^2) time; memory O(n^2 + n d_k d_v) beside a batch of `ROOM` numbers.

    Example:
        >>> ones = [[1.0], [1.0], [1.0]]
        >>> influence_of_linear(ones, ones, ones, rule="linear", scale=1).round(2).tolist()
        [[1.73, 0.0, 0.0], [1.41, 2.45, 0.0], [1.41, 1.41, 3.32]]
    """
    named = _one_text({"q": q, "k": k, "v": v}, "[n, d]")
    rates = {"decay": decay, "beta": beta}
    rows = {
        **named,
        **{name: None if one is None else as_floats(one, name) for name, one in rates.items()},
    }

    def texts(count: int) -> dict[str, Any]:
        return {
            name: None if one is None else np.broadcast_to(one, (count, 1, *one.shape))
            for name, one in rows.items()
        }

    *_, n, d_v = run_linear(**texts(1), rule=rule, scale=scale).output.shape
    d_k = named["k"].shape[1]

    def back(grad: Array) -> Iterable[Array]:
        ours = run_linear_backward(grad[:, None], **texts(len(grad)), rule=rule, scale=scale)
        return (ours.q[:, 0], ours.k[:, 0], ours.v[:, 0])

    return _sizes(back, (n, d_v), n * (3 * d_k * d_v + 8 * (d_k + d_v)), named["q"].dtype)


def influence_of_attention(
    q: Numbers,
    k: Numbers,
    v: Numbers,
    scheme: Scheme | None = None,
    *,
    scale: float | None = None,
    softcap: float | None = None,
) -> Influence:
    """Influence through attention; input j is its query, key and value together.

    Args:
        q, k, v: one head of one text, `[n, d]`. scheme: `Full()` if left out.
        scale, softcap: as in `attend`.

    Raises:
        ShapeError: if q, k or v is not one head, they have different lengths, or the text is too
            long to ask for every number of its output.
        ShapeError, DtypeError: as in `attend`.

    Cost: O(n^3 (d_k + d_v) d_v) time; memory O(n^2 + n (d_k + d_v)) beside a batch of `ROOM`
    numbers.

    Example:
        >>> ones = [[1.0], [1.0]]
        >>> influence_of_attention(ones, ones, ones).round(2).tolist()
        [[0.5, 0.5], [0.5, 0.5]]
    """
    named = _one_text({"q": q, "k": k, "v": v}, "[n, d]")
    rows = tuple(named.values())
    if len({len(one) for one in rows}) != 1:
        raise ShapeError(f"one text has as many queries as keys: {[len(one) for one in rows]}")
    own = Full() if scheme is None else scheme
    (n, d_v), d_k = rows[2].shape, rows[1].shape[1]

    def back(grad: Array) -> Iterable[Array]:
        asking, keys, values = (np.broadcast_to(one, (len(grad), 1, *one.shape)) for one in rows)
        attention = attend(asking, keys, values, own, scale=scale, softcap=softcap)
        ours = attend_backward(
            grad[:, None], asking, keys, values, attention, own, scale=scale, softcap=softcap
        )
        return (ours.q[:, 0], ours.k[:, 0], ours.v[:, 0])

    return _sizes(back, (n, d_v), n * (2 * n + 8 * (d_k + d_v)), rows[0].dtype)


def _one_text(named: Mapping[str, Numbers], axes: str) -> dict[str, Array]:
    """Arrays by name, each of one text."""
    found = {name: as_floats(one, name) for name, one in named.items()}
    for name, one in found.items():
        if one.ndim != 2:
            raise ShapeError(f"{name} must be {axes}, of one text: it has shape {one.shape}")
    return found


def _sizes(
    back: Callable[[Array], Iterable[Array]],
    output: tuple[int, int],
    each: int,
    dtype: np.dtype[Any],
) -> Influence:
    """The size of every block of the derivative, from gradients of many texts at once.

    Args:
        back: from `[texts, n, m]` to gradients `[texts, n, d]`, one for each kind of input.
        output: n places of m numbers. each: numbers that `back` holds for a text.
    """
    n, m = output
    asked = n * m
    if asked * (each + asked) > MOST_WORK:
        raise ShapeError(f"influence asks for {n} places of {m} numbers: more than a picture shows")
    squares = np.zeros((n, n))
    many = max(1, ROOM // (each + asked or 1))
    for first in range(0, asked, many):
        which = np.arange(first, min(first + many, asked))
        wanted = np.zeros((len(which), asked), dtype)
        wanted[np.arange(len(which)), which] = 1
        for grads in back(wanted.reshape(-1, n, m)):
            sizes = (np.asarray(grads, np.float64) ** 2).sum(axis=-1)
            np.add.at(squares, which // m, sizes)
    return np.sqrt(squares)
