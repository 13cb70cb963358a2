"""`starlore erase`: a learner gone."""

from pathlib import Path

import click

from starlore.cli.output import report
from starlore.cli.place import DATABASE, data_folder, data_option, now_ms, plain_faults, store_in
from starlore.cli.words import say


@click.command(help=say("cli.erase.help"), epilog=say("cli.erase.example"))
@click.option("--yes", is_flag=True, help=say("cli.erase.yes"))
@data_option
def erase(yes: bool, data: Path | None) -> None:
    """Erase the learner's answers and sky. Export first if you may want them back."""
    with plain_faults():
        store = store_in(data_folder(data))
        try:
            if not yes:
                click.confirm(say("cli.erase.sure"), abort=True)
            now = now_ms()
            erasure = store.erase(store.local_learner(now), now)
            report(say("cli.erase.done", rows=erasure.rows))
            if not erasure.is_wiped:
                journal = str(data_folder(data) / f"{DATABASE}-wal")
                raise click.ClickException(say("cli.erase.not-wiped", file=journal))
        finally:
            store.close()
