"""The lesson as a page: outcomes, Read, Watch, where it sits, and its questions."""

from collections.abc import Mapping

from markupsafe import Markup

from starlore.errors import NotFound
from starlore.language import capitalised, show_number, spelled
from starlore.lessons.map import neighbourhood
from starlore.lessons.model import Course, Lesson, LessonText
from starlore.study.desk import Desk, Moment
from starlore.study.skies import SeenSky, SeenStar, sky_on
from starlore.view.environment import Frame
from starlore.view.live_pictures import live_pictures, show_live
from starlore.view.map_page import map_cut
from starlore.view.marks import constellation_mark, word_mark
from starlore.view.names import lesson_title, word_of
from starlore.view.off_screen import off_screen_part
from starlore.view.passage import Scope, around_pictures, draw, picture_value, show_passage
from starlore.view.prose import render_inline
from starlore.view.question_card import QuestionCard
from starlore.view.sky import constellation_svg, margin_rings
from starlore.view.watch import watch_of


def lesson_page(
    frame: Frame,
    desk: Desk,
    at: Moment,
    slug: str,
    card: QuestionCard | None,
    query: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """The values of the lesson's template.

    Raises:
        NotFound: if there is no such lesson.
        Refused: if the address asks for picture inputs that do not fit.
    """
    course = desk.course()
    lesson = course.lesson(slug)
    text, catalogue = lesson.text(frame.language), frame.catalogue
    seen = sky_on(desk, at)
    stars = {one.id.partition(".")[2]: one for one in seen.lessons[slug]}
    scope = Scope(lesson, frame.language, catalogue, lesson.numbers, course.lessons.keys())
    mark = constellation_mark(course, seen, slug, frame.links, catalogue, "")
    say = catalogue.say
    count = len(stars)
    words = spelled(count, catalogue.tag)
    before, after = around_pictures(text.read, scope)
    page = {
        "slug": slug,
        "foreign": scope.foreign,
        "told_in": say("app.in-language", tag=text.language) if scope.foreign else "",
        "title": text.title,
        "one_line": text.one_line,
        "introduction": show_passage(text.introduction, scope),
        "constellation": constellation_svg(mark, catalogue),
        "rings": margin_rings(mark, catalogue),
        "outcomes": _outcomes(lesson, text, stars, frame),
        "before": before,
        "after": after,
        "pictures": _pictures(text, scope, frame, slug, query or {}),
        "closing": show_passage(text.closing, scope),
        "watch": watch_of(lesson, frame),
        "off_screen": off_screen_part(lesson, scope),
        "sits": _sits(course, slug, frame),
        "sits_picture": map_cut(frame, course, seen, slug),
        "rows": _rows(text, seen, slug, stars, frame, card),
        "questions_heading": capitalised(say("lesson-page.questions", n=count, words=words)),
        "ask_all": say("lesson-page.ask-all", n=count, words=words),
    }
    return {"lesson": page, "card": card}


def live_picture(
    frame: Frame, course: Course, slug: str, id_: str, query: Mapping[str, str]
) -> Markup:
    """One live picture as an address asks for it: drawing, twin, and what moved.

    Raises:
        NotFound, Refused: as for the lesson.
    """
    lesson = course.lesson(slug)
    scope = Scope(lesson, frame.language, frame.catalogue, lesson.numbers, course.lessons.keys())
    shown = live_pictures(lesson.text(frame.language).read.pictures, scope)
    if id_ not in shown:
        raise NotFound("fault.lesson.no-picture", picture=id_[:60])
    return show_live(id_, shown, scope, frame.links, slug, query)


def _outcomes(
    lesson: Lesson, text: LessonText, stars: Mapping[str, SeenStar], frame: Frame
) -> list[dict[str, object]]:
    """What one can do afterwards; each is lit when its stars are."""
    say = frame.catalogue.say
    letters = dict(zip("abcdef", say("lesson-page.letters").split(), strict=False))
    told: list[dict[str, object]] = []
    for letter, words in text.outcomes.items():
        own = [stars[n] for n, plan in lesson.plan.stars.items() if plan.outcome == letter]
        lit = sum(one.word in ("bright", "dimming") for one in own)
        faint = next((one for one in own if one.word not in ("bright", "dimming")), own[0])
        note = say("lesson-page.outcome-lit")
        if lit < len(own):
            numbers = [spelled(n, frame.language) for n in (lit, len(own))]
            note = say("lesson-page.outcome-part", lit=numbers[0], all=numbers[1])
        if lit == 0:
            note = say("lesson-page.outcome-none")
        shown = next((one for one in own if one.word == "dimming"), own[0])
        told.append(
            {
                "letter": letters.get(letter, letter),
                "text": render_inline(words, frame.catalogue),
                "mark": word_mark(faint if lit < len(own) else shown),
                "note": note,
            }
        )
    return told


def _pictures(
    text: LessonText, scope: Scope, frame: Frame, slug: str, query: Mapping[str, str]
) -> Markup:
    """The pictures beside the reading; live ones with the numbers of the address."""
    shown = live_pictures(text.read.pictures, scope)
    return Markup("").join(
        show_live(block.id, shown, scope, frame.links, slug, query)
        if block.id in shown
        else draw(block, scope, picture_value(block, scope))
        for block in text.read.pictures
    )


def _sits(course: Course, slug: str, frame: Frame) -> list[dict[str, object]]:
    """What the lesson needs, what stands beside it, what it opens."""
    say, language = frame.catalogue.say, frame.language
    around = neighbourhood(course, slug)
    asks = course.words(language).asks
    groups: list[dict[str, object]] = []
    sides = (
        ("needs", around.needs),
        ("contrasts", around.contrasts),
        ("leads-to", around.leads_to),
    )
    for name, slugs in sides:
        if not slugs:
            continue
        places = [
            {
                "title": lesson_title(course, other, language),
                "href": frame.links.lesson(other) if other in course.lessons else "",
                "note": asks.get(other, "") if name == "leads-to" else "",
                "is_written": other in course.lessons,
            }
            for other in slugs
        ]
        groups.append({"name": say(f"lesson-page.{name}"), "places": places})
    return groups


def _rows(
    text: LessonText,
    seen: SeenSky,
    slug: str,
    stars: Mapping[str, SeenStar],
    frame: Frame,
    card: QuestionCard | None,
) -> list[dict[str, object]]:
    """The questions as a list, each with its star's light in a word."""
    language = frame.language
    rows: list[dict[str, object]] = []
    for place, (name, one) in enumerate(stars.items(), 1):
        rows.append(
            {
                "id": one.id,
                "anchor": f"star-{name}",
                "mark": word_mark(one),
                "name": f"{show_number(str(place), language)} {text.star_names[name]}",
                "word": word_of(one, frame.catalogue),
                "is_open": card is not None and card.star == one.id,
            }
        )
    return rows
