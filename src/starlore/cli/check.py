"""`starlore check`: hold a course to its rules."""

import os
from pathlib import Path

import click

from starlore.cli.place import course_folder


@click.command(epilog="Example: starlore check courses/reading-the-past --seeds 10000")
@click.argument(
    "folder", type=click.Path(path_type=Path, exists=True, file_okay=False), required=False
)
@click.option(
    "--seeds",
    type=click.IntRange(1, 1_000_000),
    default=200,
    show_default=True,
    help="Draws of each question to look at; 10000 before a release.",
)
def check(folder: Path | None, seeds: int) -> None:
    """Check a course and say what is wrong, where, and what to do; exit 1 if something is.

    FOLDER holds a course.toml, or is a folder of such folders; without it, the courses that come
    with Starlore are checked.
    """
    from starlore.authoring import check_course

    courses = _courses(folder or course_folder())
    if not courses:
        raise click.ClickException(f"no course.toml in {folder or course_folder()} or just below")
    reports = []
    for course in courses:
        report = check_course(course.resolve(), seeds)
        reports.append(report)
        shown = os.path.relpath(course.resolve().parent)
        for diagnostic in report.diagnostics:
            prefix = "" if shown == "." else f"{shown}{os.sep}"
            click.echo(f"{prefix}{diagnostic}")
    faults = sum(len(report.diagnostics) for report in reports)
    click.echo(
        f"{_count(len(courses), 'course')}, "
        f"{_count(sum(r.lessons for r in reports), 'lesson')}, "
        f"{_count(sum(r.questions for r in reports), 'question')} "
        f"on {_count(seeds, 'seed')}: {_count(faults, 'fault') if faults else 'sound'}"
    )
    if faults:
        raise SystemExit(1)


def _courses(folder: Path) -> list[Path]:
    """The course a folder is, or the courses it holds."""
    if (folder / "course.toml").is_file():
        return [folder]
    return sorted(place for place in folder.iterdir() if (place / "course.toml").is_file())


def _count(n: int, thing: str) -> str:
    """A count with its noun.

    Example:
        >>> _count(1, "fault"), _count(1024, "seed")
        ('1 fault', '1,024 seeds')
    """
    return f"{n:,} {thing}{'' if n == 1 else 's'}"
