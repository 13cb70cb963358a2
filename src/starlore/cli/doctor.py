"""`starlore doctor`: is everything well?"""

import platform
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import click

from starlore import __version__
from starlore.cli.place import (
    DATABASE,
    course_folder,
    data_folder,
    data_option,
    home_zone,
    now_ms,
    plain_faults,
    store_in,
)
from starlore.cli.words import say, tell
from starlore.study.rebuilding import drifts

EARLIEST_MS = 1_750_000_000_000
"""A clock before the middle of 2025 has not been set."""


@click.command(help=say("cli.doctor.help"), epilog=say("cli.doctor.example"))
@data_option
def doctor(data: Path | None) -> None:
    """Tell versions, folders, the state of the database and the clock; exit 1 if one is ill."""
    with plain_faults():
        folder = data_folder(data)
        now = now_ms()
        clock = datetime.fromtimestamp(now / 1000, UTC)
        click.echo(
            say(
                "cli.doctor.told",
                starlore=__version__,
                python=platform.python_version(),
                platform=platform.platform(),
                sqlite=sqlite3.sqlite_version,
                courses=str(course_folder()),
                data=str(folder / DATABASE),
                clock=f"{clock:%Y-%m-%d %H:%M:%S}",
                zone=home_zone(),
            )
        )
        is_new = not (folder / DATABASE).exists()
        if is_new:
            click.echo(say("cli.doctor.new"))
        ills = [] if is_new else _ills(folder)
        if now < EARLIEST_MS:
            ills.append(say("cli.doctor.clock"))
        for ill in ills:
            click.echo(say("cli.doctor.ill", ill=ill))
        if ills:
            raise click.ClickException(say("cli.doctor.not-well", n=len(ills)))
        click.echo(say("cli.doctor.well"))


def _ills(folder: Path) -> list[str]:
    """What is wrong with the database, a sentence each."""
    store = store_in(folder)
    try:
        ills = [tell(finding) for finding in store.integrity()]
        for learner in store.learners():
            ills += [say("cli.doctor.drift", star=drift.star) for drift in drifts(store, learner)]
    finally:
        store.close()
    return ills
