"""`starlore import`: an export taken in."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from starlore.cli.place import data_folder, data_option, desk_maker, now_ms, plain_faults, store_in
from starlore.cli.words import say
from starlore.study.exchange import import_log

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line; a lesson with its pictures is far shorter. /dev/zero has no line end."""


@click.command("import", help=say("cli.import.help"), epilog=say("cli.import.example"))
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@data_option
def import_(file: Path, data: Path | None) -> None:
    """Take in a FILE made by export; rows already here are skipped."""
    with plain_faults():
        store = store_in(data_folder(data))
        try:
            with file.open("rb") as read:
                import_log(desk_maker(store)(), _lines(read), now_ms())
        except UnicodeDecodeError as fault:
            raise click.ClickException(say("cli.import.no-text", file=str(file))) from fault
        except OSError as fault:
            why = fault.strerror or str(fault)
            raise click.ClickException(
                say("cli.import.unreadable", file=str(file), why=why)
            ) from fault
        finally:
            store.close()
        click.echo(say("cli.import.done"))


def _lines(read: BinaryIO) -> Iterator[str]:
    """The lines of a file, without their ends.

    Raises:
        UnicodeDecodeError: if one is not UTF-8, or has no end in sight.
    """
    while line := read.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise UnicodeDecodeError("utf-8", line[:1], 0, 1, "a line without end")
        yield line.rstrip(b"\r\n").decode("utf-8")
