"""Learning by steps downhill: a learner is shown texts, and pushed where it guessed wrong."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from starlore.attention.arguments import must_be, must_call
from starlore.attention.arrays import Array, as_number
from starlore.attention.contrast.learners.adamw import AdamW, rate_at
from starlore.attention.contrast.learners.layers import Params
from starlore.attention.contrast.learners.learner import Learner, guess, slopes
from starlore.attention.contrast.tasks import Examples
from starlore.attention.schemes.align import whole_number
from starlore.errors import BadValue, ShapeError

Texts = Callable[[np.random.Generator, int], Examples]
"""What makes texts: a generator, how many."""

Early = Callable[[np.random.Generator, float], Examples]
"""What makes the texts of one early step: a generator, the share of early steps that is passed."""


@dataclass(frozen=True)
class Trained:
    """A learner that has learned.

    Args:
        learner: what it is. params: what it learned, float32.
        losses: the mean surprise at each step, in nats.
    """

    learner: Learner
    params: Params
    losses: tuple[float, ...]


def asked(texts: Examples) -> tuple[Array, Array]:
    """The places that ask, and the right tokens, as many of them in each text.

    Raises:
        ShapeError: if one text asks more than another, or none asks.

    Example:
        >>> from starlore.attention.contrast.tasks import copy
        >>> asked(copy(np.random.default_rng(0), count=1, n=4, vocab=9))[0].tolist()
        [[2, 3]]
    """
    counts = texts.scored.sum(axis=1)
    if not len(counts) or not counts[0] or (counts != counts[0]).any():
        raise ShapeError(
            "every text must ask as many questions, at least 1: they ask "
            f"{sorted(set(counts.tolist()))}"
        )
    at = np.nonzero(texts.scored)[1].reshape(len(counts), -1)
    return at, np.take_along_axis(texts.targets, at, axis=1)


def train(
    learner: Learner,
    texts: Texts,
    *,
    rng: np.random.Generator,
    rate: float,
    steps: int,
    batch: int = 64,
    warm: float = 0.0,
    early: Early | None = None,
    seen: Callable[[float], None] | None = None,
) -> Trained:
    """Teach a learner, on texts that are made fresh for each step and never shown twice.

    Args:
        learner: what is to learn. texts: makes what it learns from.
        rng: draws its first parameters, then the texts.
        rate: the largest step, usually 1e-4 to 1e-2; it rises first and then falls to nothing.
        steps: how many. batch: texts of a step. seen: told the share that is done.
        warm: the share of steps, the first ones, that are shown what `early` makes instead.

    Raises:
        BadValue: if the rate is not above 0 and at most 1, or `warm` is no share below 1.
        ShapeError: if steps or texts of a step are fewer than 1, or texts ask different numbers of
            questions. DtypeError: if something is of another kind.

    Cost: three passes over `steps * batch` texts.

    Example:
        >>> from starlore.attention.contrast.tasks import copy
        >>> four = lambda rng, count: copy(rng, count, n=4, vocab=5)
        >>> easy = Learner("attention", vocab=5, n=4, width=16)
        >>> found = train(easy, four, rng=np.random.default_rng(1), rate=0.02, steps=60)
        >>> found.losses[0] > 1.0 > 0.1 > found.losses[-1]
        True
    """
    must_be(learner, Learner, "learner", "a Learner")
    must_call(texts, "texts", "a function of a generator and how many")
    must_be(rng, np.random.Generator, "rng", "a NumPy Generator")
    if seen is not None:
        must_call(seen, "seen", "a function of the share that is done")
    rate, steps = step_size(rate), whole_number(steps, "steps", 1)
    batch, warm = whole_number(batch, "batch", 1), warm_share(warm)
    walk, losses, first = AdamW(learner.drawn(rng)), [], round(warm * steps)
    for step in range(1, steps + 1):
        is_early = early is not None and step <= first
        shown = early(rng, (step - 1) / first) if early and is_early else texts(rng, batch)
        must_be(shown, Examples, "what makes texts", "Examples")
        loss, grads = slopes(learner, walk.params, shown.tokens, *asked(shown))
        walk.step(grads, rate_at(step, steps, rate))
        losses.append(loss)
        if seen is not None:
            seen(step / steps)
    return Trained(learner, walk.params, tuple(losses))


def step_size(rate: object) -> float:
    """See the largest step of a learner as a number above 0 and at most 1.

    Raises:
        BadValue: if it is another number. DtypeError, ScoreOverflowError: if it is none.

    Example:
        >>> step_size(0.01)
        0.01
    """
    given = as_number(rate, "rate")
    if not 0 < given <= 1:
        raise BadValue(f"rate must be above 0 and at most 1: it is {given}")
    return given


def warm_share(warm: object) -> float:
    """See the share of early steps as a number from 0 to below 1.

    Raises:
        BadValue: if it is another number. DtypeError, ScoreOverflowError: if it is none.

    Example:
        >>> warm_share(0.5)
        0.5
    """
    given = as_number(warm, "warm")
    if not 0 <= given < 1:
        raise BadValue(f"warm must be a share from 0 to below 1: it is {given}")
    return given


def is_right(trained: Trained, texts: Examples) -> Array:
    """Which questions are answered with the right token, `[count, questions of a text]`."""
    at, targets = asked(texts)
    parts = range(0, len(at), ROOM)
    learner, params = trained.learner, trained.params
    guesses = [
        guess(learner, params, texts.tokens[part : part + ROOM], at[part : part + ROOM]).argmax(-1)
        for part in parts
    ]
    right: Array = np.concatenate(guesses) == targets
    return right


ROOM = 64
"""Texts that are answered at a time."""
