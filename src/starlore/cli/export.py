"""`starlore export`: everything out."""

from pathlib import Path

import click

from starlore.cli.place import data_folder, data_option, now_ms, plain_faults, store_in
from starlore.cli.words import say


@click.command(help=say("cli.export.help"), epilog=say("cli.export.example"))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help=say("cli.export.output"),
)
@data_option
def export(output: Path | None, data: Path | None) -> None:
    """Write everything of the learner as JSON lines."""
    with plain_faults():
        store = store_in(data_folder(data))
        try:
            lines = store.export(store.local_learner(now_ms()))
            if output is None:
                for line in lines:
                    click.echo(line, nl=False)
                return
            beside = output.with_name(output.name + ".part")
            with beside.open("w", encoding="utf-8", newline="\n") as file:
                count = sum(1 for line in lines if file.write(line))
            beside.replace(output)
            click.echo(say("cli.export.done", lines=count, file=str(output)), err=True)
        except OSError as fault:
            why = fault.strerror or str(fault)
            raise click.ClickException(
                say("cli.export.unwritable", file=str(output), why=why)
            ) from fault
        finally:
            store.close()
