"""A matrix that is written to at every place, and read with a query: a fixed room for the past.

Source: the meaning of ONNX LinearAttention; delta rule of Yang et al. 2024 (DeltaNet).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from jaxtyping import Float

from starlore.attention.arrays import Array, Numbers, as_number
from starlore.attention.contrast.laid import laid, needed, one_of, shaped
from starlore.errors import BadValue, ShapeError

Rule = Literal["linear", "gated", "delta", "gated_delta"]


@dataclass(frozen=True)
class Linear:
    """What a hidden matrix gives: an output for each query, and the matrix after the last place."""

    output: Float[Array, "*batch h_q n d_v"]
    hidden: Float[Array, "*batch h_kv d_k d_v"]


@dataclass(frozen=True)
class LinearGradients:
    """Gradients of a sum over the output, one for each input; None where there was none."""

    q: Float[Array, "*batch h_q n d_k"]
    k: Float[Array, "*batch h_kv n d_k"]
    v: Float[Array, "*batch h_kv n d_v"]
    decay: Float[Array, "*by_head_or_coordinate"] | None
    beta: Float[Array, "*batch h_kv n"] | None
    hidden: Float[Array, "*batch h_kv d_k d_v"]


def run_linear(
    q: Numbers,
    k: Numbers,
    v: Numbers,
    *,
    rule: Rule,
    decay: Numbers | None = None,
    beta: Numbers | None = None,
    hidden: Numbers | None = None,
    scale: float | None = None,
) -> Linear:
    """Read a text into a matrix H, place by place; each query reads what H is at its place.

    linear: H += k v^T. gated: H = e^g H + k v^T. delta: H += beta k (v - H^T k)^T, so that what H
    gave back for k is replaced. gated_delta: H = e^g H, then delta. output = scale * H^T q.

    Args:
        q: `[*batch, h_q, n, d_k]`. k: `[*batch, h_kv, n, d_k]`. v: `[*batch, h_kv, n, d_v]`; h_kv
            divides h_q, and neighbouring query heads share a matrix.
        rule: one of the four. decay: g, a natural log, `[*batch, h_kv, n]` for a whole head or
            `[*batch, h_kv, n, d_k]`; needed by the gated rules. beta: `[*batch, h_kv, n]`; needed
            by the delta rules.
        hidden: H before the first place; zeros if left out. scale: 1 / sqrt(d_k) if left out.

    Raises:
        ShapeError: if the shapes do not fit.
        DtypeError: if the dtypes differ.
        BadValue: for another rule, or one whose decay or beta is missing or in vain.

    Cost: O(h_q n d_k d_v) time for each text of a batch, O(h_kv d_k d_v) memory beside its inputs
    and output.

    Example:
        >>> keys, values = [[[1.0, 0], [0, 1]]], [[[5.0], [7]]]
        >>> run_linear([[[0.0, 0], [1, 0]]], keys, values, rule="linear", scale=1).output
        array([[[0.],
                [5.]]])
    """
    text = _text(rule, q=q, k=k, v=v, decay=decay, beta=beta, hidden=hidden, scale=scale)
    matrix, output = text.hidden, np.empty((*text.q.shape[:-1], text.v.shape[-1]), text.q.dtype)
    for t in range(text.n):
        matrix = text.step(matrix, t)[-1]
        output[..., t, :] = text.scale * np.einsum("...gk,...kv->...gv", text.q[..., t, :], matrix)
    return Linear(
        output.reshape(*text.rows, output.shape[-1]).astype(text.dtype, copy=False),
        matrix.astype(text.dtype),
    )


def run_linear_backward(
    grad_output: Numbers,
    q: Numbers,
    k: Numbers,
    v: Numbers,
    *,
    rule: Rule,
    decay: Numbers | None = None,
    beta: Numbers | None = None,
    hidden: Numbers | None = None,
    scale: float | None = None,
) -> LinearGradients:
    """Gradients of `run_linear`, given those of its output.

    Every matrix on the way is kept meanwhile.

    Args:
        grad_output: shaped like the output. The others are those of `run_linear`.

    Raises:
        ShapeError, DtypeError, BadValue: as there.

    Cost: that of `run_linear` a few times, O(h_kv n d_k d_v) memory for each text.

    Example:
        >>> one = [[[1.0], [1.0]]]
        >>> run_linear_backward(one, one, one, one, rule="linear", scale=1).v
        array([[[2.],
                [1.]]])
    """
    text = _text(
        rule, q=q, k=k, v=v, decay=decay, beta=beta, hidden=hidden, scale=scale, grad=grad_output
    )
    steps, matrix = [], text.hidden
    for t in range(text.n):
        steps.append(text.step(matrix, t))
        matrix = steps[-1][-1]
    grads = {name: np.zeros_like(one) for name, one in text.inputs().items()}
    of_matrix = np.zeros_like(text.hidden)
    for t in reversed(range(text.n)):
        of_matrix = text.back(t, steps[t], of_matrix, grads)
    grads["q"] = grads["q"].reshape(*text.rows, text.q.shape[-1])
    rounded = {name: one.astype(text.dtype, copy=False) for name, one in grads.items()}
    return LinearGradients(
        q=rounded["q"],
        k=rounded["k"],
        v=rounded["v"],
        decay=rounded.get("decay"),
        beta=rounded.get("beta"),
        hidden=of_matrix.astype(text.dtype),
    )


@dataclass(frozen=True)
class _Text:
    """Inputs that fit each other; query heads grouped by their key head, `rows` as they came."""

    rows: tuple[int, ...]
    dtype: np.dtype[np.generic]
    is_delta: bool
    scale: float
    q: Float[Array, "*batch h_kv group n d_k"]
    k: Float[Array, "*batch h_kv n d_k"]
    v: Float[Array, "*batch h_kv n d_v"]
    decay: Array | None
    beta: Array | None
    hidden: Float[Array, "*batch h_kv d_k d_v"]
    grad: Float[Array, "*batch h_kv group n d_v"] | None

    @property
    def n(self) -> int:
        """How many places."""
        return int(self.k.shape[-2])

    def inputs(self) -> dict[str, Array]:
        """What gradients are asked of, by name."""
        named = {"q": self.q, "k": self.k, "v": self.v, "decay": self.decay, "beta": self.beta}
        return {name: one for name, one in named.items() if one is not None}

    def faded(self, matrix: Array, t: int) -> Array:
        """The matrix before it is written to at a place."""
        if self.decay is None:
            return matrix
        kept: Array = np.exp(
            self.decay[..., t] if self.decay.ndim == self.k.ndim - 1 else self.decay[..., t, :]
        )
        return matrix * (kept[..., None, None] if kept.ndim == self.k.ndim - 2 else kept[..., None])

    def step(self, matrix: Array, t: int) -> tuple[Array, Array, Array]:
        """The faded matrix, what is written (a value, or what it lacks), and the matrix after."""
        faded, key, value = self.faded(matrix, t), self.k[..., t, :], self.v[..., t, :]
        written = value - np.einsum("...kv,...k->...v", faded, key) if self.is_delta else value
        rate = key if self.beta is None else key * self.beta[..., t, None]
        return faded, written, faded + rate[..., :, None] * written[..., None, :]

    def back(
        self, t: int, step: tuple[Array, Array, Array], of_matrix: Array, grads: dict[str, Array]
    ) -> Array:
        """Write down the gradients of one place; give that of the matrix before it."""
        faded, written, matrix = step
        query, key, grad = self.q[..., t, :], self.k[..., t, :], needed(self.grad, "grad_output")
        of_output = self.scale * grad[..., t, :]
        grads["q"][..., t, :] = np.einsum("...gv,...kv->...gk", of_output, matrix)
        of_matrix = of_matrix + np.einsum("...gk,...gv->...kv", query, of_output)
        of_rate = np.einsum("...kv,...v->...k", of_matrix, written)
        rate = key if self.beta is None else key * self.beta[..., t, None]
        of_written = np.einsum("...kv,...k->...v", of_matrix, rate)
        of_key = of_rate
        if self.beta is not None:
            grads["beta"][..., t] = (of_rate * key).sum(-1)
            of_key = of_rate * self.beta[..., t, None]
        if self.is_delta:
            of_key = of_key - np.einsum("...kv,...v->...k", faded, of_written)
            of_matrix = of_matrix - key[..., :, None] * of_written[..., None, :]
        grads["k"][..., t, :], grads["v"][..., t, :] = of_key, of_written
        if self.decay is None:
            return of_matrix
        by_coordinate = (of_matrix * faded).sum(-1)
        if self.decay.ndim == self.k.ndim:
            grads["decay"][..., t, :] = by_coordinate
        else:
            grads["decay"][..., t] = by_coordinate.sum(-1)
        return self.faded(of_matrix, t)


def _text(
    rule: Rule, *, scale: float | None, grad: Numbers | None = None, **given: Numbers | None
) -> _Text:
    """Inputs that fit the rule and each other, or one sentence."""
    one_of(rule, get_args(Rule), "rule")
    for name, is_used in (("decay", "gated" in rule), ("beta", "delta" in rule)):
        if (given[name] is not None) != is_used:
            raise BadValue(f"rule {rule!r} {'needs' if is_used else 'has no use for'} {name}")
    arrays, dtype = laid({**given, "grad_output": grad})
    q, k, v = (needed(arrays[name], name) for name in "qkv")
    heads = _grouped(q, k, v)
    decay, beta = _rates(arrays, k)
    hidden = shaped(
        arrays["hidden"],
        (*k.shape[:-2], k.shape[-1], v.shape[-1]),
        "hidden",
        "d_k x d_v for each head",
    )
    out, wide = arrays["grad_output"], (*q.shape[:-1], v.shape[-1])
    if out is not None:
        out = shaped(out, wide, "grad_output", "that of the output").reshape(*heads, v.shape[-1])
    return _Text(
        rows=q.shape[:-1],
        dtype=dtype,
        is_delta="delta" in rule,
        scale=1 / math.sqrt(k.shape[-1] or 1) if scale is None else as_number(scale, "scale"),
        q=q.reshape(*heads, k.shape[-1]),
        k=k,
        v=v,
        decay=decay,
        beta=beta,
        hidden=hidden.astype(q.dtype, copy=False),
        grad=out,
    )


def _grouped(q: Array, k: Array, v: Array) -> tuple[int, ...]:
    """The shape of the queries' rows, `[*batch, h_kv, group, n]`, if all fit each other."""
    if k.ndim < 3 or k.shape[:-1] != v.shape[:-1]:
        raise ShapeError(f"k and v must be [*batch, h, n, d]: they have {k.shape} and {v.shape}")
    *lead, heads, n, d_k = k.shape
    fits = q.ndim == k.ndim and q.shape[:-3] == tuple(lead) and q.shape[-2:] == (n, d_k)
    if not fits or not heads or q.shape[-3] % heads:
        raise ShapeError(
            f"q must be [*batch, h_q, n, d_k] with h_q a multiple of {heads}, beside k of "
            f"{k.shape}: it has {q.shape}"
        )
    return (*lead, heads, q.shape[-3] // heads, n)


def _rates(arrays: Mapping[str, Array | None], k: Array) -> tuple[Array | None, Array | None]:
    """decay and beta, where there are any."""
    decay, beta, by_head = arrays["decay"], arrays["beta"], k.shape[:-1]
    if decay is not None and decay.shape not in (by_head, k.shape):
        raise ShapeError(f"decay must have shape {by_head} or {k.shape}: it has {decay.shape}")
    if beta is not None:
        beta = shaped(beta, by_head, "beta", "one for each place and head")
    return decay, beta
