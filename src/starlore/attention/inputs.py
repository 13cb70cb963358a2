"""What a call of attention was given, checked: every refusal of the engine stands here.

`check` looks at everything before anything is computed. What it returns holds float64 queries,
keys and values with one key head per query head, and tells for any run of queries who may read
whom. Masks and biases are looked at through broadcast views; nothing of size n * n is made.
"""

import math
from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array, Numbers, as_array, as_claims, as_floats
from starlore.attention.plan import Plan
from starlore.attention.schemes import Scheme
from starlore.errors import DtypeError, ScoreOverflowError, ShapeError


@dataclass(frozen=True)
class Inputs:
    """A checked call. Arrays are `[*batch, h_q, n, d]`, read-only in spirit, float64.

    Args:
        dtype: of the queries, keys and values as given; the output's dtype.
        is_one_head: True if they came as `(n, d)`; results then have no head axis.
        mask, bias: broadcast views of `[*batch, h_q, n_q, n_k]`, or None.
        key_lengths: `[*batch]`, how many keys are there.
    """

    q: Array
    k: Array
    v: Array
    dtype: np.dtype[np.generic]
    is_one_head: bool
    scheme: Scheme
    mask: Array | None
    bias: Array | None
    scale: float
    softcap: float | None
    key_lengths: Array

    @property
    def lse_dtype(self) -> np.dtype[np.generic]:
        """float64 for float64 inputs, else float32."""
        return np.dtype(np.float64 if self.dtype == np.float64 else np.float32)

    def allowed(self, rows: range) -> Array:
        """True where one of these queries may read a key: `[*batch, h_q, len(rows), n_k]`."""
        *outer, n_q, _ = self.q.shape
        n_k = self.k.shape[-2]
        table = np.zeros((*outer, len(rows), n_k), dtype=np.bool_)
        for length in np.unique(self.key_lengths):
            there = int(length)
            settled = self.scheme.at(n_q, there)
            table[self.key_lengths == length, ..., :there] = settled.mask(rows, range(there))
        if self.mask is not None:
            table &= self.mask[..., rows.start : rows.stop, :]
        if self.bias is not None:
            table &= self.bias[..., rows.start : rows.stop, :] != -np.inf
        return table

    def bias_of(self, rows: range) -> Array | None:
        """The bias of these queries, in float64."""
        if self.bias is None:
            return None
        return self.bias[..., rows.start : rows.stop, :].astype(np.float64)


def check(
    q: Numbers,
    k: Numbers,
    v: Numbers,
    scheme: Scheme | Plan,
    mask: Numbers | None,
    bias: Numbers | None,
    scale: float | None,
    softcap: float | None,
    key_lengths: Numbers | int | None,
) -> Inputs:
    """Check a call of attention; refuse it in one sentence, or return what it means.

    Raises:
        ShapeError: if shapes, lengths or heads do not fit; AlignmentError among them.
        DtypeError: if a dtype has no meaning here, or q, k and v have not one.
        ScoreOverflowError: if `scale` is not finite or `softcap` not above 0.

    Example:
        >>> from starlore.attention.schemes import Full
        >>> check([[1]], [[2]], [[3]], Full(), None, None, None, None, None).scale
        1.0
    """
    queries, keys, values = as_floats(q, "q"), as_floats(k, "k"), as_floats(v, "v")
    _check_dtypes(queries, keys, values)
    _check_shapes(queries, keys, values)
    is_one_head = queries.ndim == 2
    if is_one_head:
        queries, keys, values = queries[None], keys[None], values[None]
    *batch, h_q, n_q, d_k = queries.shape
    n_k = keys.shape[-2]
    lengths = _lengths(key_lengths, tuple(batch), n_k)
    laid = _scheme(scheme, n_q, n_k, lengths)
    shape = (*batch, h_q, n_q, n_k)
    head_of_query = np.arange(h_q) // max(1, h_q // max(1, keys.shape[-3]))
    return Inputs(
        q=queries.astype(np.float64, copy=False),
        k=_per_query_head(keys, head_of_query),
        v=_per_query_head(values, head_of_query),
        dtype=queries.dtype,
        is_one_head=is_one_head,
        scheme=laid,
        mask=None if mask is None else _laid(as_claims(mask), "mask", shape),
        bias=None if bias is None else _laid(_as_bias(bias), "bias", shape),
        scale=_scale(scale, d_k),
        softcap=_softcap(softcap),
        key_lengths=lengths,
    )


def _check_dtypes(q: Array, k: Array, v: Array) -> None:
    if not q.dtype == k.dtype == v.dtype:
        raise DtypeError(
            f"q, k and v must have one dtype: q is {q.dtype}, k is {k.dtype}, v is {v.dtype}"
        )


def _check_shapes(q: Array, k: Array, v: Array) -> None:
    shapes = f"q is {q.shape}, k is {k.shape}, v is {v.shape}"
    if not q.ndim == k.ndim == v.ndim or q.ndim < 2:
        raise ShapeError(f"q, k and v must all be (n, d) or [*batch, heads, n, d]: {shapes}")
    if q.shape[-1] != k.shape[-1]:
        raise ShapeError(f"queries and keys must have one width: q is {q.shape}, k is {k.shape}")
    if k.shape[:-1] != v.shape[:-1]:
        raise ShapeError(f"there must be one value for each key: k is {k.shape}, v is {v.shape}")
    if q.shape[:-3] != k.shape[:-3]:
        raise ShapeError(f"q, k and v must have one batch shape: {shapes}")
    if q.ndim > 2:
        h_q, h_kv = q.shape[-3], k.shape[-3]
        if (h_kv == 0 and h_q > 0) or (h_kv > 0 and h_q % h_kv):
            raise ShapeError(
                f"query heads must be a multiple of key heads: q has {h_q}, k has {h_kv}"
            )


def _scheme(scheme: object, n_q: int, n_k: int, lengths: Array) -> Scheme:
    """The scheme, once it is known to have a meaning for these lengths."""
    if isinstance(scheme, Plan):
        if (scheme.n_q, scheme.n_k) != (n_q, n_k):
            raise ShapeError(
                f"the plan was laid on {scheme.n_q} queries and {scheme.n_k} keys, "
                f"the arrays have {n_q} and {n_k}"
            )
        if np.any(lengths != scheme.key_length):
            raise ShapeError(
                f"the plan was laid on a key length of {scheme.key_length}, "
                f"key_lengths are {lengths.tolist()}"
            )
        scheme = scheme.settled
    if not isinstance(scheme, Scheme):
        raise DtypeError(f"scheme must be a Scheme or a Plan, as in Causal(): it is {scheme!r}")
    for length in np.unique(lengths):
        scheme.at(n_q, int(length))
    return scheme


def _lengths(key_lengths: object, batch: tuple[int, ...], n_k: int) -> Array:
    """How many keys each batch item has, `[*batch]`."""
    given = as_array(n_k if key_lengths is None else key_lengths, "key_lengths")
    if given.dtype.kind not in "iu" and given.size:
        raise DtypeError(f"key_lengths must be whole numbers: they are {given.dtype}")
    if given.ndim and given.shape != batch:
        raise ShapeError(f"key_lengths must have the batch shape {batch}: it is {given.shape}")
    if np.any(given < 0) or np.any(given > n_k):
        raise ShapeError(f"key_lengths must lie in 0..{n_k}: they are {given.tolist()}")
    return np.broadcast_to(given.astype(np.int64), batch)


def _as_bias(bias: Numbers) -> Array:
    array = as_array(bias, "bias")
    if array.dtype == np.bool_:
        raise DtypeError(
            "bias must hold numbers to be added to the scores: it is bool; "
            "True where the query may read the key goes to mask="
        )
    return as_floats(bias, "bias")


def _laid(table: Array, name: str, shape: tuple[int, ...]) -> Array:
    """A mask or bias as a view of the shape of the scores, never stretched along the keys."""
    n_q, n_k = shape[-2:]
    if table.ndim == 0 or table.shape[-1] != n_k:
        raise ShapeError(f"the last axis of {name} must be n_k = {n_k}: {name} is {table.shape}")
    if table.ndim > 1 and table.shape[-2] not in (1, n_q):
        raise ShapeError(
            f"the last axis but one of {name} must be n_q = {n_q} or 1: {name} is {table.shape}"
        )
    try:
        return np.broadcast_to(table, shape)
    except ValueError:
        raise ShapeError(
            f"{name} must broadcast to [*batch, h_q, n_q, n_k] = {shape}: {name} is {table.shape}"
        ) from None


def _per_query_head(array: Array, head_of_query: Array) -> Array:
    """Keys or values in float64, one head per query head; grouped heads stand side by side."""
    widened: Array = array.astype(np.float64, copy=False)
    if array.shape[-3] == len(head_of_query):
        return widened
    return np.take(widened, head_of_query, axis=-3)


def _scale(scale: float | None, d_k: int) -> float:
    if scale is None:
        return 1 / math.sqrt(d_k or 1)
    if not math.isfinite(scale):
        raise ScoreOverflowError(f"scale must be a finite number: it is {scale}")
    return float(scale)


def _softcap(softcap: float | None) -> float | None:
    if softcap is None:
        return None
    if not (math.isfinite(softcap) and softcap > 0):
        raise ScoreOverflowError(
            f"softcap must be a finite number above 0, or None: it is {softcap}"
        )
    return float(softcap)
