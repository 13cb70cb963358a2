"""A sitting: eight questions or seven minutes, whichever comes first; the last one is finished.

Its state is nothing but the Variants it has shown, so a reload, a second tab or a crash finds it
as it was. What comes next is chosen anew each time: after a miss one easier star that it is made
of; tonight's stars, easy and hard in turn; then new ones along the road. A star that was missed
comes back once, at least a minute later and after others.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from starlore.errors import NotFound, Unready
from starlore.lessons.map import in_order, road
from starlore.lessons.model import Course
from starlore.memory.due import ANSWERS_A_DAY, is_due, new_stars_left, tonight
from starlore.memory.stars import Star, lesson_of
from starlore.study.asking import keep, lesson_with, new_row, turn_of
from starlore.study.choosing import faintest_practised, farthest_reaching
from starlore.study.coming_back import coming_back, has_rested
from starlore.study.desk import Desk, Moment
from starlore.study.effects import Effect, effect_of
from starlore.study.port import Unit
from starlore.study.records import VariantRow
from starlore.study.stamping import new_id

QUESTIONS = 8
MINUTES_MS = 7 * 60_000
MOST_PASSED = 3
"""Stars that cannot be drawn, after which a sitting stops looking for another."""


@dataclass(frozen=True)
class Ahead:
    """What a sitting begun now would ask.

    Attributes:
        back: stars missed earlier today, which come back. due: stars worth a visit, at most eight.
        new: stars not met yet that may be lit today, at most eight.
        owed: every star that comes back today, those included whose minute is not over.
    """

    back: int = 0
    due: int = 0
    new: int = 0
    owed: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        """A sitting begun now would have nothing to ask."""
        return not (self.back or self.due or self.new)


@dataclass(frozen=True)
class Sitting:
    """A run of questions as far as it has come.

    Attributes:
        id: UUID. lesson: the lesson it is held to, "" for everything.
        shown: its Variants in the order shown.
        taken_back: ids of those whose answer does not count any more.
    """

    id: str
    lesson: str
    shown: tuple[VariantRow, ...]
    taken_back: frozenset[str] = frozenset()

    def open_at(self, now_ms: int) -> VariantRow | None:
        """The question on screen; one that has waited too long to be answered is none."""
        open_ = (row for row in reversed(self.shown) if row.status == "open")
        return next((row for row in open_ if now_ms <= row.expires_at_ms), None)

    @property
    def answered(self) -> tuple[VariantRow, ...]:
        """What has been answered, taken back or not."""
        return tuple(row for row in self.shown if row.status == "answered")

    @property
    def counted(self) -> tuple[VariantRow, ...]:
        """What has been answered and counts."""
        return tuple(row for row in self.answered if row.id not in self.taken_back)

    @property
    def effects(self) -> tuple[tuple[str, Effect], ...]:
        """What each answer that counts did to its star."""
        pairs = ((row.star, effect_of(row.effect_json)) for row in self.counted)
        return tuple((star, effect) for star, effect in pairs if effect is not None)


def begin(desk: Desk, at: Moment, language: str, lesson: str = "") -> VariantRow | None:
    """Begin a sitting with its first question; None when there is nothing to ask.

    Raises:
        NotFound: if the course has no such lesson.
        Unready: if it cannot be read, or nothing that could be asked can be drawn.
    """
    if lesson:
        desk.course().lesson(lesson)
    return proceed(desk, at, Sitting(new_id(at.now_ms, desk.bits), lesson, ()), language)


def sitting(desk: Desk, id_: str) -> Sitting:
    """A sitting by its id.

    Raises:
        NotFound: if the learner has none of that id.
    """
    with desk.store.read() as unit:
        now = _as_it_stands(desk, unit, id_)
    if not now.shown:
        raise NotFound("fault.sitting.none")
    return now


def _as_it_stands(desk: Desk, unit: Unit, id_: str, lesson: str = "") -> Sitting:
    """A sitting as its Variants and the log have it; `lesson` is that of one not begun yet."""
    shown = unit.variants_of_sitting(desk.learner, id_)
    answered = (row for row in shown if row.answer)
    void = frozenset(row.id for row in answered if unit.live_void_of(desk.learner, row.answer))
    return Sitting(id_, shown[0].lesson if shown else lesson, shown, void)


def proceed(desk: Desk, at: Moment, now: Sitting, language: str) -> VariantRow | None:
    """The question on screen, or the next one; None at the sitting's end.

    A star whose questions cannot be drawn is passed over.

    Raises:
        Unready: if for that reason there is nothing left to ask, or three were passed over.
    """
    passed: list[str] = []
    while True:
        on_screen = now.open_at(at.now_ms)
        if on_screen is not None:
            return on_screen
        with desk.store.read() as unit:
            now = _as_it_stands(desk, unit, now.id, now.lesson)
            star = next_star(desk, unit, at, now, passed)
            if star is None:
                break
            turn = turn_of(desk, unit, lesson_with(desk.course(), star), star)
        try:
            row = new_row(desk, at, turn, language)
        except Unready:
            passed.append(star)
            if len(passed) == MOST_PASSED:
                raise
            continue
        mode = "lesson" if now.lesson else "review"
        row = replace(row, mode=mode, sitting=now.id, lesson=now.lesson)
        with desk.store.write() as unit:
            before, now = now, _as_it_stands(desk, unit, now.id, now.lesson)
            if now == before:
                return keep(desk, unit, at, turn, row)
    if passed:
        raise Unready("fault.question.unready", star=passed[0])
    return None


def is_over(now: Sitting, now_ms: int) -> bool:
    """Eight questions, or seven minutes; a lesson's own sitting asks each of its stars first."""
    if not now.shown:
        return False
    if now.lesson:
        return len(now.shown) >= 2 * QUESTIONS
    return len(now.shown) >= QUESTIONS or now_ms - now.shown[0].shown_at_ms >= MINUTES_MS


def next_star(
    desk: Desk, unit: Unit, at: Moment, now: Sitting, passed: Sequence[str] = ()
) -> str | None:
    """Which star comes next, or None; those passed over do not come."""
    if is_over(now, at.now_ms):
        return None
    course = desk.course()
    asked = [row.star for row in now.answered]
    out = {*asked, *passed}
    easier = after_a_miss(desk, unit, at, now)
    if easier is not None and easier not in passed:
        return easier
    if now.lesson:
        waiting = [star for star in stars_of(course, now.lesson) if star not in out]
        return waiting[0] if waiting else returning(desk, unit, at, now, passed)
    left = answers_left(unit, desk.learner, at)
    stars = {star.star: star for star in unit.stars(desk.learner)}
    known = [star for star in stars.values() if in_course(course, star.star)]
    if not left:
        return None
    owed = [star.star for star in owed_now(desk, unit, at) if star.star not in out]
    if owed:
        return owed[0]
    due = [name for name in tonight(known, at.today, at.now_ms, left) if name not in out]
    if due:
        chosen = easy_hard_easy(course, due[:QUESTIONS], asked)
        return farthest_reaching(course, stars, due, asked, chosen, at.today)
    back = returning(desk, unit, at, now, passed)
    if back is not None:
        return back
    fresh = new_stars(course, unit, desk.learner, stars, at)
    return next((star for star in fresh if star not in out), None)


def after_a_miss(desk: Desk, unit: Unit, at: Moment, now: Sitting) -> str | None:
    """After a wrong answer one easier star that the missed one practises, if it was met before.

    A review has its limit of answers a day; a lesson's own sitting has none.
    """
    last = now.counted[-1] if now.counted else None
    effect = effect_of(last.effect_json) if last is not None else None
    if last is None or last != now.shown[-1] or effect is None or not effect.is_ember:
        return None
    if not (now.lesson or answers_left(unit, desk.learner, at)):
        return None
    stars = {star.star: star for star in unit.stars(desk.learner)}
    shown = [row.star for row in now.shown]
    return faintest_practised(desk.course(), stars, last.star, at, shown)


def answers_left(unit: Unit, learner: str, at: Moment) -> int:
    """How many more answers a review may ask for today; what a learner asks for has no limit."""
    return max(0, ANSWERS_A_DAY - len(unit.answered_on(learner, at.today.isoformat())))


def ahead(desk: Desk, unit: Unit, at: Moment) -> Ahead:
    """What a sitting begun now would ask: what its button promises is counted here."""
    course, left = desk.course(), answers_left(unit, desk.learner, at)
    stars = {star.star: star for star in unit.stars(desk.learner)}
    known = [star for star in stars.values() if in_course(course, star.star)]
    most = min(QUESTIONS, left)
    fresh = new_stars(course, unit, desk.learner, stars, at)
    return Ahead(
        back=min(len(owed_now(desk, unit, at)), most),
        due=len(tonight(known, at.today, at.now_ms, most)),
        new=min(len(fresh), most),
        owed=frozenset(star.star for star in _owed(desk, unit, at)) if left else frozenset(),
    )


def owed_now(desk: Desk, unit: Unit, at: Moment) -> tuple[Star, ...]:
    """The stars missed today that have not come back and whose minute is over."""
    return tuple(star for star in _owed(desk, unit, at) if has_rested(star, at.now_ms))


def _owed(desk: Desk, unit: Unit, at: Moment) -> tuple[Star, ...]:
    """The stars missed today that have not come back; those no longer asked for do not."""
    back = coming_back(unit, desk.learner, at.today)
    return tuple(star for star in back if in_course(desk.course(), star.star))


def returning(
    desk: Desk, unit: Unit, at: Moment, now: Sitting, passed: Sequence[str] = ()
) -> str | None:
    """A star missed in this sitting: once, a minute after its answer, after other stars."""
    asked = [row.star for row in now.shown]
    out = {*asked[-1:], *passed}
    back = (star.star for star in owed_now(desk, unit, at) if asked.count(star.star) == 1)
    return next((star for star in back if star not in out), None)


def easy_hard_easy(course: Course, waiting: Sequence[str], asked: Sequence[str]) -> str:
    """The easiest and the hardest in turn, away from the lesson just asked where possible."""
    before = lesson_of(asked[-1]) if asked else ""
    elsewhere = [star for star in waiting if lesson_of(star) != before] or list(waiting)
    choose = max if len(asked) % 2 else min
    return choose(elsewhere, key=lambda star: seconds_for(course, star))


def seconds_for(course: Course, star: str) -> int:
    """How long a star's question is expected to take."""
    return max(question.seconds for question in course.lesson(lesson_of(star)).asks(star))


def stars_of(course: Course, slug: str) -> tuple[str, ...]:
    """A lesson's stars in order; none where the lesson is gone."""
    lesson = course.lessons.get(slug)
    return () if lesson is None else lesson.stars


def in_course(course: Course, star: str) -> bool:
    """Whether the course still asks for a star; what it no longer asks keeps its light."""
    lesson = course.lessons.get(lesson_of(star))
    return lesson is not None and bool(lesson.asks(star))


def new_stars(
    course: Course, unit: Unit, learner: str, stars: Mapping[str, Star], at: Moment
) -> tuple[str, ...]:
    """Stars not met yet that may be lit today: of lessons begun, then along the road to the seed.

    The very first question, which everyone is asked, begins no lesson.
    """
    due = sum(is_due(star, at.today) for id_, star in stars.items() if in_course(course, id_))
    new_today = first_met(stars, unit.answered_on(learner, at.today.isoformat()))
    left = new_stars_left(due, new_today, answers_left=answers_left(unit, learner, at))
    begun = {lesson_of(star) for star in stars if star != course.first_star}
    ways = dict.fromkeys((*road(course.nodes, course.seed), *in_order(course.nodes)))
    lessons = sorted(ways, key=lambda slug: slug not in begun)
    hollow = [star for slug in lessons for star in stars_of(course, slug) if star not in stars]
    return tuple(hollow[:left])


def first_met(stars: Mapping[str, Star], answered: Iterable[str]) -> int:
    """How many stars have no answers but these, the live ones of one day."""
    times = Counter(answered)
    return sum(times[id_] >= star.answers_counted for id_, star in stars.items() if id_ in times)
