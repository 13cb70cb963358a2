"""A glass: what was poured into it lies in layers, the oldest below; each new drop halves it."""

from collections.abc import Iterator
from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.marks import Mark, Spot, circle, line, number, rect
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

MOST_WIDE, DROP = 130.0, 11.0
PAINTS = ("p-ember", "p-light", "p-rest", "p-tint")


@dataclass(frozen=True)
class Glass:
    """Shares of a glass, from below, and drops that wait above it.

    Attributes:
        shares: what part of the glass each drop is, in the order they came. waiting: how many
            drops still wait. kept: how many stand on the shelf beside it, -1: no shelf.
        state: a number said below; None: nothing is said.
    """

    shares: tuple[Figure, ...]
    waiting: int
    state: Figure | None
    paints: tuple[int, ...]
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """The glass, what is in it, and what waits."""
        return tuple(self._marks(box, ink))

    def _marks(self, box: Box, ink: Ink) -> Iterator[Mark]:
        wide = min(MOST_WIDE, box.w * 0.6)
        x, top, foot = box.middle - wide / 2, box.y + 66, box.y + box.h - 34
        tall, y = foot - top, foot
        for at, share in enumerate(self.shares):
            high = tall * share.as_float()
            y -= high
            born = Spot(x + 3, top - 22, wide - 6, 0)
            yield rect(f"{at}", x + 3, y, wide - 6, max(high, 0.01), self._paint(at), born)
        yield line("side.a", x, top, 0, tall, "p-ink")
        yield line("side.b", x + wide, top, 0, tall, "p-ink")
        yield line("foot", x, foot, wide, 0, "p-ink")
        gone = len(self.shares)
        for at in range(gone, gone + self.waiting):
            place = box.middle + (DROP * 2 + 8) * (at - gone - (self.waiting - 1) / 2)
            yield circle(f"d{at}", place, box.y + 26, DROP, self._paint(at))
        if self.state is not None:
            yield number(
                "state", box.middle, foot + 26, ink.number(self.state), "t-mid t-big t-bold"
            )

    def _paint(self, at: int) -> str:
        kind = self.paints[at] if at < len(self.paints) else at
        return PAINTS[kind if kind < len(PAINTS) else 2 + kind % 2]

    def told(self, ink: Ink) -> str:
        """What is in the glass."""
        said = ink.say("told-empty")
        if self.shares:
            things = ink.say("and").join(map(ink.number, self.shares))
            said = ink.say("told-glass", things=things)
        if self.state is not None:
            said += " " + ink.say("told-state", state=ink.number(self.state))
        return said

    def figures(self) -> tuple[Figure, ...]:
        """The shares, and the state if it is said."""
        return self.shares if self.state is None else (*self.shares, self.state)


def glass(given: Given) -> Glass:
    """Of a list of shares, `empty` where none was poured; `waiting` drops, `state`, `paints`."""
    shares = given.maybe_figures("of")
    if sum(share.as_float() for share in shares) > 1 + 1e-6:
        raise LessonError("check.scene.glass")
    waiting = given.places("waiting")
    return Glass(
        shares, waiting[0] if waiting else 0, given.maybe_figure("state"), given.places("paints")
    )
