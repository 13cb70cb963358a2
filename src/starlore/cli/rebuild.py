"""`starlore rebuild`: the stars made again from the log."""

from pathlib import Path

import click

from starlore.cli.place import data_folder, data_option, plain_faults, store_in
from starlore.study.rebuilding import drifts, rebuild_all


@click.command(epilog="Example: starlore rebuild --check")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where stored stars differ.")
@data_option
def rebuild(check: bool, data: Path | None) -> None:
    """Make the stars again from the answer log, or prove that they agree with it."""
    with plain_faults():
        store = store_in(data_folder(data))
        try:
            for learner in store.learners():
                if check:
                    found = drifts(store, learner)
                    for drift in found:
                        click.echo(f"{drift.star}: stored {drift.stored}, rebuilt {drift.rebuilt}")
                    if found:
                        raise click.ClickException(
                            f"{len(found)} stars differ from the log; starlore rebuild mends them"
                        )
                else:
                    click.echo(f"{rebuild_all(store, learner)} stars made from the log")
            if check:
                click.echo("the stars agree with the log")
        finally:
            store.close()
