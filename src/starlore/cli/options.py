"""Options that several commands share, so that they mean and allow the same everywhere."""

import os
from collections.abc import Callable
from typing import TypeVar

import click

from starlore.cli.words import say, terminal_language

Command = TypeVar("Command", bound=Callable[..., object])

LONGEST = 2**24
"""Places of the longest text that is asked about."""

WIDEST, WIDTH = 4096, 64
"""Numbers of a query at most, and if nothing else is said."""


class Whole(click.IntRange):
    """A whole number between two ends; what is none is told as such."""

    name = say("cli.metavar.whole")


def width(words: str) -> Callable[[Command], Command]:
    """`--width`: how many numbers each query, key and value has.

    Args:
        words: id of what the command's help says of it.
    """
    return click.option(
        "--width", type=Whole(1, WIDEST), default=WIDTH, show_default=True, help=say(words)
    )


def language(words: str) -> Callable[[Command], Command]:
    """`--language`: what is written in; if nothing is said, the terminal's, if it is spoken here.

    Args:
        words: id of what the command's help says of it.
    """
    return click.option(
        "--language", metavar=say("cli.metavar.language"), callback=_spoken, help=say(words)
    )


def _spoken(context: click.Context, option: click.Parameter, wanted: str | None) -> str:
    """The language to write in.

    Raises:
        BadParameter: if one is asked for that is not there.
    """
    from starlore.language import languages, plain_tag

    spoken = languages()
    if wanted is None:
        own = terminal_language(os.environ).partition("-")[0]
        return own if own in spoken else spoken[0]
    if plain_tag(wanted) not in spoken:
        told = say("cli.output.no-language", language=wanted, known=", ".join(spoken))
        raise click.BadParameter(told, ctx=context, param=option)
    return wanted
