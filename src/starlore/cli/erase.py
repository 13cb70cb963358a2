"""`starlore erase`: a learner gone."""

from pathlib import Path

import click

from starlore.cli.place import data_folder, data_option, now_ms, plain_faults, store_in


@click.command(epilog="Example: starlore export -o sky.jsonl && starlore erase --yes")
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option
def erase(yes: bool, data: Path | None) -> None:
    """Erase the learner's answers and sky. Export first if you may want them back."""
    with plain_faults():
        store = store_in(data_folder(data))
        try:
            if not yes:
                click.confirm("Erase all answers and the whole sky?", abort=True)
            rows = store.erase(store.local_learner(now_ms()))
            click.echo(f"erased: {rows} rows")
        finally:
            store.close()
