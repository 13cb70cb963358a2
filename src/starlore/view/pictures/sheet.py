"""The sheet a picture is drawn on: its words, its digits, and the way its axis runs.

A text axis runs as the page reads: on a page from right to left the first word stands at the
right, and earlier lies right. A math axis runs from left to right in every language.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from markupsafe import Markup

from starlore.figures import Figure
from starlore.language import Catalogue, direction, show_list, show_number
from starlore.language.marks import page_marks
from starlore.view.svg import markup
from starlore.view.symbols import SIGNS, sign

NAMES = frozenset(SIGNS.values())
ORDINALS = ("first", "second", "third", "fourth")


@dataclass(frozen=True)
class Sheet:
    """One drawing's frame.

    Attributes:
        catalogue: the words and digits of the page.
        width: of the drawing, in user units. axis: "text" or "math".
        picture: the id of the figure, which its fields are named after.
    """

    catalogue: Catalogue
    width: float
    axis: str
    picture: str = ""

    @property
    def is_mirrored(self) -> bool:
        """The drawing runs from right to left."""
        return self.axis == "text" and direction(self.catalogue.tag) == "rtl"

    def x(self, x: float, width: float = 0) -> float:
        """Where something of a width stands that begins at x in reading order."""
        return self.width - x - width if self.is_mirrored else x

    def field(self, name: str) -> str:
        """What a number that can be changed is called in forms and addresses: its name on a page
        of several pictures. Where there is no figure it is called by its bare name.

        Example:
            >>> Sheet(Catalogue.load("en"), 100, "math", "shadow").field("key.0")
            'shadow.key.0'
        """
        return f"{self.picture}.{name}" if self.picture else name

    @property
    def times(self) -> str:
        """The sign between two factors."""
        return page_marks(self.catalogue.tag).times

    def say(self, word: str) -> str:
        """A word of the pictures."""
        return self.catalogue.say(f"picture.{word}")

    def number(self, figure: Figure) -> str:
        """A figure in the page's digits."""
        return _in_digits(figure.printed, self.catalogue.tag)

    def bracketed(self, figure: Figure) -> str:
        """A figure beside a sign: in brackets below zero."""
        shown = self.number(figure)
        return f"({shown})" if figure.value < 0 else shown

    def count(self, whole: int) -> str:
        """A whole number in the page's digits."""
        return _count(whole, self.catalogue.tag)

    def vector(self, figures: Iterable[Figure]) -> str:
        """Figures in brackets."""
        return _in_brackets(tuple(figure.printed for figure in figures), self.catalogue.tag)

    def who(self, name: str) -> str:
        """A place's name as it is spoken; one that is a number in the page's digits."""
        if name in NAMES:
            return self.catalogue.say(f"sign.{name}")
        return self.count(int(name)) if name.isdecimal() else name

    def who_html(self, name: str, is_named: bool) -> Markup:
        """A place's name in a table: a sign, with its word beside it or in its place."""
        if name not in NAMES:
            return markup("<bdi>{}</bdi>", self.who(name))
        if is_named:
            drawn = sign(name, self.catalogue, spoken=False)
            return markup('{} <span class="spoken">{}</span>', drawn, self.who(name))
        return sign(name, self.catalogue)

    def who_svg(self, name: str, x: float, y: float, size: float) -> Markup:
        """A place's name in a drawing, its corner at a place: a sign, or its word."""
        if name in NAMES:
            return used(name, x, y, size)
        return markup(
            '<text x="{:.1f}" y="{:.1f}" class="t-mid">{}</text>',
            x + size / 2,
            y + size * 0.8,
            self.who(name),
        )


def used(name: str, x: float, y: float, size: float, classes: str = "") -> Markup:
    """A sign of the sprite, its corner at a place."""
    return markup(
        '<use href="#{}" x="{:.1f}" y="{:.1f}" width="{}" height="{}"{}/>',
        name,
        x,
        y,
        size,
        size,
        markup(' class="{}"', classes) if classes else Markup(),
    )


def drawing(width: float, height: float, axis: str, alt: str, body: Markup) -> Markup:
    """A drawing with its sentence. What does not run as a text does begins at the left everywhere,
    its words too."""
    turned = Markup(' direction="ltr"') if axis == "math" else Markup()
    return markup(
        '<svg viewBox="0 0 {:.0f} {:.0f}" width="{:.0f}" role="img" data-axis="{}"{} '
        'aria-label="{}">{}</svg>',
        width,
        height,
        width,
        axis,
        turned,
        alt,
        body,
    )


@lru_cache(maxsize=4096)
def _in_digits(printed: str, language: str) -> str:
    """A number in a page's digits; the same few come again and again."""
    return show_number(printed, language)


@lru_cache(maxsize=256)
def _count(whole: int, language: str) -> str:
    """A whole number in a page's digits; most are places."""
    return _in_digits(Figure(whole).printed, language)


@lru_cache(maxsize=1024)
def _in_brackets(printed: tuple[str, ...], language: str) -> str:
    """Numbers in a page's digits and brackets."""
    return show_list(printed, language)


@lru_cache(maxsize=4096)
def bdi(shown: str) -> Markup:
    """A number or tuple in a table; the same few come again and again."""
    return markup('<bdi dir="ltr">{}</bdi>', shown)


def pulled(sheet: Sheet, name: str, what: Markup | str, element: str = "g") -> Markup:
    """A part of a drawing by which a number is pulled: up, or as number lines run, for more."""
    return markup('<{0} class="handle" data-drag="{1}">{2}</{0}>', element, sheet.field(name), what)


def vector(sheet: Sheet, x: float, y: float, cells: tuple[Decimal, ...], name: str) -> Markup:
    """A vector whose every number can be dragged."""
    numbers = [sheet.number(Figure(cell)) for cell in cells]
    handles = [pulled(sheet, f"{name}.{at}", one, "tspan") for at, one in enumerate(numbers)]
    shown, first, *others = (sheet.vector(map(Figure, cells)), *numbers)
    inside = handles[0]
    if others:
        end = 1 + len(first)
        mark = shown[end : shown.index(others[0], end)]
        inside = markup("({})", Markup(mark).join(handles))
    return markup(
        '<text x="{:.1f}" y="{:.1f}" class="t-mid">'
        '<tspan direction="ltr" unicode-bidi="isolate">{}</tspan></text>',
        x,
        y,
        inside,
    )
