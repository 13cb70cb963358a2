"""Make the generated pages of the reference: `make docs`. They are English in every terminal."""

import os
from pathlib import Path

import click

os.environ["LC_ALL"] = "C"
from starlore.cli.root import COMMANDS, main

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "command-line.md"


def command_line() -> str:
    """Every command's own help, in the order of the list."""
    parts = ["# The command line", "", "Made from the commands' own help by `make docs`.", ""]
    parts += [
        "Exit codes: 0 done, 1 a fault was found or met, 2 the command was not understood.",
        "",
    ]
    starlore = click.Context(main, info_name="starlore", **main.context_settings)
    for name in COMMANDS:
        command = main.get_command(starlore, name)
        assert command is not None, name
        context = click.Context(
            command, starlore, info_name=name, max_content_width=88, terminal_width=88
        )
        parts += [f"## `starlore {name}`", "", "```text", command.get_help(context), "```", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(command_line(), encoding="utf-8")
    print(f"{PAGE.relative_to(Path.cwd())} written")
