"""Make what ships of recall: `python -m tools.recall` trains what is missing of the plan.

It goes on where it was stopped. One core: set OMP_NUM_THREADS=1 and OPENBLAS_NUM_THREADS=1. Results
are lines of `results.jsonl`, learners are files of 16-bit numbers, both in `contrast/shipped/`.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from starlore.attention.contrast.learned import LEARNED, RESULTS, SHIPPED
from starlore.attention.contrast.published import KIN
from starlore.attention.contrast.recall import trials_of
from starlore.attention.contrast.records import Record, from_line, to_line
from starlore.attention.contrast.training import Trained
from starlore.attention.contrast.trials import Trial, attempt

FOLDER = Path(__file__).parents[1] / "src" / "starlore" / "attention" / "contrast" / SHIPPED

WAYS = ("attention", "linear", "delta", "convolution", "product", "rnn", "lstm")
WINDOWS = ("window:8", "window:16", "window:32")
SMALL, LARGE, SEEDS = 0.003, 0.01, 3
GRID = (0.001, SMALL, LARGE, 0.03)

PLAN: tuple[tuple[str, int, tuple[str, ...], tuple[float, ...], int], ...] = (
    ("mqar", 64, (*WAYS, *WINDOWS), GRID, SEEDS),
    ("mqar", 128, (*WAYS, "window:32"), GRID, SEEDS),
    ("mqar", 256, WAYS, GRID, SEEDS),
    ("mqar", 32, WAYS, GRID, SEEDS),
    ("mqar-large", 64, tuple(KIN), (LARGE,), SEEDS),
    ("mqar-large", 128, tuple(KIN), (LARGE,), SEEDS),
    ("mqar-large", 256, tuple(KIN), (LARGE,), SEEDS),
    ("copy", 32, WAYS, (LARGE,), SEEDS),
    ("selective-copy", 32, WAYS, (LARGE,), SEEDS),
    ("flip-flop", 64, WAYS, (LARGE,), SEEDS),
    ("ask-place", 16, WAYS, (LARGE,), SEEDS),
)
"""Task, length, ways of reading, step sizes, seeds."""

AGAIN: tuple[tuple[str, str, int, int, float, int], ...] = (
    ("mqar", "product", 64, 5, LARGE, SEEDS),
    ("mqar", "product", 128, 5, LARGE, SEEDS),
    ("mqar", "convolution", 64, 5, LARGE, SEEDS),
    ("mqar", "convolution", 128, 5, LARGE, SEEDS),
    ("mqar", "lstm", 64, 5, LARGE, 1),
    ("mqar-large", "product", 64, 4, LARGE, 1),
)
"""Those that had not learned all they could, with more steps: task, way of reading, length, so many
times the steps of the board, step size, seeds."""


def plan() -> Iterator[Trial]:
    """Every trial that ships."""
    for task, n, ways, rates, seeds in PLAN:
        yield from trials_of(task, ways, (n,), rates, seeds)
    for task, way, n, times, rate, seeds in AGAIN:
        for trial in trials_of(task, (way,), (n,), (rate,), seeds):
            yield trial.anew(steps=times * trial.steps)


def main() -> None:
    """Train what is missing; each result is written as soon as it is there."""
    FOLDER.mkdir(exist_ok=True)
    results = FOLDER / RESULTS
    lines = results.read_text(encoding="utf-8").splitlines() if results.is_file() else []
    done = {record.trial for record in map(from_line, lines) if record is not None}
    names = {trial: name for name, trial in LEARNED.items()}
    for trial in plan():
        if trial in done and not _lacks_file(names.get(trial)):
            continue
        start = time.thread_time()
        outcome, trained = attempt(trial)
        if trial not in done:
            with results.open("a", encoding="utf-8") as stream:
                record = Record(trial, outcome, round(time.thread_time() - start, 2))
                stream.write(to_line(record) + "\n")
        if trial in names:
            save(FOLDER / f"{names[trial]}.npz", trained)
        print(trial, round(outcome.accuracy, 4), flush=True)


def save(path: Path, trained: Trained) -> None:
    """Parameters as 16-bit numbers: what rounding loses is less than another seed would change."""
    tables: dict[str, Any] = {name: a.astype(np.float16) for name, a in trained.params.items()}
    with path.open("wb") as stream:
        np.savez_compressed(stream, **tables)


def _lacks_file(name: str | None) -> bool:
    return name is not None and not (FOLDER / f"{name}.npz").is_file()


if __name__ == "__main__":
    main()
