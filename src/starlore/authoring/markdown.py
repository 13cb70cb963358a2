"""Links and images that lead nowhere, and raw HTML, each with its line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it.token import Token

from starlore.lab.links import link_faults, read_link
from starlore.lab.state import Lab
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.fill import SLOT
from starlore.lessons.markup import TO_LAB, TO_LESSON, at_words, tokens
from starlore.lessons.model import LessonText
from starlore.lessons.stretches import Stretch
from starlore.message import Message

Fault = tuple[Message, Message | None]
"""What is wrong, and what to do where that is known."""

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
            message, hint = (
                Message("check.link.html", written=written),
                Message("check.link.markdown"),
            )
            yield at_words(stretch, line, token.content, "L205", message, hint)
        elif token.type in ("link_open", "image"):
            address = str(token.attrGet("href" if token.type == "link_open" else "src") or "")
            if address.startswith(TO_LAB) and token.type == "link_open":
                yield from _lab_wrong(stretch, line, address, token, leads)
                continue
            for message, mends in _leads_wrong(address, token, leads):
                yield at_words(stretch, line, address, "L204", message, mends)


def _leads_wrong(address: str, token: Token, leads: Leads) -> Iterator[Fault]:
    """Why an address leads wrong; nothing if it does not."""
    if address.startswith(TO_LESSON) and token.type != "image":
        yield from _no_lesson(address, token, leads.lessons)
        return
    wrong = _wrong_way(address, token.type == "image", leads)
    if wrong:
        yield Message(f"check.link.{wrong}", address=address), None


def _wrong_way(address: str, is_image: bool, leads: Leads) -> str:
    """Which message says why an address, but a lesson's, leads wrong; "" if it does not."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "no-address"
    if parts.scheme or parts.netloc:
        if is_image:
            return "far-image"
        return "" if parts.scheme in FAR else "far"
    if not parts.path:
        return "" if parts.fragment in leads.parts else "no-part"
    course = leads.folder.parent.resolve()
    try:
        target = (leads.folder / unquote(parts.path)).resolve()
        is_there = target.exists()
    except (OSError, ValueError, RuntimeError):  # too long, a null in it, links in a round
        return "no-file"
    if parts.path.startswith("/") or not target.is_relative_to(course):
        return "out"
    return "" if is_there else "dangling"


def _lab_wrong(
    stretch: Stretch, line: int, address: str, token: Token, leads: Leads
) -> Iterator[Diagnostic]:
    """Each reason why a link into a Lab leads wrong, in the Lab's own words."""
    if token.info == "auto":
        message, mends = _wordless(address)
        yield at_words(stretch, line, address, "L204", message, mends)
    for fault in link_faults(read_link(unquote(address)), leads.labs):
        message = Message("check.link.lab", address=address, said=fault.message)
        hint = Message("check.link.lab-hint")
        yield at_words(stretch, line, unquote(address), "L204", message, hint)


def _no_lesson(address: str, token: Token, lessons: tuple[str, ...]) -> Iterator[Fault]:
    """Why a link to another lesson leads nowhere, with the name that is nearest."""
    slug = address.removeprefix(TO_LESSON)
    if token.info == "auto":
        yield _wordless(address)
    elif slug not in lessons:
        near = get_close_matches(slug, lessons, 1)
        hint = Message("check.link.name-one")
        if near:
            hint = Message("check.link.near", address=f"{TO_LESSON}{near[0]}")
        yield Message("check.link.no-lesson", address=address), hint


def _wordless(address: str) -> Fault:
    """A bare address where the page should have words."""
    hint = Message("check.hint.write", code=f"[words]({address})")
    return Message("check.link.wordless", address=address), hint
