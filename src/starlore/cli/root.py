"""`starlore`: the group of commands. With none it serves and opens the browser."""

import importlib

import click

from starlore import __version__

COMMANDS = {
    "serve": "Serve the app on this machine.",
    "head": "Work out one attention head by hand, line by line.",
    "check": "Check a course and say what is wrong, where, and what to do.",
    "rebuild": "Make the stars again from the answer log, or prove that they agree with it.",
    "export": "Write everything of the learner as JSON lines.",
    "import": "Take in a file made by export.",
    "erase": "Erase the learner's answers and sky.",
    "doctor": "Tell versions, folders, the state of the database and the clock.",
}


class Lazy(click.Group):
    """Commands loaded when they are used, so that `starlore head` starts without the web."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the list above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, loaded now."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"starlore.cli.{_module(cmd_name)}")
        command: click.Command = getattr(module, _module(cmd_name))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _module(name: str) -> str:
    return "import_" if name == "import" else name


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: starlore serve --port 8500 --no-browser",
)
@click.version_option(__version__, prog_name="starlore")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Lessons that compute. Without a command: serve the app and open the browser."""
    if ctx.invoked_subcommand is None:
        from starlore.cli.serve import serve

        ctx.invoke(serve)
