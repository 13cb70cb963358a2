"""`starlore check`: hold a course to its rules."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import click

from starlore.cli.counts import told_counts
from starlore.cli.options import Whole
from starlore.cli.place import course_folder, near
from starlore.cli.words import line, say
from starlore.language.catalogue import SOURCE, Catalogue, languages
from starlore.lessons.files import is_file


@click.command(help=say("cli.check.help"), epilog=say("cli.check.example"))
@click.argument(
    "folder", type=click.Path(path_type=Path, exists=True, file_okay=False), required=False
)
@click.option(
    "--lesson", "only", metavar=say("cli.metavar.lesson"), default="", help=say("cli.check.lesson")
)
@click.option(
    "--seeds",
    type=Whole(1, 1_000_000),
    default=200,
    show_default=True,
    help=say("cli.check.seeds"),
)
@click.option("--report", "is_counted", is_flag=True, help=say("cli.check.report"))
def check(folder: Path | None, only: str, seeds: int, is_counted: bool) -> None:
    """Check the course of a folder, or the courses in it; exit 1 if something is wrong."""
    from starlore.attention.workers import cores
    from starlore.authoring import check_course

    courses = _courses(folder or near(course_folder()))
    where = click.format_filename(folder or course_folder())
    if not courses:
        raise click.ClickException(say("cli.check.no-course", folder=where))
    if only:
        known = {course: _lessons(course) for course in courses}
        courses = [course for course in courses if only in known[course]]
        if not courses:
            there = sorted(set().union(*known.values()))
            named = {"lesson": only[:60], "folder": where, "known": ", ".join(there)}
            raise click.ClickException(say("cli.check.no-lesson", n=len(there), **named))
    reports = []
    for course in courses:
        report = check_course(course.resolve(), seeds, _progress, cores(), is_counted, only)
        reports.append(report)
        _progress("")
        for diagnostic in report.diagnostics:
            inside = diagnostic.path.partition("/")[2]
            click.echo(line(replace(diagnostic, path=str(course / inside))))
        if is_counted:
            click.echo(told_counts(report.counts))
    faults = sum(len(report.diagnostics) for report in reports)
    faults += _interface() if folder is None and not only else 0
    click.echo(
        say(
            "cli.check.summary",
            courses=len(courses),
            lessons=sum(report.lessons for report in reports),
            questions=sum(report.questions for report in reports),
            seeds=seeds,
            faults=faults,
        )
    )
    if faults:
        raise SystemExit(1)


def _interface() -> int:
    """Compare the languages of the interface; how many faults there are."""
    from starlore.authoring.catalogues import catalogue_faults

    found = tuple(catalogue_faults())
    for diagnostic in found:
        click.echo(line(diagnostic))
    count = len(Catalogue.load(SOURCE).ids())
    told = say("cli.check.interface", languages=len(languages()), messages=count, faults=len(found))
    click.echo(told)
    return len(found)


def _progress(question: str) -> None:
    """Show on a terminal which question was looked at; "" wipes it away."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{question}", nl=False, err=True)


def _courses(folder: Path) -> list[Path]:
    """The course a folder is, or the courses it holds."""
    if _is_course(folder):
        return [folder]
    return [place for place in _inside(folder) if _is_course(place)]


def _inside(folder: Path) -> list[Path]:
    """What stands in a folder; nothing in a device, or where nobody may look."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _lessons(course: Path) -> set[str]:
    """The lessons that are written beside a course's graph, be they named in it or not."""
    return {place.name for place in _inside(course) if is_file(place / "lesson.md")}


def _is_course(folder: Path) -> bool:
    """Whether a folder has a graph, be it one that cannot be read."""
    return os.path.lexists(folder / "course.toml")
