"""The map as a learner has lit it: how much of each lesson, what a road takes, what to warm up."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from starlore.lessons.map import in_order, needs_by_distance, road
from starlore.lessons.model import Course
from starlore.study.skies import SeenSky, SeenStar

LIT = ("bright", "dimming")
"""Words of a star that counts as lit; an ember waits for a right answer."""

DIM = ("dimming", "ember")
"""Words of a star that was lit and asks for a visit."""


@dataclass(frozen=True)
class Charted:
    """A lesson on the map.

    Attributes:
        slug: its id. minutes: what its file says it takes, None where it has no file yet.
        lit, stars: how many of its stars are lit, of how many. unmet: how many were never answered.
        embers_seconds: what the questions take that would light its embers again.
        light: mean brightness of the lit ones, .30 to 1; 0 where none is.
    """

    slug: str
    minutes: int | None
    lit: int
    stars: int
    unmet: int
    embers_seconds: int
    light: float

    @property
    def is_written(self) -> bool:
        """It can be read and asked."""
        return self.minutes is not None

    @property
    def is_lit(self) -> bool:
        """All of its stars are lit."""
        return self.is_written and self.lit == self.stars

    @property
    def share(self) -> float:
        """How much of it is lit, from 0 to 1."""
        return self.lit / self.stars if self.stars else 0.0

    @property
    def minutes_left(self) -> int | None:
        """What it still takes: of its minutes the share of stars never met, and for each ember one
        question, for what was read once is not read all over."""
        if self.minutes is None:
            return None
        fresh = self.minutes * self.unmet / self.stars if self.stars else self.minutes
        return ceil(fresh + self.embers_seconds / 60)


@dataclass(frozen=True)
class Road:
    """The shortest road to a lesson.

    Attributes:
        goal: where it leads. lessons: all on it, each after what it needs, the goal last.
        left: those not wholly lit yet.
        minutes: what the written ones of them still take. unwritten: how many have no file yet.
    """

    goal: str
    lessons: tuple[str, ...]
    left: tuple[str, ...]
    minutes: int
    unwritten: int


Chart = Mapping[str, Charted]
"""Every lesson of the course, each after those it needs."""


def chart(course: Course, seen: SeenSky) -> Chart:
    """Look at the map by the light of a sky."""
    return {slug: _charted(course, seen, slug) for slug in in_order(course.nodes)}


def _charted(course: Course, seen: SeenSky, slug: str) -> Charted:
    """One lesson by the light of its stars."""
    lesson = course.lessons.get(slug)
    if lesson is None:
        return Charted(slug, None, 0, 0, 0, 0, 0.0)
    stars = seen.lessons.get(slug, ())
    lit = [star for star in stars if star.word in LIT]
    embers = [star.id for star in stars if star.word == "ember"]
    return Charted(
        slug,
        lesson.plan.minutes,
        lit=len(lit),
        stars=len(stars),
        unmet=len(stars) - len(lit) - len(embers),
        embers_seconds=sum(max(one.seconds for one in lesson.asks(id_)) for id_ in embers),
        light=fmean(star.light for star in lit) if lit else 0.0,
    )


def road_to(course: Course, charted: Chart, goal: str) -> Road:
    """The shortest road to a lesson, and what of it is left."""
    lessons = road(course.nodes, goal)
    left = tuple(slug for slug in lessons if not charted[slug].is_lit)
    minutes = [charted[slug].minutes_left for slug in left]
    written = [taken for taken in minutes if taken is not None]
    return Road(goal, lessons, left, sum(written), len(left) - len(written))


def next_goal(course: Course, charted: Chart) -> str:
    """Where to go next: the lesson one begins with, then each next one not wholly lit.

    "" where the course has no lesson.
    """
    unlit = [one.slug for one in charted.values() if one.is_written and not one.is_lit]
    if course.seed in unlit or not unlit:
        return course.seed or next(iter(charted), "")
    return unlit[0]


def next_step(course: Course, charted: Chart) -> str:
    """The lesson to open next: the first on the road to the next goal that is not wholly lit.

    "" where no lesson is written.
    """
    left = road_to(course, charted, next_goal(course, charted)).left
    return next((slug for slug in left if charted[slug].is_written), "")


def dim_need(course: Course, seen: SeenSky, slug: str) -> SeenStar | None:
    """The star to warm up on before a lesson: of what it needs, the lit one known least, if dim.

    Where all that it needs itself is bright, or was never met, what those lessons need is looked
    at, and so on: what is nearest is what it stands on most. None once a star of any of them was
    answered today: one question is offered, no more.
    """
    rings = [
        [one for need in ring for one in seen.lessons.get(need, ()) if one.star is not None]
        for ring in needs_by_distance(course.nodes, slug)
    ]
    met = [one.star for ring in rings for one in ring]
    if any(star is not None and star.last_study_day == seen.today for star in met):
        return None
    found = (min(filter(_is_dim, ring), key=_by_recall, default=None) for ring in rings)
    return next((one for one in found if one is not None), None)


def _is_dim(one: SeenStar) -> bool:
    """Whether a star was lit, asks for a visit, and may be asked."""
    star = one.star
    return one.word in DIM and star is not None and star.status == "active" and not star.is_stuck


def _by_recall(one: SeenStar) -> tuple[float, str]:
    return one.recall, one.id
