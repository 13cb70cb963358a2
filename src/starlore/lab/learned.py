"""A head that learned to recall, reading a made-up text: what each question reads most.

Nothing is trained. The head ships, the texts are those it was asked about at the end, and beside it
the same head reads with the numbers it began with.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import cast

import numpy as np

from starlore.attention import Causal, Read, Reading, attend
from starlore.attention.arrays import Array
from starlore.attention.contrast.learned import Learned, learned
from starlore.attention.contrast.tasks import Examples

TEXTS = 6
"""So many texts can be chosen among."""

UNTAUGHT_SEED = 0
"""Draws the numbers of a head that was taught nothing."""


@dataclass(frozen=True)
class Asked:
    """One question of a text, and the place that its head reads most.

    Attributes:
        place: that asks, from 0. key: the token that stands there.
        top: the place read most, from 0. token: that stands there. weight: it is read with.
        taught_at: the place of the value that stood behind the key. taught: that value.
    """

    place: int
    key: int
    top: int
    token: int
    weight: float
    taught_at: int
    taught: int

    @property
    def is_right(self) -> bool:
        """Whether the value of the key is read, in its place."""
        return self.top == self.taught_at


@dataclass(frozen=True)
class Recalled:
    """One text as two heads read it.

    Attributes:
        tokens: of the text. taught: the questions as the learned head reads them.
        untaught: the same questions, read by that head as it was before training.
    """

    tokens: tuple[int, ...]
    taught: tuple[Asked, ...]
    untaught: tuple[Asked, ...]


@cache
def recalled(text: int) -> Recalled:
    """What the head that ships reads in a text, and what it would read untaught.

    Args:
        text: from 0, below `TEXTS`.

    Example:
        >>> found = recalled(0)
        >>> [one.is_right for one in found.taught], len(found.tokens)
        ([True, True, True, True], 64)
    """
    head, texts = _head(), _texts()
    drawn = head.trained.learner.drawn(np.random.default_rng(UNTAUGHT_SEED))
    untaught = replace(head, trained=replace(head.trained, params=drawn))
    tokens = tuple(int(token) for token in texts.tokens[text])
    return Recalled(tokens, _read(head, texts, text), _read(untaught, texts, text))


def _read(head: Learned, texts: Examples, text: int) -> tuple[Asked, ...]:
    """In float64, which NumPy reads alone: no page waits for a kernel to be compiled."""
    tokens, targets = texts.tokens[text], texts.targets[text]
    q, k, v = (one.astype(np.float64) for one in head.heads(tokens))
    reading = cast(Reading, attend(q, k, v, Causal(), read=Read(top=1)).reading)
    tops, weights = cast(Array, reading.top_keys), cast(Array, reading.top_weights)
    found = []
    for place in map(int, np.flatnonzero(texts.scored[text])):
        top = int(tops[place, 0])
        found.append(
            Asked(
                place,
                int(tokens[place]),
                top,
                int(tokens[top]),
                float(weights[place, 0]),
                place - int(texts.distance[text, place]),
                int(targets[place]),
            )
        )
    return tuple(found)


@cache
def _head() -> Learned:
    return learned("attention")


@cache
def _texts() -> Examples:
    """The first of those that were asked at the end."""
    texts = _head().trial.tested()
    few = (texts.tokens[:TEXTS], texts.targets[:TEXTS], texts.distance[:TEXTS])
    return Examples(*few, texts.vocab)
