"""Readings taken from explained steps, by their formulas: the reference."""

from collections.abc import Sequence

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.dense import Steps
from starlore.attention.reading.asked import Reading, first_head
from starlore.attention.reading.habits import (
    TOKEN_HABITS,
    Span,
    first_keys,
    fits_token,
    in_span,
    span_of,
    within,
)
from starlore.attention.reading.laid import Laid


def read_steps(steps: Steps, v: Array, laid: Laid, rows: range, dtype: object) -> Reading:
    """Read the steps of some queries.

    Args:
        steps: with a head axis. v: the values, one head for each query head.
        rows: the queries whose steps these are.
        dtype: of the floating readings.
    """
    read = laid.read
    weights = np.where(steps.allowed, steps.weights, 0.0)
    is_top = steps.allowed & (steps.biased == steps.largest[..., None])
    top_keys, top_weights = _best(steps.biased, steps.allowed, weights, read.top)
    entropy = distance = None
    if read.entropy:
        largest = np.where(steps.largest == -np.inf, 0.0, steps.largest)[..., None]
        gaps = np.where(steps.weights > 0, steps.biased - largest, 0.0)
        known = np.log(np.where(steps.totals == 0, 1.0, steps.totals))
        entropy = known - (steps.weights * gaps).sum(axis=-1)
    if read.distance:
        place = laid.place[..., rows.start : rows.stop]
        far = np.abs(place[..., None, :, None] - np.arange(steps.weights.shape[-1]))
        distance = (steps.weights * far).sum(axis=-1)
    influence_keys = influence = None
    if read.influence:
        far_from_output = np.where(steps.allowed, _far(v, steps.output), 0.0)
        moves = weights * far_from_output
        influence_keys, influence = _best(moves, steps.allowed, moves, read.influence)
    return Reading(
        top_keys,
        _rounded(top_weights, dtype),
        np.count_nonzero(is_top, axis=-1),
        _rounded(entropy, dtype),
        _rounded(distance, dtype),
        column_weight=weights.sum(axis=-2) if read.columns else None,
        influence_keys=influence_keys,
        influence=_rounded(influence, dtype),
        **_habits(weights, laid, rows, dtype),  # type: ignore[arg-type]
    )


def join(readings: Sequence[Reading], is_one_head: bool, dtype: object) -> Reading:
    """Put the readings of consecutive queries together; drop the head axis of a single head."""
    joined: dict[str, object] = {}
    for name in vars(readings[0]):
        parts = [getattr(reading, name) for reading in readings]
        if parts[0] is None:
            joined[name] = None
        elif name == "patterns":
            joined[name] = {
                one: np.concatenate([part[one] for part in parts], axis=-1) for one in parts[0]
            }
        elif name == "column_weight":
            joined[name] = _rounded(sum(parts), dtype)
        else:
            axis = readings[0].ties.ndim - 1
            joined[name] = np.concatenate(parts, axis=axis)
    whole = Reading(**joined)  # type: ignore[arg-type]
    return first_head(whole) if is_one_head else whole


def _habits(weights: Array, laid: Laid, rows: range, dtype: object) -> dict[str, object]:
    """The weights on sinks, in windows, and on the keys that fit each habit."""
    read, n_k = laid.read, weights.shape[-1]
    here = slice(rows.start, rows.stop)
    place, j = laid.place[..., here], np.arange(n_k)

    def weigh(fits: Array) -> Array | None:
        return _rounded(np.where(fits[..., None, :, :], weights, 0.0).sum(axis=-1), dtype)

    def in_(span: Span) -> Array | None:
        return weigh(in_span(span, j))

    def habit(name: str) -> Array | None:
        if name not in TOKEN_HABITS:
            return in_(span_of(name, place))
        own, codes = laid.own, laid.codes
        if own is None or codes is None:
            raise AssertionError("tokens are laid wherever a habit needs them")
        return weigh(fits_token(name, place, own[..., here], 0, codes))

    windows = [in_(within(window, place)) for window in read.windows]
    return {
        "sink_weight": in_(first_keys(read.sinks, place)) if read.sinks else None,
        "window_weight": np.stack(windows, axis=-1) if windows else None,  # type: ignore[arg-type]
        "patterns": {name: habit(name) for name in read.patterns} if read.patterns else None,
    }


def _far(v: Array, output: Array) -> Array:
    """|v_j - output_i| for every pair, coordinate after coordinate."""
    squares = np.zeros((*output.shape[:-1], v.shape[-2]))
    with np.errstate(over="ignore", invalid="ignore"):
        for c in range(v.shape[-1]):
            squares += np.square(v[..., None, :, c] - output[..., :, None, c])
        far: Array = np.sqrt(squares)
    return far


def _best(
    values: Array, allowed: Array, told: Array, count: int
) -> tuple[Array | None, Array | None]:
    """The `count` keys of the largest values and what is told of them, padded with -1 and 0."""
    if not count:
        return None, None
    missing = max(0, count - values.shape[-1])
    order = np.argsort(-np.where(allowed, values, -np.inf), axis=-1, kind="stable")[..., :count]
    is_there = np.take_along_axis(allowed, order, axis=-1)
    keys = np.where(is_there, order, -1)
    found = np.where(is_there, np.take_along_axis(told, order, axis=-1), 0.0)
    padding = [(0, 0)] * (keys.ndim - 1) + [(0, missing)]
    return np.pad(keys, padding, constant_values=-1).astype(np.int64), np.pad(found, padding)


def _rounded(values: Array | None, dtype: object) -> Array | None:
    return None if values is None else values.astype(dtype)  # type: ignore[call-overload]
