"""What Markdown makes of a text, and whether its formulas can be read, each with its line."""

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from math_core import LatexError, LatexToMathML
from mdit_py_plugins.dollarmath import dollarmath_plugin

from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.fill import FillFault, fill
from starlore.lessons.stretches import Stretch
from starlore.message import Message

TO_LESSON = "lesson:"
"""How the address of a link begins that leads to another lesson: `[Softmax](lesson:softmax)`."""

TO_LAB = "lab:"
"""How the address of a link begins that leads into a Lab: `[Break it](lab:lookup#break)`."""

LONGEST_FORMULA = 1_000
"""Characters of a formula; one of many thousands could be nested deeper than its reader can go."""


def formula_faults(stretch: Stretch) -> Iterator[Diagnostic]:
    """Formulas that cannot be read once their values are filled in."""
    if "$" not in stretch.text:
        return
    try:
        filled = fill(stretch.text, stretch.values, stretch.language, stretch.bank, marks=False)
    except FillFault:
        return
    for token, line in tokens(filled, html=False):
        if token.type.startswith("math"):
            if len(token.content) > LONGEST_FORMULA:
                message = Message("check.formula.long", most=LONGEST_FORMULA)
                yield at_words(stretch, line, token.content[:40], "L206", message)
                continue
            try:
                LatexToMathML().convert_with_local_state(token.content, displaystyle=False)
            except LatexError as fault:
                formula = token.content.strip()[:60]
                unread = {"formula": formula, "why": _reason(fault)}
                message = Message("check.formula.unread", **unread)
                yield at_words(stretch, line, token.content, "L206", message)


def tokens(text: str, html: bool) -> Iterator[tuple[Token, int]]:
    """Every token, inline ones too, with the line of its block, from 0."""
    for token in _reader(html).parse(text):
        line = token.map[0] if token.map else 0
        yield token, line
        for child in token.children or ():
            yield child, line


@cache
def _reader(html: bool) -> MarkdownIt:
    """CommonMark with formulas; with `html` on, raw HTML and every link shows itself as such."""
    reader = MarkdownIt("commonmark", {"html": html})
    reader.use(dollarmath_plugin, double_inline=True)
    reader.validateLink = _any_address  # type: ignore[method-assign]
    return reader


def _any_address(url: str) -> bool:
    """Let every address through: which of them may stand is told in words."""
    return bool(url)


def at_words(
    stretch: Stretch,
    line: int,
    sought: str,
    code: str,
    message: Message,
    hint: Message | None = None,
) -> Diagnostic:
    """A fault where the sought words stand, or at the line of their block."""
    start = sum(len(one) + 1 for one in stretch.text.split("\n")[:line])
    place = stretch.text.find(sought, start) if sought else -1
    return stretch.fault(place if place >= 0 else start, code, message, hint)


def _reason(fault: LatexError) -> str:
    """The reader's own words, without colours and drawing."""
    bare = re.sub(r"\x1b\[[0-9;]*m", "", str(fault)).strip()
    return bare.split("\n")[0].removeprefix("Error:").strip().rstrip(".")
