"""Words in a row, each a sign or written; some shine, the others wait."""

from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.marks import Mark, lit, sign, text
from starlore.animation.stage import SIGNS, Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

SIDE, DIM = 44.0, 0.45


@dataclass(frozen=True)
class Names:
    """Names in reading order; `lit` are the places of those that shine."""

    names: tuple[str, ...]
    lit: tuple[int, ...]
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """Each name in its own place, half way down."""
        count, y = len(self.names), box.y + box.h / 2
        return tuple(
            lit(named(f"{at}.s", name, box.slot(at, count), y, ink, SIDE), self._light(at))
            for at, name in enumerate(self.names)
        )

    def _light(self, at: int) -> float:
        return 1.0 if at in self.lit else DIM

    def told(self, ink: Ink) -> str:
        """The names in order."""
        return ink.say("told-names", names=ink.say("and").join(map(ink.who, self.names)))

    def figures(self) -> tuple[Figure, ...]:
        """No numbers."""
        return ()


def named(
    key: str, name: str, x: float, y: float, ink: Ink, side: float = 22, classes: str = ""
) -> Mark:
    """A name round a middle: its sign, or its word."""
    if name in SIGNS:
        return sign(key, name, x, y, side, classes)
    return text(key, x, y + 5, name, f"t-mid {classes}".strip())


def names(given: Given) -> Names:
    """Of a list of names; `lit` names the places of those that shine, without it all do."""
    found = given.names("of")
    if not found:
        raise LessonError("check.scene.names")
    places = given.places("lit") if "lit" in given.options else tuple(range(len(found)))
    given.asked.add("lit")
    return Names(found, places)
