"""Links and images that lead nowhere, and raw HTML, each with its line."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from starlore.lessons.fill import SLOT
from starlore.lessons.markup import at_words, tokens
from starlore.lessons.model import Diagnostic, LessonText
from starlore.lessons.stretches import Stretch

FAR = ("http", "https", "mailto")


def markup_faults(stretch: Stretch, anchors: frozenset[str], folder: Path) -> Iterator[Diagnostic]:
    """Raw HTML, and links and images that lead nowhere.

    Args:
        stretch: the text. anchors: ids that a `#part` may name.
        folder: the lesson's; what a relative address means is looked up from here.
    """
    masked = SLOT.sub(lambda slot: "x" * len(slot.group()), stretch.text)
    for token, line in tokens(masked, html=True):
        if token.type in ("html_block", "html_inline"):
            written = " ".join(token.content.split())[:40]
            hint = "pages take Markdown only; write < and > as words"
            yield at_words(stretch, line, token.content, "L205", f"raw HTML {written!r}", hint)
        elif token.type in ("link_open", "image"):
            address = str(token.attrGet("href" if token.type == "link_open" else "src") or "")
            reason = _leads_wrong(address, token.type == "image", anchors, folder)
            if reason:
                yield at_words(stretch, line, address, "L204", f"{address!r} {reason}")


def anchors_of(text: LessonText) -> frozenset[str]:
    """The ids that a link inside the lesson may name."""
    passages = [*text.parts.values(), *(words.stem for words in text.questions.values())]
    pictures = {block.id for passage in passages for block in passage.pictures if block.id}
    return frozenset({*text.parts, *text.questions, *pictures})


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
    try:
        target = (folder / unquote(parts.path)).resolve()
        is_there = target.exists()
    except (OSError, ValueError, RuntimeError):  # too long, a null in it, links in a round
        return "is no address of a file"
    if parts.path.startswith("/") or not target.is_relative_to(course):
        return "leads out of the course"
    return "" if is_there else "leads to a file that is not there"
