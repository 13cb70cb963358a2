"""`starlore export`: everything out."""

import os
import secrets
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from starlore.cli.output import report
from starlore.cli.place import data_folder, data_option, now_ms, plain_faults, store_in
from starlore.cli.words import say


@click.command(help=say("cli.export.help"), epilog=say("cli.export.example"))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=say("cli.export.output"))
@data_option
def export(output: Path | None, data: Path | None) -> None:
    """Write everything of the learner as JSON lines."""
    if output == Path("-"):
        output = None
    if output is not None and output.is_dir():
        raise click.ClickException(say("cli.export.folder", file=str(output)))
    with plain_faults():
        store = store_in(data_folder(data))
        try:
            lines = (line.encode() for line in store.export(store.local_learner(now_ms())))
            if output is None:
                out = sys.stdout.buffer
                out.writelines(lines)
                out.flush()
                return
            try:
                count = write_whole(output, lines)
            except BrokenPipeError:
                raise
            except OSError as fault:
                why = fault.strerror or str(fault)
                raise click.ClickException(
                    say("cli.export.unwritable", file=str(output), why=why)
                ) from fault
            report(say("cli.export.done", lines=count, file=str(output)), err=True)
        finally:
            store.close()


def write_whole(output: Path, lines: Iterable[bytes]) -> int:
    """Write lines to a file that then holds all of them, or what it held before.

    A link is followed: the file it leads to is replaced, the link stays. What is no regular file,
    such as a device or a pipe, is written to and never replaced.

    Returns:
        How many lines were written.

    Raises:
        OSError: if it cannot be written; what was begun is removed.
    """
    if output.exists() and not output.is_file():
        with output.open("wb", buffering=0) as file:
            return sum(1 for line in lines if file.write(line))
    target = Path(os.path.realpath(output))
    begun = target.with_name(f".starlore-{secrets.token_hex(4)}.part")
    try:
        with begun.open("xb") as file:
            count = sum(1 for line in lines if file.write(line))
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            begun.chmod(target.stat().st_mode & 0o777)
        begun.replace(target)
    except BaseException:
        begun.unlink(missing_ok=True)
        raise
    return count
