"""A question as a page, in whichever room it was asked."""

import logging
from collections.abc import Mapping
from dataclasses import replace

from starlette.responses import Response

from starlore.errors import Authored, NotFound, StarloreError, Worded
from starlore.lessons.model import Lesson
from starlore.questions.author_code import said_of
from starlore.study.answering import AskedBack
from starlore.study.choosing import faintest_practised
from starlore.study.effects import effect_of
from starlore.study.kept import lesson_asked
from starlore.study.misses import Misses, misses_until
from starlore.study.records import GradingRecord, VariantRow
from starlore.study.sheets import Sheet, sheet_rows
from starlore.study.sitting import QUESTIONS, Sitting, is_over
from starlore.study.skies import SeenSky, sky_on
from starlore.study.stamping import new_id
from starlore.view.lesson_page import lesson_page
from starlore.view.names import lesson_title, star_name
from starlore.view.question_card import QuestionCard, Told, question_card
from starlore.view.sky import arc_svg
from starlore.view.steps import steps_after, warms_up_for
from starlore.view.warm_up import warm_up
from starlore.web.asked import Asked

log = logging.getLogger("starlore.web")


def card_for(
    asked: Asked,
    row: VariantRow,
    place: str,
    back: AskedBack | None = None,
    answer_id: str = "",
) -> QuestionCard:
    """Everything a question's page shows, with the log asked for what an answer came to.

    A question is shown, and its answer read, in the language of the page it is on now.

    Raises:
        NotFound: if what is kept of the question does not suit its words: both may have come with
            another learner's export, so that is no fault of this program.
    """
    row = replace(row, language=asked.language)
    grading: GradingRecord | None = None
    raw, is_taken_back, can_take_back, misses = "", False, False, Misses()
    if row.answer:
        with asked.desk.store.read() as unit:
            record = unit.answer(asked.desk.learner, row.answer)
            grading = unit.grading_of(asked.desk.learner, row.answer)
            is_taken_back = bool(unit.live_void_of(asked.desk.learner, row.answer))
            can_take_back = unit.last_live(asked.desk.learner, "answer") == row.answer
            misses = misses_until(unit, asked.desk.learner, row.star, grading)
        raw = record.raw_answer if record is not None else ""
    told = Told(
        place=place,
        answer_id=answer_id or new_id(asked.at.now_ms, asked.desk.bits),
        back=back,
        grading=grading,
        raw=raw,
        is_taken_back=is_taken_back,
        can_take_back=can_take_back,
        misses=misses,
    )
    seen = sky_on(asked.desk, asked.at) if row.status == "answered" else None
    easier = _easier(asked, row, seen)
    steps = steps_after(row, place, asked.links, asked.catalogue, easier)
    try:
        lesson = lesson_asked(asked.desk, row)
        return question_card(
            asked.frame(), asked.desk.course(), lesson, row, told, steps=steps, seen=seen
        )
    except (StarloreError, LookupError, ValueError, TypeError, ArithmeticError) as fault:
        if isinstance(fault, Worded) and not isinstance(fault, Authored):
            raise
        asked_as = f"{row.question} asked as {row.id}"
        log.error("%s cannot be shown in its words: %s", asked_as, said_of(fault))
        raise NotFound("fault.question.unshown") from fault


def sheet_lesson(asked: Asked, sheet: Sheet) -> Lesson:
    """The lesson whose words a sheet was printed in, whatever was released since."""
    row = sheet_rows(asked.desk, asked.at, sheet, asked.language)[0]
    return lesson_asked(asked.desk, row)


def _easier(asked: Asked, row: VariantRow, seen: SeenSky | None) -> tuple[str, str] | None:
    """After a miss outside a sitting: the star to ask first, if one that it practises is known."""
    effect = effect_of(row.effect_json)
    if row.sitting or seen is None or effect is None or not effect.is_ember:
        return None
    course = asked.desk.course()
    stars = {one.id: one.star for own in seen.lessons.values() for one in own}
    known = {id_: star for id_, star in stars.items() if star is not None}
    star = faintest_practised(course, known, row.star, asked.at)
    return None if star is None else (star, star_name(course, star, asked.language))


def lesson_response(
    asked: Asked,
    slug: str,
    card: QuestionCard | None = None,
    warm: QuestionCard | None = None,
    query: Mapping[str, str] | None = None,
) -> Response:
    """A lesson's page, with a question open in it, or one of an easier lesson before it."""
    frame, course = asked.frame("lesson"), asked.desk.course()
    values = lesson_page(frame, asked.desk, asked.at, slug, card, query)
    seen = sky_on(asked.desk, asked.at)
    values["warm_up"] = warm_up(frame, course, seen, slug, warm) if warm or not card else None
    return asked.page("lesson.html", values, "lesson", lesson=slug)


def question_page(asked: Asked, card: QuestionCard, sitting: Sitting | None = None) -> Response:
    """The page a card belongs on."""
    if card.place == "lesson" and card.lesson in asked.desk.course().lessons:
        return lesson_response(asked, card.lesson, card)
    warmed = warms_up_for(card.place)
    if warmed in asked.desk.course().lessons:
        return lesson_response(asked, warmed, warm=card)
    arc = None
    if sitting is not None:
        done = len(sitting.answered)
        arc = arc_svg(done, max(QUESTIONS, len(sitting.shown)), asked.catalogue)
        if is_over(sitting, asked.at.now_ms):
            card = card.at_the_end()
    course, lesson = asked.desk.course(), card.lesson if sitting is None else sitting.lesson
    heading = card.star_name
    if sitting is not None:
        heading = asked.catalogue.say("review.title")
        if lesson:
            heading = lesson_title(course, lesson, asked.language)
    here = "review" if sitting is not None and not lesson else "lesson"
    values = {"card": card, "arc": arc, "heading": heading}
    lesson = lesson if lesson in course.lessons else ""
    return asked.page("question.html", values, here, lesson=lesson)
