"""Make the generated pages of the reference: `make docs`. They are English in every terminal."""

import importlib
import os
from pathlib import Path

import click

os.environ["LC_ALL"] = "C"
from starlore.cli.root import COMMANDS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "command-line.md"


def command_line() -> str:
    """Every command's own help, in the order of the list."""
    parts = ["# The command line", "", "Made from the commands' own help by `make docs`.", ""]
    parts += [
        "Exit codes: 0 done, 1 a fault was found or met, 2 the command was not understood.",
        "",
    ]
    for name in COMMANDS:
        module = importlib.import_module(f"starlore.cli.{'import_' if name == 'import' else name}")
        command: click.Command = getattr(module, "import_" if name == "import" else name)
        context = click.Context(
            command, info_name=f"starlore {name}", max_content_width=88, terminal_width=88
        )
        parts += [f"## `starlore {name}`", "", "```text", command.get_help(context), "```", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(command_line(), encoding="utf-8")
    print(f"{PAGE.relative_to(Path.cwd())} written")
