"""Words with what they made of their input: query, key and value, each with its sign.

The one who asks may carry its query over to another, to meet that one's key.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.kinds.names import named
from starlore.animation.marks import Mark, number, sign
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

PARTS = ("q", "k", "v")
SIGN_OF = {"q": "query", "k": "key", "v": "value"}
STEP, FIRST, SIDE = 50.0, 54.0, 40.0

Rows = tuple[tuple[Figure, ...], ...]


@dataclass(frozen=True)
class Vectors:
    """A row of words, below each its vectors.

    Attributes:
        rows: by "q", "k", "v", a vector for each name; a part that is left out is not shown.
        asker: the only one whose query is shown, -1: everyone's. over: where it has gone, -1: home.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, Rows], ...]
    asker: int
    over: int
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """Columns of a name and its vectors."""
        return tuple(self._marks(box, ink))

    def _marks(self, box: Box, ink: Ink) -> Iterator[Mark]:
        count = len(self.names)
        tall = FIRST + STEP * (len(self.rows) - 1) + SIDE
        top = box.y + SIDE / 2 + max((box.h - tall) / 2, 0) * 0.8
        for at, name in enumerate(self.names):
            yield named(f"{at}.s", name, box.slot(at, count), top, ink, SIDE)
        for level, (part, rows) in enumerate(self.rows):
            y = top + FIRST + STEP * level
            for at, cells in enumerate(rows):
                if part == "q" and self.asker not in (-1, at):
                    continue
                stands = self.over if part == "q" and self.over >= 0 else at
                x = box.slot(stands, count)
                home = (box.slot(at, count) - 18, top - 18)
                yield from _vector(f"{at}.{part}", part, cells, x, y, home, ink)

    def told(self, ink: Ink) -> str:
        """Each name with its vectors."""
        said = []
        for at, name in enumerate(self.names):
            own = [
                f"{ink.who(SIGN_OF[part])} {ink.vector(rows[at])}"
                for part, rows in self.rows
                if part != "q" or self.asker in (-1, at)
            ]
            said.append(f"{ink.who(name)} {ink.say('and').join(own)}")
        return ink.say("told", things=ink.clauses(said))

    def figures(self) -> tuple[Figure, ...]:
        """Every number of every vector that is shown."""
        return tuple(
            figure
            for at in range(len(self.names))
            for part, rows in self.rows
            if part != "q" or self.asker in (-1, at)
            for figure in rows[at]
        )


def _vector(
    key: str,
    part: str,
    cells: tuple[Figure, ...],
    x: float,
    y: float,
    home: tuple[float, float],
    ink: Ink,
) -> Iterator[Mark]:
    """A sign and the numbers beside it, born where its word stands."""
    shown = ink.vector(cells)
    way = 8.0 + 4.6 * len(shown)
    mark = sign(f"{key}.g", SIGN_OF[part], x - way, y, 20, f"t-{part}")
    born = mark.at._replace(x=home[0] + 9, y=home[1] + 9, light=0.0)
    yield Mark(mark.key, mark.shape, mark.at, mark.classes, mark.words, born)
    yield number(f"{key}.n", x + 14, y + 6, shown)


def vectors(given: Given) -> Vectors:
    """Of `names` and rows `q`, `k` and `v`; `asker` and `over` are names."""
    found = given.names()
    rows = tuple((part, given.maybe_rows(part)) for part in PARTS)
    if not found or any(len(one) not in (0, len(found)) for _, one in rows):
        raise LessonError("check.scene.vectors")
    asker, over = given.named("asker", found), given.named("over", found)
    return Vectors(found, tuple((part, one) for part, one in rows if one), asker, over)
