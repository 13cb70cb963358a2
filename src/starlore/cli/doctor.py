"""`starlore doctor`: is everything well?"""

import errno
import os
import platform
import sqlite3
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
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
from starlore.errors import StoreUnwritable
from starlore.study.rebuilding import drifts

EARLIEST_MS = 1_750_000_000_000
"""A clock before the middle of 2025 has not been set."""


@click.command(help=say("cli.doctor.help"), epilog=say("cli.doctor.example"))
@data_option
def doctor(data: Path | None) -> None:
    """Tell versions, kernel, folders, the state of the database and the clock; 1 if one is ill."""
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
                numpy=version("numpy"),
                numba=_numba(),
                kernel=_kernel(),
                courses=str(course_folder()),
                data=str(folder / DATABASE),
                clock=f"{clock:%Y-%m-%d %H:%M:%S}",
                zone=home_zone(),
            )
        )
        ills = _ills(folder) if (folder / DATABASE).exists() else _new(folder / DATABASE)
        if now < EARLIEST_MS:
            ills.append(say("cli.doctor.clock"))
        for ill in ills:
            click.echo(say("cli.doctor.ill", ill=ill))
        if ills:
            raise click.ClickException(say("cli.doctor.not-well", n=len(ills)))
        click.echo(say("cli.doctor.well"))


def _numba() -> str:
    """The version of numba, or what it would bring."""
    try:
        return version("numba")
    except PackageNotFoundError:
        return say("cli.doctor.no-numba")


def _kernel() -> str:
    """The kernel that attend takes for arrays of float32, and the shape of machine code."""
    import numpy as np

    from starlore.attention import Full
    from starlore.attention.attend import kernel_for
    from starlore.attention.compiled.features import features, shape_of
    from starlore.attention.inputs import check

    array = np.zeros((1, 1), dtype=np.float32)
    call = check(array, array, array, Full(), None, None, None, None, None)
    chosen = kernel_for(call).__module__.removeprefix("starlore.attention.")
    if chosen == "compiled.run":
        return f"compiled ({shape_of(features()).name})"
    return {"reference": "dense", "tiled": "numpy"}[chosen]


def _new(database: Path) -> list[str]:
    """What would keep a database that is not there from being made; nothing is made here."""
    place = next(place for place in database.parents if os.path.lexists(place))
    if database.is_symlink():
        fault = errno.ENOENT
    elif not place.is_dir():
        fault = errno.ENOTDIR
    elif not os.access(place, os.W_OK | os.X_OK):
        fault = errno.EACCES
    else:
        click.echo(say("cli.doctor.new"))
        return []
    why = os.strerror(fault)
    return [tell(StoreUnwritable("fault.store.unwritable", path=str(database), why=why))]


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
