"""Ask, answer, hint, take back: each POST ends on the page that shows what came of it."""

from dataclasses import replace

from starlette.responses import JSONResponse, Response

from starlore.errors import NotFound
from starlore.language import Refusal
from starlore.memory.star import lesson_of
from starlore.questions.codec import from_json
from starlore.study import answering, asking, first_light, hinting, undoing
from starlore.study.answering import AskedBack, Sent
from starlore.study.kept import lesson_asked
from starlore.study.records import VariantRow
from starlore.view.question_card import hint_count
from starlore.view.steps import warms_up_for
from starlore.web.asked import Asked, handler, to
from starlore.web.cards import card_for, question_page


@handler
def ask(asked: Asked) -> Response:
    """Ask for one star, in its lesson or from the sky."""
    star = asked.form.get("star", "")
    row = asking.ask(asked.desk, asked.at, star, asked.language)
    return to(_place(asked, row, asked.form.get("back", "")))


@handler
def show(asked: Asked) -> Response:
    """A question by itself: open, or with its explanation."""
    row = _row(asked)
    return question_page(asked, card_for(asked, row, "question"))


@handler
def answer(asked: Asked) -> Response:
    """Take an answer; what is not surely read comes back with the form as it was."""
    sent = sent_with(asked)
    variant = asked.path["variant"]
    try:
        outcome = answering.answer(asked.desk, asked.at, variant, sent)
    except NotFound:
        outcome = first_light.answer_first(asked.desk, asked.at, asked.language, variant, sent)
    if isinstance(outcome, AskedBack):
        row = _row(asked)
        card = card_for(asked, row, asked.form.get("back", ""), back=outcome, answer_id=sent.id)
        return question_page(asked, card)
    by_another = outcome.again and outcome.variant.answer != sent.id
    place = _place(asked, outcome.variant, asked.form.get("back", ""))
    return to(place, "already-answered" if by_another else "")


@handler
def hint(asked: Asked) -> Response:
    """Show one more hint."""
    row = _row(asked)
    row = hinting.hint(asked.desk, row.id, hint_count(lesson_asked(asked.desk, row), row))
    return to(_place(asked, row, asked.form.get("back", "")))


@handler
def read(asked: Asked) -> Response:
    """How the server reads what is being typed; a look, not an answer."""
    row = _row(asked)
    if row.form != "typed" or row.status != "open":
        raise NotFound("fault.question.not-typed")
    return reading_told(asked, row)


def reading_told(asked: Asked, row: VariantRow) -> Response:
    """The reading of the text in the address, or why there is none."""
    reading = answering.reading_of(row, from_json(row.variant_json), asked.query.get("text", ""))
    if isinstance(reading, Refusal):
        return JSONResponse({"echo": None, "say": reading.sentence})
    say = asked.catalogue.say("question.echo", reading=reading.echo)
    return JSONResponse({"echo": reading.echo, "say": say})


@handler
def undo(asked: Asked) -> Response:
    """Take back the last answer."""
    done = undoing.undo(asked.desk, asked.at)
    return _after(asked, done, "taken-back", "nothing-to-undo")


@handler
def redo(asked: Asked) -> Response:
    """Bring back what was taken back last."""
    done = undoing.redo(asked.desk, asked.at)
    return _after(asked, done, "brought-back", "nothing-to-redo")


def _after(asked: Asked, done: undoing.TakenBack | None, said: str, none: str) -> Response:
    """Where a take-back ends: at the question it was about."""
    if done is None:
        return to(asked.links.sky(), none)
    with asked.desk.store.read() as unit:
        row = unit.variant(asked.desk.learner, done.variant)
    if row is None:
        return to(asked.links.sky(), said)
    return to(_place(asked, row, asked.form.get("back", "")), said)


def sent_with(asked: Asked) -> Sent:
    """The answer in the form."""
    form = asked.form
    text = form.get("answer", "")
    gave_up = text == "not-yet"
    return Sent(
        id=form.get("id", ""),
        text="" if gave_up else text,
        gave_up=gave_up,
        confirmed=form.get("reading", ""),
        made_at_ms=number_of(form.get("made_at", "")),
        sent_at_ms=number_of(form.get("sent_at", "")),
        zone=form.get("zone", "")[:64],
        taken_ms=number_of(form.get("taken", "")) or 0,
        language=asked.language,
    )


def number_of(text: str) -> int | None:
    """A whole number of milliseconds, or None; a garbled clock is no clock."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


def _row(asked: Asked) -> VariantRow:
    """The Variant of the address, kept or the very first one."""
    variant = asked.path["variant"]
    with asked.desk.store.read() as unit:
        row = unit.variant(asked.desk.learner, variant)
    if row is None and variant == first_light.first_id(asked.desk):
        row = first_light.first_variant(asked.desk, asked.at, asked.language)
    if row is None:
        raise NotFound("fault.question.none")
    return replace(row, language=asked.language)


def _place(asked: Asked, row: VariantRow, back: str) -> str:
    """The page a question is shown on: its sitting, its lesson, or one of its own."""
    links = asked.links
    if row.sitting:
        return links.review(row.sitting)
    if back == "lesson":
        return links.lesson(lesson_of(row.star), row.id, "question")
    warmed = warms_up_for(back)
    if warmed in asked.desk.course().lessons:
        return links.lesson(warmed, warm=row.id, part="warm-up")
    return links.question(row.id)
