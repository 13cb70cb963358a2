"""One trial: a learner, a task, a step size, a seed; and what it came to."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace

import numpy as np

from starlore.attention.contrast.learners.learner import WAYS, Learner
from starlore.attention.contrast.tasks import (
    Examples,
    ask_place,
    copy,
    flip_flop,
    mqar,
    selective_copy,
)
from starlore.attention.contrast.training import Trained, asked, is_right, train, warm_share
from starlore.errors import BadValue

DENSE = 4
"""Places that a pair and its question take at least, in multi-query recall."""


def pairs_of(n: int) -> int:
    """Pairs of a text of multi-query recall.

    Example:
        >>> pairs_of(64)
        4
    """
    return max(1, n // 16)


PAIRED = ("mqar", "mqar-large")
"""Tasks of multi-query recall: of few words, and of as many as others have published it with."""

TASKS: Mapping[str, Callable[[np.random.Generator, int, int, int], Examples]] = {
    **dict.fromkeys(PAIRED, lambda rng, count, n, vocab: mqar(rng, count, n, pairs_of(n), vocab)),
    "copy": lambda rng, count, n, vocab: copy(rng, count, n, vocab),
    "selective-copy": lambda rng, count, n, vocab: selective_copy(
        rng, count, n, vocab, max(1, n // 8)
    ),
    "ask-place": lambda rng, count, n, vocab: ask_place(rng, count, n, vocab),
    "flip-flop": lambda rng, count, n, vocab: flip_flop(rng, count, n, vocab, max(1, n // 8)),
}
"""How texts of a task are made: generator, how many, length, vocabulary."""

SHOWN, FEWEST, ASKED = 2048, 4, 1000
"""Tokens of a step, at any length; texts of a step at least; texts that are asked afterwards."""

TEST_SEED = 20_000
"""Added to no seed of training: the texts asked afterwards are the same for every learner."""

RECIPE = 3
"""Raised when a trial of the same description would come to something else."""


@dataclass(frozen=True)
class Trial:
    """What is tried.

    Args:
        task: one of `TASKS`. n: length of its texts. vocab: its tokens.
        way: of reading, one of `WAYS`. window: places a window sees, where it is one.
        rate: of the largest step. steps: how many. seed: of parameters and texts.
        width: numbers of each place. warm: share of the steps, the first, that are shown dense
            texts, where every place has something to say; multi-query recall alone has such.
        shown: tokens of a step.
    """

    task: str
    n: int
    way: str
    rate: float = 0.01
    seed: int = 0
    steps: int = 300
    vocab: int = 64
    width: int = 64
    window: int | None = None
    warm: float = 0.0
    shown: int = SHOWN

    def __post_init__(self) -> None:
        for name, known in (("task", TASKS), ("way", WAYS)):
            if getattr(self, name) not in known:
                raise BadValue(
                    f"{name} must be one of {', '.join(known)}: it is {getattr(self, name)!r}"
                )
        if (self.way == "window") != (self.window is not None):
            raise BadValue(
                "window must be given where the way of reading is a window, and nowhere else: "
                f"way {self.way!r}, window {self.window!r}"
            )
        if warm_share(self.warm) and self.task not in PAIRED:
            raise BadValue(
                f"warm must be 0 but for {' and '.join(PAIRED)}, which alone have dense texts: "
                f"task {self.task!r}, warm {self.warm}"
            )

    def made(self, rng: np.random.Generator, count: int) -> Examples:
        """Texts of its task."""
        return TASKS[self.task](rng, count, self.n, self.vocab)

    def tested(self) -> Examples:
        """The texts it is asked about at the end; every way of reading is asked the same."""
        return self.made(np.random.default_rng(TEST_SEED), ASKED)

    def dense(self, rng: np.random.Generator, passed: float) -> Examples:
        """Texts of one early step: pairs, then at once their keys, and nothing else.

        A text has up to as many pairs as those of the task, two in the beginning. It is four times
        as long as that, and a step shows as many tokens as any other: so it asks four times as many
        questions, and most of the answers are near.

        Args:
            passed: share of the early steps, from 0.
        """
        most = pairs_of(self.n)
        now = min(most, 2 + int(passed * (most - 1)))
        pairs = int(rng.integers(min(2, most), now, endpoint=True))
        n = DENSE * pairs
        return mqar(rng, max(FEWEST, self.shown // n), n, pairs, self.vocab)

    @property
    def batch(self) -> int:
        """Texts of a step: as many as come to the tokens that are shown."""
        return max(FEWEST, self.shown // self.n)

    def learner(self) -> Learner:
        """Who is to learn."""
        vocab = self.made(np.random.default_rng(0), 1).vocab
        return Learner(self.way, vocab, self.n, self.width, self.window)

    def name(self) -> str:
        """What tells it from every other trial: a hash of all it is, and of the recipe."""
        told = json.dumps([RECIPE, asdict(self)], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:24]

    def anew(self, **changed: object) -> "Trial":
        """The same with some of it changed."""
        return replace(self, **changed)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Outcome:
    """What a trial came to.

    Args:
        accuracy: share of questions answered with the right token.
        by_distance: for each doubling of the distance: the places back it ends before, questions,
            and how many of them were right.
        loss: mean surprise in the last tenth of the steps, in nats.
    """

    accuracy: float
    by_distance: tuple[tuple[int, int, int], ...]
    loss: float


def attempt(trial: Trial, seen: Callable[[float], None] | None = None) -> tuple[Outcome, Trained]:
    """Carry a trial out.

    Args:
        seen: told the share that is done.

    Cost: of attention on one core of 2025, about a hundredth of a second for each step of `mqar`,
    and a tenth for one of `mqar-large`.
    """
    rng = np.random.default_rng([trial.seed, trial.n])
    trained = train(
        trial.learner(),
        trial.made,
        rng=rng,
        rate=trial.rate,
        steps=trial.steps,
        batch=trial.batch,
        warm=trial.warm,
        early=trial.dense,
        seen=seen,
    )
    return outcome_of(trained, trial.tested()), trained


def outcome_of(trained: Trained, texts: Examples) -> Outcome:
    """How a learner answers texts it never saw."""
    at, _ = asked(texts)
    right = is_right(trained, texts)
    back = np.take_along_axis(texts.distance, at, axis=1)
    last = trained.losses[-max(1, len(trained.losses) // 10) :]
    bins = []
    for power in range(int(back.max()).bit_length()):
        here = (back >= 2**power) & (back < 2 ** (power + 1))
        if here.any():
            bins.append((2 ** (power + 1), int(here.sum()), int(right[here].sum())))
    return Outcome(float(right.mean()), tuple(bins), float(np.mean(last)))
