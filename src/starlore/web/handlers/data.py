"""A learner's data: out as JSON lines, in without difference, gone on request."""

from itertools import chain

from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from starlore.errors import Refused, StoreError
from starlore.study.exchange import import_log, lines_of
from starlore.web.asked import Asked, handler, to
from starlore.web.faults import note, note_of, status_of
from starlore.web.handlers.settings import settings_with


@handler
def export(asked: Asked) -> Response:
    """Everything, as JSON lines.

    The first line is made before the reply begins, and with it one state of the database is held
    to the end; a fault behind it ends the stream short of the lines that line announces.
    """
    lines = asked.desk.store.export(asked.desk.learner)
    first = next(lines)
    name = f"starlore-{asked.at.today.isoformat()}.jsonl"
    return StreamingResponse(
        chain((first,), lines),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _import(asked: Asked) -> Response:
    """Take in an export; all of it, or nothing. Why nothing is said in the settings."""
    file = asked.files.get("file")
    try:
        if file is None or not file.filename:
            raise Refused("fault.import.no-file")
        import_log(asked.desk, lines_of(file.file), asked.at.now_ms)
    except (Refused, StoreError) as fault:
        note(fault)
        return settings_with(asked, asked.catalogue.tell(fault), status=status_of(fault))
    return to(asked.links.settings(), "imported")


def _unread(asked: Asked, fault: HTTPException) -> Response:
    """A form that HTTP refuses: too large, or not understood."""
    _, words = note_of(fault.status_code)
    return settings_with(asked, asked.catalogue.say(words), status=fault.status_code)


import_ = handler(_import, _unread)


@handler
def erase(asked: Asked) -> Response:
    """Erase the learner, if the word was typed."""
    say = asked.catalogue.say
    word = say("settings.erase-word")
    if asked.form.get("sure", "").strip().casefold() != word.casefold():
        return settings_with(asked, say("settings.erase-unsure", word=word))
    erasure = asked.desk.store.erase(asked.desk.learner, asked.at.now_ms)
    return to(asked.links.sky(), "erased" if erasure.is_wiped else "erased-not-wiped")
