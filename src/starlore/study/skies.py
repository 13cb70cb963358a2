"""The sky of a day: every star of the course with its light, tonight or on another evening."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from starlore.errors import Refused
from starlore.memory.due import is_due, plan_for_backlog, tonight
from starlore.memory.light import recall_now, star_light, star_radius, star_word
from starlore.memory.stars import Star
from starlore.study.desk import Desk, Moment
from starlore.study.rebuilding import folded
from starlore.study.sitting import in_course, stars_of

DAY_MS = 86_400_000
FARTHEST_DAYS = 365
TONIGHT = 8


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
    """

    on: date
    today: date
    first_day: date | None
    lessons: Mapping[str, tuple[SeenStar, ...]]
    fading: tuple[str, ...]
    caught_up_by: date | None

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
    return _seen(desk, at, on, first_day, stars)


def _check_day(on: date, today: date, first_day: date | None) -> None:
    earliest = min(first_day or today, today)
    if on < earliest:
        raise Refused("fault.sky.before", first=earliest.isoformat(), day=on.isoformat())
    if (on - today).days > FARTHEST_DAYS:
        raise Refused("fault.sky.beyond", day=on.isoformat())


def _seen(
    desk: Desk, at: Moment, on: date, first_day: date | None, stars: Mapping[str, Star]
) -> SeenSky:
    """Every star of the course, lit for that day."""
    course, today = desk.course(), at.today
    then_ms = at.now_ms + (on - today).days * DAY_MS
    existing = [star for star in stars.values() if in_course(course, star.star)]
    halo = set(tonight(existing, on, then_ms, TONIGHT))
    lessons = {
        slug: tuple(_look(id_, stars.get(id_), on, then_ms, halo) for id_ in stars_of(course, slug))
        for slug in course.lessons
    }
    due = sum(is_due(star, today) for star in existing)
    return SeenSky(
        on=on,
        today=today,
        first_day=first_day,
        lessons=lessons,
        fading=_fading(existing, at.now_ms, then_ms),
        caught_up_by=plan_for_backlog(existing, today) if due > TONIGHT else None,
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
    """The three that lose most light until then."""
    if then_ms <= now_ms:
        return ()

    def lost(star: Star) -> float:
        return star_light(recall_now(star, now_ms)) - star_light(recall_now(star, then_ms))

    order = sorted(stars, key=lambda star: (-lost(star), star.star))
    return tuple(star.star for star in order[:3] if lost(star) >= 0.01)
