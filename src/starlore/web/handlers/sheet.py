"""From paper to the screen: find a sheet by its code, enter its answers, see what they came to."""

from collections.abc import Mapping

from starlette.responses import Response

from starlore.errors import NotFound, Refused
from starlore.study.answering import AskedBack, Sent, Taken
from starlore.study.sheets import Sheet, enter, meant, open_sheet, sheet_rows
from starlore.study.skies import sky_on
from starlore.view.sheet_page import sheet_page
from starlore.web.asked import Asked, handler, to
from starlore.web.cards import card_for, sheet_lesson
from starlore.web.handlers.question import number_of, reading_told

Backs = Mapping[int, tuple[AskedBack, Sent]]
"""By the place on the sheet: what was asked back, and what had been sent."""


@handler
def find(asked: Asked) -> Response:
    """Where a code is typed; a code in the address leads to its sheet."""
    text = asked.query.get("code", "")
    if not text.strip():
        return _ask_for_code(asked)
    try:
        return to(asked.links.sheet(open_sheet(asked.desk, text).code.printed))
    except (Refused, NotFound) as fault:
        return _ask_for_code(asked, text, fault)


@handler
def show(asked: Asked) -> Response:
    """A sheet, each answer open or explained."""
    text = asked.path["code"]
    try:
        sheet = open_sheet(asked.desk, text)
    except (Refused, NotFound) as fault:
        return _ask_for_code(asked, text, fault)
    if sheet.code.printed != text:
        return to(asked.links.sheet(sheet.code.printed))
    return _page(asked, sheet, {})


@handler
def send(asked: Asked) -> Response:
    """Enter what was filled in; what is not surely read comes back, the rest counts at once."""
    sheet = open_sheet(asked.desk, asked.path["code"])
    sent = {place: one for place in range(len(sheet.asked)) if (one := _sent(asked, place))}
    if not sent:
        return to(asked.links.sheet(sheet.code.printed), "sheet-empty")
    came = enter(asked.desk, asked.at, sheet, sent, asked.language)
    backs = {p: (one, sent[p]) for p, one in came.items() if isinstance(one, AskedBack)}
    if backs:
        return _page(asked, sheet, backs)
    is_new = any(isinstance(one, Taken) and not one.again for one in came.values())
    said = "sheet-taken" if is_new else "sheet-again"
    return to(asked.links.sheet(sheet.code.printed), said)


@handler
def read(asked: Asked) -> Response:
    """How the server reads what is being typed for a question of a sheet; a look, no answer."""
    sheet, place = open_sheet(asked.desk, asked.path["code"]), number_of(asked.path["place"])
    if place is None or place >= len(sheet.asked) or sheet.asked[place].form != "typed":
        raise NotFound("fault.question.not-typed")
    row = sheet_rows(asked.desk, asked.at, sheet, asked.language)[place]
    return reading_told(asked, row)


def _sent(asked: Asked, place: int) -> Sent | None:
    """The answer in a question's field; None where nothing was filled in."""
    form = asked.form
    text = form.get(f"answer-{place}", "")
    if not text.strip():
        return None
    return Sent(
        id=form.get(f"id-{place}", ""),
        text=text,
        confirmed=form.get(f"reading-{place}", ""),
        made_at_ms=number_of(form.get("made_at", "")),
        sent_at_ms=number_of(form.get("sent_at", "")),
        zone=form.get("zone", "")[:64],
    )


def _page(asked: Asked, sheet: Sheet, backs: Backs) -> Response:
    rows = sheet_rows(asked.desk, asked.at, sheet, asked.language)
    cards = []
    for place, row in enumerate(rows):
        back, sent = backs.get(place, (None, None))
        is_open = row.status != "answered"
        answer_id = sent.id if sent is not None and is_open else ""
        cards.append(card_for(asked, row, "paper", back if is_open else None, answer_id))
    course = asked.desk.course()
    seen = sky_on(asked.desk, asked.at)
    frame = asked.frame("lesson", sheet.lesson if sheet.lesson in course.lessons else "")
    values = sheet_page(frame, course, sheet_lesson(asked, sheet), sheet, cards, seen)
    lesson = sheet.lesson if sheet.lesson in course.lessons else ""
    return asked.page("sheet.html", {"sheet": values}, "lesson", lesson=lesson)


def _ask_for_code(
    asked: Asked, text: str = "", fault: Refused | NotFound | None = None
) -> Response:
    """The page with the field for a code; a mistyped one comes back with what it may mean."""
    near = meant(asked.desk, text) if isinstance(fault, Refused) else ()
    values = {
        "typed": text[:40],
        "fault": asked.catalogue.tell(fault) if fault is not None else "",
        "meant": [{"code": c.printed, "href": asked.links.sheet(c.printed)} for c in near],
    }
    return asked.page("sheet_find.html", {"find": values})
