"""`starlore check`: an author's faults, each with its place and what to do."""

from pathlib import Path

import click

from starlore.cli.place import course_folder, plain_faults


@click.command(epilog="Example: starlore check courses/reading-the-past --seeds 10000")
@click.argument(
    "folder", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option(
    "--seeds", type=click.IntRange(1, 1_000_000), default=200, show_default=True,
    help="How many Variants of each question are drawn.",
)  # fmt: skip
def check(folder: Path | None, seeds: int) -> None:
    """Check a course (FOLDER holds course.toml), or all that come with Starlore.

    Prints path:line:column CODE message; hint. Exit code 1 where a fault is found.
    """
    from starlore.authoring.check import check_course

    with plain_faults():
        folders = [folder] if folder is not None else _courses(course_folder())
        found = 0
        for course in folders:
            report = check_course(course, seeds)
            for fault in report.faults:
                click.echo(str(fault))
            found += len(report.faults)
            told = f"{report.lessons} lessons, {report.questions} questions, {report.seeds} seeds"
            click.echo(f"{course.name}: {told}: {len(report.faults)} faults", err=True)
        if found:
            raise click.ClickException(f"{found} faults")


def _courses(folder: Path) -> list[Path]:
    """The folders of all courses."""
    return sorted(path.parent for path in folder.glob("*/course.toml"))
