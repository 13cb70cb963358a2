"""Options that commands share mean and allow the same everywhere."""

import click
import pytest

from starlore.cli import main
from starlore.cli.options import WIDEST, WIDTH, Whole


@pytest.mark.parametrize("name", ["attend", "cost"])
def test_the_width_is_the_same_option_of_both(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    (width,) = (one for one in command.params if one.name == "width")
    assert isinstance(width.type, Whole)
    assert (width.type.min, width.type.max, width.default) == (1, WIDEST, WIDTH)


def test_whatever_is_no_whole_number_is_told_so_by_every_command() -> None:
    for name in main.list_commands(click.Context(main)):
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for one in command.params:
            if isinstance(one.type, click.IntRange):
                assert isinstance(one.type, Whole), f"{name} {one.name}"
