"""`starlore print`: a lesson's sheet as PDF, or a class's."""

import errno
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from starlore.cli.export import write_whole
from starlore.cli.options import Whole
from starlore.cli.output import report
from starlore.cli.place import (
    course_folder,
    course_in,
    data_folder,
    data_option,
    desk_maker,
    now_ms,
    plain_faults,
    store_in,
)
from starlore.cli.words import say, terminal_language

MOST_COPIES = 200


@click.command("print", help=say("cli.print.help"), epilog=say("cli.print.example"))
@click.argument("lesson", metavar="LESSON")
@click.option("--seed", type=Whole(0, (1 << 20) - 1), help=say("cli.print.seed"))
@click.option(
    "--paper",
    type=click.Choice(("a4", "letter")),
    default="a4",
    show_default=True,
    help=say("cli.print.paper"),
)
@click.option("--copies", type=Whole(1, MOST_COPIES), default=1, help=say("cli.print.copies"))
@click.option("--answers/--no-answers", default=None, help=say("cli.print.answers"))
@click.option("--language", default="", help=say("cli.print.language"))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=say("cli.print.output"))
@data_option
@click.option("--courses", type=click.Path(path_type=Path), help=say("cli.serve.courses"))
def print_(
    lesson: str,
    seed: int | None,
    paper: str,
    copies: int,
    answers: bool | None,
    language: str,
    output: Path | None,
    data: Path | None,
    courses: Path | None,
) -> None:
    """Print a lesson's sheet; or several with different numbers, and one table of their answers."""
    from starlore.paper.printer import Printer
    from starlore.paper.worksheet import Leaf
    from starlore.study.desk import moment
    from starlore.study.sheets import SEEDS, draw_sheet, keep_sheet

    if output is not None:
        _refuse_early(output)
    with plain_faults():
        tongue = _language(language)
        store = store_in(data_folder(data))
        try:
            desk = desk_maker(store, courses=course_in(courses or course_folder()))()
            drawn_from = desk.course().lesson(lesson)
            first = secrets.randbelow(SEEDS) if seed is None else seed
            at = moment(desk, now_ms())

            def leaves() -> Iterator[Leaf]:
                for place in range(copies):
                    sheet = draw_sheet(drawn_from, (first + place) % SEEDS)
                    keep_sheet(desk, at, sheet, drawn_from)
                    if copies > 1:
                        _progress(say("cli.print.progress", n=place + 1, copies=copies))
                    yield Leaf(sheet, drawn_from)

            printer = Printer()
            if copies == 1:
                one = next(leaves())
                wanted = answers is not False
                made = printer.pdf(one.sheet, drawn_from, tongue, paper, wanted)
                name = f"{lesson}-{one.code}.pdf"
            else:
                made = printer.several(leaves(), tongue, paper, bool(answers))
                name = f"{lesson}-{copies}.pdf"
                _progress("")
        finally:
            store.close()
    _write(output or Path(name), made, one.code if copies == 1 else "", copies)


def _language(wanted: str) -> str:
    """The language asked for, else the terminal's, else English.

    Raises:
        BadParameter: if one is asked for that is not there.
    """
    from starlore.language import languages

    if wanted and wanted not in languages():
        known = ", ".join(languages())
        raise click.BadParameter(
            say("cli.print.no-language", language=wanted, known=known), param_hint="--language"
        )
    own = terminal_language(os.environ).partition("-")[0]
    return wanted or (own if own in languages() else languages()[0])


def _refuse_early(output: Path) -> None:
    """Refuse a place where no file can be, before a sheet is kept that nobody would have."""
    if output.is_dir():
        raise click.ClickException(say("cli.export.folder", file=str(output)))
    if output != Path("-") and not output.resolve().parent.is_dir():
        why = os.strerror(errno.ENOENT)
        raise click.ClickException(say("cli.export.unwritable", file=str(output), why=why))


def _write(output: Path, made: bytes, code: str, copies: int) -> None:
    """Write the file whole, and say what it is; `-` is the standard output."""
    if output == Path("-"):
        sys.stdout.buffer.write(made)
        sys.stdout.buffer.flush()
        return
    try:
        write_whole(output, [made])
    except BrokenPipeError:
        raise
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise click.ClickException(
            say("cli.export.unwritable", file=str(output), why=why)
        ) from fault
    report(say("cli.print.done", file=str(output), code=code, copies=copies), err=True)


def _progress(told: str) -> None:
    """Show on a terminal how far it is; "" wipes it away."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{told}", nl=False, err=True)
