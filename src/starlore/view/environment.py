"""Pages from templates: the frame every page has, and the values it is filled with."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from starlore.language import Catalogue, direction
from starlore.view.links import Links
from starlore.view.symbols import symbols

SHEETS = ("css/tokens.css", "css/base.css", "css/parts.css", "css/watch.css", "css/pages.css")


@dataclass(frozen=True)
class Room:
    """One link of the head of the page."""

    name: str
    href: str
    key: str
    is_here: bool


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
        theme, motion, keys: the learner's settings.
    """

    language: str
    static: Callable[[str], str]
    here: str = ""
    lesson: str = ""
    lab: str = ""
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


def render(template: str, frame: Frame, **values: object) -> str:
    """Fill a page's template within its frame."""
    catalogue = frame.catalogue
    return (
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
