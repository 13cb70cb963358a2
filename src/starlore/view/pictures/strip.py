"""Weights as filled pieces of one whole, laid end to end."""

from dataclasses import dataclass

from markupsafe import Markup

from starlore.lessons.pictures.strip import Strip
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, line, number, rect

WIDTH, TALL, GAP = 600.0, 34.0, 2.0
LETTER, APART = 12.0, 8.0
"""Room for a letter, also on a phone, where letters are larger; and from one number to the next."""


@dataclass(frozen=True)
class Label:
    """A number under the strip: where its piece has its middle, what it says, how large it is."""

    middle: float
    shown: str
    share: float

    @property
    def wide(self) -> float:
        """The room it takes."""
        return LETTER * len(self.shown)


def strip_svg(value: Strip, alt: str, sheet: Sheet) -> Markup:
    """Pieces in order; a number that does not fit its piece stands under it on a line.

    Where those do not fit side by side either, the smallest are left to the table beside it.
    """
    drawn, tall = laid(value, sheet)
    return drawing(WIDTH, tall, sheet.axis, alt, drawn)


def laid(value: Strip, sheet: Sheet, top: float = 0) -> tuple[Markup, float]:
    """The strip as wide as the sheet, from a height on; and how tall it is with its numbers."""
    shares = [weight.as_float() for weight in value.weights]
    unit = (sheet.width - 2 * GAP - GAP * (len(shares) - 1)) / sum(shares)
    x, parts = GAP, []
    outside: list[Label] = []
    for share, weight in zip(shares, value.weights, strict=True):
        wide, shown = share * unit, sheet.number(weight)
        begin = sheet.x(x, wide)
        if wide > 0:
            radius = min(3.0, wide / 2)
            parts.append(rect(begin, top + 2, max(wide, 1.0), TALL, "p-weight", radius))
        if wide >= LETTER * len(shown):
            parts.append(number(begin + wide / 2, top + 25, shown, "t-mid t-bold t-on"))
        else:
            outside.append(Label(x + wide / 2, shown, share))
        x += wide + GAP
    outside = _that_fit(outside, sheet.width)
    for label, room in zip(outside, _spread(outside, sheet.width), strict=True):
        under = f"M{sheet.x(label.middle):.1f} {top + 39:.0f}L{sheet.x(room):.1f} {top + 49:.0f}"
        parts.append(line(under, "p-line"))
        parts.append(number(sheet.x(room), top + 65, label.shown))
    return joined(parts), 72 if outside else TALL + 4


def _that_fit(labels: list[Label], width: float) -> list[Label]:
    """The numbers that fit side by side, those of the largest pieces first, in reading order."""
    kept, room = set[int](), width + APART
    for at in sorted(range(len(labels)), key=lambda at: (-labels[at].share, at)):
        room -= labels[at].wide + APART
        if room < 0:
            break
        kept.add(at)
    return [label for at, label in enumerate(labels) if at in kept]


def _spread(labels: list[Label], width: float) -> list[float]:
    """Where numbers stand under the strip, as near their pieces as their width lets them."""
    halves = [label.wide / 2 for label in labels]
    places = [label.middle for label in labels]
    end = -APART
    for k, half in enumerate(halves):
        places[k] = max(places[k], end + APART + half)
        end = places[k] + half
    end = width + APART
    for k in reversed(range(len(places))):
        places[k] = min(places[k], end - APART - halves[k])
        end = places[k] - halves[k]
    return places


def piece(sheet: Sheet, x: float, y: float, wide: float, tall: float, share: float) -> Markup:
    """A share as the filled piece of a strip whose length is one, from where reading begins."""
    whole = rect(sheet.x(x, wide), y, wide, tall, "p-rest", tall / 2)
    if share <= 0:
        return whole
    filled = max(min(share, 1.0) * wide, 1.5)
    return whole + rect(sheet.x(x, filled), y, filled, tall, "p-weight", min(tall / 2, filled / 2))


def strip_twin(value: Strip, sheet: Sheet) -> Markup:
    """The weights as one row, with the sum of their printed digits."""
    rows = [
        (sheet.say("weights"), [sheet.number(weight) for weight in value.weights]),
        (sheet.say("printed-sum"), [sheet.number(value.printed_sum)]),
    ]
    return numbers_table((), rows)


DRAWN = Drawn(strip_svg, strip_twin, WIDTH)
