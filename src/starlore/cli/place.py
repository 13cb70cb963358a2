"""Where things lie, and the desk made of them; and how a fault ends a command.

Exit codes: 0 done, 1 a fault was found or met, 2 the command was not understood, 141 nobody reads
the output any more (see `output`).
"""

import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from starlore.cli.output import report
from starlore.cli.words import line, say, tell
from starlore.errors import StarloreError, StoreUnwritable, Unready
from starlore.lessons.diagnostics import Diagnostic
from starlore.study.desk import Desk
from starlore.study.port import Store

if TYPE_CHECKING:
    from starlore.lessons.model import Course, Lesson

DATABASE = "starlore.db"
GRAPH = "course.toml"

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
    """The courses to teach: of $STARLORE_COURSES, or those that come with Starlore."""
    named = os.environ.get("STARLORE_COURSES")
    return Path(named) if named else shipped_courses()


def shipped_courses() -> Path:
    """The courses that come with Starlore: in the wheel, or beside the sources."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "courses"
    return inside if inside.is_dir() else package.parent.parent / "courses"


def near(path: Path) -> Path:
    """A path as one would type it here: relative where it lies below the current folder."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def course_in(folder: Path) -> Path:
    """The one course of a folder: the folder itself, or the only course in it.

    Raises:
        ClickException: if there is none, or more than one to choose from.
    """
    if (folder / GRAPH).is_file():
        return folder
    try:
        found = sorted(place for place in folder.iterdir() if (place / GRAPH).is_file())
    except OSError:
        found = []
    if len(found) == 1:
        return found[0]
    if not found:
        raise click.ClickException(say("cli.place.no-course", folder=str(folder)))
    names = ", ".join(str(place) for place in found)
    raise click.ClickException(say("cli.place.courses", folder=str(folder), names=names))


def lesson_in(course: "Course", slug: str) -> "Lesson":
    """A lesson of a course.

    Raises:
        ClickException: if there is none of that name, with those there are.
        Unready: if it cannot be read as it is written.
    """
    course.hold_ready(slug)
    if slug not in course.lessons:
        known = ", ".join(course.lessons)
        raise click.ClickException(
            say("cli.place.no-lesson", lesson=slug[:60], n=len(course.lessons), known=known)
        )
    return course.lesson(slug)


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
    """The database in a data folder, made and migrated if need be.

    Raises:
        StoreUnwritable: if a pipe or a device stands in its place, which would never answer.
    """
    from starlore.store import open_store

    path = folder / DATABASE
    if path.exists() and not path.is_file():
        raise StoreUnwritable(
            "fault.store.unwritable", path=str(path), why=say("cli.place.no-file")
        )
    return open_store(path)


def desk_maker(
    store: Store, clock: Callable[[], int] = now_ms, courses: Path | None = None
) -> Callable[[], Desk]:
    """Gives the local learner's desk; the learner may change by import or erasure.

    Args:
        store: what is kept. clock: UTC milliseconds now.
        courses: a course, or a folder with one; None for $STARLORE_COURSES or the shipped one.
    """
    from starlore.lessons.shelf import Shelf

    shelf = Shelf(course_in(courses or course_folder()), clock=clock)
    device, zone = store.device(), home_zone()
    store.local_learner(clock())  # made here, so that looking at a page never has to

    def desk() -> Desk:
        learner = store.local_learner(clock())
        return Desk(store, shelf.course, learner, device, secrets.randbits, zone)

    return desk


@contextmanager
def plain_faults() -> Iterator[None]:
    """Turn what Starlore raises on purpose, and memory that is not there, into one sentence and
    exit code 1; before it, what is wrong with a lesson that cannot be read."""
    try:
        yield
    except StarloreError as fault:
        for one in fault.faults if isinstance(fault, Unready) else ():
            if isinstance(one, Diagnostic):
                report(line(one), err=True)
        raise click.ClickException(tell(fault)) from fault
    except MemoryError as fault:
        why = str(fault).rstrip(".") or say("cli.place.memory-gone")
        raise click.ClickException(say("cli.place.memory", why=why)) from fault


@contextmanager
def plain_words() -> Iterator[None]:
    """Turn what is wrong with the words of a command into one sentence and exit code 2."""
    try:
        yield
    except StarloreError as fault:
        raise click.UsageError(tell(fault)) from fault
