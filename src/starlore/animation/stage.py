"""The stage: where the parts of a scene stand, in which words and digits, and which way it runs."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from starlore.figures import Figure
from starlore.language import Catalogue, direction, show_list, show_number
from starlore.language.catalogue import Value
from starlore.language.isolate import END, LEFT_TO_RIGHT
from starlore.language.marks import page_marks

WIDE, TALL = 640.0, 320.0
EDGE = 16.0

SIGNS = frozenset({"sun", "moon", "comet", "query", "key", "value"})
"""Names that are drawn as signs; all others are written."""


class Box(NamedTuple):
    """A part's place on the stage."""

    x: float
    y: float
    w: float
    h: float

    def slot(self, at: int, count: int) -> float:
        """The middle of one of several equal places side by side."""
        return self.x + self.w * (at + 0.5) / count

    @property
    def middle(self) -> float:
        """Half way across."""
        return self.x + self.w / 2


AREAS: dict[str, tuple[float, float, float, float]] = {
    "whole": (0, 0, 1, 1),
    "top": (0, 0, 1, 0.56),
    "foot": (0, 0.6, 1, 0.4),
    "head": (0, 0, 1, 0.3),
    "body": (0, 0.3, 1, 0.7),
    "upper": (0, 0, 1, 0.34),
    "lower": (0, 0.36, 1, 0.64),
    "start": (0, 0, 0.5, 1),
    "end": (0.5, 0, 0.5, 1),
    "main": (0, 0, 0.68, 1),
    "side": (0.68, 0, 0.32, 1),
    "low-first": (0, 0.3, 1 / 3, 0.7),
    "low-second": (1 / 3, 0.3, 1 / 3, 0.7),
    "low-third": (2 / 3, 0.3, 1 / 3, 0.7),
    "side-top": (0.68, 0, 0.32, 0.4),
    "side-foot": (0.68, 0.4, 0.32, 0.6),
    "start-head": (0, 0, 0.5, 0.34),
    "start-body": (0, 0.34, 0.5, 0.66),
    "end-head": (0.5, 0, 0.5, 0.34),
    "end-body": (0.5, 0.34, 0.5, 0.66),
    "rest": (0.36, 0, 0.64, 1),
    "first": (0, 0, 1 / 3, 1),
    "second": (1 / 3, 0, 1 / 3, 1),
    "third": (2 / 3, 0, 1 / 3, 1),
}
"""By name: where on the stage a part begins, in reading order, and how much of it it takes."""


def area(name: str, is_mirrored: bool = False) -> Box:
    """The box of an area; on a mirrored stage what is read first lies at the other side.

    Example:
        >>> area("start").x < area("end").x, area("start", is_mirrored=True).x
        (True, 324.0)
    """
    x, y, w, h = AREAS[name]
    if is_mirrored:
        x = 1 - x - w
    half = EDGE / 4
    wide, tall = WIDE - 2 * EDGE + 2 * half, TALL - 2 * EDGE + 2 * half
    begin, top = EDGE - half + x * wide, EDGE - half + y * tall
    return Box(begin + half, top + half, w * wide - 2 * half, h * tall - 2 * half)


@dataclass(frozen=True)
class Ink:
    """The words and digits of one language."""

    catalogue: Catalogue

    @property
    def is_rtl(self) -> bool:
        """The language is read from right to left."""
        return direction(self.catalogue.tag) == "rtl"

    def product(self, a: Figure, b: Figure) -> str:
        """Two factors, the second in brackets below zero."""
        shown = self.number(b)
        times = page_marks(self.catalogue.tag).times
        return f"{self.number(a)} {times} {f'({shown})' if b.value < 0 else shown}"

    def formula(self, text: str) -> str:
        """A sum within a sentence: it runs from left to right on every page."""
        return f"{LEFT_TO_RIGHT}{text}{END}" if self.is_rtl else text

    def clauses(self, said: Iterable[str]) -> str:
        """Parts of a list that have list marks themselves."""
        return page_marks(self.catalogue.tag).clause_mark.join(said)

    def number(self, figure: Figure) -> str:
        """A figure in the language's digits."""
        return show_number(figure.printed, self.catalogue.tag)

    def vector(self, figures: Iterable[Figure]) -> str:
        """Figures in brackets."""
        return show_list([figure.printed for figure in figures], self.catalogue.tag)

    def say(self, word: str, /, **values: Value) -> str:
        """A word of Watch."""
        return self.catalogue.say(f"watch.{word}", **values)

    def who(self, name: str) -> str:
        """A name as it is spoken."""
        return self.catalogue.say(f"sign.{name}") if name in SIGNS else name
