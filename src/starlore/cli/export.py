"""`starlore export`: everything out."""

import sys
from pathlib import Path

import click

from starlore.cli.output import report
from starlore.cli.place import data_folder, data_option, now_ms, plain_faults, store_in
from starlore.cli.words import say
from starlore.cli.written import refuse_early, told_unwritable, write_whole


@click.command(help=say("cli.export.help"), epilog=say("cli.export.example"))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=say("cli.export.output"))
@data_option
def export(output: Path | None, data: Path | None) -> None:
    """Write everything of the learner as JSON lines."""
    if output == Path("-"):
        output = None
    if output is not None:
        refuse_early(output)
    with plain_faults():
        store = store_in(data_folder(data))
        try:
            lines = (line.encode() for line in store.export(store.local_learner(now_ms())))
            if output is None:
                out = sys.stdout.buffer
                out.writelines(lines)
                out.flush()
                return
            with told_unwritable(output):
                count = write_whole(output, lines)
            report(say("cli.export.done", lines=count, file=str(output)), err=True)
        finally:
            store.close()
