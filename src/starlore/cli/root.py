"""`starlore`: the group of commands. With none it serves and opens the browser."""

import importlib
from typing import Any

import click

from starlore import __version__
from starlore.cli.clicks import Context, dressed, speak
from starlore.cli.output import arrives, hangs_up, without_commands
from starlore.cli.words import say

COMMANDS = (
    *("serve", "head", "attend", "cost", "recall", "bench", "check", "watch", "print"),
    *("rebuild", "export", "import", "erase", "doctor"),
)

speak()  # before the first option is declared, for its help is said then


class Lazy(click.Group):
    """Commands loaded when they are used, so that `starlore head` starts without the web."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the tuple above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, loaded now."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"starlore.cli.{_module(cmd_name)}")
        command: click.Command = getattr(module, _module(cmd_name))
        return dressed(command)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command asked for; what it prints arrives, or a sentence says why not."""
        with arrives():
            return super().main(*args, **kwargs)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the words of the command; its help may meet a reader who has gone away."""
        with hangs_up(), without_commands():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, before click makes a plain fault of a reader who has gone away."""
        with hangs_up(), without_commands():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section(say("cli.root.commands")):
            formatter.write_dl([(name, say(f"cli.{name}.short")) for name in COMMANDS])


def _module(name: str) -> str:
    return f"{name}_" if name in ("import", "print") else name


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    options_metavar=say("cli.metavar.options"),
    subcommand_metavar=say("cli.metavar.command"),
    help=say("cli.root.help"),
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=say("cli.root.example"),
)
@click.version_option(__version__, prog_name="starlore")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Lessons that compute. Without a command: serve the app and open the browser."""
    if ctx.invoked_subcommand is None:
        from starlore.cli.serve import serve

        ctx.invoke(serve)
