"""Links and images that lead nowhere, and raw HTML, each with its line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it.token import Token

from starlore.lab.links import link_faults, read_link
from starlore.lab.state import Lab
from starlore.language import Catalogue
from starlore.lessons.fill import SLOT
from starlore.lessons.markup import TO_LAB, TO_LESSON, at_words, tokens
from starlore.lessons.model import Diagnostic, LessonText
from starlore.lessons.stretches import Stretch

FAR = ("http", "https", "mailto")


@dataclass(frozen=True)
class Leads:
    """Where a link in a lesson may lead.

    Attributes:
        parts: ids that a `#part` may name. folder: the lesson's; what a relative address means is
            looked up from here. lessons: that a `lesson:slug` may name.
        labs: that a `lab:slug` may name, each with the state in which it begins.
    """

    parts: frozenset[str]
    folder: Path
    lessons: tuple[str, ...]
    labs: Mapping[str, Lab] = field(default_factory=dict)

    @classmethod
    def of(
        cls, text: LessonText, folder: Path, lessons: tuple[str, ...], labs: Mapping[str, Lab]
    ) -> "Leads":
        """Those of a lesson's words in one language."""
        passages = [*text.parts.values(), *(words.stem for words in text.questions.values())]
        pictures = {block.id for passage in passages for block in passage.pictures if block.id}
        return cls(frozenset({*text.parts, *text.questions, *pictures}), folder, lessons, labs)


def markup_faults(stretch: Stretch, leads: Leads) -> Iterator[Diagnostic]:
    """Raw HTML, and links and images that lead nowhere."""
    masked = SLOT.sub(lambda slot: "x" * len(slot.group()), stretch.text)
    for token, line in tokens(masked, html=True):
        if token.type in ("html_block", "html_inline"):
            written = " ".join(token.content.split())[:40]
            hint = "pages take Markdown only; write < and > as words"
            yield at_words(stretch, line, token.content, "L205", f"raw HTML {written!r}", hint)
        elif token.type in ("link_open", "image"):
            address = str(token.attrGet("href" if token.type == "link_open" else "src") or "")
            if address.startswith(TO_LAB) and token.type == "link_open":
                yield from _lab_wrong(stretch, line, address, token, leads)
                continue
            reason, hint = _leads_wrong(address, token, leads)
            if reason:
                yield at_words(stretch, line, address, "L204", f"{address!r} {reason}", hint)


def _leads_wrong(address: str, token: Token, leads: Leads) -> tuple[str, str]:
    """Why an address leads wrong, and what to do; "" if it does not."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "is no address", ""
    is_image = token.type == "image"
    if address.startswith(TO_LESSON) and not is_image:
        return _no_lesson(address.removeprefix(TO_LESSON), token, leads.lessons)
    if parts.scheme or parts.netloc:
        if is_image:
            return "is an image from elsewhere; keep images in the lesson's folder", ""
        allowed = parts.scheme in FAR
        return "" if allowed else "leads out by a way that is not http, https or mailto", ""
    if not parts.path:
        return "" if parts.fragment in leads.parts else "names no part of this lesson", ""
    course = leads.folder.parent.resolve()
    try:
        target = (leads.folder / unquote(parts.path)).resolve()
        is_there = target.exists()
    except (OSError, ValueError, RuntimeError):  # too long, a null in it, links in a round
        return "is no address of a file", ""
    if parts.path.startswith("/") or not target.is_relative_to(course):
        return "leads out of the course", ""
    return "" if is_there else "leads to a file that is not there", ""


def _lab_wrong(
    stretch: Stretch, line: int, address: str, token: Token, leads: Leads
) -> Iterator[Diagnostic]:
    """Each reason why a link into a Lab leads wrong, in the Lab's own words."""
    if token.info == "auto":
        message, hint = f"{address!r} has no words to show", f"write [words]({address})"
        yield at_words(stretch, line, address, "L204", message, hint)
    for fault in link_faults(read_link(unquote(address)), leads.labs):
        message = f"{address!r}: {Catalogue.load('en').tell(fault)}"
        hint = "copy a link in the Lab, or see its fields in the reference"
        yield at_words(stretch, line, unquote(address), "L204", message, hint)


def _no_lesson(slug: str, token: Token, lessons: tuple[str, ...]) -> tuple[str, str]:
    """Why a link to another lesson leads nowhere, with the name that is nearest."""
    if token.info == "auto":
        return "has no words to show", f"write [words]({TO_LESSON}{slug})"
    if slug in lessons:
        return "", ""
    near = get_close_matches(slug, lessons, 1)
    hint = f"did you mean {TO_LESSON}{near[0]}?" if near else "name a lesson of course.toml"
    return "names no lesson of this course", hint
