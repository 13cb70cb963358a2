"""Between two scenes: which marks go where, and how each stands part of the way.

Only place, size and light change. Digits do not: where a mark says something else afterwards, the
old words go before the new ones come, and no number is ever between two others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from starlore.animation.marks import Mark, Spot

GONE, COMES = 0.35, 0.6
"""Parts of a move: by when old words have gone, from when new ones come."""

QUIET = ("t-on", "p-hair", "p-line")
"""Classes never marked: words on a filled piece could not be read, and grids would blaze."""

SPREAD = 0.5
"""Part of a move over which marks that come one after the other begin."""


@dataclass(frozen=True)
class Track:
    """One mark's way through a move.

    Attributes:
        start, end: where it stands before and after. begin, done: the part of the move it takes.
        is_moved: it was there before and stands elsewhere, or grew: it is marked for a moment.
    """

    mark: Mark
    start: Spot
    end: Spot
    begin: float = 0.0
    done: float = 1.0
    is_moved: bool = False

    def at(self, u: float) -> Spot:
        """Where it stands when a part u of the move is over."""
        return along(self.start, self.end, eased((u - self.begin) / (self.done - self.begin)))

    @property
    def is_still(self) -> bool:
        """Nothing of it changes."""
        return self.start == self.end


def eased(u: float) -> float:
    """Slow at both ends; the player has the same three lines.

    Example:
        >>> eased(-1), eased(0.5), eased(2)
        (0.0, 0.5, 1.0)
    """
    held = min(max(u, 0.0), 1.0)
    return held * held * (3 - 2 * held)


def along(start: Spot, end: Spot, part: float) -> Spot:
    """A part of the way from one spot to another."""
    return Spot(*(a * (1 - part) + b * part for a, b in zip(start, end, strict=True)))


def tracks(before: Sequence[Mark], after: Sequence[Mark]) -> tuple[Track, ...]:
    """The ways of all marks from one scene to the next; what leaves lies below what comes.

    Example:
        >>> from starlore.animation.marks import rect
        >>> way, = tracks([rect("a", 0, 0, 9, 9, "")], [rect("a", 20, 0, 9, 9, "")])
        >>> way.at(0.5).x, way.is_moved
        (10.0, True)
    """
    old = {mark.key: mark for mark in before}
    new = {mark.key: mark for mark in after}
    leaving = (_leaves(mark, new.get(mark.key)) for mark in before if _goes(mark, new))
    return tuple(chain(leaving, (_comes(mark, old.get(mark.key)) for mark in after)))


def _goes(mark: Mark, new: dict[str, Mark]) -> bool:
    """Whether an element ends: its key is gone, or looks otherwise afterwards."""
    return mark.key not in new or not mark.looks_like(new[mark.key])


def _leaves(mark: Mark, then: Mark | None) -> Track:
    """An old mark on its way out, along with what takes its place if it is a shape of that kind."""
    if then is None or then.shape != mark.shape or mark.is_written:
        return Track(mark, mark.at, mark.at._replace(light=0.0), 0.0, GONE)
    return Track(mark, mark.at, then.at._replace(light=0.0))


def _comes(mark: Mark, was: Mark | None) -> Track:
    """A mark of the next scene on its way in, or from where it stood."""
    is_loud = not any(name in QUIET for name in mark.classes.split())
    if was is not None and was.looks_like(mark):
        return Track(mark, was.at, mark.at, is_moved=is_loud and was.at[:4] != mark.at[:4])
    if was is not None and was.shape == mark.shape and not mark.is_written:
        return Track(mark, was.at._replace(light=0.0), mark.at, is_moved=is_loud)
    begin = mark.late * SPREAD
    done = begin + 1 - SPREAD if mark.late else 1.0
    if mark.born is not None:
        return Track(mark, mark.born._replace(light=0.0), mark.at, begin, done, is_loud)
    first = max(begin, COMES) if mark.is_written and not mark.late else begin
    is_new = is_loud and was is not None
    return Track(mark, mark.at._replace(light=0.0), mark.at, first, done, is_new)
