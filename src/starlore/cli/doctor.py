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
from starlore.study.rebuilding import drifts

EARLIEST_MS = 1_750_000_000_000
"""A clock before the middle of 2025 has not been set."""


@click.command(epilog="Example: starlore doctor")
@data_option
def doctor(data: Path | None) -> None:
    """Tell versions, folders, the state of the database and the clock; exit 1 if one is ill."""
    with plain_faults():
        folder = data_folder(data)
        now = now_ms()
        clock = datetime.fromtimestamp(now / 1000, UTC)
        click.echo(f"starlore {__version__}")
        click.echo(f"python   {platform.python_version()} on {platform.platform()}")
        click.echo(f"sqlite   {sqlite3.sqlite_version}")
        click.echo(f"courses  {course_folder()}")
        click.echo(f"data     {folder / DATABASE}")
        click.echo(f"clock    {clock:%Y-%m-%d %H:%M:%S} UTC, home zone {home_zone()}")
        ills = _ills(folder, now)
        for ill in ills:
            click.echo(f"ill      {ill}")
        if ills:
            raise click.ClickException(f"{len(ills)} things are not well")
        click.echo("well")


def _ills(folder: Path, now: int) -> list[str]:
    """What is wrong, a sentence each."""
    store = store_in(folder)
    try:
        ills = list(store.integrity())
        for learner in store.learners():
            ills += [f"star {drift.star} differs from the log" for drift in drifts(store, learner)]
    finally:
        store.close()
    if now < EARLIEST_MS:
        ills.append("the clock has not been set: study days would be wrong")
    return ills
