"""Read a head: whom each query scores highest, how many keys it reads, how far it looks.

Every number is one more sum over the keys a query reads, so it can be taken in the pass that
computes the output. With weights p, biased scores s and the query's place among the keys:

- top scorer: the key of the largest s; of equals the first, and `ties` says how many share it;
- entropy = lse - sum of p * s, in nats; e^entropy is the effective number of keys;
- distance = sum of p * |place - j|, in places.

A query that reads nothing reads 0, and its top keys are -1 (decisions/0002).
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from jaxtyping import Float, Int

from starlore.attention.arrays import Array, Numbers, as_floats
from starlore.attention.dense import Steps
from starlore.attention.inputs import Inputs
from starlore.attention.schemes import Align, check_align, offset
from starlore.errors import ShapeError


@dataclass(frozen=True)
class Read:
    """What to read while attending.

    Args:
        top: how many of the highest scoring keys to name, 0 or more.
        entropy: whether to measure how spread the weights are.
        distance: whether to measure how far back or ahead a query looks.
        align: where queries and keys meet, if the scheme does not say; as in `Causal`.

    Raises:
        ShapeError: if `top` is below 0, or `align` has no meaning.
    """

    top: int = 4
    entropy: bool = True
    distance: bool = True
    align: Align = None

    def __post_init__(self) -> None:
        if self.top < 0:
            raise ShapeError(f"top must be 0 or more: it is {self.top}")
        check_align(self.align)


@dataclass(frozen=True)
class Reading:
    """What was read, per query; None where it was not asked for.

    Args:
        top_keys: int64, the highest scoring keys, highest first, ties to the lowest; -1 past them.
        top_weights: their weights, in [0, 1]; 0 past them.
        ties: how many keys share the largest score; 1 is a clear winner, 0 an empty row.
        entropy: in nats, at least 0.
        distance: in places, at least 0.
    """

    top_keys: Int[Array, "*heads n_q top"] | None
    top_weights: Float[Array, "*heads n_q top"] | None
    ties: Int[Array, "*heads n_q"]
    entropy: Float[Array, "*heads n_q"] | None
    distance: Float[Array, "*heads n_q"] | None

    @property
    def effective_keys(self) -> Float[Array, "*heads n_q"] | None:
        """e^entropy: the number of equally weighted keys that would be as spread; 0 if none."""
        if self.entropy is None:
            return None
        keys: Array = np.where(self.ties > 0, np.exp(self.entropy), 0)
        return keys


def top_scorers(scores: Float[Array, "n_k"] | Numbers) -> tuple[int, ...]:
    """Name the keys that share the largest score of one row, lowest first.

    Args:
        scores: one row; -inf for keys that may not be read.

    Returns:
        One key, several if they tie, none if the row reads nothing.

    Raises:
        ShapeError: if `scores` is not one row.

    Example:
        >>> top_scorers([3.0, 1.0, 0.0]), top_scorers([2, 5, 5])
        ((0,), (1, 2))
    """
    row = as_floats(scores, "scores")
    if row.ndim != 1:
        raise ShapeError(f"scores must be one row: they are {row.shape}")
    largest = row.max(initial=-np.inf)
    if largest == -np.inf:
        return ()
    return tuple(int(j) for j in np.flatnonzero(row == largest))


def places(inputs: Inputs, read: Read) -> Int[Array, "*batch n_q"]:
    """The place of every query among the keys, from the scheme or from `Read.align`.

    Raises:
        AlignmentError: if neither says where two different lengths meet.
    """
    n_q = inputs.q.shape[-2]
    starts = np.zeros(inputs.key_lengths.shape, dtype=np.int64)
    for length in np.unique(inputs.key_lengths):
        start = inputs.scheme.offset(n_q, int(length))
        if start is None:
            start = offset(read.align, n_q, int(length))
        starts[inputs.key_lengths == length] = start
    found: Array = starts[..., None] + np.arange(n_q, dtype=np.int64)
    return found


def read_steps(steps: Steps, read: Read, place: Array | None, dtype: object) -> Reading:
    """Read the steps of some queries.

    Args:
        steps: with a head axis.
        place: `[*batch, n_q]`, the places of these queries; None if distance is not asked for.
        dtype: of the floating readings.
    """
    is_top = steps.allowed & (steps.biased == steps.largest[..., None])
    top_keys, top_weights = _top(steps, read.top) if read.top else (None, None)
    entropy = distance = None
    if read.entropy:
        largest = np.where(steps.largest == -np.inf, 0.0, steps.largest)[..., None]
        gaps = np.where(steps.weights > 0, steps.biased - largest, 0.0)
        known = np.log(np.where(steps.totals == 0, 1.0, steps.totals))
        entropy = known - (steps.weights * gaps).sum(axis=-1)
    if place is not None:
        far = np.abs(place[..., None, :, None] - np.arange(steps.weights.shape[-1]))
        distance = (steps.weights * far).sum(axis=-1)
    return Reading(
        top_keys,
        None if top_weights is None else _rounded(top_weights, dtype),
        np.count_nonzero(is_top, axis=-1),
        None if entropy is None else _rounded(entropy, dtype),
        None if distance is None else _rounded(distance, dtype),
    )


def join(readings: Sequence[Reading], is_one_head: bool) -> Reading:
    """Put the readings of consecutive queries together; drop the head axis of a single head."""
    joined: dict[str, Array | None] = {}
    for field in fields(Reading):
        parts = [getattr(reading, field.name) for reading in readings]
        if parts[0] is None:
            joined[field.name] = None
            continue
        axis = -2 if field.name in ("top_keys", "top_weights") else -1
        whole = np.concatenate(parts, axis=axis)
        joined[field.name] = whole[0] if is_one_head else whole
    return Reading(**joined)  # type: ignore[arg-type]


def _top(steps: Steps, top: int) -> tuple[Array, Array]:
    """The `top` best keys of each row and their weights, padded with -1 and 0."""
    n_k = steps.biased.shape[-1]
    order = np.argsort(-steps.biased, axis=-1, kind="stable")[..., :top]
    is_there = np.take_along_axis(steps.allowed, order, axis=-1)
    keys = np.where(is_there, order, -1)
    weights = np.where(is_there, np.take_along_axis(steps.weights, order, axis=-1), 0.0)
    missing = [(0, 0)] * (keys.ndim - 1) + [(0, max(0, top - n_k))]
    return (
        np.pad(keys, missing, constant_values=-1).astype(np.int64),
        np.pad(weights, missing),
    )


def _rounded(values: Array, dtype: object) -> Array:
    return values.astype(dtype)  # type: ignore[call-overload,no-any-return]
