"""Columns on a zero line: scores hollow, powers tinted, weights filled, each with its number."""

from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.kinds.names import named
from starlore.animation.marks import Mark, Spot, line, number, rect
from starlore.animation.stage import Box, Ink
from starlore.figures import Figure

BAR, ABOVE, BELOW = 46.0, 26.0, 34.0


@dataclass(frozen=True)
class Columns:
    """Heights in reading order.

    Attributes:
        mark: "score", "power" or "weight". full: the height that fills the box; what is taller
            runs out of it. low: how far down it reaches at least.
    """

    heights: tuple[Figure, ...]
    names: tuple[str, ...]
    mark: str
    full: Figure | None
    low: Figure | None
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """A column each, its number at its end, its name below."""
        values = [height.as_float() for height in self.heights]
        up, down = max(0.0, *values), max(0.0, *(-value for value in values))
        if self.full is not None:
            up = self.full.as_float()
        if self.low is not None:
            down = max(down, -self.low.as_float())
        below = BELOW if self.names else 8.0
        room = box.h - ABOVE - below - (20.0 if down else 0.0)
        unit = room / ((up + down) or 1.0)
        zero = box.y + ABOVE + up * unit
        found = [line("zero", box.x, zero, box.w, 0, "p-line")]
        for at, (value, figure) in enumerate(zip(values, self.heights, strict=True)):
            x = box.slot(at, len(values))
            found.append(self._bar(at, x, zero, value * unit))
            end = zero - max(value, 0) * unit - 9 if value >= 0 else zero - value * unit + 20
            found.append(number(f"{at}.n", x, end, ink.number(figure), "t-mid t-bold"))
        foot = box.y + box.h - 14
        return (*found, *_names_at(self.names, box, foot, ink))

    def _bar(self, at: int, x: float, zero: float, tall: float) -> Mark:
        high = max(abs(tall), 0.7)
        top = zero - (tall if tall > 0 else 0 if tall < 0 else high)
        begin = Spot(x - BAR / 2, zero, BAR, 0)
        return rect(f"{at}", x - BAR / 2, top, BAR, high, f"p-{self.mark}", begin)

    def told(self, ink: Ink) -> str:
        """Each name with its number."""
        return told_pairs(self.names, self.heights, ink)

    def figures(self) -> tuple[Figure, ...]:
        """The heights."""
        return self.heights


def told_pairs(names: tuple[str, ...], figures: tuple[Figure, ...], ink: Ink) -> str:
    """Numbers with their names in one sentence."""
    said = [ink.number(figure) for figure in figures]
    if names:
        said = [f"{ink.who(name)} {one}" for name, one in zip(names, said, strict=False)]
    return ink.say("told", things=ink.say("and").join(said))


def _names_at(names: tuple[str, ...], box: Box, y: float, ink: Ink) -> tuple[Mark, ...]:
    count = len(names)
    return tuple(
        named(f"{at}.s", name, box.slot(at, count), y, ink) for at, name in enumerate(names)
    )


def columns(given: Given) -> Columns:
    """Of a list of numbers; `names` below them, `mark`; `full` and `low`, what the box holds."""
    return Columns(
        given.figures(),
        given.names(),
        given.choice("mark", "score", "power", "weight"),
        given.maybe_figure("full"),
        given.maybe_figure("low"),
    )
