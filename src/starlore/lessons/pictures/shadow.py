"""A shadow: one key laid against one query, its score as the shadow it casts on the query's line.

The shadow's length times the query's length is the score: negative where the key points against
the query, nothing where it stands upright on it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from starlore.errors import LessonError, Worded
from starlore.figures import Figure, figures
from starlore.lessons.pictures.data import list_of, map_of
from starlore.lessons.pictures.dials import Dial, stand, turnable
from starlore.lessons.pictures.plane import point_of, reach_of

Point = tuple[Figure, Figure]
LEAST_REACH = 5
STEP = Decimal("0.5")


@dataclass(frozen=True)
class Scored:
    """A key with the two products that add to its score."""

    name: str
    key: Point
    products: Point
    score: Figure


@dataclass(frozen=True)
class Shadow:
    """The query, the key that can be turned, and the keys it may be compared with.

    Attributes:
        now: the key as it stands. others: the named keys, as scored.
        query_length, key_length: of the arrows. shadow: signed length along the query's line.
        itself: what the query scores against itself.
        reach: of the plane.
    """

    query: Point
    now: Scored
    others: tuple[Scored, ...]
    query_length: Figure
    key_length: Figure
    shadow: Figure
    itself: Figure
    reach: int

    @property
    def dials(self) -> tuple[Dial, ...]:
        """The key's two numbers."""
        most = Decimal(self.reach)
        return tuple(
            Dial(
                f"key.{at}",
                Worded("picture.dial.key", which=str(at + 1)),
                part.shown,
                -most,
                most,
                STEP,
            )
            for at, part in enumerate(self.now.key)
        )

    def turned(self, at: Mapping[str, Decimal]) -> "Shadow":
        """The same query against another key."""
        first, second = (Figure(stand(dial, at).at) for dial in self.dials)
        return _shadow(self.query, (first, second), self.others, self.reach)


def shadow(data: object) -> Shadow:
    """A shadow of a map with `query` and `keys`: maps with `at` and `name`; the first casts it."""
    named = map_of(data, "shadow", ("query", "keys"))
    keys = list_of(named["keys"], "shadow: keys", "keys")
    query = point_of(named["query"], "shadow")
    if not any(part.value for part in query):
        raise LessonError("check.picture.shadow")
    points = [map_of(key, "shadow", ("at", "name")) for key in keys]
    others = tuple(_scored(str(key["name"]), query, _key(key["at"])) for key in points)
    reach = reach_of([query, *(other.key for other in others)], LEAST_REACH)
    return _shadow(query, others[0].key, others, reach)


def _key(data: object) -> Point:
    x, y = point_of(data, "shadow")
    return turnable(x, "shadow"), turnable(y, "shadow")


def _shadow(query: Point, key: Point, others: tuple[Scored, ...], reach: int) -> Shadow:
    name = next((other.name for other in others if _same(other.key, key)), "")
    now = replace(_scored("", query, key), name=name)
    long = math.hypot(*(part.as_float() for part in query))
    return Shadow(
        query=query,
        now=now,
        others=others,
        query_length=Figure(long, places=2),
        key_length=Figure(math.hypot(*(part.as_float() for part in key)), places=2),
        shadow=Figure(now.score.as_float() / long, places=2),
        itself=_scored("", query, query).score,
        reach=reach,
    )


def _scored(name: str, query: Point, key: Point) -> Scored:
    first, second = figures(
        Fraction(a.value) * Fraction(b.value) for a, b in zip(query, key, strict=True)
    )
    score = Figure(Fraction(first.value) + Fraction(second.value))
    return Scored(name, key, (first, second), score)


def _same(one: Point, other: Point) -> bool:
    return all(Fraction(a.value) == Fraction(b.value) for a, b in zip(one, other, strict=True))
