"""A query laid against keys: the products of matching parts as boxes, then together the score."""

from collections.abc import Iterator
from dataclasses import dataclass

from starlore.animation.given import Given
from starlore.animation.marks import Mark, Spot, number, rect
from starlore.animation.stage import Box, Ink
from starlore.errors import LessonError
from starlore.figures import Figure

WIDE, TALL, GAP = 74.0, 30.0, 8.0


@dataclass(frozen=True)
class Products:
    """For each key the products with one query.

    Attributes:
        query: the asker's parts. keys: a row for each. totals: of the first keys the sums, where
            their boxes have slid together. count: of places across.
    """

    query: tuple[Figure, ...]
    keys: tuple[tuple[Figure, ...], ...]
    totals: tuple[Figure, ...]
    count: int
    is_math = False

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """A stack of boxes below each key, or the sum they became."""
        return tuple(self._marks(box, ink))

    def _marks(self, box: Box, ink: Ink) -> Iterator[Mark]:
        for at, key in enumerate(self.keys):
            x = box.slot(at, self.count)
            is_summed = at < len(self.totals)
            for part, (a, b) in enumerate(zip(self.query, key, strict=True)):
                y = box.y if is_summed else box.y + part * (TALL + GAP)
                born = Spot(x - WIDE / 2, y - 20, WIDE, TALL)
                yield rect(f"{at}.{part}", x - WIDE / 2, y, WIDE, TALL, "p-power", born)
                if not is_summed:
                    yield number(f"{at}.{part}.n", x, y + 20, ink.product(a, b))
            if is_summed:
                total = ink.number(self.totals[at])
                yield number(f"{at}.total", x, box.y + 21, total, "t-mid t-big t-bold")

    def told(self, ink: Ink) -> str:
        """The products, and what they add to."""
        said = []
        for at, key in enumerate(self.keys):
            pairs = zip(self.query, key, strict=True)
            sums = " + ".join(ink.product(a, b) for a, b in pairs)
            total = f" = {ink.number(self.totals[at])}" if at < len(self.totals) else ""
            said.append(ink.formula(sums + total))
        return ink.say("told", things=ink.clauses(said))

    def figures(self) -> tuple[Figure, ...]:
        """What is multiplied, and the sums."""
        parts = [
            figure
            for key in self.keys
            for pair in zip(self.query, key, strict=True)
            for figure in pair
        ]
        return (*parts, *self.totals)


def products(given: Given) -> Products:
    """Of a `query` and `keys`; `totals` where they are summed, `names` for how many places."""
    query, keys = given.figures("query"), given.rows("keys")
    totals = given.maybe_figures("totals")
    if any(len(key) != len(query) for key in keys) or len(totals) > len(keys):
        raise LessonError("check.scene.products")
    return Products(query, keys, totals, max(len(given.names()), len(keys)))
