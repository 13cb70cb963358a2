"""Habits: keys that heads are often found to read, each told by where it lies or what it says.

With the query's place p among the keys and tokens t:

- previous, self, next: the key at p - 1, p, p + 1; first: key 0;
- duplicate: an earlier key with the query's token, j < p and t[j] = t[p];
- induction: a key that follows the query's token, 1 <= j <= p and t[j - 1] = t[p].

The first four are spans of keys, and so are windows and sinks; the last two need tokens.
"""

import numpy as np

from starlore.attention.arrays import Array

SPANS = {"previous": (-1, 0), "next": (1, 2), "self": (0, 1)}
"""Habits that read one place: from where to where, counted from the query's own place."""

TOKEN_HABITS = ("duplicate", "induction")

HABITS = ("previous", "next", "first", "self", *TOKEN_HABITS)

Span = tuple[Array, Array]
"""For each query, the first key of a run and the key behind its last."""


def span_of(name: str, place: Array) -> Span:
    """The keys that fit a habit of places, for queries at these places.

    Example:
        >>> span_of("previous", np.array([0, 5]))
        (array([-1,  4]), array([0, 5]))
    """
    if name == "first":
        return first_keys(1, place)
    low, high = SPANS[name]
    return place + low, place + high


def first_keys(count: int, place: Array) -> Span:
    """The first `count` keys, the same for each query."""
    return np.zeros_like(place), np.full_like(place, count)


def within(window: int, place: Array) -> Span:
    """The keys less than `window` places away.

    Example:
        >>> within(2, np.array([5]))
        (array([4]), array([7]))
    """
    return place - (window - 1), place + window if window else place - (window - 1)


def spans_of(
    sinks: int, windows: tuple[int, ...], patterns: tuple[str, ...], place: Array
) -> list[Span]:
    """All spans that are asked for: of sinks if there are any, windows, and habits of places.

    Example:
        >>> len(spans_of(0, (8, 64), ("duplicate", "self"), np.array([5])))
        3
    """
    spans = [first_keys(sinks, place)] if sinks else []
    spans += [within(window, place) for window in windows]
    return spans + [span_of(p, place) for p in patterns if p not in TOKEN_HABITS]


def in_span(span: Span, j: Array) -> Array:
    """True where a query's span holds a key: `[..., queries, keys]`."""
    low, high = span
    held: Array = (low[..., None] <= j) & (j < high[..., None])
    return held


def fits_token(name: str, place: Array, own: Array, start: int, codes: Array) -> Array:
    """True where a key fits a habit of tokens: `[..., queries, keys]`.

    Args:
        place, own: the queries' places and tokens, `[..., queries]`; -1 has no token.
        start: the first of the keys.
        codes: tokens from the key before the first on, `[..., keys + 1]`; below -1 is no key.
    """
    j = np.arange(start, start + codes.shape[-1] - 1)
    if name == "duplicate":
        fits = (codes[..., None, 1:] == own[..., None]) & (j < place[..., None])
    else:
        fits = (codes[..., None, :-1] == own[..., None]) & (j <= place[..., None]) & (j >= 1)
    found: Array = fits
    return found
