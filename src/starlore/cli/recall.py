"""`starlore recall`: what each way of reading the past brings back, as shipped or trained here."""

import json
from typing import TYPE_CHECKING, Any

import click

from starlore.cli.options import Whole
from starlore.cli.place import plain_faults, plain_words
from starlore.cli.words import say

if TYPE_CHECKING:
    from starlore.attention.contrast.recall import Row
    from starlore.attention.contrast.trials import Trial

TASKS = ("mqar", "mqar-large", "copy", "selective-copy", "flip-flop", "ask-place")
WAYS = ("attention", "window:32", "linear", "delta", "convolution", "product", "rnn", "lstm")
RATES = (0.003, 0.01, 0.03)
"""What is trained where nothing is asked for."""


@click.command(name="recall", help=say("cli.recall.help"), epilog=say("cli.recall.example"))
@click.option("--task", type=click.Choice(TASKS), default="mqar", help=say("cli.recall.task"))
@click.option("--model", "ways", multiple=True, help=say("cli.recall.model"))
@click.option(
    "--length",
    "lengths",
    type=Whole(4, 1024),
    multiple=True,
    help=say("cli.recall.length"),
)
@click.option("--seeds", type=Whole(1, 100), help=say("cli.recall.seeds"))
@click.option("--rates", help=say("cli.recall.rates"))
@click.option("--train", "is_trained", is_flag=True, help=say("cli.recall.train"))
@click.option("--yes", "is_sure", is_flag=True, help=say("cli.recall.yes"))
@click.option("--distance", "by_distance", is_flag=True, help=say("cli.recall.distance"))
@click.option("--json", "as_json", is_flag=True, help=say("cli.recall.json"))
def recall(
    task: str,
    ways: tuple[str, ...],
    lengths: tuple[int, ...],
    seeds: int | None,
    rates: str | None,
    is_trained: bool,
    is_sure: bool,
    by_distance: bool,
    as_json: bool,
) -> None:
    """Show the board that ships, or train one here."""
    from starlore.cli.recall_board import told_board, told_distances
    from starlore.cli.recall_training import trained

    asked = None if rates is None else _rates(rates)
    _check_ways(ways)
    with plain_words():
        every = _trials(task, ways or WAYS, lengths or (64,), asked or RATES, seeds or 3)
    is_whole = True
    with plain_faults():
        if is_trained:
            rows, is_whole = trained(every, is_sure)
        else:
            rows = _shipped(task, every if ways else None, lengths, asked, seeds)
    if as_json:
        click.echo(json.dumps([_facts(row) for row in rows], indent=2))
    elif rows:
        click.echo(told_board(rows))
        if by_distance:
            click.echo("\n" + told_distances(rows))
    if not is_whole:
        raise SystemExit(STOPPED)


STOPPED = 130
"""Exit code where training was interrupted: 128 and the number of SIGINT."""


def _trials(
    task: str,
    ways: tuple[str, ...],
    lengths: tuple[int, ...],
    rates: tuple[float, ...],
    seeds: int,
) -> "list[Trial]":
    """What was asked for, made once so that nothing is begun that cannot be ended."""
    import numpy as np

    from starlore.attention.contrast.recall import trials_of

    found = trials_of(task, ways, lengths, rates, seeds)
    for trial in {one.anew(rate=1.0, seed=0): one for one in found}.values():
        trial.made(np.random.default_rng(0), 1)
    return found


def _shipped(
    task: str,
    every: "list[Trial] | None",
    lengths: tuple[int, ...],
    rates: tuple[float, ...] | None,
    seeds: int | None,
) -> "list[Row]":
    """The rows that ship of a task, and of what was asked for besides."""
    from starlore.attention.contrast.learned import shipped
    from starlore.attention.contrast.recall import on_the_board, rows_of

    kinds = None if every is None else {(one.way, one.window) for one in every}
    found = [
        record
        for record in shipped()
        if record.trial.task == task
        and on_the_board(record.trial)
        and (kinds is None or (record.trial.way, record.trial.window) in kinds)
        and (not lengths or record.trial.n in lengths)
        and (rates is None or record.trial.rate in rates)
        and (seeds is None or record.trial.seed < seeds)
    ]
    if not found:
        raise click.ClickException(say("cli.recall.none"))
    return rows_of((record.trial, record.outcome) for record in found)


def _check_ways(ways: tuple[str, ...]) -> None:
    """Refuse a way of reading that nobody knows."""
    from starlore.attention.contrast.learners.learner import WAYS as KNOWN

    for way in ways:
        if way.partition(":")[0] not in KNOWN:
            raise click.UsageError(say("cli.recall.no-way", way=way, ways=", ".join(KNOWN)))


def _rates(text: str) -> tuple[float, ...]:
    """Step sizes parted by commas."""
    try:
        found = tuple(float(part) for part in text.split(","))
    except ValueError:
        found = ()
    if not found or not all(0 < rate <= MOST for rate in found):
        raise click.UsageError(say("cli.recall.no-rate", text=text, most=str(MOST)))
    return tuple(dict.fromkeys(found))


MOST = 1
"""No step is larger; far below it nothing is learned any more."""


def _facts(row: "Row") -> dict[str, Any]:
    """A row as plain numbers."""
    from dataclasses import asdict

    bins = [
        {"below": end, "questions": asked, "right": right} for end, asked, right in row.by_distance
    ]
    return {
        **{name: one for name, one in asdict(row.trial).items() if name not in ("seed", "rate")},
        "accuracy": row.accuracy,
        "spread": row.spread,
        "seeds": list(row.accuracies),
        "rate": row.trial.rate,
        "rates": dict(row.rates),
        "ceiling": asdict(row.ceiling),
        "distances": bins,
    }
