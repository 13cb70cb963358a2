"""`starlore rebuild`: the stars made again from the log."""

from pathlib import Path

import click

from starlore.cli.output import report
from starlore.cli.place import DATABASE, data_folder, data_option, plain_faults, store_in
from starlore.cli.words import say
from starlore.study.rebuilding import drifts, rebuild_all


@click.command(help=say("cli.rebuild.help"), epilog=say("cli.rebuild.example"))
@click.option("--check", is_flag=True, help=say("cli.rebuild.check"))
@data_option
def rebuild(check: bool, data: Path | None) -> None:
    """Make the stars again from the answer log, or prove that they agree with it."""
    with plain_faults():
        folder = data_folder(data)
        store = store_in(folder)
        try:
            made = 0
            for learner in store.learners():
                if check:
                    found = drifts(store, learner)
                    for drift in found:
                        click.echo(
                            say(
                                "cli.rebuild.drift",
                                star=drift.star,
                                stored=str(drift.stored),
                                rebuilt=str(drift.rebuilt),
                            )
                        )
                    if found:
                        raise click.ClickException(say("cli.rebuild.differ", n=len(found)))
                else:
                    made += rebuild_all(store, learner)
            database = str(folder / DATABASE)
            if check:
                click.echo(say("cli.rebuild.agree", data=database))
            else:
                report(say("cli.rebuild.made", n=made, data=database))
        finally:
            store.close()
