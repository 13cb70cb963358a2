"""The review: begin a sitting, go on, come to its end."""

from starlette.responses import Response

from starlore.study import sitting as sittings
from starlore.study.skies import sky_on
from starlore.view.end import end_page
from starlore.view.sky_page import empty_review
from starlore.web.asked import Asked, handler, to
from starlore.web.cards import card_for, question_page


@handler
def show(asked: Asked) -> Response:
    """Before a sitting: what waits tonight, or that nothing does."""
    seen = sky_on(asked.desk, asked.at)
    values = empty_review(asked.frame(), asked.desk.course(), seen)
    return asked.page("review_empty.html", values, here="review")


@handler
def begin(asked: Asked) -> Response:
    """Begin a sitting, of everything or of one lesson."""
    lesson = asked.form.get("lesson", "")
    row = sittings.begin(asked.desk, asked.at, asked.language, lesson)
    return to(asked.links.review(row.sitting if row is not None else ""))


@handler
def sitting(asked: Asked) -> Response:
    """The question of a sitting that is on screen: open, or the last one with its explanation.

    Where it has waited too long to be answered, the sitting has come to its end.
    """
    now = sittings.sitting(asked.desk, asked.path["sitting"])
    row = now.open_at(asked.at.now_ms) or now.shown[-1]
    if row.status == "open" and asked.at.now_ms > row.expires_at_ms:
        return to(asked.links.sitting_end(now.id))
    return question_page(asked, card_for(asked, row, "review"), sitting=now)


@handler
def proceed(asked: Asked) -> Response:
    """The next question, or the end."""
    now = sittings.sitting(asked.desk, asked.path["sitting"])
    row = sittings.proceed(asked.desk, asked.at, now, asked.language)
    links = asked.links
    return to(links.review(now.id) if row is not None else links.sitting_end(now.id))


@handler
def end(asked: Asked) -> Response:
    """What a sitting did: which stars grew, which dim next."""
    now = sittings.sitting(asked.desk, asked.path["sitting"])
    seen = sky_on(asked.desk, asked.at)
    values = end_page(asked.frame(), asked.desk.course(), now, seen)
    here = "lesson" if now.lesson else "review"
    lesson = now.lesson if now.lesson in asked.desk.course().lessons else ""
    return asked.page("sitting_end.html", values, here=here, lesson=lesson)
