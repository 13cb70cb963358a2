"""What learning to recall costs: seconds of one core for a step and for an answer, way by way.

Run `python -m benchmarks.recall --write` with OMP_NUM_THREADS=1 and OPENBLAS_NUM_THREADS=1 on a
machine that does nothing else. Ways take turns in one process; told are medians of the thread's own
time, and how they compare with attention in the same round.
"""

import argparse
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from benchmarks.written import write
from starlore.attention.contrast import Trial
from starlore.attention.contrast.learners.adamw import AdamW
from starlore.attention.contrast.learners.learner import WAYS, guess, slopes
from starlore.attention.contrast.training import asked

LENGTHS = {64: 2048, 256: 4096}
"""Places of a text, and tokens of a step."""


def main() -> int:
    """Measure, print the table, and put it into the README on demand."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall", description=__doc__)
    parser.add_argument("--write", action="store_true", help="also put the table into the README")
    parser.add_argument("--rounds", type=int, default=9)
    chosen = parser.parse_args()
    lines = [
        "| way | length | training, a step | to attention | predicting, a text | to attention |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for n in LENGTHS:
        lines += _lines(n, chosen.rounds)
    told = "\n".join(lines)
    print(told)
    if chosen.write:
        write("recall", told, "one of ")
    return 0


def _lines(n: int, rounds: int) -> list[str]:
    """A line for each way at one length; the ways take turns in every round."""
    acts = {way: _acts(way, n) for way in WAYS}
    times: dict[str, list[tuple[float, float]]] = {way: [] for way in WAYS}
    for _ in range(rounds + 1):
        for way, (step, answer, texts) in acts.items():
            times[way].append((_timed(step), _timed(answer) / texts))
    lines = []
    for way, told in times.items():
        a_step, an_answer = (median(one[at] for one in told[1:]) for at in (0, 1))
        pairs = zip(told[1:], times["attention"][1:], strict=True)
        shares = [(ours[0] / base[0], ours[1] / base[1]) for ours, base in pairs]
        of_step, of_answer = (median(one[at] for one in shares) for at in (0, 1))
        lines.append(
            f"| {way} | {n} | {1e3 * a_step:.1f} ms | {of_step:.2f} "
            f"| {1e6 * an_answer:.0f} us | {of_answer:.2f} |"
        )
    return lines


def _acts(way: str, n: int) -> tuple[Callable[[], None], Callable[[], None], int]:
    """One step of training, one batch of answers, and how many texts those are."""
    trial = Trial("mqar", n, way, window=32 if way == "window" else None, shown=LENGTHS[n])
    rng, learner = np.random.default_rng(1), trial.learner()
    texts = trial.made(rng, trial.batch)
    at, targets = asked(texts)
    walk = AdamW(learner.drawn(rng))

    def step() -> None:
        walk.step(slopes(learner, walk.params, texts.tokens, at, targets)[1], 1e-3)

    def answer() -> None:
        guess(learner, walk.params, texts.tokens, at)

    return step, answer, trial.batch


def _timed(act: Callable[[], None]) -> float:
    start = time.thread_time()
    act()
    return time.thread_time() - start


if __name__ == "__main__":
    raise SystemExit(main())
