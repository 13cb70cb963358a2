"""A number line as a beam: weights hang from it, and it balances where their blend lies."""

from collections.abc import Iterator
from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.marks import Mark, Spot, circle, line, number, rect
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

HEAVY, ROD, INSET = 38.0, 74.0, 64.0


@dataclass(frozen=True)
class Beam:
    """A beam from one end to another.

    Attributes:
        values, weights: what hangs where, and how heavy. pivot: where it balances, None: nowhere.
        pulled: where a hand pulls the pivot to, None: no hand.
    """

    ends: tuple[Figure, Figure]
    values: tuple[Figure, ...]
    weights: tuple[Figure, ...]
    pivot: Figure | None
    pulled: Figure | None
    is_math = True

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """Beam, weights below it, pivot above."""
        return tuple(self._marks(box, ink))

    def _x(self, value: Figure, box: Box) -> float:
        low, high = (end.as_float() for end in self.ends)
        return box.x + INSET + (box.w - 2 * INSET) * (value.as_float() - low) / (high - low)

    def _marks(self, box: Box, ink: Ink) -> Iterator[Mark]:
        y = box.y + box.h * 0.2
        left, right = (self._x(end, box) for end in self.ends)
        yield rect("beam", left, y, right - left, 6, "p-power")
        for at, end in enumerate(self.ends):
            if end not in self.values:
                yield number(f"e{at}", (left, right)[at], y + 28, ink.number(end), "t-mid t-small")
        for at, value in enumerate(self.values):
            weight = self.weights[at]
            x, radius = self._x(value, box), HEAVY * weight.as_float() ** 0.5
            middle = y + 6 + ROD + radius
            yield line(f"{at}.r", x, y + 6, 0, ROD, "p-line", Spot(x, y + 6, 0, 0))
            yield circle(f"{at}", x, middle, radius, "p-weight")
            yield number(f"{at}.v", x, y - 12, ink.number(value), "t-mid t-bold")
            yield number(f"{at}.w", x, y + 6 + ROD + 2 * HEAVY + 22, ink.number(weight))
        where = self.pulled or self.pivot
        if where is not None:
            yield from self._pivot(where, y, box, ink)

    def _pivot(self, where: Figure, y: float, box: Box, ink: Ink) -> Iterator[Mark]:
        """Three strokes that hold the beam from below, and where they meet it."""
        x = self._x(where, box)
        paint = "p-damage" if self.pulled is not None else "p-focus"
        yield line("pivot.a", x, y + 7, -11, 24, paint)
        yield line("pivot.b", x, y + 7, 11, 24, paint)
        yield line("pivot.c", x - 16, y + 31, 32, 0, paint)
        is_beside = x + 60 < box.x + box.w
        spot = (x + 40, y + 32) if is_beside else (x, y + 56)
        yield number("pivot.n", *spot, ink.number(where), "t-mid t-big t-bold")

    def told(self, ink: Ink) -> str:
        """What hangs where, and where it balances."""
        said = [ink.say("told-beam", **self._ends(ink))]
        pairs = zip(self.values, self.weights, strict=True)
        hung = [
            ink.say("told-hung", value=ink.number(value), weight=ink.number(weight))
            for value, weight in pairs
        ]
        if hung:
            said.append(ink.say("told", things=ink.say("and").join(hung)))
        where = self.pulled or self.pivot
        if where is not None:
            word = "told-pulled" if self.pulled is not None else "told-pivot"
            said.append(ink.say(word, where=ink.number(where)))
        return " ".join(said)

    def _ends(self, ink: Ink) -> dict[str, str]:
        low, high = self.ends
        return {"low": ink.number(low), "high": ink.number(high)}

    def figures(self) -> tuple[Figure, ...]:
        """Its ends, values, weights, and where the pivot is."""
        where = self.pulled or self.pivot
        found = (*self.ends, *self.values, *self.weights)
        return found if where is None else (*found, where)


def beam(given: Given) -> Beam:
    """Of `ends`, two numbers; `values` and `weights`; `pivot`, and `pulled` for a hand."""
    ends = given.figures("ends")
    values, weights = given.maybe_figures("values"), given.maybe_figures("weights")
    if len(ends) != 2 or ends[0].value >= ends[1].value:
        raise LessonError("check.scene.beam.ends")
    if len(values) != len(weights) or any(weight.value < 0 for weight in weights):
        raise LessonError("check.scene.beam.weights")
    pivot, pulled = given.maybe_figure("pivot"), given.maybe_figure("pulled")
    return Beam((ends[0], ends[1]), values, weights, pivot, pulled)
