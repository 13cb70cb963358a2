"""Cells: one step of a recurrent state, forward and backward.

The rows of each table are gates, in the order of ONNX: GRU z r h, LSTM i o f c. A cell is given
what its input says, `drive`, and what it carries; it keeps a trace from which it can be undone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.contrast.laid import sigmoid

Carried = tuple[Array, ...]
"""What is carried, each `[b, h]`: the hidden vector, and an LSTM's cell state behind it."""

Trace = tuple[Array, ...]


@dataclass(frozen=True)
class Tables:
    """What a cell has learned, for one direction.

    Args:
        hidden: `[gates * h, h]`. bias: `[gates * h]`, of the hidden side.
        peepholes: `[3, h]` for i, o, f; zeros unless an LSTM looks at its own cell.
        is_reset_last: a GRU's reset gate is applied after the product, not before.
    """

    hidden: Array
    bias: Array
    peepholes: Array
    is_reset_last: bool


@dataclass(frozen=True)
class Cell:
    """One kind of cell.

    Attributes:
        gates: rows of tables. carried: how many arrays it carries.
        step: drive, what is carried, tables -> what is carried on, and a trace.
        back: gradients of what is carried on, trace, tables, sums -> gradients of drive and of
            what was carried; what belongs to the tables is added to `sums`.
    """

    gates: int
    carried: int
    step: Callable[[Array, Carried, Tables], tuple[Carried, Trace]]
    back: Callable[[Carried, Trace, Tables, dict[str, Array]], tuple[Array, Carried]]


def _rnn_step(drive: Array, carried: Carried, tables: Tables) -> tuple[Carried, Trace]:
    (h,) = carried
    new = np.tanh(drive + h @ tables.hidden.T + tables.bias)
    return (new,), (h, new)


def _rnn_back(
    grad: Carried, trace: Trace, tables: Tables, sums: dict[str, Array]
) -> tuple[Array, Carried]:
    h, new = trace
    of_sum = grad[0] * (1 - new * new)
    _add(sums, of_sum, h)
    return of_sum, (of_sum @ tables.hidden,)


def _gru_step(drive: Array, carried: Carried, tables: Tables) -> tuple[Carried, Trace]:
    (h,) = carried
    z_in, r_in, n_in = np.split(drive, 3, axis=-1)
    z_w, r_w, n_w = np.split(tables.hidden, 3)
    z_b, r_b, n_b = np.split(tables.bias, 3)
    z = sigmoid(z_in + h @ z_w.T + z_b)
    r = sigmoid(r_in + h @ r_w.T + r_b)
    asked = h if tables.is_reset_last else r * h
    product = asked @ n_w.T + n_b
    new = np.tanh(n_in + (r * product if tables.is_reset_last else product))
    return ((1 - z) * new + z * h,), (h, z, r, product, new)


def _gru_back(
    grad: Carried, trace: Trace, tables: Tables, sums: dict[str, Array]
) -> tuple[Array, Carried]:
    h, z, r, product, new = trace
    z_w, r_w, n_w = np.split(tables.hidden, 3)
    of_z = grad[0] * (h - new) * z * (1 - z)
    of_new = grad[0] * (1 - z) * (1 - new * new)
    of_h = grad[0] * z
    if tables.is_reset_last:
        of_product = of_new * r
        of_reset, asked = of_new * product, h
        of_h = of_h + of_product @ n_w
    else:
        of_product, asked = of_new, r * h
        of_asked = of_product @ n_w
        of_reset, of_h = of_asked * h, of_h + of_asked * r
    of_r = of_reset * r * (1 - r)
    size = h.shape[-1]
    for at, (one, by) in enumerate(((of_z, h), (of_r, h), (of_product, asked))):
        sums["hidden"][at * size : (at + 1) * size] += one.T @ by
        sums["bias"][at * size : (at + 1) * size] += one.sum(axis=0)
    return np.concatenate([of_z, of_r, of_new], axis=-1), (of_h + of_z @ z_w + of_r @ r_w,)


def _lstm_step(drive: Array, carried: Carried, tables: Tables) -> tuple[Carried, Trace]:
    h, c = carried
    i_in, o_in, f_in, g_in = np.split(drive + h @ tables.hidden.T + tables.bias, 4, axis=-1)
    i_peep, o_peep, f_peep = tables.peepholes
    i, f, g = sigmoid(i_in + i_peep * c), sigmoid(f_in + f_peep * c), np.tanh(g_in)
    new_c = f * c + i * g
    o = sigmoid(o_in + o_peep * new_c)
    return (o * np.tanh(new_c), new_c), (h, c, i, o, f, g, new_c)


def _lstm_back(
    grad: Carried, trace: Trace, tables: Tables, sums: dict[str, Array]
) -> tuple[Array, Carried]:
    h, c, i, o, f, g, new_c = trace
    i_peep, o_peep, f_peep = tables.peepholes
    shown = np.tanh(new_c)
    of_o = grad[0] * shown * o * (1 - o)
    of_c = grad[1] + grad[0] * o * (1 - shown * shown) + of_o * o_peep
    of_i, of_f = of_c * g * i * (1 - i), of_c * c * f * (1 - f)
    of_g = of_c * i * (1 - g * g)
    for at, (one, by) in enumerate(((of_i, c), (of_o, new_c), (of_f, c))):
        sums["peepholes"][at] += (one * by).sum(axis=0)
    of_sum = np.concatenate([of_i, of_o, of_f, of_g], axis=-1)
    _add(sums, of_sum, h)
    return of_sum, (of_sum @ tables.hidden, of_c * f + of_i * i_peep + of_f * f_peep)


def _add(sums: dict[str, Array], of_sum: Array, h: Array) -> None:
    sums["hidden"] += of_sum.T @ h
    sums["bias"] += of_sum.sum(axis=0)


CELLS: Mapping[str, Cell] = {
    "rnn": Cell(1, 1, _rnn_step, _rnn_back),
    "gru": Cell(3, 1, _gru_step, _gru_back),
    "lstm": Cell(4, 2, _lstm_step, _lstm_back),
}
"""By name."""


def zeros_like(tables: Tables) -> dict[str, Any]:
    """Sums for the gradients of a cell's tables."""
    return {name: np.zeros_like(getattr(tables, name)) for name in ("hidden", "bias", "peepholes")}
