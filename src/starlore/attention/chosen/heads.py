"""Queries, keys and values a head at a time, in float64."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from starlore.attention.arrays import Array, Numbers, as_floats
from starlore.errors import ScoreOverflowError, ShapeError


@dataclass(frozen=True)
class Head:
    """One query head and the key head it reads.

    Args:
        at: where it stands among batch and heads; () if there is one head only.
        v: None where no values were given.
    """

    at: tuple[int, ...]
    q: Float[Array, "n_q d_k"]
    k: Float[Array, "n_k d_k"]
    v: Float[Array, "n_k d_v"] | None


def outer_shape(q: Numbers) -> tuple[int, ...]:
    """Batch and heads of the queries; () for `(n, d)`.

    Example:
        >>> outer_shape(np.zeros((2, 4, 5, 8))), outer_shape([[1.0]])
        ((2, 4), ())
    """
    return tuple(as_floats(q, "q").shape[:-2])


def heads_of(q: Numbers, k: Numbers, v: Numbers | None = None) -> Iterator[Head]:
    """Each query head with its key head, h // (h_q // h_kv).

    Raises:
        ShapeError: if the arrays do not fit each other.
        ScoreOverflowError: if a query or key is NaN or inf: such keys cannot be ranked.

    Example:
        >>> [head.k.tolist() for head in heads_of(np.ones((4, 1, 1)), [[[1]], [[2]]])]
        [[[1.0]], [[1.0]], [[2.0]], [[2.0]]]
    """
    queries, keys = as_floats(q, "q"), as_floats(k, "k")
    values = None if v is None else as_floats(v, "v")
    check_fit(queries, keys, values)
    for name, array in (("q", queries), ("k", keys)):
        if not np.isfinite(array.astype(np.float64, copy=False)).all():
            raise ScoreOverflowError(
                f"keys are chosen by finite scores: {name} holds a NaN or an infinity"
            )
    outer = queries.shape[:-2]
    for at in np.ndindex(*outer):
        of_key = at
        if outer:
            of_key = (*at[:-1], at[-1] // (outer[-1] // keys.shape[-3]))
        yield Head(
            at,
            queries[at].astype(np.float64),
            keys[of_key].astype(np.float64),
            None if values is None else values[of_key].astype(np.float64),
        )


def check_fit(q: Array, k: Array, v: Array | None) -> None:
    """Refuse queries, keys and values that do not fit each other.

    Raises:
        ShapeError: naming their shapes.

    Example:
        >>> check_fit(np.ones((4, 2, 1)), np.ones((2, 3, 1)), None)
    """
    shapes = f"q is {q.shape}, k is {k.shape}" + ("" if v is None else f", v is {v.shape}")
    if q.ndim != k.ndim or q.ndim < 2 or q.shape[:-3] != k.shape[:-3]:
        raise ShapeError(f"q, k and v must all be (n, d) or [*batch, heads, n, d]: {shapes}")
    if q.shape[-1] != k.shape[-1]:
        raise ShapeError(f"queries and keys must have one width: {shapes}")
    if v is not None and v.shape[:-1] != k.shape[:-1]:
        raise ShapeError(f"there must be one value for each key: {shapes}")
    if q.ndim > 2 and q.shape[-3] and (not k.shape[-3] or q.shape[-3] % k.shape[-3]):
        raise ShapeError(f"query heads must be a multiple of key heads: {shapes}")
