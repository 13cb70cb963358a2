"""Where things lie, and the desk made of them; and how a fault ends a command.

Exit codes: 0 done, 1 a fault was found or met, 2 the command was not understood.
"""

import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from starlore.cli.words import say, tell
from starlore.errors import StarloreError
from starlore.study.desk import Desk
from starlore.study.port import Store

DATABASE = "starlore.db"

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help=say("cli.place.data"),
)


def now_ms() -> int:
    """UTC milliseconds by this machine's clock."""
    return time.time_ns() // 1_000_000


def data_folder(chosen: Path | None) -> Path:
    """The data folder: the one chosen, $STARLORE_DATA, or the user's own."""
    if chosen is not None:
        return chosen
    named = os.environ.get("STARLORE_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("starlore", appauthor=False)


def course_folder() -> Path:
    """The courses that come with Starlore: in the wheel, or beside the sources."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "courses"
    return inside if inside.is_dir() else package.parent.parent / "courses"


def home_zone() -> str:
    """The machine's own time zone by name, or UTC where it has none."""
    from starlore.memory.study_day import is_zone

    named = os.environ.get("TZ", "").lstrip(":")
    if named and is_zone(named):
        return named
    link = Path("/etc/localtime")
    if link.is_symlink():
        zone = str(link.readlink()).partition("zoneinfo/")[2]
        if is_zone(zone):
            return zone
    return "UTC"


def store_in(folder: Path) -> Store:
    """The database in a data folder, made and migrated if need be."""
    from starlore.store import open_store

    return open_store(folder / DATABASE)


def desk_maker(store: Store, clock: Callable[[], int] = now_ms) -> Callable[[], Desk]:
    """Gives the local learner's desk; the learner may change by import or erasure."""
    from starlore.lessons.shelf import Shelf

    shelf = Shelf(course_folder() / "reading-the-past")
    device, zone = store.device(), home_zone()
    store.local_learner(clock())  # made here, so that looking at a page never has to

    def desk() -> Desk:
        learner = store.local_learner(clock())
        return Desk(store, shelf.course, learner, device, secrets.randbits, zone)

    return desk


@contextmanager
def plain_faults() -> Iterator[None]:
    """Turn what Starlore raises on purpose into one sentence and exit code 1."""
    try:
        yield
    except StarloreError as fault:
        raise click.ClickException(tell(fault)) from fault
    except BrokenPipeError:
        raise SystemExit(1) from None
