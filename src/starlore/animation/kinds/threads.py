"""Everyone asks everyone: a thread for each pair; beyond what can be told apart, a square."""

from collections.abc import Iterator
from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.marks import Mark, Spot, circle, line, number, rect
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

MOST_THREADS, MOST_DOTS = 8, 40


@dataclass(frozen=True)
class Threads:
    """So many words, and how many pairs they are."""

    words: int
    pairs: Figure
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """Askers above, asked below, a thread for each pair; else a square of all pairs."""
        shown = number(
            "pairs", box.middle, box.y + box.h - 4, ink.number(self.pairs), "t-mid t-huge"
        )
        is_few = self.words <= MOST_THREADS
        return (*(self._threads(box) if is_few else self._square(box)), shown)

    def _threads(self, box: Box) -> Iterator[Mark]:
        top, foot = box.y + 30, box.y + box.h - 62
        spots = [box.slot(at, self.words) for at in range(self.words)]
        for at, x in enumerate(spots):
            for to, other in enumerate(spots):
                born = Spot(x, top, 0, 0)
                thread = line(f"{at}.{to}", x, top, other - x, foot - top, "w-thread", born)
                late = at / self.words
                yield Mark(thread.key, "line", thread.at, thread.classes, "", born, late)
        for at, x in enumerate(spots):
            yield circle(f"a{at}", x, top, 8, "p-light")
            yield circle(f"b{at}", x, foot, 8, "p-light")

    def _square(self, box: Box) -> Iterator[Mark]:
        side = box.h - 58
        x = box.middle - side / 2
        yield rect(
            "square", x, box.y, side, side, "p-weight", Spot(box.middle, box.y + side / 2, 0, 0)
        )
        for step in range(1, self.words if self.words <= MOST_DOTS else 0):
            at = side * step / self.words
            yield line(f"h{step}", x, box.y + at, side, 0, "w-ground")
            yield line(f"v{step}", x + at, box.y, 0, side, "w-ground")

    def told(self, ink: Ink) -> str:
        """How many words, how many pairs."""
        words = ink.number(Figure(self.words))
        return ink.say("told-threads", words=words, pairs=ink.number(self.pairs))

    def figures(self) -> tuple[Figure, ...]:
        """Words and pairs."""
        return (Figure(self.words), self.pairs)


def threads(given: Given) -> Threads:
    """Of a number of words and the number of `pairs`."""
    words = given.figure("of")
    count, pairs = int(words.as_float()), given.figure("pairs")
    if not 1 <= count <= 10**6 or pairs.value != count * count:
        raise LessonError("check.scene.threads")
    return Threads(count, pairs)
