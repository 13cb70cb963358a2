"""One number, large; its label says of what."""

from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.marks import Mark, number
from starlore.animation.stage import Box, Ink
from starlore.figures import Figure


@dataclass(frozen=True)
class Fact:
    """Numbers side by side, large."""

    numbers: tuple[Figure, ...]
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """Each number in its own place."""
        count, y = len(self.numbers), box.y + box.h / 2 + 8
        return tuple(
            number(f"{at}", box.slot(at, count), y, ink.number(figure), "t-mid t-huge")
            for at, figure in enumerate(self.numbers)
        )

    def told(self, ink: Ink) -> str:
        """The numbers."""
        return ink.say("told", things=ink.say("and").join(map(ink.number, self.numbers)))

    def figures(self) -> tuple[Figure, ...]:
        """The numbers."""
        return self.numbers


def fact(given: Given) -> Fact:
    """Of a number or a list of them."""
    return Fact(given.figures())
