"""Pages from templates: the frame every page has, and the values it is filled with."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from starlore.language import Catalogue, direction, languages, own_name, plain_tag
from starlore.language.catalogue import SOURCE, SPOKEN, UNSPOKEN
from starlore.view.links import Links
from starlore.view.symbols import symbols

_TAGS = re.compile("(<[^>]*>)")
_UNSPOKEN = re.compile(f"{UNSPOKEN}([^{UNSPOKEN}{SPOKEN}]*){SPOKEN}")
_TEXT_ONLY = ("<title", "<option", "<textarea")
"""Elements that hold no others."""

SHEETS = ("css/tokens.css", "css/base.css", "css/parts.css", "css/watch.css", "css/pages.css")


@dataclass(frozen=True)
class Room:
    """One link of the head of the page."""

    name: str
    href: str
    key: str
    is_here: bool


@dataclass(frozen=True)
class Tongue:
    """A language that pages can be had in."""

    tag: str
    direction: str
    name: str


@dataclass(frozen=True)
class Action:
    """A button that changes something."""

    name: str
    href: str


@dataclass(frozen=True)
class Notice:
    """One sentence at the head of a page, with what can be done about it."""

    text: str
    action: Action | None = None


@dataclass(frozen=True)
class Frame:
    """What every page has around its own part.

    Attributes:
        language: tag of the page. static: gives the address of a static file.
        here: "sky", "lesson", "review", "lab", "map" or "".
        lesson, lab: slugs that the rooms "Lesson" and "Lab" lead to, "" where there is none.
        address: of the page behind its language, for a reader who wants another one.
        theme, motion, keys: the learner's settings.
    """

    language: str
    static: Callable[[str], str]
    here: str = ""
    lesson: str = ""
    lab: str = ""
    address: str = ""
    theme: str = "system"
    motion: str = "system"
    keys: bool = True
    notice: Notice | None = None

    @property
    def catalogue(self) -> Catalogue:
        """The words of the page."""
        return Catalogue.load(self.language)

    @property
    def links(self) -> Links:
        """The addresses of the page's language."""
        return Links(self.language)

    @property
    def direction(self) -> str:
        """Which way the page runs."""
        return direction(self.language)

    @property
    def tag(self) -> str:
        """The page's language, whatever its digits."""
        return plain_tag(self.language)

    @property
    def tongues(self) -> tuple[Tongue, ...]:
        """The other languages the page can be had in, each in its own name."""
        return tuple(
            Tongue(tag, direction(tag), own_name(tag)) for tag in languages() if tag != self.tag
        )

    @property
    def sheets(self) -> tuple[str, ...]:
        """The style sheets, in the order of their layers."""
        return SHEETS

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The links of the head; a room that is not there is not shown."""
        say, links = self.catalogue.say, self.links
        rooms = [Room(say("app.sky"), links.sky(), "s", self.here == "sky")]
        if self.lesson:
            href = links.lesson(self.lesson)
            rooms.append(Room(say("app.lesson"), href, "l", self.here == "lesson"))
        rooms.append(Room(say("app.review"), links.review(), "r", self.here == "review"))
        if self.lab:
            rooms.append(Room(say("app.lab"), links.lab(self.lab), "b", self.here == "lab"))
        rooms.append(Room(say("app.map"), links.map(), "m", self.here == "map"))
        return tuple(rooms)


@cache
def environment() -> Environment:
    """Templates with autoescape; a name that is not filled is an error, never a blank."""
    return Environment(
        loader=PackageLoader("starlore.view"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def marked(html: str) -> str:
    """HTML in which messages that the page's catalogue lacks are marked as English.

    Example:
        >>> marked(f"<p>{UNSPOKEN}Hint{SPOKEN}</p>")
        '<p><span lang="en" dir="ltr">Hint</span></p>'
    """
    if UNSPOKEN not in html:
        return html
    parts = _TAGS.split(html)
    for i in range(2, len(parts), 2):
        if parts[i - 1].startswith(_TEXT_ONLY):
            continue
        element = "tspan" if parts[i - 1].startswith(("<text", "<tspan")) else "span"
        opened = f'<{element} lang="{SOURCE}" dir="ltr">'
        parts[i] = _UNSPOKEN.sub(rf"{opened}\1</{element}>", parts[i])
    return "".join(parts)


def render(template: str, frame: Frame, **values: object) -> str:
    """Fill a page's template within its frame."""
    catalogue = frame.catalogue
    return marked(
        environment()
        .get_template(template)
        .render(
            page=frame,
            say=catalogue.say,
            links=frame.links,
            static=frame.static,
            symbols=symbols,
            **values,
        )
    )
