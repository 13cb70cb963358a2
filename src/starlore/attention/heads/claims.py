"""Claims: what a head is said to read. A claim names, for each query, the keys that fit it.

A name is a habit of places or tokens (`reading.habits`), or "separator"; a `Relation` is one that
people marked in the text; `TopScorerIs` names one key for each query.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from starlore.attention.arguments import must_call, shown
from starlore.attention.arrays import Array
from starlore.attention.heads.text import Text, pairs_of
from starlore.attention.reading.habits import HABITS, TOKEN_HABITS, span_of
from starlore.attention.schemes.align import whole_number
from starlore.errors import ShapeError

NAMES = (*HABITS, "separator")


@dataclass(frozen=True)
class Relation:
    """The head reads, from one word, the word it belongs to.

    Args:
        pairs: the name of one of the text's relations; or what gives a text's pairs of a query
            and a key.
    """

    pairs: str | Callable[[Text], Iterable[tuple[int, int]]]

    def __post_init__(self) -> None:
        if not isinstance(self.pairs, str):
            must_call(self.pairs, "Relation: pairs", "a name or a function of a text")


@dataclass(frozen=True)
class TopScorerIs:
    """The head scores one key of each query highest, and somebody knows which.

    Args:
        key_of_query: gives the key for a text and a query, or None if the query does not count.
    """

    key_of_query: Callable[[Text, int], int | None]

    def __post_init__(self) -> None:
        must_call(
            self.key_of_query, "TopScorerIs: key_of_query", "a function of a text and a query"
        )


Claim: TypeAlias = str | Relation | TopScorerIs

KeysOf: TypeAlias = Callable[[int], Array]
"""The keys that fit a claim for a query; they may lie outside of the text."""

NONE = np.zeros(0, dtype=np.int64)


def keys_of(claim: Claim, text: Text, offset: int) -> KeysOf:
    """Say which keys fit a claim, query by query.

    Args:
        offset: what takes a query to its place among the keys.

    Raises:
        ShapeError: if the claim is none, or the text has no such relation.

    Example:
        >>> keys_of("induction", Text("abcab"), 0)(3), keys_of("previous", Text("ab"), 0)(1)
        (array([1]), array([0]))
    """
    if isinstance(claim, Relation):
        return _related(claim, text)
    if isinstance(claim, TopScorerIs):
        return _told(claim, text)
    if not isinstance(claim, str) or claim not in NAMES:
        raise ShapeError(
            f"a claim must be one of {', '.join(NAMES)}, a Relation or a TopScorerIs: "
            f"{shown(claim)}"
        )
    if claim == "separator":
        separators = np.array(sorted(set(text.separators)), dtype=np.int64)
        return lambda i: separators
    if claim in TOKEN_HABITS:
        return _repeated(claim, text, offset)

    def spanned(i: int) -> Array:
        low, high = span_of(claim, np.array(i + offset))
        return np.arange(int(low), int(high))

    return spanned


def _related(claim: Relation, text: Text) -> KeysOf:
    pairs = claim.pairs
    if isinstance(pairs, str) and pairs not in text.relations:
        raise ShapeError(
            f"the text must carry the relation {pairs!r}: it has {sorted(text.relations)}"
        )
    given = text.relations[pairs] if isinstance(pairs, str) else pairs_of("given", pairs(text))
    keys: Mapping[int, set[int]] = defaultdict(set)
    for i, j in given:
        keys[i].add(j)
    found = {i: np.array(sorted(each), dtype=np.int64) for i, each in keys.items()}
    return lambda i: found.get(i, NONE)


def _told(claim: TopScorerIs, text: Text) -> KeysOf:
    def keys(i: int) -> Array:
        key = claim.key_of_query(text, i)
        if key is None:
            return NONE
        return np.array([whole_number(key, "TopScorerIs: a key", 0)], dtype=np.int64)

    return keys


def _repeated(name: str, text: Text, offset: int) -> KeysOf:
    """Earlier keys with the query's token, or the keys that follow it: a run of a sorted list."""
    places: dict[object, list[int]] = defaultdict(list)
    for j, token in enumerate(text.tokens):
        places[token].append(j + (name == "induction"))
    sorted_places = {token: np.array(each, dtype=np.int64) for token, each in places.items()}

    def keys(i: int) -> Array:
        place = i + offset
        if not 0 <= place < len(text.tokens):
            return NONE
        every = sorted_places[text.tokens[place]]
        side = "right" if name == "induction" else "left"
        return every[: np.searchsorted(every, place, side)]  # type: ignore[call-overload]

    return keys
