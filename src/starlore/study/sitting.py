"""A sitting: eight questions or seven minutes, whichever comes first; the last one is finished.

Its state is nothing but the Variants it has shown, so a reload, a second tab or a crash finds it
as it was. What comes next is chosen anew each time: tonight's stars, easy and hard in turn, then
new ones; a star that was missed comes back once, at least a minute later and after others.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from starlore.errors import NotFound
from starlore.lessons.model import Course
from starlore.memory.due import is_due, new_stars_left, tonight
from starlore.memory.stars import Star, lesson_of
from starlore.study.asking import ask_in
from starlore.study.desk import Desk, Moment
from starlore.study.effects import Effect, effect_of
from starlore.study.port import Unit
from starlore.study.records import VariantRow
from starlore.study.stamping import new_id

QUESTIONS = 8
MINUTES_MS = 7 * 60_000
RETURN_AFTER_MS = 60_000


@dataclass(frozen=True)
class Sitting:
    """A run of questions as far as it has come.

    Attributes:
        id: UUID. lesson: the lesson it is held to, "" for everything.
        shown: its Variants in the order shown.
    """

    id: str
    lesson: str
    shown: tuple[VariantRow, ...]

    @property
    def open(self) -> VariantRow | None:
        """The question on screen."""
        return next((row for row in reversed(self.shown) if row.status == "open"), None)

    @property
    def answered(self) -> tuple[VariantRow, ...]:
        """What has been answered."""
        return tuple(row for row in self.shown if row.status == "answered")

    @property
    def effects(self) -> tuple[tuple[str, Effect], ...]:
        """What each answer did to its star."""
        pairs = ((row.star, effect_of(row.effect_json)) for row in self.answered)
        return tuple((star, effect) for star, effect in pairs if effect is not None)


def begin(desk: Desk, at: Moment, language: str, lesson: str = "") -> VariantRow | None:
    """Begin a sitting with its first question; None when there is nothing to ask.

    Raises:
        NotFound: if the course has no such lesson.
    """
    if lesson and lesson not in desk.course().lessons:
        raise NotFound("fault.lesson.none", lesson=lesson[:60])
    return proceed(desk, at, Sitting(new_id(at.now_ms, desk.bits), lesson, ()), language)


def sitting(desk: Desk, id_: str) -> Sitting:
    """A sitting by its id.

    Raises:
        NotFound: if the learner has none of that id.
    """
    with desk.store.read() as unit:
        rows = unit.variants_of_sitting(desk.learner, id_)
    if not rows:
        raise NotFound("fault.sitting.none")
    return Sitting(id_, rows[0].lesson, rows)


def proceed(desk: Desk, at: Moment, now: Sitting, language: str) -> VariantRow | None:
    """The question on screen, or the next one; None at the sitting's end."""
    if now.open is not None:
        return now.open
    with desk.store.write() as unit:
        shown = unit.variants_of_sitting(desk.learner, now.id)
        now = Sitting(now.id, now.lesson, shown)
        if now.open is not None:
            return now.open
        star = next_star(desk, unit, at, now)
        if star is None:
            return None
        mode = "lesson" if now.lesson else "review"
        return ask_in(desk, unit, at, star, language, mode, now.id, now.lesson)


def is_over(now: Sitting, now_ms: int) -> bool:
    """Eight questions, or seven minutes; a lesson's own sitting asks each of its stars first."""
    if not now.shown:
        return False
    if now.lesson:
        return len(now.shown) >= 2 * QUESTIONS
    return len(now.shown) >= QUESTIONS or now_ms - now.shown[0].shown_at_ms >= MINUTES_MS


def next_star(desk: Desk, unit: Unit, at: Moment, now: Sitting) -> str | None:
    """Which star comes next, or None."""
    if is_over(now, at.now_ms):
        return None
    course = desk.course()
    stars = {star.star: star for star in unit.stars(desk.learner)}
    asked = [row.star for row in now.shown]
    if now.lesson:
        waiting = [star for star in stars_of(course, now.lesson) if star not in asked]
        return waiting[0] if waiting else returning(now, at.now_ms)
    known = [star for star in stars.values() if in_course(course, star.star)]
    due = [name for name in tonight(known, at.today, at.now_ms) if name not in asked]
    if due:
        return easy_hard_easy(course, due, asked)
    back = returning(now, at.now_ms)
    if back is not None:
        return back
    fresh = new_stars(course, unit, desk.learner, stars, at)
    return next((star for star in fresh if star not in asked), None)


def returning(now: Sitting, now_ms: int) -> str | None:
    """A star missed in this sitting: once, a minute later, after other stars."""
    last = now.shown[-1].star if now.shown else ""
    for row in now.answered:
        effect = effect_of(row.effect_json)
        times = sum(other.star == row.star for other in now.shown)
        missed = effect is not None and effect.is_ember and times == 1 and row.star != last
        if missed and now_ms - row.shown_at_ms >= RETURN_AFTER_MS:
            return row.star
    return None


def easy_hard_easy(course: Course, waiting: Sequence[str], asked: Sequence[str]) -> str:
    """The easiest and the hardest in turn, away from the lesson just asked where possible."""
    before = lesson_of(asked[-1]) if asked else ""
    elsewhere = [star for star in waiting if lesson_of(star) != before] or list(waiting)
    choose = max if len(asked) % 2 else min
    return choose(elsewhere, key=lambda star: seconds_for(course, star))


def seconds_for(course: Course, star: str) -> int:
    """How long a star's question is expected to take."""
    questions = course.lessons[lesson_of(star)].questions.values()
    return max(question.seconds for question in questions if question.star_id == star)


def stars_of(course: Course, lesson: str) -> tuple[str, ...]:
    """A lesson's stars in order."""
    return tuple(f"{lesson}.{name}" for name in course.lessons[lesson].plan.stars)


def new_stars(
    course: Course, unit: Unit, learner: str, stars: dict[str, Star], at: Moment
) -> tuple[str, ...]:
    """Stars not met yet that may be lit today, of the lessons begun, else of the first one."""
    met = {star.star for star in stars.values()}
    due = sum(is_due(star, at.today) for star in stars.values())
    today = at.today.isoformat()
    answered = unit.answered_on(learner, today)
    new_today = sum(1 for star in met if _began_on(stars[star], today))
    left = new_stars_left(due, new_today, answers_left=max(0, 50 - len(answered)))
    begun = [slug for slug in course.lessons if any(lesson_of(star) == slug for star in met)]
    lessons = begun or list(course.lessons)[:1]
    hollow = [star for slug in lessons for star in stars_of(course, slug) if star not in met]
    return tuple(hollow[:left])


def _began_on(star: Star, today: str) -> bool:
    """Whether a star was first met today: all its answers so far are of one day."""
    return (
        star.last_study_day.isoformat() == today
        and star.lapses == 0
        and (star.answers_counted == 1)
    )


def in_course(course: Course, star: str) -> bool:
    """Whether the course still has a star; a lesson with faults keeps its stars but asks none."""
    lesson = course.lessons.get(lesson_of(star))
    return lesson is not None and star.partition(".")[2] in lesson.plan.stars
