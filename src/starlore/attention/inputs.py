"""What a call of attention was given, checked: every refusal of the engine stands here.

`check` looks at everything before anything is computed. What it returns looks at the caller's
arrays where they lie, in their own dtype; grouped key heads are not repeated, and masks and
biases are broadcast views. It tells for any tile who may read whom; nothing of size n * n is made.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from starlore.attention.alibi import Alibi
from starlore.attention.arrays import FLOATS, Array, Numbers, as_array, as_claims, as_floats
from starlore.attention.chosen import Chosen
from starlore.attention.plan import Plan
from starlore.attention.schemes import Kind, Scheme
from starlore.errors import DtypeError, ScoreOverflowError, ShapeError

BiasOf: TypeAlias = Callable[[Array, Array], Array]
"""The bias at queries i, shaped (rows, 1), and keys j, shaped (1, keys); for every head alike."""

Bias: TypeAlias = Numbers | Alibi | BiasOf


@dataclass(frozen=True)
class Inputs:
    """A checked call. Arrays are `[*batch, heads, n, d]`, in their own dtype, never written to.

    Args:
        q: `[*batch, h_q, n_q, d_k]`. k, v: `[*batch, h_kv, n_k, d]`.
        dtype: of queries, keys and values.
        output_dtype: what the output is rounded to; `dtype`, but for parts never below float32.
        is_one_head: True if they came as `(n, d)`; results then have no head axis.
        is_listed: True if all three came as lists or integers: a lesson's numbers, not arrays.
        scheme: as it was given.
        settled: the scheme laid on the queries and each key length that occurs.
        mask: a broadcast view of `[*batch, h_q, n_q, n_k]`, or None.
        bias: such a view, what makes it by tiles, or None.
        key_lengths: `[*batch]`, how many keys are there.
        choice: `[*batch, h_q, n_q, width]`, the keys chosen by the data, -1 past them; or None.
    """

    q: Array
    k: Array
    v: Array
    dtype: np.dtype[np.generic]
    output_dtype: np.dtype[np.generic]
    is_one_head: bool
    is_listed: bool
    scheme: Scheme
    settled: Mapping[int, Scheme]
    mask: Array | None
    bias: Array | Alibi | BiasOf | None
    scale: float
    softcap: float | None
    key_lengths: Array
    choice: Array | None = None

    @property
    def lse_dtype(self) -> np.dtype[np.generic]:
        """float64 for float64 inputs, else float32."""
        return np.dtype(np.float64 if self.dtype == np.float64 else np.float32)

    @property
    def group(self) -> int:
        """How many query heads read one key head; query head h reads key head h // group."""
        return int(self.q.shape[-3]) // max(1, int(self.k.shape[-3]))

    def tile(
        self, at: tuple[int, ...], heads: range, rows: range, keys: range, kind: Kind
    ) -> tuple[Kind, Array | None, Array | None]:
        """Say who may read whom in one tile of one batch item.

        Args:
            at: the batch item.
            heads: query heads. keys: all of them below the item's key length.
            kind: what the scheme says of these queries and keys.

        Returns:
            Whether the tile is read whole, in part or not at all; if in part, True where a query
            may read a key; and the bias. Both broadcast to `[heads, rows, keys]`.
        """
        if kind == "skipped":
            return kind, None, None
        allowed: Array | None = None
        if self.choice is not None:
            allowed = _chosen(self.choice[at], heads, rows, keys)
        elif kind == "partial":
            allowed = self.settled[int(self.key_lengths[at])].mask(rows, keys)[None]
        if self.mask is not None:
            table = narrow(self.mask[at], heads, rows, keys)
            allowed = table if allowed is None else allowed & table
        bias = self.bias_tile(at, heads, rows, keys)
        if bias is not None and not isinstance(self.bias, Alibi):
            is_finite = bias != -np.inf
            allowed = is_finite if allowed is None else allowed & is_finite
        if allowed is None or allowed.all():
            return "whole", None, bias
        return ("partial", allowed, bias) if allowed.any() else ("skipped", None, None)

    def bias_tile(
        self, at: tuple[int, ...], heads: range, rows: range, keys: range
    ) -> Array | None:
        """The bias of one tile of one batch item, of any floating dtype.

        Returns:
            What broadcasts to `[heads, rows, keys]`, or None if there is no bias.

        Raises:
            ShapeError: if a function gives what does not broadcast to (rows, keys).
            DtypeError: if it gives no numbers.
        """
        if self.bias is None:
            return None
        if isinstance(self.bias, np.ndarray):
            return narrow(self.bias[at], heads, rows, keys)
        if isinstance(self.bias, Alibi):
            length = int(self.key_lengths[at])
            return self.bias.tile(heads, rows, keys, self.q.shape[-2], length)
        i = np.arange(rows.start, rows.stop, dtype=np.int64)[:, None]
        j = np.arange(keys.start, keys.stop, dtype=np.int64)[None, :]
        made = _as_bias(self.bias(i, j))
        try:
            return np.broadcast_to(made, (len(rows), len(keys)))[None]
        except ValueError:
            raise ShapeError(
                f"bias(i, j) must give one number for each query and key, "
                f"{(len(rows), len(keys))}: it gave {made.shape}"
            ) from None

    def allowed(self, rows: range) -> Array:
        """True where one of these queries may read a key: `[*batch, h_q, len(rows), n_k]`."""
        *outer, _, _ = self.q.shape
        table = np.zeros((*outer, len(rows), self.k.shape[-2]), dtype=np.bool_)
        for length, settled in self.settled.items():
            there = range(length)
            table[self.key_lengths == length, ..., :length] = settled.mask(rows, there)
        if self.choice is not None:
            for at in np.ndindex(*self.key_lengths.shape):
                every = range(outer[-1]), rows, range(table.shape[-1])
                table[at] &= _chosen(self.choice[at], *every)
        if self.mask is not None:
            table &= self.mask[..., rows.start : rows.stop, :]
        if self.bias is not None and not isinstance(self.bias, Alibi):
            table &= self.bias_of(rows) != -np.inf
        return table

    def bias_of(self, rows: range) -> Array:
        """The bias of these queries, float64: `[*batch, h_q, len(rows), n_k]`."""
        *outer, _, _ = self.q.shape
        if isinstance(self.bias, np.ndarray):
            return self.bias[..., rows.start : rows.stop, :].astype(np.float64)
        table = np.zeros((*outer, len(rows), self.k.shape[-2]))
        for at in np.ndindex(*self.key_lengths.shape):
            there = range(int(self.key_lengths[at]))
            made = self.bias_tile(at, range(outer[-1]), rows, there)
            if made is not None:
                table[(*at, ..., slice(len(there)))] = made
        return table


def _chosen(choice: Array, heads: range, rows: range, keys: range) -> Array:
    """True where a key of this tile was chosen; `choice` is `[h_q, n_q, width]`."""
    here = choice[heads.start : heads.stop, rows.start : rows.stop] - keys.start
    table = np.zeros((len(heads), len(rows), len(keys)), dtype=np.bool_)
    h, i, place = np.nonzero((here >= 0) & (here < len(keys)))
    table[h, i, here[h, i, place]] = True
    return table


def narrow(table: Array, heads: range, rows: range, keys: range) -> Array:
    """A view of the tile of a broadcast `[h_q, n_q, n_k]`; axes that repeat are looked at once.

    Example:
        >>> tile = narrow(np.broadcast_to(True, (8, 9, 9)), range(8), range(4), range(3, 5))
        >>> tile.shape
        (1, 1, 2)
    """
    tile = table[heads.start : heads.stop, rows.start : rows.stop, keys.start : keys.stop]
    if table.strides[0] == 0:
        tile = tile[:1]
    return tile[:, :1] if table.strides[1] == 0 else tile


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
            f"{scheme!r} would not see a mask, a bias or key lengths: name its candidates by among="
        )


def _is_an_array_of_floats(numbers: object) -> bool:
    if isinstance(numbers, list | tuple):
        return False
    return as_array(numbers, "an array").dtype.name in FLOATS


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
        raise DtypeError(f"scheme must be a Scheme or a Plan, as in Causal(): it is {scheme!r}")
    scheme.fits(n_q, n_k)
    return scheme, {int(length): scheme.at(n_q, int(length)) for length in np.unique(lengths)}


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


def _bias(
    bias: Bias | None, shape: tuple[int, ...], settled: Mapping[int, Scheme]
) -> Array | Alibi | BiasOf | None:
    """The bias as it is kept: a view of the shape of the scores, or what makes it by tiles."""
    if isinstance(bias, Alibi):
        for length in settled:
            bias.check(shape[-3], shape[-2], length)
        return bias
    if bias is None or (callable(bias) and not hasattr(bias, "shape")):
        return bias
    return _laid(_as_bias(bias), "bias", shape)


def _as_bias(bias: object) -> Array:
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
