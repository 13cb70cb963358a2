"""What click says by itself, in the language of the terminal; and its help from right to left.

click asks gettext for its words, in the domain every program has if it names none. `locales/<tag>/`
holds them for each language but English, made of the catalogue by `python -m tools.clicks`
(decisions/0030). What click does not ask gettext for, its commands are told here.
"""

import gettext
import os
import re
from collections.abc import Iterable
from pathlib import Path

import click

from starlore.cli.words import language, say
from starlore.language import direction, letters_of, plain_tag
from starlore.language.isolate import END, LEFT_TO_RIGHT

DOMAIN = "messages"
LOCALES = Path(__file__).resolve().parent.parent / "language" / "locales"

_RUN = r"[^\u0590-\u08ff\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff«»]+"
"""Signs that no script from right to left has; `re` compiles this once help needs it."""
_BREAK = r"((?<=[.;:])\s+|\s{2,})"
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))


def spoken(tag: str) -> Path:
    """Where click's words lie in a language, if it has any."""
    return LOCALES / tag / "LC_MESSAGES" / f"{DOMAIN}.mo"


def speak() -> None:
    """Have click speak the language of the terminal; English is what it speaks by itself.

    gettext would rather obey $LANGUAGE than the variables that the other words go by, so this
    process sets it, as the manual of gettext advises a program that chooses its language itself.
    """
    tag = plain_tag(language())
    if spoken(tag).is_file():
        os.environ["LANGUAGE"] = tag
        gettext.bindtextdomain(DOMAIN, str(LOCALES))


def dressed(command: click.Command) -> click.Command:
    """The command with the words that click does not ask gettext for."""
    command.context_class = Context
    command.options_metavar = say("cli.metavar.options")
    for option in command.params:
        if isinstance(option, click.Option) and option.type is click.STRING:
            option.metavar = option.metavar or say("cli.metavar.text")
    return command


class Help(click.HelpFormatter):
    """Help whose columns stand in line, and whose options and examples run from left to right."""

    def write(self, string: str) -> None:
        """Add text, the Latin runs of its lines isolated."""
        super().write("\n".join(map(left_to_right, string.split("\n"))))

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how the command is used, as it is typed."""
        super().write_usage(f"{LEFT_TO_RIGHT}{prog}", f"{args}{END}", prefix)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write terms with what each means, in two columns measured by what is seen of them."""
        rows = list(rows)
        edge = min(max(letters_of(term) for term, _ in rows), col_max) + col_spacing
        indent, next_line = " " * self.current_indent, " " * (self.current_indent + edge)
        for term, meaning in rows:
            lines = click.wrap_text(
                meaning, max(self.width - edge - 2, 10), preserve_paragraphs=True
            ).splitlines()
            gap = edge - letters_of(term)
            begun = f"{indent}{LEFT_TO_RIGHT}{term}{END}"
            if gap >= col_spacing and lines:
                begun += " " * gap + left_to_right(lines.pop(0))
            self.write("\n".join([begun, *(next_line + line for line in lines), ""]))


class Context(click.Context):
    """Where a command runs; its help can be read in the language's direction."""

    formatter_class = Help if direction(language()) == "rtl" else click.HelpFormatter


def left_to_right(line: str) -> str:
    """A line with its options, paths and examples isolated; plain words and numbers need none.

    Where an isolate would end with the line it is left to do so by itself: what is copied from an
    example has no sign behind it that a shell would take for a part of the last word.

    Example:
        >>> left_to_right("بی --stills و lookup").replace(LEFT_TO_RIGHT, "<").replace(END, ">")
        'بی <--stills> و lookup'
        >>> left_to_right("نمونه: starlore rebuild --check").replace(LEFT_TO_RIGHT, "<")
        'نمونه: <starlore rebuild --check'
    """
    if LEFT_TO_RIGHT in line or re.fullmatch(_RUN, line):
        return line
    return re.sub(_RUN, _isolated, line).removesuffix(END)


def _isolated(run: re.Match[str]) -> str:
    """A run of Latin signs, each part of it isolated where it is more than plain words."""
    return "".join(map(_part_isolated, re.split(_BREAK, run.group())))


def _part_isolated(part: str) -> str:
    typed = part.strip().rstrip(".,:;!")
    for opening, closing in _PAIRS:
        if typed.endswith(closing) and typed.count(closing) > typed.count(opening):
            typed = typed[:-1]
        if typed.startswith(opening) and typed.count(opening) > typed.count(closing):
            typed = typed[1:]
    if typed.replace(" ", "").isalnum() or not re.search(r"\w", typed):
        return part
    return part.replace(typed, f"{LEFT_TO_RIGHT}{typed}{END}")
