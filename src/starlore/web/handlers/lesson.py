"""A lesson, its live pictures, and what its player plays."""

from starlette.responses import HTMLResponse, JSONResponse, Response

from starlore.memory.star import lesson_of
from starlore.study.records import VariantRow
from starlore.view.environment import marked
from starlore.view.lesson_page import live_picture
from starlore.view.question_card import QuestionCard
from starlore.view.steps import WARM_UP
from starlore.view.watch import watch_timeline
from starlore.web.asked import Asked, handler, to
from starlore.web.cards import card_for, lesson_response


@handler
def show(asked: Asked) -> Response:
    """A lesson; with a question open in it where the address names one.

    A question of a lesson that cannot be shown any more is shown by itself.
    """
    slug = asked.path["slug"]
    row = _row(asked, slug)
    if row is not None and slug not in asked.desk.course().lessons:
        return to(asked.links.question(row.id))
    card = card_for(asked, row, "lesson") if row is not None else None
    return lesson_response(asked, slug, card, _warm(asked, slug), asked.query)


@handler
def picture(asked: Asked) -> Response:
    """A live picture with the inputs of the address: drawing, twin and what moved, in one reply."""
    course = asked.desk.course()
    slug, id_ = asked.path["slug"], asked.path["id"]
    shown = live_picture(asked.frame("lesson"), course, slug, id_, asked.query)
    return HTMLResponse(marked(shown))


@handler
def watch(asked: Asked) -> Response:
    """What the player of a lesson's Watch plays."""
    course, slug = asked.desk.course(), asked.path["slug"]
    return JSONResponse(watch_timeline(course, slug, asked.language))


def _row(asked: Asked, slug: str) -> VariantRow | None:
    """The question open in the lesson, if it is one of the lesson's."""
    variant = asked.query.get("asked", "")
    if not variant:
        return None
    with asked.desk.store.read() as unit:
        row = unit.variant(asked.desk.learner, variant)
    return row if row is not None and lesson_of(row.star) == slug else None


def _warm(asked: Asked, slug: str) -> QuestionCard | None:
    """The question of an easier lesson that is open before this one."""
    variant = asked.query.get("warm", "")
    if not variant:
        return None
    with asked.desk.store.read() as unit:
        row = unit.variant(asked.desk.learner, variant)
    return None if row is None else card_for(asked, row, f"{WARM_UP}{slug}")
