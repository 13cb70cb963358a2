"""A question as a page, in whichever room it was asked."""

import logging

from starlette.responses import Response

from starlore.errors import NotFound, StarloreError, Worded
from starlore.study.answering import AskedBack
from starlore.study.kept import lesson_asked
from starlore.study.records import GradingRecord, VariantRow
from starlore.study.sitting import QUESTIONS, Sitting, is_over
from starlore.study.skies import sky_on
from starlore.study.stamping import new_id
from starlore.view.lesson_page import lesson_page
from starlore.view.question_card import QuestionCard, Told, question_card
from starlore.view.sky import arc_svg
from starlore.view.steps import steps_after
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

    Raises:
        NotFound: if what is kept of the question does not suit its words: both may have come with
            another learner's export, so that is no fault of this program.
    """
    grading: GradingRecord | None = None
    raw, is_taken_back, can_take_back = "", False, False
    if row.answer:
        with asked.desk.store.read() as unit:
            record = unit.answer(asked.desk.learner, row.answer)
            grading = unit.grading_of(asked.desk.learner, row.answer)
            is_taken_back = bool(unit.live_void_of(asked.desk.learner, row.answer))
            can_take_back = unit.last_live(asked.desk.learner, "answer") == row.answer
        raw = record.raw_answer if record is not None else ""
    told = Told(
        place=place,
        answer_id=answer_id or new_id(asked.at.now_ms, asked.desk.bits),
        back=back,
        grading=grading,
        raw=raw,
        is_taken_back=is_taken_back,
        can_take_back=can_take_back,
    )
    seen = sky_on(asked.desk, asked.at) if row.status == "answered" else None
    steps = steps_after(row, place, asked.links, asked.catalogue)
    try:
        lesson = lesson_asked(asked.desk, row)
        return question_card(
            asked.frame(), asked.desk.course(), lesson, row, told, steps=steps, seen=seen
        )
    except Worded:
        raise
    except (StarloreError, LookupError, ValueError, TypeError, ArithmeticError) as fault:
        log.error("the question %s cannot be shown", row.id, exc_info=fault)
        raise NotFound("fault.question.unshown") from fault


def question_page(asked: Asked, card: QuestionCard, sitting: Sitting | None = None) -> Response:
    """The page a card belongs on."""
    if card.place == "lesson":
        values = lesson_page(asked.frame("lesson"), asked.desk, asked.at, card.lesson, card)
        return asked.page("lesson.html", values, "lesson", lesson=card.lesson)
    arc = None
    if sitting is not None:
        done = len(sitting.answered)
        arc = arc_svg(done, max(QUESTIONS, len(sitting.shown)), asked.catalogue)
        if is_over(sitting, asked.at.now_ms):
            card = card.at_the_end()
    heading = asked.catalogue.say("review.title") if sitting is not None else card.star_name
    here = "review" if sitting is not None else "lesson"
    values = {"card": card, "arc": arc, "heading": heading}
    return asked.page("question.html", values, here, lesson=card.lesson)
