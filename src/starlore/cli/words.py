"""What the commands say: messages of the catalogues, in the language of the terminal."""

import os
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from starlore.errors import StarloreError, Worded
from starlore.language.catalogue import Catalogue, Value, nearest
from starlore.language.marks import LATIN, TRUE_MINUS, page_marks
from starlore.message import Message

if TYPE_CHECKING:
    from starlore.lessons.diagnostics import Diagnostic

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal names its language; the first that is set counts."""

_BREAKS = {ord(sign): "\u240a" for sign in "\n\u2028\u2029"} | {9: "\u2409"}
"""What a line breaks at, and the tab: each by the sign that names it."""


def say(message_id: str, /, **values: Value) -> str:
    """A message with its values filled in, each on one line."""
    return _words().say(message_id, **{name: _one_line(value) for name, value in values.items()})


def tell(fault: Exception | Message) -> str:
    """What went wrong, as a sentence; the engine's own are English, and said to be."""
    told = str(_one_line(_words().tell(fault)))
    is_own = isinstance(fault, StarloreError) and not isinstance(fault, Worded)
    return say("cli.engine", why=told) if is_own else told


def line(fault: "Diagnostic") -> str:
    """What is wrong in an author's file, on one line with its place."""
    return fault.told(_words())


def numeral(text: str) -> str:
    """A number as code formats it, in the digits and marks of the terminal's language."""
    return in_marks(text, _words().tag)


def in_marks(text: str, tag: str) -> str:
    """A number as code formats it, in the digits and marks of a page.

    Example:
        >>> in_marks("32,896", "en"), in_marks("-1,024.5", "fa"), in_marks("50.2%", "fa")
        ('32,896', '−۱٬۰۲۴٫۵', '۵۰٫۲٪')
    """
    page = page_marks(tag)
    if page.digits == LATIN:
        return text
    signs = {",": page.group, ".": page.decimal, "-": TRUE_MINUS, "%": "\u066a"}
    return text.translate({**page.digits_for, **{ord(one): sign for one, sign in signs.items()}})


def _one_line(value: Value) -> Value:
    """A value without line breaks and tabs, which a file's name may have: a sign stands for each.

    Example:
        >>> _one_line("one\\ntwo"), _one_line(2)
        ('one␊two', 2)
    """
    return value.translate(_BREAKS) if isinstance(value, str) else value


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
