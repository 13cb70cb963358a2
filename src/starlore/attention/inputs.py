"""The door of the engine: every refusal of a call stands here.

`check` looks at everything before anything is computed, and says what the call means as `Inputs`.
"""

import math
from collections.abc import Mapping

import numpy as np

from starlore.attention.alibi import Alibi
from starlore.attention.arguments import must_call, shown
from starlore.attention.arrays import (
    Array,
    Numbers,
    as_array,
    as_claims,
    as_floats,
    as_number,
    is_floating,
)
from starlore.attention.call import Bias, BiasOf, Inputs, as_bias, narrow
from starlore.attention.chosen import Chosen
from starlore.attention.plan import Plan
from starlore.attention.schemes import Scheme
from starlore.errors import DtypeError, ScoreOverflowError, ShapeError

__all__ = ["Bias", "BiasOf", "Inputs", "check", "narrow"]


def check(
    q: Numbers,
    k: Numbers,
    v: Numbers,
    scheme: Scheme | Plan | Chosen,
    mask: Numbers | None,
    bias: Bias | None,
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
    choice = None
    if isinstance(scheme, Chosen):
        _check_alone(scheme, mask, bias, key_lengths)
        choice = scheme.choose(queries, keys, scale=scale).keys
        scheme = scheme.among
    laid, settled = _scheme(scheme, n_q, n_k, lengths)
    shape = (*batch, h_q, n_q, n_k)
    return Inputs(
        q=queries,
        k=keys,
        v=values,
        dtype=queries.dtype,
        output_dtype=queries.dtype,
        is_one_head=is_one_head,
        is_listed=not any(_is_an_array_of_floats(array) for array in (q, k, v)),
        scheme=laid,
        settled=settled,
        mask=None if mask is None else _laid(as_claims(mask), "mask", shape),
        bias=_bias(bias, shape, settled),
        scale=_scale(scale, d_k),
        softcap=_softcap(softcap),
        key_lengths=lengths,
        choice=choice,
    )


def _check_alone(scheme: Chosen, *others: object) -> None:
    if any(other is not None for other in others):
        raise ShapeError(
            f"{shown(scheme)} would not see a mask, a bias or key lengths: name its candidates by "
            "among="
        )


def _is_an_array_of_floats(numbers: object) -> bool:
    if isinstance(numbers, list | tuple):
        return False
    return is_floating(as_array(numbers, "an array").dtype)


def _check_dtypes(q: Array, k: Array, v: Array) -> None:
    if not q.dtype == k.dtype == v.dtype:
        raise DtypeError(
            f"q, k and v must have one dtype: q is {q.dtype}, k is {k.dtype}, v is {v.dtype}"
        )


def _check_shapes(q: Array, k: Array, v: Array) -> None:
    if not q.ndim == k.ndim == v.ndim or q.ndim < 2:
        raise ShapeError(
            f"q, k and v must all be (n, d) or [*batch, heads, n, d]: {_shapes(q, k, v)}"
        )
    if q.shape[-1] != k.shape[-1]:
        raise ShapeError(f"queries and keys must have one width: q is {q.shape}, k is {k.shape}")
    if k.shape[:-1] != v.shape[:-1]:
        raise ShapeError(f"there must be one value for each key: k is {k.shape}, v is {v.shape}")
    if q.shape[:-3] != k.shape[:-3]:
        raise ShapeError(f"q, k and v must have one batch shape: {_shapes(q, k, v)}")
    if q.ndim > 2:
        h_q, h_kv = q.shape[-3], k.shape[-3]
        if (h_kv == 0 and h_q > 0) or (h_kv > 0 and h_q % h_kv):
            raise ShapeError(
                f"query heads must be a multiple of key heads: q has {h_q}, k has {h_kv}"
            )


def _shapes(q: Array, k: Array, v: Array) -> str:
    return f"q is {q.shape}, k is {k.shape}, v is {v.shape}"


def _scheme(
    scheme: object, n_q: int, n_k: int, lengths: Array
) -> tuple[Scheme, Mapping[int, Scheme]]:
    """The scheme, and what it means for each key length that occurs."""
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
        raise DtypeError(
            f"scheme must be a Scheme or a Plan, as in Causal(): it is {shown(scheme)}"
        )
    scheme.fits(n_q, n_k)
    occurring = sorted(set(lengths.reshape(-1).tolist()))
    return scheme, {length: scheme.at(n_q, length) for length in occurring}


def _lengths(key_lengths: object, batch: tuple[int, ...], n_k: int) -> Array:
    """How many keys each batch item has, `[*batch]`."""
    if key_lengths is None:
        return np.full(batch, n_k, dtype=np.int64)
    given = as_array(key_lengths, "key_lengths")
    if given.dtype.kind not in "iu" and given.size:
        raise DtypeError(f"key_lengths must be whole numbers: they are {given.dtype}")
    if given.ndim and given.shape != batch:
        raise ShapeError(f"key_lengths must have the batch shape {batch}: it is {given.shape}")
    if np.any(given < 0) or np.any(given > n_k):
        raise ShapeError(f"key_lengths must lie in 0..{n_k}: they are {given.tolist()}")
    return np.broadcast_to(given.astype(np.int64), batch)


def _bias(
    bias: Bias | None, shape: tuple[int, ...], settled: Mapping[int, Scheme]
) -> Array | Alibi | BiasOf | None:
    """The bias as it is kept: a view of the shape of the scores, or what makes it by tiles."""
    if isinstance(bias, Alibi):
        for length in settled:
            bias.check(shape[-3], shape[-2], length)
        return bias
    if bias is None:
        return None
    if callable(bias) and not hasattr(bias, "shape"):
        must_call(bias, "bias", "numbers, an Alibi or a function of i and j")
        return bias
    return _laid(as_bias(bias), "bias", shape)


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


def _scale(scale: float | None, d_k: int) -> float:
    if scale is None:
        return 1 / math.sqrt(d_k or 1)
    return as_number(scale, "scale")


def _softcap(softcap: float | None) -> float | None:
    if softcap is None:
        return None
    cap = as_number(softcap, "softcap")
    if cap <= 0:
        raise ScoreOverflowError(f"softcap must be above 0, or None: it is {softcap}")
    return cap
