"""A mark: one element of a frame, known by its key, with a place, a size and a light.

A scene is a tuple of marks. Between two scenes a mark of one key goes from its one place to its
other; nothing else is ever worked out. All geometry is four numbers, whatever the shape:

    rect    corner, width and height        circle  middle, and its radius in w
    line    one end, and the way to the other   text, number  where its middle stands
    sign    corner, and its side in w
"""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

Shape = Literal["rect", "circle", "line", "text", "number", "sign"]


class Spot(NamedTuple):
    """Place, size and light; all that is ever interpolated."""

    x: float
    y: float
    w: float
    h: float
    light: float = 1.0


@dataclass(frozen=True)
class Mark:
    """One element.

    Attributes:
        key: what it is called in every scene. at: where it stands, in user units.
        classes: how it is painted, by names of the style sheets.
        words: a text's words, a number's digits, a sign's name.
        born: where it begins, dark, if the scene before has nothing of its key; None: it fades in
            where it stands.
        late: when it begins, as a part of the move, so that equals come one after the other.
    """

    key: str
    shape: Shape
    at: Spot
    classes: str = ""
    words: str = ""
    born: Spot | None = None
    late: float = 0.0

    @property
    def is_written(self) -> bool:
        """It says something, so it is there or not, and never turns into something else."""
        return self.shape in ("text", "number")

    def looks_like(self, other: "Mark") -> bool:
        """Both can be one element whose place changes."""
        return (self.shape, self.classes, self.words) == (other.shape, other.classes, other.words)


def rect(
    key: str, x: float, y: float, w: float, h: float, classes: str, born: Spot | None = None
) -> Mark:
    """A rectangle."""
    return Mark(key, "rect", Spot(x, y, w, h), classes, born=born)


def circle(key: str, x: float, y: float, radius: float, classes: str) -> Mark:
    """A disc or a ring."""
    return Mark(key, "circle", Spot(x, y, radius, 0), classes)


def line(
    key: str, x: float, y: float, w: float, h: float, classes: str, born: Spot | None = None
) -> Mark:
    """A stroke from a place, so far across and so far down."""
    return Mark(key, "line", Spot(x, y, w, h), classes, born=born)


def text(key: str, x: float, y: float, words: str, classes: str = "t-mid") -> Mark:
    """Words of the page's language."""
    return Mark(key, "text", Spot(x, y, 0, 0), classes, words)


def number(key: str, x: float, y: float, shown: str, classes: str = "t-mid") -> Mark:
    """A number or a tuple, which runs from left to right in every language."""
    return Mark(key, "number", Spot(x, y, 0, 0), classes, shown)


def sign(key: str, name: str, x: float, y: float, side: float, classes: str = "") -> Mark:
    """A sign, by its name, round a middle."""
    return Mark(key, "sign", Spot(x - side / 2, y - side / 2, side, 0), classes, name)


def lit(mark: Mark, light: float) -> Mark:
    """The same mark in another light."""
    return replace(mark, at=mark.at._replace(light=light))


def mirrored(mark: Mark, start: float, width: float) -> Mark:
    """The same mark as it stands in a box that is read from its other side.

    Example:
        >>> mirrored(rect("a", 10, 0, 4, 9, ""), 0, 100).at.x
        86
    """
    born = None if mark.born is None else _turned(mark, mark.born, start, width)
    return replace(mark, at=_turned(mark, mark.at, start, width), born=born)


def _turned(mark: Mark, spot: Spot, start: float, width: float) -> Spot:
    end = 2 * start + width
    if mark.shape == "line":
        return spot._replace(x=end - spot.x, w=-spot.w)
    wide = spot.w if mark.shape in ("rect", "sign") else 0
    return spot._replace(x=end - spot.x - wide)
