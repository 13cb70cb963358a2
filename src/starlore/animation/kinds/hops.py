"""From one place to a far one in hops: each layer is a step up, and takes one hop."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from starlore.animation.given import Given
from starlore.animation.marks import Mark, Spot, circle, line, number
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

MOST, DENSE = 100, 20


@dataclass(frozen=True)
class Hops:
    """Hops in order from the first place; `places` are all that there are."""

    hops: tuple[Figure, ...]
    places: int
    layers: Figure
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """A row of places, and the stairs over it."""
        return tuple(self._marks(box, ink))

    def _marks(self, box: Box, ink: Ink) -> Iterator[Mark]:
        foot, top = box.y + box.h - 20, box.y + 50
        wide = (box.w - 20) / (self.places - 1)
        for at in range(self.places):
            is_end = at in (0, self.places - 1)
            yield circle(f"p{at}", box.x + 10 + wide * at, foot, 6 if is_end else 3, "p-light")
        place, count = 0.0, len(self.hops)
        for at, hop in enumerate(self.hops):
            length = min(hop.as_float(), self.places - 1 - place)
            x, rise = box.x + 10 + wide * place, (foot - 14 - top) / count
            y = foot - 14 - rise * at
            step = line(f"h{at}", x, y, wide * length, -rise, "p-focus", Spot(x, y, 0, 0))
            yield Mark(step.key, "line", step.at, step.classes, "", step.born, at / count)
            place += length
            radius = 4 if count < DENSE else 2.5
            end = circle(f"n{at}", x + wide * length, y - rise, radius, "p-light")
            yield replace(end, late=at / count)
        yield number("layers", box.middle, box.y + 26, ink.number(self.layers), "t-mid t-huge")

    def told(self, ink: Ink) -> str:
        """How many layers it takes to how far a place."""
        away = ink.number(Figure(self.places - 1))
        return ink.say("told-hops", layers=ink.number(self.layers), away=away)

    def figures(self) -> tuple[Figure, ...]:
        """How far, and in how many layers."""
        return (Figure(self.places - 1), self.layers)


def hops(given: Given) -> Hops:
    """Of a list of hops and the `distance` they are to cover."""
    found, distance = given.figures(), given.places("distance")
    if not distance or not 1 <= distance[0] <= MOST or len(found) > MOST:
        raise LessonError("check.scene.hops", most=MOST)
    return Hops(found, distance[0] + 1, Figure(len(found)))
