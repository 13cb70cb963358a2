"""An animation: beats in order. A beat is one change and one caption.

Time runs in milliseconds and is an argument. At a time within a beat the stage is part of the way
from one scene to the next, or rests in one; what moved stays marked for 300 ms.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from starlore.animation.between import Track, tracks
from starlore.animation.scene import Scene
from starlore.animation.wording import Words

MOVE_MS, MARK_MS = 1200, 300
MOST_MOVING = 0.7
"""Of the time of a scene at most this part is spent on moving into it."""


@dataclass(frozen=True, eq=False)
class Beat:
    """One change and one caption.

    Attributes:
        id: what it is called in links and files. ms: how long it takes.
        words: the caption, with the signs ☉ ☾ ☄ ◆ ▲ ●.
        scenes: what is gone through; the last one is the still.
    """

    id: str
    ms: int
    words: Words
    scenes: tuple[Scene, ...]

    @property
    def still(self) -> Scene:
        """What stands at its end."""
        return self.scenes[-1]

    def caption(self, language: str) -> str:
        """The caption in a language, or in the first one."""
        return self.words.shown(language)


@dataclass(frozen=True, eq=False)
class Move:
    """The way into one scene, and the rest in it.

    Attributes:
        beat: place of the beat. begin_ms: from the beginning of the whole. move_ms: of moving,
            the rest of `ms` is rest.
    """

    beat: int
    begin_ms: int
    ms: int
    move_ms: int
    before: Scene
    after: Scene

    def tracks(self, language: str) -> tuple[Track, ...]:
        """The ways of its marks."""
        return _tracks(self, language)

    def part(self, ms: float) -> float:
        """How much of the moving is over so long after it began."""
        return min(max(ms / self.move_ms, 0.0), 1.0)

    def is_marked(self, ms: float) -> bool:
        """Whether what moved is marked so long after it began."""
        return self.before is not self.after and 0 < ms < self.move_ms + MARK_MS


@dataclass(frozen=True, eq=False)
class Animation:
    """The beats of a lesson.

    Attributes:
        id: the lesson's. beats: at least one. languages: that have captions, the first one first.
    """

    id: str
    beats: tuple[Beat, ...]
    languages: tuple[str, ...] = field(default=("en",))

    @property
    def ms(self) -> int:
        """How long all of it takes."""
        return sum(beat.ms for beat in self.beats)

    def begins(self, beat: int) -> int:
        """When a beat begins, in milliseconds."""
        return sum(one.ms for one in self.beats[:beat])

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All ways from scene to scene, in order. The first scene is there from the start."""
        found: list[Move] = []
        before = self.beats[0].scenes[0]
        for place, beat in enumerate(self.beats):
            count, begin = len(beat.scenes), self.begins(place)
            edges = [round(beat.ms * k / count) for k in range(count + 1)]
            for k, scene in enumerate(beat.scenes):
                ms = edges[k + 1] - edges[k]
                move_ms = min(MOVE_MS, round(ms * MOST_MOVING))
                found.append(Move(place, begin + edges[k], ms, move_ms, before, scene))
                before = scene
        return tuple(found)

    def move_at(self, beat: int, t: float) -> tuple[Move, float]:
        """The move that is under way in a beat at t from 0 to 1, and its own milliseconds."""
        ms = self.begins(beat) + min(max(t, 0.0), 1.0) * self.beats[beat].ms
        own = [move for move in self.moves if move.beat == beat]
        move = next(one for one in reversed(own) if one.begin_ms <= ms)
        return move, ms - move.begin_ms


@lru_cache(maxsize=256)
def _tracks(move: Move, language: str) -> tuple[Track, ...]:
    return tracks(move.before.marks(language), move.after.marks(language))
