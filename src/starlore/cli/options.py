"""Options that several commands share, so that they mean and allow the same everywhere."""

from collections.abc import Callable
from typing import TypeVar

import click

from starlore.cli.words import say

Command = TypeVar("Command", bound=Callable[..., object])

LONGEST = 2**24
"""Places of the longest text that is asked about."""

WIDEST, WIDTH = 4096, 64
"""Numbers of a query at most, and if nothing else is said."""


class Whole(click.IntRange):
    """A whole number between two ends; what is none is told as such."""

    name = "whole number"


def width(words: str) -> Callable[[Command], Command]:
    """`--width`: how many numbers each query, key and value has.

    Args:
        words: id of what the command's help says of it.
    """
    return click.option(
        "--width", type=Whole(1, WIDEST), default=WIDTH, show_default=True, help=say(words)
    )
