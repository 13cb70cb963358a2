"""The sky of a day: every star of the course with its light, tonight or on another evening."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from statistics import fmean

from starlore.errors import Refused
from starlore.lessons.model import Course
from starlore.memory.due import is_due, plan_for_backlog, tonight
from starlore.memory.light import recall_now, star_light, star_radius, star_word
from starlore.memory.stars import Star
from starlore.memory.study_day import DAY_MS
from starlore.study.desk import Desk, Moment
from starlore.study.rebuilding import folded
from starlore.study.sitting import QUESTIONS, Ahead, ahead, answers_left, in_course

FARTHEST_DAYS = 365


@dataclass(frozen=True)
class SeenStar:
    """One star as it stands in the sky of a day.

    Attributes:
        id: "lesson.star". star: what is known of it, None if never answered by then.
        word: "bright", "dimming", "ember" or "not-yet".
        radius: pixels. light: .30 to 1, 0 for a hollow star. recall: 0 to 1.
        is_tonight: one of at most eight that a sitting would take.
    """

    id: str
    star: Star | None
    word: str
    radius: float
    light: float
    recall: float
    is_tonight: bool


@dataclass(frozen=True)
class SeenSky:
    """The sky of a day.

    Attributes:
        on: the study day shown. today: the learner's.
        first_day: of the first answer, the farthest back one can look; None before it.
        lessons: stars by lesson, in course order.
        fading: at most three stars that would fade most until `on`, if it lies ahead.
        caught_up_by: with more due than a sitting takes, the day all have been seen; else None.
        is_enough: a review asks nothing more today: the day's limit of answers is reached.
        ahead: what a sitting begun now would ask, whichever day is shown.
    """

    on: date
    today: date
    first_day: date | None
    lessons: Mapping[str, tuple[SeenStar, ...]]
    fading: tuple[str, ...]
    caught_up_by: date | None
    is_enough: bool = False
    ahead: Ahead = field(default_factory=Ahead)

    def find(self, id_: str) -> SeenStar | None:
        """A star by its id."""
        return next((s for stars in self.lessons.values() for s in stars if s.id == id_), None)


def sky_on(desk: Desk, at: Moment, on: date | None = None) -> SeenSky:
    """Look at the sky: tonight, back to the first answer, or ahead "if nothing is answered before".

    Raises:
        Refused: if the day lies before the first answer or more than a year ahead.
    """
    today = at.today
    on = on or today
    with desk.store.read() as unit:
        first = unit.first_study_day(desk.learner)
        first_day = date.fromisoformat(first) if first else None
        _check_day(on, today, first_day)
        if on < today:
            stars = folded(unit, desk.learner, on.isoformat()).stars
        else:
            stars = {star.star: star for star in unit.stars(desk.learner)}
        left = answers_left(unit, desk.learner, at)
        coming = ahead(desk, unit, at)
    seen = _seen(desk, at, on, first_day, stars, left)
    return replace(seen, ahead=coming)


def weakest_need(course: Course, seen: SeenSky, slug: str) -> str | None:
    """The lesson that another needs and that is known least: by mean recall over its stars.

    A star never answered counts 0. None where the lesson needs none that has a file.
    """
    node = course.nodes.get(slug)
    needed = [one for one in node.needs if seen.lessons.get(one)] if node is not None else []
    return min(
        needed, key=lambda one: fmean(star.recall for star in seen.lessons[one]), default=None
    )


def _check_day(on: date, today: date, first_day: date | None) -> None:
    earliest = min(first_day or today, today)
    if on < earliest:
        raise Refused("fault.sky.before", first=earliest.isoformat(), day=on.isoformat())
    if (on - today).days > FARTHEST_DAYS:
        raise Refused("fault.sky.beyond", day=on.isoformat())


def _seen(
    desk: Desk,
    at: Moment,
    on: date,
    first_day: date | None,
    stars: Mapping[str, Star],
    left: int,
) -> SeenSky:
    """Every star of the course, lit for that day; a review may ask `left` more of them today."""
    course, today = desk.course(), at.today
    then_ms = at.now_ms + (on - today).days * DAY_MS
    existing = [star for star in stars.values() if in_course(course, star.star)]
    most = min(QUESTIONS, left) if on == today else QUESTIONS
    halo = set(tonight(existing, on, then_ms, most))
    lessons = {
        slug: tuple(_look(id_, stars.get(id_), on, then_ms, halo) for id_ in lesson.plan.star_ids)
        for slug, lesson in course.lessons.items()
    }
    due = sum(is_due(star, today) for star in existing)
    return SeenSky(
        on=on,
        today=today,
        first_day=first_day,
        lessons=lessons,
        fading=_fading(existing, at.now_ms, then_ms),
        caught_up_by=plan_for_backlog(existing, today) if due > QUESTIONS else None,
        is_enough=not left,
    )


def _look(id_: str, star: Star | None, on: date, then_ms: int, halo: set[str]) -> SeenStar:
    """One star in its light."""
    word = star_word(star, on, then_ms)
    if star is None:
        return SeenStar(id_, None, word, 4.0, 0.0, 0.0, False)
    recall = recall_now(star, then_ms)
    light = star_light(0.0) if star.is_ember else star_light(recall)
    return SeenStar(id_, star, word, star_radius(star.stability_days), light, recall, id_ in halo)


def _fading(stars: list[Star], now_ms: int, then_ms: int) -> tuple[str, ...]:
    """The three that lose most light until then; an ember has none to lose."""
    if then_ms <= now_ms:
        return ()

    def lost(star: Star) -> float:
        return star_light(recall_now(star, now_ms)) - star_light(recall_now(star, then_ms))

    lit = (star for star in stars if not star.is_ember)
    order = sorted(lit, key=lambda star: (-lost(star), star.star))
    return tuple(star.star for star in order[:3] if lost(star) >= 0.01)
