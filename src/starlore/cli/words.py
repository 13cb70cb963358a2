"""What the commands say: messages of the catalogues, in the language of the terminal."""

import os
from collections.abc import Mapping
from functools import cache

from starlore.language.catalogue import Catalogue, Value, nearest

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal names its language; the first that is set counts."""


def say(message_id: str, /, **values: Value) -> str:
    """A message with its values filled in."""
    return _words().say(message_id, **values)


def tell(fault: Exception) -> str:
    """What went wrong, as a sentence."""
    return _words().tell(fault)


def language() -> str:
    """The tag of the language that is said in: the terminal's, if there is a catalogue of it."""
    return _words().tag


def terminal_language(environ: Mapping[str, str]) -> str:
    """The language tag a terminal asks for; English where it names none.

    Example:
        >>> terminal_language({"LANG": "fa_IR.UTF-8"}), terminal_language({"LC_ALL": "C"})
        ('fa-IR', 'C')
        >>> terminal_language({"LC_ALL": "", "LC_MESSAGES": "de@euro", "LANG": "fa"})
        'de'
    """
    named = next((environ[name] for name in VARIABLES if environ.get(name)), "en")
    return named.partition(".")[0].partition("@")[0].replace("_", "-")


@cache
def _words() -> Catalogue:
    """The catalogue of the terminal's language, or English where there is none."""
    return nearest(terminal_language(os.environ))
