"""The sky as a page: the field, one star's card, time travel, and the list that says it all."""

from collections.abc import Mapping
from datetime import date, timedelta

from starlore.errors import NotFound
from starlore.language import Catalogue, spelled
from starlore.lessons.model import Course
from starlore.memory.stars import lesson_of
from starlore.study.preferences import Preferences
from starlore.study.roads import chart, next_step
from starlore.study.sitting import QUESTIONS
from starlore.study.skies import FARTHEST_DAYS, SeenSky, SeenStar, weakest_need
from starlore.view.environment import Frame
from starlore.view.links import Links
from starlore.view.marks import constellation_marks, word_mark
from starlore.view.names import (
    and_list,
    day_near,
    dims_line,
    lesson_title,
    outcome_of,
    span,
    star_name,
    word_of,
)
from starlore.view.question_card import QuestionCard
from starlore.view.settings_page import per_cent
from starlore.view.sky import first_sky, legend, sky_svg, small_sky

Values = dict[str, object]

ROOM, SIDE = 28, 8
"""Shares of the slider, in percent: an end's words take so much, and tonight's near an end half."""


def first_page(frame: Frame, card: QuestionCard) -> Values:
    """Before the first answer: a dark field, one hollow star, one question."""
    return {"card": card, "hollow_star": first_sky(card.scores, frame.catalogue)}


def sky_page(
    frame: Frame,
    course: Course,
    seen: SeenSky,
    wishes: Preferences,
    open_star: str,
    order: str,
) -> Values:
    """The values of the sky's template.

    Raises:
        NotFound: if the star whose card is asked for is not in this sky.
    """
    catalogue, links = frame.catalogue, frame.links
    chosen = seen.find(open_star) if open_star else None
    if open_star and chosen is None:
        raise NotFound("fault.star.none", star=open_star[:80])
    marks = constellation_marks(course, seen, links, catalogue, open_star)
    return {
        "title": _title(seen, wishes, catalogue),
        "list_first": wishes.list_first,
        "field": sky_svg(marks, catalogue),
        "small": small_sky(
            marks, catalogue, lesson_of(open_star) if open_star else _latest(course, seen)
        ),
        "card": _star_card(course, seen, chosen, frame) if chosen else None,
        "empty": _empty_card(seen, catalogue),
        "travel": _travel(course, seen, catalogue),
        "seven_note": _seven_note(seen, catalogue),
        "nothing_note": catalogue.say(f"sky-page.{nothing_to_ask(seen)}"),
        "legend": legend(catalogue),
        "order": _order(seen, links, catalogue, order),
        "groups": _groups(course, seen, links, catalogue, order),
    }


def _latest(course: Course, seen: SeenSky) -> str:
    """The lesson a learner was at last; that of the very first question before any answer."""
    met = [star.star for own in seen.lessons.values() for star in own if star.star is not None]
    last = max(met, key=lambda star: star.last_at_ms, default=None)
    return lesson_of(last.star if last else course.first_question)


def empty_review(frame: Frame, course: Course, seen: SeenSky) -> Values:
    """The review before it begins, or with nothing to do."""
    catalogue, ahead = frame.catalogue, seen.ahead
    if ahead.back or ahead.due:
        words, n = "begin", ahead.back + ahead.due
    elif ahead.new:
        words, n = "new", ahead.new
    else:
        words, n = nothing_to_ask(seen), 0
    step = next_step(course, chart(course, seen))
    title = lesson_title(course, step, frame.language) if step else ""
    onward = {"href": frame.links.lesson(step), "title": title} if step else None
    return {
        "picture": small_sky(
            constellation_marks(course, seen, frame.links, catalogue, ""), catalogue, ""
        ),
        "heading": catalogue.say(f"review.{words}"),
        "text": catalogue.say(f"review.{words}-note", n=n, words=spelled(n, catalogue.tag)),
        "can_begin": not ahead.is_empty,
        "next_lesson": onward,
    }


def nothing_to_ask(seen: SeenSky) -> str:
    """Why a sitting begun now would be empty: the day's limits, a minute not over, or no star."""
    if seen.is_enough:
        return "plenty"
    if seen.ahead.owed:
        return "back-soon"
    is_hollow = any(star.star is None for own in seen.lessons.values() for star in own)
    return "new-plenty" if is_hollow else "empty"


def _title(seen: SeenSky, wishes: Preferences, catalogue: Catalogue) -> str:
    say = catalogue.say
    title = say("sky-page.title-named", name=wishes.name) if wishes.name else say("sky-page.title")
    day = day_near(seen.on, seen.today, catalogue.tag)
    return say("sky-page.title-on", title=title, day=day)


def star_lines(seen: SeenSky, one: SeenStar, catalogue: Catalogue) -> list[str]:
    """What is said of one star: its word, how likely, how long, until when."""
    say, star = catalogue.say, one.star
    word = word_of(one, catalogue, seen.on == seen.today)
    if star is None:
        return [word, say("sky-page.never")]
    lines = [word]
    likely = say("sky-page.likely", share=per_cent(one.recall, catalogue.tag))
    holds = say("sky-page.holds", span=span(star.stability_days, catalogue.tag))
    if star.is_ember:
        lines.append(say("sky-page.until-right"))
    else:
        lines.append(f"{likely}{say('app.comma')}{holds}")
    is_back = seen.on == seen.today and one.id in seen.ahead.owed
    lines.append(say("sky-page.back-tonight") if is_back else dims_line(star, seen.on, catalogue))
    if star.status != "active":
        lines.append(say("sky-page.set-aside"))
    if star.is_stuck:
        lines.append(say("sky-page.stuck"))
    return lines


def _star_card(course: Course, seen: SeenSky, one: SeenStar, frame: Frame) -> Mapping[str, object]:
    """One star in words, and what can be done about it: of a stuck one, first what it builds on."""
    catalogue, slug, star = frame.catalogue, lesson_of(one.id), one.star
    is_stuck = star is not None and star.is_stuck
    needed = weakest_need(course, seen, slug) if is_stuck else None
    title = lesson_title(course, needed, frame.language) if needed else ""
    return {
        "id": one.id,
        "name": star_name(course, one.id, catalogue.tag),
        "lines": star_lines(seen, one, catalogue),
        "stands_for": outcome_of(course, one.id, catalogue.tag),
        "lesson": slug,
        "needed": needed,
        "needed_words": catalogue.say("sky-page.needs-first", lesson=title) if needed else "",
        "is_aside": star is not None and star.status != "active",
        "may_set_aside": is_stuck,
    }


def _empty_card(seen: SeenSky, catalogue: Catalogue) -> Mapping[str, object]:
    """Where no star is chosen: what a star is, or after a break a welcome with its plan."""
    say = catalogue.say
    lines = [say("sky-page.choose-note")]
    if seen.caught_up_by is not None:
        today = "-today" if seen.caught_up_by == seen.today else ""
        day = day_near(seen.caught_up_by, seen.today, catalogue.tag)
        lines = [say(f"sky-page.welcome-back{today}", day=day)]
    return {"heading": say("sky-page.choose"), "lines": lines, "href": "", "name": ""}


def _travel(course: Course, seen: SeenSky, catalogue: Catalogue) -> Mapping[str, object]:
    """The slider, the date field, and the sentence under them."""
    first = min(seen.first_day or seen.today, seen.today)
    last = seen.today + timedelta(days=FARTHEST_DAYS)
    day = day_near(seen.on, seen.today, catalogue.tag)
    return {
        "on": seen.on.isoformat(),
        "min": first.isoformat(),
        "max": last.isoformat(),
        "back": (first - seen.today).days,
        "ahead": FARTHEST_DAYS,
        "at": (seen.on - seen.today).days,
        "today": seen.today.isoformat(),
        "marks": _slider_marks(first, seen.today, last, catalogue),
        "said": day,
        "is_elsewhen": seen.on != seen.today,
        "text": _travel_text(course, seen, day, catalogue),
    }


def _slider_marks(
    first: date, today: date, last: date, catalogue: Catalogue
) -> list[Mapping[str, object]]:
    """What stands under the slider: tonight in its place, and the ends where there is room."""
    at = round(100 * (today - first).days / (last - first).days)
    side = "start" if at < SIDE else "end" if at > 100 - SIDE else "middle"
    marks: list[Mapping[str, object]] = [
        {"at": at, "anchor": side, "name": catalogue.say("sky-page.tonight")}
    ]
    if at > ROOM:
        name = day_near(first, today, catalogue.tag)
        marks.insert(0, {"at": 0, "anchor": "start", "name": name})
    if at < 100 - ROOM:
        marks.append({"at": 100, "anchor": "end", "name": catalogue.say("sky-page.in-a-year")})
    return marks


def _travel_text(course: Course, seen: SeenSky, day: str, catalogue: Catalogue) -> str:
    say = catalogue.say
    if seen.on == seen.today:
        return say("sky-page.travel-now")
    if seen.on < seen.today:
        return say("sky-page.travel-back", day=day)
    names = [star_name(course, star, catalogue.tag) for star in seen.fading]
    if not names:
        return say("sky-page.travel-ahead-none", day=day)
    return say("sky-page.travel-ahead", day=day, names=and_list(names, catalogue))


def _seven_note(seen: SeenSky, catalogue: Catalogue) -> str:
    """Beside the one button: how much a sitting begun now would ask; "" if nothing."""
    ahead = seen.ahead
    waiting = ahead.back + ahead.due
    if waiting >= QUESTIONS:
        return catalogue.say("sky-page.seven-note")
    name, n = ("seven-few", waiting) if waiting else ("new-few", ahead.new)
    return catalogue.say(f"sky-page.{name}", n=n, words=spelled(n, catalogue.tag)) if n else ""


def _order(seen: SeenSky, links: Links, catalogue: Catalogue, order: str) -> Mapping[str, object]:
    """The other order of the list."""
    on = "" if seen.on == seen.today else seen.on.isoformat()
    if order == "worth":
        name = catalogue.say("sky-page.order-course")
        return {"href": links.sky(on, part="list"), "name": name}
    name = catalogue.say("sky-page.order-worth")
    return {"href": links.sky(on, order="worth", part="list"), "name": name}


def _groups(
    course: Course, seen: SeenSky, links: Links, catalogue: Catalogue, order: str
) -> list[Mapping[str, object]]:
    """The list twin: constellation, star, word, last answered, begins to dim or comes back."""
    on = "" if seen.on == seen.today else seen.on.isoformat()
    groups: list[Mapping[str, object]] = []
    for slug, stars in seen.lessons.items():
        shown = sorted(stars, key=_worth) if order == "worth" else stars
        groups.append(
            {
                "slug": slug,
                "title": lesson_title(course, slug, catalogue.tag),
                "rows": [_row(course, seen, one, links, catalogue, on) for one in shown],
            }
        )
    return groups


def _worth(one: SeenStar) -> tuple[bool, bool, float]:
    """Tonight's first, then what is lit by falling risk, hollow ones last."""
    return (not one.is_tonight, one.star is None, one.recall)


def _row(
    course: Course, seen: SeenSky, one: SeenStar, links: Links, catalogue: Catalogue, on: str
) -> Mapping[str, object]:
    star = one.star
    last = dims = "–"
    if star is not None:
        last = day_near(star.last_study_day, seen.today, catalogue.tag)
        is_back = on == "" and one.id in seen.ahead.owed
        dims = day_near(seen.today if is_back else star.due_day, seen.today, catalogue.tag)
        dims = catalogue.say("sky-page.back-on", day=dims) if star.is_ember else dims
    return {
        "name": star_name(course, one.id, catalogue.tag),
        "href": links.sky(on, star=one.id, part="star"),
        "word": word_of(one, catalogue, seen.on == seen.today),
        "mark": word_mark(one),
        "last": last,
        "dims": dims,
    }
