"""Training for `starlore recall`: told beforehand how long, kept as it goes, taken up again."""

import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from starlore.cli.amount import told_seconds
from starlore.cli.machine import progress
from starlore.cli.words import say

if TYPE_CHECKING:
    import numpy as np

    from starlore.attention.contrast.recall import Row
    from starlore.attention.contrast.records import Record
    from starlore.attention.contrast.tasks import Examples
    from starlore.attention.contrast.training import Texts
    from starlore.attention.contrast.trials import Trial

FEW = 5.0
"""Seconds that nobody is asked about."""

PILOT = 4
"""Steps that are timed to foretell the rest; the first of them is not counted."""

ASKING = 1 / 3
"""A text that is only asked costs about so much of one that is learned from."""


def folder() -> Path:
    """Where results are kept: in the user's cache folder."""
    from platformdirs import user_cache_path

    return user_cache_path("starlore", appauthor=False) / "recall"


def trained(trials: "list[Trial]", is_sure: bool) -> "tuple[list[Row], bool]":
    """Carry out what is not kept yet.

    Args:
        trials: all that the board is made of. is_sure: nobody is asked whether it may take long.

    Returns:
        Rows of all that is finished, and whether that is all that was asked for.
    """
    from starlore.attention.contrast.recall import rows_of

    kept = {trial.name(): _kept(trial) for trial in trials}
    found = {name: record for name, record in kept.items() if record is not None}
    missing = [trial for trial in trials if kept[trial.name()] is None]
    try:
        if missing:
            paces = _paces(missing)
            _ask(sum(map(paces.seconds, missing)), len(missing), is_sure)
            for record in _carried_out(missing, paces):
                found[record.trial.name()] = record
    except KeyboardInterrupt:
        click.echo(say("cli.recall.stopped", done=len(found), all=len(kept)), err=True)
    records = (found[trial.name()] for trial in trials if trial.name() in found)
    return rows_of((one.trial, one.outcome) for one in records), len(found) == len(kept)


@dataclass(frozen=True)
class _Paces:
    """Seconds of one step, for each kind of trial: of its dense texts, and of the task itself."""

    steps: "dict[Trial, tuple[float, float]]"

    def seconds(self, trial: "Trial") -> float:
        """What a whole trial is foretold to take."""
        from starlore.attention.contrast.trials import ASKED

        early, own = self.steps[_kind(trial)]
        learned = trial.steps * (trial.warm * early + (1 - trial.warm) * own)
        return learned + ASKING * own * ASKED / trial.batch


def _kind(trial: "Trial") -> "Trial":
    return trial.anew(rate=1.0, seed=0)


def _paces(trials: "list[Trial]") -> _Paces:
    """Time a few steps of each kind; dense texts ask more questions, so theirs are others."""
    paces = {}
    for trial in dict.fromkeys(map(_kind, trials)):
        own = _pace(trial, trial.made)
        paces[trial] = (_pace(trial, partial(_dense, trial)) if trial.warm else own, own)
    return _Paces(paces)


def _dense(trial: "Trial", rng: "np.random.Generator", count: int) -> "Examples":
    """Texts of a step half way through those that begin."""
    return trial.dense(rng, 0.5)


def _pace(trial: "Trial", texts: "Texts") -> float:
    """Seconds of one step that is shown such texts."""
    import numpy as np

    from starlore.attention.contrast.training import train

    times: list[float] = []
    train(
        trial.learner(),
        texts,
        rng=np.random.default_rng(0),
        rate=0.001,
        steps=PILOT,
        batch=trial.batch,
        seen=lambda _: times.append(time.perf_counter()),
    )
    return (times[-1] - times[0]) / (PILOT - 1)


def _ask(seconds: float, count: int, is_sure: bool) -> None:
    """Begin only what somebody wants to wait for."""
    told = say("cli.recall.estimate", seconds=told_seconds(seconds), count=count)
    if seconds <= FEW:
        return
    if is_sure:
        click.echo(told, err=True)
        return
    try:
        is_wanted = click.confirm(f"{told} {say('cli.recall.go-on')}", err=True)
    except click.Abort:
        click.echo(err=True)
        is_wanted = False
    if not is_wanted:
        raise click.ClickException(say("cli.recall.unwanted"))


def _carried_out(trials: "list[Trial]", paces: _Paces) -> "Iterator[Record]":
    """Trials one after another, each kept as soon as it is finished."""
    from starlore.attention.contrast.records import Record
    from starlore.attention.contrast.trials import attempt

    whole, done, is_told = sum(map(paces.seconds, trials)), 0.0, False
    with progress() as seen:
        for trial in trials:
            part = paces.seconds(trial)

            def share(inner: float, done: float = done, part: float = part) -> None:
                seen(min(1.0, (done + inner * part) / whole))

            start = time.perf_counter()
            outcome, _ = attempt(trial, share)
            record = Record(trial, outcome, round(time.perf_counter() - start, 2))
            is_told = _keep(record, is_told)
            done += part
            yield record


def _kept(trial: "Trial") -> "Record | None":
    """What is kept of a trial, if it is whole; a file that is not is told of, and made again."""
    from starlore.attention.contrast.records import from_line

    path = folder() / f"{trial.name()}.json"
    if not path.is_file():
        return None
    record = None
    with suppress(OSError, UnicodeDecodeError):
        record = from_line(path.read_text(encoding="utf-8"))
    if record is None or record.trial != trial:
        click.echo(say("cli.recall.damaged", file=str(path)), err=True)
        return None
    return record


def _keep(record: "Record", is_told: bool) -> bool:
    """Write the file whole or not at all; what cannot be kept is told of once."""
    from starlore.attention.contrast.records import to_line

    path = folder() / f"{record.trial.name()}.json"
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(to_line(record) + "\n", encoding="utf-8")
        fresh.replace(path)
    except OSError as fault:
        with suppress(OSError):
            fresh.unlink()
        if not is_told:
            why = fault.strerror or str(fault)
            click.echo(say("cli.recall.unkept", folder=str(path.parent), why=why), err=True)
        return True
    return is_told
