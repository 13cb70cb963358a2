"""A learner's data: out as JSON lines, in without difference, gone on request."""

from collections.abc import Iterator

from starlette.responses import Response, StreamingResponse

from starlore.errors import Refused
from starlore.study.exchange import import_log
from starlore.view.settings_page import settings_page
from starlore.web.asked import Asked, handler, to


@handler
def export(asked: Asked) -> Response:
    """Everything, as JSON lines."""
    name = f"starlore-{asked.at.today.isoformat()}.jsonl"
    return StreamingResponse(
        asked.desk.store.export(asked.desk.learner),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@handler
def import_(asked: Asked) -> Response:
    """Take in an export; all of it, or nothing."""
    file = asked.files.get("file")
    if file is None or not file.filename:
        raise Refused("fault.import.no-file")
    import_log(asked.desk, _lines(file.file.read()), asked.at.now_ms)
    return to(asked.links.settings(), "imported")


@handler
def erase(asked: Asked) -> Response:
    """Erase the learner, if the word was typed."""
    say = asked.catalogue.say
    word = say("settings.erase-word")
    if asked.form.get("sure", "").strip().casefold() != word.casefold():
        fault = say("settings.erase-unsure", word=word)
        with asked.desk.store.read() as unit:
            answers = unit.count_answers(asked.desk.learner)
        values = settings_page(asked.frame(), vars(asked.wishes), asked.at, answers)
        return asked.page("settings.html", {**values, "fault": fault})
    asked.desk.store.erase(asked.desk.learner)
    return to(asked.links.sky(), "erased")


def _lines(data: bytes) -> Iterator[str]:
    """The lines of an uploaded file."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("fault.import.no-text") from None
    yield from text.removesuffix("\n").split("\n")
