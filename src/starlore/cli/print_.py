"""`starlore print`: a lesson's sheet as PDF, or a class's."""

import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from starlore.cli.options import Whole
from starlore.cli.options import language as language_option
from starlore.cli.output import report
from starlore.cli.place import (
    course_folder,
    course_in,
    data_folder,
    data_option,
    desk_maker,
    lesson_in,
    now_ms,
    plain_faults,
    store_in,
)
from starlore.cli.words import say
from starlore.cli.written import refuse_early, told_unwritable, write_whole

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
@language_option("cli.print.language")
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
        refuse_early(output)
    with plain_faults():
        store = store_in(data_folder(data))
        try:
            desk = desk_maker(store, courses=course_in(courses or course_folder()))()
            drawn_from = lesson_in(desk.course(), lesson)
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
                made = printer.pdf(one.sheet, drawn_from, language, paper, wanted)
                name = f"{lesson}-{one.code}.pdf"
            else:
                made = printer.several(leaves(), language, paper, bool(answers))
                name = f"{lesson}-{copies}.pdf"
                _progress("")
        finally:
            store.close()
    _write(output or Path(name), made, one.code if copies == 1 else "", copies)


def _write(output: Path, made: bytes, code: str, copies: int) -> None:
    """Write the file whole, and say what it is; `-` is the standard output."""
    if output == Path("-"):
        sys.stdout.buffer.write(made)
        sys.stdout.buffer.flush()
        return
    with told_unwritable(output):
        write_whole(output, [made])
    report(say("cli.print.done", file=str(output), code=code, copies=copies), err=True)


def _progress(told: str) -> None:
    """Show on a terminal how far it is; "" wipes it away."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{told}", nl=False, err=True)
