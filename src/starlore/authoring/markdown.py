"""What Markdown makes of a text: links, images, raw HTML and formulas, each with its line."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from math_core import LatexError, LatexToMathML
from mdit_py_plugins.dollarmath import dollarmath_plugin

from starlore.authoring.stretches import Stretch
from starlore.lessons.fill import SLOT, FillFault, fill
from starlore.lessons.model import Diagnostic

FAR = ("http", "https", "mailto")


def markup_faults(stretch: Stretch, anchors: frozenset[str], folder: Path) -> Iterator[Diagnostic]:
    """Raw HTML, and links and images that lead nowhere.

    Args:
        stretch: the text. anchors: ids that a `#part` may name.
        folder: the lesson's; what a relative address means is looked up from here.
    """
    masked = SLOT.sub(lambda slot: "x" * len(slot.group()), stretch.text)
    for token, line in _tokens(masked, html=True):
        if token.type in ("html_block", "html_inline"):
            written = " ".join(token.content.split())[:40]
            hint = "pages take Markdown only; write < and > as words"
            yield _at(stretch, line, token.content, "L205", f"raw HTML {written!r}", hint)
        elif token.type in ("link_open", "image"):
            address = str(token.attrGet("href" if token.type == "link_open" else "src") or "")
            reason = _leads_wrong(address, token.type == "image", anchors, folder)
            if reason:
                yield _at(stretch, line, address, "L204", f"{address!r} {reason}")


def formula_faults(stretch: Stretch) -> Iterator[Diagnostic]:
    """Formulas that cannot be read once their values are filled in."""
    if "$" not in stretch.text:
        return
    try:
        filled = fill(stretch.text, stretch.values, stretch.language, stretch.bank, marks=False)
    except FillFault:
        return
    for token, line in _tokens(filled, html=False):
        if token.type.startswith("math"):
            try:
                LatexToMathML().convert_with_local_state(token.content, displaystyle=False)
            except LatexError as fault:
                formula = token.content.strip()[:60]
                message = f"the formula {formula!r} cannot be read: {_reason(fault)}"
                yield _at(stretch, line, token.content, "L206", message)


def _tokens(text: str, html: bool) -> Iterator[tuple[Token, int]]:
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


def _at(
    stretch: Stretch, line: int, sought: str, code: str, message: str, hint: str = ""
) -> Diagnostic:
    """A fault where the sought words stand, or at the line of their block."""
    start = sum(len(one) + 1 for one in stretch.text.split("\n")[:line])
    place = stretch.text.find(sought, start) if sought else -1
    return stretch.fault(place if place >= 0 else start, code, message, hint)


def _leads_wrong(address: str, is_image: bool, anchors: frozenset[str], folder: Path) -> str:
    """Why an address leads wrong; "" if it does not."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "is no address"
    if parts.scheme or parts.netloc:
        if is_image:
            return "is an image from elsewhere; keep images in the lesson's folder"
        allowed = parts.scheme in FAR
        return "" if allowed else "leads out by a way that is not http, https or mailto"
    if not parts.path:
        return "" if parts.fragment in anchors else "names no part of this lesson"
    course = folder.parent.resolve()
    target = (folder / unquote(parts.path)).resolve()
    if parts.path.startswith("/") or not target.is_relative_to(course):
        return "leads out of the course"
    return "" if target.exists() else "leads to a file that is not there"


def _reason(fault: LatexError) -> str:
    """The reader's own words, without colours and drawing."""
    bare = re.sub(r"\x1b\[[0-9;]*m", "", str(fault)).strip()
    return bare.split("\n")[0].removeprefix("Error:").strip().rstrip(".")
