"""`starlore import`: an export taken in."""

from pathlib import Path

import click

from starlore.cli.output import report
from starlore.cli.place import data_folder, data_option, desk_maker, now_ms, plain_faults, store_in
from starlore.cli.words import say
from starlore.study.exchange import import_log, lines_of


@click.command("import", help=say("cli.import.help"), epilog=say("cli.import.example"))
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@data_option
def import_(file: Path, data: Path | None) -> None:
    """Take in a FILE made by export; rows already here are skipped."""
    with plain_faults():
        store = store_in(data_folder(data))
        try:
            with file.open("rb") as opened:
                import_log(desk_maker(store)(), lines_of(opened), now_ms())
        except OSError as fault:
            why = fault.strerror or str(fault)
            raise click.ClickException(
                say("cli.import.unreadable", file=str(file), why=why)
            ) from fault
        finally:
            store.close()
        report(say("cli.import.done"))
