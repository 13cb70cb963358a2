"""Recall, measured: ceilings that are drawn before anything is learned, and the board of trials.

A learner is shown at its best: of several step sizes, the one whose seeds are right most often;
where a grid is not finished, of those with the most seeds. What is told of it is the mean over
seeds and the spread between them, never one run.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

import numpy as np

from starlore.attention.arguments import must_be, must_call, several
from starlore.attention.arrays import as_number
from starlore.attention.contrast.published import MQAR_WORDS
from starlore.attention.contrast.tasks import WORDS_FROM
from starlore.attention.contrast.training import step_size
from starlore.attention.contrast.trials import PAIRED, Outcome, Trial, attempt
from starlore.attention.schemes.align import whole_number
from starlore.errors import BadValue

BITS = 32
"""Bits of a number that is carried, float32."""


@dataclass(frozen=True)
class Ceiling:
    """The most a way of reading can reach on a task, whatever it learns.

    Args:
        accuracy: share of questions. chance: of a guess among all values.
        said: of a guess among the values that were said; what is reached without looking one up.
        within: share of questions whose answer lies within reach; 1 where all places are.
        hidden_bits: carried from place to place, besides the two places of the short convolution,
            which every learner carries; None where all places are kept.
    """

    accuracy: float
    chance: float
    said: float
    within: float
    hidden_bits: int | None


def window_ceiling(within: float, chance: float) -> float:
    """What lies within reach is brought back; the rest is guessed.

    Args:
        within: share of questions whose answer lies within reach. chance: of a guess.

    Raises:
        BadValue: if one is no share.

    Example:
        >>> round(window_ceiling(0.75, 0.1), 3)
        0.775
    """
    near, luck = _share(within, "within"), _share(chance, "chance")
    return near + luck * (1 - near)


def memory_ceiling(bits: float, pairs: int, values: int) -> float:
    """What a memory of so many bits can answer, asked about one of so many pairs.

    accuracy <= (bits / pairs + 1) / log2(values) while bits / pairs < log2(values), else 1. No
    training gets above; at these sizes training stops long before.

    Args:
        bits: that are carried. pairs: that were said. values: that may stand in a pair, at least 2.

    Raises:
        BadValue: if there are fewer than 0 bits.
        ShapeError: if pairs or values are no whole numbers, or too small.

    Source: Fano's inequality.

    Example:
        >>> memory_ceiling(8, 4, 256), memory_ceiling(64, 4, 256)
        (0.375, 1.0)
    """
    held, many = as_number(bits, "bits"), whole_number(pairs, "pairs", 1)
    needed = math.log2(whole_number(values, "values", 2))
    if not held >= 0:
        raise BadValue(f"bits must be 0 or more: they are {held}")
    each = held / many
    return 1.0 if each >= needed else min(1.0, (each + 1) / needed)


def convolution_reach(layers: int, width: int) -> int:
    """How many places, its own among them, a stack of plain convolutions sees.

    Raises:
        ShapeError: if a number is no whole one of 1 or more.

    Example:
        >>> convolution_reach(2, 3)
        5
    """
    return whole_number(layers, "layers", 1) * (whole_number(width, "width", 1) - 1) + 1


def ceiling_of(trial: Trial) -> Ceiling:
    """The most a trial can come to, from its task, its window and its memory alone.

    A window is counted on the very texts that are asked. The short convolution in front of every
    way of reading tells a place of those before it, which brings no answer nearer: the value is
    asked for at the place of its key, and lies where it lies.

    Cost: that of making the texts that are asked, for a window; else of one text.

    Example:
        >>> found = ceiling_of(Trial("mqar", 64, "window", window=16))
        >>> round(found.within, 2), round(found.accuracy, 2), found.said
        (0.58, 0.59, 0.25)
    """
    must_be(trial, Trial, "trial", "a Trial")
    texts = trial.made(np.random.default_rng(0), 1) if trial.window is None else trial.tested()
    values = trial.vocab // 2 if trial.task in PAIRED else trial.vocab - WORDS_FROM
    asked = int(texts.scored[0].sum())
    pairs = {"flip-flop": 1, "ask-place": trial.n - 1}.get(trial.task, asked)
    said = 0.0 if trial.task == "flip-flop" else 1 / pairs
    hidden = trial.learner().mixer.hidden
    within = 1.0 if trial.window is None else texts.share_within(trial.window)
    bits = None if hidden is None else BITS * hidden
    memory = 1.0 if bits is None else memory_ceiling(bits, pairs, values)
    top = min(memory, window_ceiling(within, 1 / values))
    return Ceiling(top, 1 / values, max(said, 1 / values), within, bits)


@dataclass(frozen=True)
class Row:
    """How well one way of reading did on one task at one length.

    Args:
        trial: the first seed at the best rate; tells task, length, way, width.
        accuracies: of every seed at the best rate. rates: every rate that was tried, and the mean
            over its seeds.
        by_distance: the seeds together, as in `Outcome`.
        ceiling: what was foretold.
    """

    trial: Trial
    accuracies: tuple[float, ...]
    rates: tuple[tuple[float, float], ...]
    by_distance: tuple[tuple[int, int, int], ...]
    ceiling: Ceiling

    @property
    def accuracy(self) -> float:
        """The mean over seeds."""
        return fmean(self.accuracies)

    @property
    def spread(self) -> float:
        """The deviation between seeds."""
        return pstdev(self.accuracies)


def rows_of(found: Iterable[tuple[Trial, Outcome]]) -> list[Row]:
    """Trials put together by task, length, way and whatever else tells them apart but for rate and
    seed; each at the rate that served it best.

    Example:
        >>> one = Trial("mqar", 64, "attention")
        >>> tried = [(one, Outcome(1.0, (), 0.0)), (one.anew(seed=1), Outcome(0.5, (), 0.0)),
        ...          (one.anew(rate=0.1), Outcome(0.25, (), 0.0))]
        >>> row = rows_of(tried)[0]
        >>> row.accuracy, row.spread, row.rates
        (0.75, 0.25, ((0.01, 0.75), (0.1, 0.25)))
    """
    groups: dict[Trial, dict[float, list[tuple[Trial, Outcome]]]] = {}
    for trial, outcome in found:
        rates = groups.setdefault(trial.anew(rate=1.0, seed=0), {})
        rates.setdefault(trial.rate, []).append((trial, outcome))
    return [_row(rates) for rates in groups.values()]


def board(
    task: str,
    ways: Sequence[str],
    *,
    lengths: Sequence[int] = (64,),
    rates: Sequence[float] = (0.003, 0.01, 0.03),
    seeds: int = 3,
    run: Callable[[Trial], Outcome] | None = None,
) -> list[Row]:
    """Try every way at every length with every rate and seed.

    Args:
        task: one of `TASKS`. ways: some of `WAYS`; "window:32" is a window of 32 places.
        lengths: of texts. rates: largest steps. seeds: how many.
        run: carries a trial out; `attempt`, unless something that keeps results stands before it.

    Raises:
        BadValue: for a task or a way that is none.
        ShapeError: if lengths or seeds are no whole numbers, or more than there is patience for.
        DtypeError: if a name is no text, or `run` no function that gives an outcome.

    Cost: `attempt`, for each way, length, rate and seed.

    Example:
        >>> guess = lambda trial: Outcome(1 / trial.n, (), 0.0)
        >>> [row.accuracy for row in board("mqar", ["rnn"], lengths=[64, 128], run=guess)]
        [0.015625, 0.0078125]
    """
    if run is not None:
        must_call(run, "run", "a function of a Trial that gives its Outcome")
    trials = trials_of(task, ways, lengths, rates, seeds)
    return rows_of((trial, _outcome(trial, run)) for trial in trials)


def _outcome(trial: Trial, run: Callable[[Trial], Outcome] | None) -> Outcome:
    found = attempt(trial)[0] if run is None else run(trial)
    must_be(found, Outcome, "what run gives", "an Outcome")
    return found


def trials_of(
    task: str, ways: Sequence[str], lengths: Sequence[int], rates: Sequence[float], seeds: int
) -> list[Trial]:
    """Every trial of a board, those of one seed together; what is named twice is tried once."""
    names = several(ways, "ways", 'names, as ["attention"]')
    places = [
        whole_number(n, "a length", 2, LONGEST)
        for n in several(lengths, "lengths", "whole numbers, as [64, 128]")
    ]
    steps = [step_size(rate) for rate in several(rates, "rates", "numbers, as [0.003, 0.01]")]
    many = whole_number(seeds, "seeds", 1, MOST_SEEDS)
    base = _base(task)
    found = []
    for seed in range(many):
        for n in places:
            for rate in steps:
                for way in names:
                    must_be(way, str, "a way", 'a name, as "attention"')
                    name, parted, window = str(way).partition(":")
                    width = _window(str(way), window) if parted or name == "window" else None
                    one = base.anew(way=name, n=n, rate=rate, seed=seed, window=width)
                    found.append(one)
    return list(dict.fromkeys(found))


def on_the_board(trial: Trial) -> bool:
    """Whether a trial has the steps, the words and the texts that its task has on the board.

    Example:
        >>> on_the_board(Trial("copy", 64, "rnn", steps=200, vocab=16)), on_the_board(
        ...     Trial("copy", 64, "rnn", steps=9, vocab=16)
        ... )
        (True, False)
    """
    kept = {name: getattr(trial, name) for name in ("way", "n", "rate", "seed", "window")}
    return trial == _base(trial.task).anew(**kept)


LONGEST, MOST_SEEDS = 1024, 1000
"""Places of a text and seeds of a trial, at most: beyond, nobody waits for the end."""

BOARD: dict[str, Trial] = {
    "mqar": Trial("mqar", 64, "attention", steps=800, vocab=256, warm=0.6, shown=1024),
    "mqar-large": Trial("mqar-large", 64, "attention", steps=2000, vocab=MQAR_WORDS, warm=0.6),
    "copy": Trial("copy", 64, "attention", steps=200, vocab=16),
    "selective-copy": Trial("selective-copy", 64, "attention", steps=200, vocab=16),
    "flip-flop": Trial("flip-flop", 64, "attention", steps=200, vocab=16),
    "ask-place": Trial("ask-place", 64, "attention", steps=400, vocab=16),
}
"""What every way of reading is given of a task: steps, words, tokens of a step, early texts."""


def _base(task: str) -> Trial:
    must_be(task, str, "task", 'a name, as "mqar"')
    if task not in BOARD:
        raise BadValue(f"task must be one of {', '.join(BOARD)}: it is {task!r}")
    return BOARD[task]


def _window(way: str, text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise BadValue(f'a window is written with its places, as "window:32": it is {way!r}')
    return int(text)


def _row(rates: dict[float, list[tuple[Trial, Outcome]]]) -> Row:
    means = {rate: fmean(one.accuracy for _, one in tried) for rate, tried in rates.items()}
    most = max(map(len, rates.values()))
    best = max((rate for rate in rates if len(rates[rate]) == most), key=lambda rate: means[rate])
    tried = sorted(rates[best], key=lambda pair: pair[0].seed)
    bins: dict[int, tuple[int, int]] = {}
    for _, outcome in tried:
        for end, asked, right in outcome.by_distance:
            before = bins.get(end, (0, 0))
            bins[end] = (before[0] + asked, before[1] + right)
    first = tried[0][0]
    return Row(
        first,
        tuple(outcome.accuracy for _, outcome in tried),
        tuple(sorted(means.items())),
        tuple((end, *bins[end]) for end in sorted(bins)),
        ceiling_of(first),
    )


def _share(given: float, name: str) -> float:
    share = as_number(given, name)
    if not 0 <= share <= 1:
        raise BadValue(f"{name} must be a share from 0 to 1: it is {share}")
    return share
