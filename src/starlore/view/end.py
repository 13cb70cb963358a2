"""The end of a sitting: what grew, what dims next, and the ways on. No points, no total."""

from itertools import groupby

from starlore.language import Catalogue, capitalised, spelled
from starlore.lessons.model import Course
from starlore.memory.stars import lesson_of
from starlore.study.roads import chart, next_step
from starlore.study.sitting import Sitting
from starlore.study.skies import SeenSky
from starlore.view.environment import Frame
from starlore.view.marks import constellation_marks
from starlore.view.names import and_list, day_near, lesson_title, star_name
from starlore.view.sky import small_sky
from starlore.view.steps import Step

DIMS_TOLD = 3
"""Stars named of those that dim next."""


def end_page(frame: Frame, course: Course, now: Sitting, seen: SeenSky) -> dict[str, object]:
    """The values of the template at a sitting's end."""
    catalogue, links = frame.catalogue, frame.links
    marks = constellation_marks(course, seen, links, catalogue, "")
    grown = {star for star, effect in now.effects if effect.grew} | set(_also(now))
    marks = tuple(mark.with_grown(grown) for mark in marks)
    lesson = lesson_of(now.shown[-1].star)
    steps = [Step(catalogue.say("review.look-at-sky"), links.sky(), main=True)]
    if now.lesson:
        steps.append(Step(catalogue.say("question.back-to-lesson"), links.lesson(now.lesson)))
    elif not seen.ahead.is_empty:
        steps.append(Step(catalogue.say("review.end-more"), links.review(), post=True))
    onward = next_step(course, chart(course, seen))
    if onward not in ("", now.lesson):
        title = lesson_title(course, onward, frame.language)
        steps.append(Step(catalogue.say("review.end-onward", lesson=title), links.lesson(onward)))
    return {
        "constellations": small_sky(marks, catalogue, lesson),
        "headline": headline(now, catalogue),
        "lines": _lines(course, now, seen, catalogue),
        "steps": steps,
    }


def headline(now: Sitting, catalogue: Catalogue) -> str:
    """Three stars brighter, one new."""
    say = catalogue.say
    new = {star for star, effect in now.effects if effect.is_new and effect.grew}
    brighter = {star for star, effect in now.effects if effect.grew} - new
    parts = []
    if brighter:
        words = spelled(len(brighter), catalogue.tag)
        parts.append(say("review.end-brighter", n=len(brighter), words=words))
    if new:
        words = spelled(len(new), catalogue.tag)
        kind = "review.end-new" if brighter else "review.end-new-alone"
        parts.append(say(kind, n=len(new), words=words))
    if len(parts) == 2:
        text = say("review.end-both", brighter=parts[0], new=parts[1])
    elif parts:
        text = say("review.end-one", part=parts[0])
    else:
        seen = len({row.star for row in now.answered})
        text = say("review.end-none", n=seen, words=spelled(seen, catalogue.tag))
    return capitalised(text)


def _lines(course: Course, now: Sitting, seen: SeenSky, catalogue: Catalogue) -> list[str]:
    """What brightened along the way; its embers; the few stars that dim next, by day and name."""
    lit = [one.star for stars in seen.lessons.values() for one in stars if one.star is not None]
    ahead = sorted(
        (star for star in lit if star.due_day > seen.today and not star.is_ember),
        key=lambda s: (s.due_day, s.star),
    )
    also = [star_name(course, star, catalogue.tag) for star in _also(now)]
    lines = [catalogue.say("review.end-also", names=and_list(also, catalogue))] if also else []
    lines += _embers(course, now, seen, catalogue)
    for due_day, stars in groupby(ahead[:DIMS_TOLD], key=lambda star: star.due_day):
        kind = "review.end-dims" if due_day == ahead[0].due_day else "review.end-dims-then"
        names = [star_name(course, star.star, catalogue.tag) for star in stars]
        day = day_near(due_day, seen.today, catalogue.tag)
        lines.append(catalogue.say(kind, day=day, names=and_list(names, catalogue)))
    return lines


def _embers(course: Course, now: Sitting, seen: SeenSky, catalogue: Catalogue) -> list[str]:
    """How many of the stars asked are embers now, and when each comes back: tonight, or its day."""
    asked = (seen.find(star) for star, _ in now.effects)
    embers = {one.id: one.star for one in asked if one and one.star and one.star.is_ember}
    backs: dict[str, list[str]] = {}
    for id_, star in sorted(embers.items(), key=lambda pair: (pair[1].due_day, pair[0])):
        tonight = id_ in seen.ahead.owed or star.due_day <= seen.today
        day = "" if tonight else day_near(star.due_day, seen.today, catalogue.tag)
        backs.setdefault(day, []).append(star_name(course, id_, catalogue.tag))
    return [_ember_line(day, names, catalogue) for day, names in backs.items()]


def _ember_line(day: str, names: list[str], catalogue: Catalogue) -> str:
    """So many embers come back on a day, "" for tonight."""
    n, told = len(names), and_list(names, catalogue)
    words = capitalised(spelled(n, catalogue.tag))
    if not day:
        return catalogue.say("review.end-embers-tonight", n=n, words=words, names=told)
    return catalogue.say("review.end-embers", n=n, words=words, day=day, names=told)


def _also(now: Sitting) -> list[str]:
    """Easier stars that the answers brightened and that were not asked themselves."""
    asked = {star for star, _ in now.effects}
    also = dict.fromkeys(star for _, effect in now.effects for star in effect.also)
    return [star for star in also if star not in asked]
