"""Heads made by hand, of which the truth is known, and texts for them."""

from collections.abc import Callable

import numpy as np

from starlore.attention import Head, Text
from starlore.attention.arrays import Array

SHARP = 60.0


def pointing(key_of: Callable[[Text, int], int]) -> Head:
    """A head whose query i scores the key that `key_of` names highest, by far."""

    def head(text: Text) -> tuple[Array, Array, Array]:
        n = len(text.tokens)
        keys = np.eye(n)
        queries = np.stack([keys[key_of(text, i) % n] for i in range(n)]) * SHARP * np.sqrt(n)
        return queries, keys, keys

    return head


def previous(text: Text, i: int) -> int:
    """The place before."""
    return max(i - 1, 0)


def answer(text: Text, i: int) -> int:
    """The key that the relation "owner" pairs the query with, else itself."""
    return dict(text.relations["owner"]).get(i, i)


def texts(count: int, seed: int = 0) -> list[Text]:
    """Texts in which half of the queries have an owner somewhere before them, near or far."""
    rng = np.random.default_rng(seed)
    made: list[Text] = []
    for _ in range(count):
        n = int(rng.integers(12, 20))
        asking = sorted(rng.choice(np.arange(1, n), n // 2, replace=False).tolist())
        pairs = [(i, int(rng.integers(0, i))) for i in asking]
        tokens = rng.integers(0, 5, n).tolist()
        made.append(Text(tokens, separators=[0, 5], relations={"owner": pairs}))
    return made
