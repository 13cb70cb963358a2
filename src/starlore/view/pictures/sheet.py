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
from starlore.view.symbols import SIGNS, sign

NAMES = frozenset(SIGNS.values())
ORDINALS = ("first", "second", "third", "fourth")


@dataclass(frozen=True)
class Sheet:
    """One drawing's frame.

    Attributes:
        catalogue: the words and digits of the page.
        width: of the drawing, in user units. axis: "text" or "math".
    """

    catalogue: Catalogue
    width: float
    axis: str

    @property
    def is_mirrored(self) -> bool:
        """The drawing runs from right to left."""
        return self.axis == "text" and direction(self.catalogue.tag) == "rtl"

    def x(self, x: float, width: float = 0) -> float:
        """Where something of a width stands that begins at x in reading order."""
        return self.width - x - width if self.is_mirrored else x

    def say(self, word: str) -> str:
        """A word of the pictures."""
        return self.catalogue.say(f"picture.{word}")

    def number(self, figure: Figure) -> str:
        """A figure in the page's digits."""
        return show_number(figure.printed, self.catalogue.tag)

    def bracketed(self, figure: Figure) -> str:
        """A figure beside a sign: in brackets below zero."""
        shown = self.number(figure)
        return f"({shown})" if figure.value < 0 else shown

    def count(self, whole: int) -> str:
        """A whole number in the page's digits."""
        return self.number(Figure(whole))

    def vector(self, figures: Iterable[Figure]) -> str:
        """Figures in brackets."""
        return show_list([figure.printed for figure in figures], self.catalogue.tag)

    def who(self, name: str) -> str:
        """A place's name as it is spoken."""
        return self.catalogue.say(f"sign.{name}") if name in NAMES else name

    def who_html(self, name: str, is_named: bool) -> Markup:
        """A place's name in a table: a sign, with its word beside it or in its place."""
        if name not in NAMES:
            return Markup("<bdi>{}</bdi>").format(name)
        if is_named:
            drawn = sign(name, self.catalogue, spoken=False)
            return Markup('{} <span class="spoken">{}</span>').format(drawn, self.who(name))
        return sign(name, self.catalogue)

    def who_svg(self, name: str, x: float, y: float, size: float) -> Markup:
        """A place's name in a drawing, its corner at a place: a sign, or its word."""
        if name in NAMES:
            return used(name, x, y, size)
        return Markup('<text x="{:.1f}" y="{:.1f}" class="t-mid">{}</text>').format(
            x + size / 2, y + size * 0.8, name
        )


def used(name: str, x: float, y: float, size: float, classes: str = "") -> Markup:
    """A sign of the sprite, its corner at a place."""
    return Markup('<use href="#{}" x="{:.1f}" y="{:.1f}" width="{}" height="{}"{}/>').format(
        name, x, y, size, size, Markup(' class="{}"').format(classes) if classes else Markup()
    )


def drawing(width: float, height: float, axis: str, alt: str, body: Markup) -> Markup:
    """A drawing with its sentence."""
    return Markup(
        '<svg viewBox="0 0 {:.0f} {:.0f}" width="{:.0f}" role="img" data-axis="{}" '
        'aria-label="{}">{}</svg>'
    ).format(width, height, width, axis, alt, body)


@lru_cache(maxsize=4096)
def bdi(shown: str) -> Markup:
    """A number or tuple in a table; the same few come again and again."""
    return Markup('<bdi dir="ltr">{}</bdi>').format(shown)


def vector(sheet: Sheet, x: float, y: float, cells: tuple[Decimal, ...], field: str) -> Markup:
    """A vector whose every number can be dragged."""
    shown = sheet.vector(Figure(cell) for cell in cells)
    if len(cells) == 1:
        inside = Markup('<tspan class="handle" data-drag="{}.0">{}</tspan>').format(field, shown)
    else:
        numbers = [sheet.number(Figure(cell)) for cell in cells]
        mark = shown[1 + len(numbers[0]) : shown.index(numbers[1], 1 + len(numbers[0]))]
        handles = [
            Markup('<tspan class="handle" data-drag="{}.{}">{}</tspan>').format(field, j, one)
            for j, one in enumerate(numbers)
        ]
        inside = Markup("({})").format(Markup(mark).join(handles))
    return Markup(
        '<text x="{:.1f}" y="{:.1f}" class="t-mid">'
        '<tspan direction="ltr" unicode-bidi="isolate">{}</tspan></text>'
    ).format(x, y, inside)
