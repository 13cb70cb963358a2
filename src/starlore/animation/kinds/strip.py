"""Pieces laid end to end: powers on their way to a whole, or weights as shares of one."""

from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.kinds.columns import told_pairs
from starlore.animation.kinds.names import named
from starlore.animation.marks import Mark, line, number, rect
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

TALL, HEAD, GAP, DIGIT, STEP, ROOMY = 40.0, 26.0, 2.0, 10.0, 22.0, 200.0


@dataclass(frozen=True)
class Strip:
    """Pieces in reading order.

    Attributes:
        mark: "power" or "weight". total: said over its end; none where it is left out.
    """

    pieces: tuple[Figure, ...]
    names: tuple[str, ...]
    mark: str
    total: Figure | None
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """The pieces, their numbers below them, where it is tight on steps."""
        values = [piece.as_float() for piece in self.pieces]
        gaps = GAP * (len(values) - 1)
        unit, x = (box.w - gaps) / (sum(values) or 1.0), box.x
        tall = TALL if box.h < ROOMY else 1.4 * TALL
        top = box.y + max(box.h / 2 - tall / 2 - 14, HEAD)
        found, labels = list[Mark](), list[Mark]()
        free = box.x
        level = 0
        for at, (value, piece) in enumerate(zip(values, self.pieces, strict=True)):
            wide, shown = value * unit, ink.number(piece)
            found.append(rect(f"{at}", x, top, max(wide, 0.6), tall, f"p-{self.mark}"))
            need = DIGIT * len(shown)
            middle = min(max(x + wide / 2, box.x + need / 2), box.x + box.w - need / 2)
            level = level + 1 if middle - need / 2 < free else 0
            y = top + tall + 22 + STEP * level
            if level:
                labels.append(
                    line(f"{at}.l", x + wide / 2, top + tall + 2, 0, y - top - tall - 16, "p-hair")
                )
            labels.append(number(f"{at}.n", middle, y, shown, "t-mid t-bold"))
            free = middle + need / 2 + 6
            if self.names:
                side = 22.0 if wide >= 26 or not at else 16.0
                labels.append(named(f"{at}.s", self.names[at], middle, top - 15, ink, side))
            x += wide + GAP
        if self.total is not None:
            labels += self._total(box, top, ink)
        return (*found, *labels)

    def _total(self, box: Box, top: float, ink: Ink) -> list[Mark]:
        """A line as long as the whole, and what it measures."""
        if self.total is None:
            return []
        y = top - 46
        return [
            line("whole", box.x, y, box.w, 0, "p-line"),
            line("from", box.x, y - 5, 0, 10, "p-line"),
            line("to", box.x + box.w, y - 5, 0, 10, "p-line"),
            number("total", box.middle, y - 10, ink.number(self.total), "t-mid t-bold"),
        ]

    def told(self, ink: Ink) -> str:
        """Each piece, and the whole."""
        said = told_pairs(self.names, self.pieces, ink)
        if self.total is None:
            return said
        return f"{said} {ink.say('told-total', total=ink.number(self.total))}"

    def figures(self) -> tuple[Figure, ...]:
        """The pieces, and the whole if it is said."""
        return self.pieces if self.total is None else (*self.pieces, self.total)


def strip(given: Given) -> Strip:
    """Of a list of numbers, none below nought; `names`, `mark`, and the `total` to say."""
    pieces = given.figures()
    if any(piece.value < 0 for piece in pieces) or not any(piece.value for piece in pieces):
        raise LessonError("check.scene.strip")
    return Strip(
        pieces, given.names(), given.choice("mark", "weight", "power"), given.maybe_figure("total")
    )
