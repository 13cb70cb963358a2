"""Faults become one page with one clear sentence and the right status; nothing is half done.

The sentence is said here, in the page's language: a fault only names it (decisions/0011).
"""

import logging

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from starlore.errors import Conflict, LessonError, NotFound, Refused, StoreError, StoreGone, Worded
from starlore.language import Catalogue, languages
from starlore.view.environment import Frame, render
from starlore.web.security import HEADERS
from starlore.web.statics import static_url

log = logging.getLogger("starlore.web")

OURS = Worded("error.fault-note")
"""What is told of a fault of ours; the log holds the rest."""

HTTP_NOTES = {
    404: ("error.not-found", "error.not-found-note"),
    405: ("error.refused", "error.method-note"),
    413: ("error.too-large", "error.too-large-note"),
}
"""Heading and sentence of what HTTP refuses; any other status is not understood."""


def _page(request: Request, status: int, heading: str, fault: Worded, kept: str = "") -> Response:
    """The page of a fault; it asks nothing of the database, which may be the one at fault."""
    language = request.path_params.get("lang", "en")
    frame = Frame(language if language in languages() else "en", static_url)
    say = frame.catalogue.say
    html = render(
        "error.html",
        frame,
        heading=say(heading),
        sentence=frame.catalogue.tell(fault),
        kept=say(kept) if kept else "",
    )
    return HTMLResponse(html, status)


async def show_fault(request: Request, fault: Exception) -> Response:
    """What Starlore refused on purpose."""
    if isinstance(fault, NotFound):
        if isinstance(fault.__cause__, LessonError):
            log.error("%s: %s", Catalogue.load("en").tell(fault), fault.__cause__)
        return _page(request, 404, "error.not-found", fault)
    if isinstance(fault, Conflict):
        return _page(request, 409, "error.conflict", fault)
    if isinstance(fault, Refused):
        return _page(request, 400, "error.refused", fault)
    if isinstance(fault, StoreError):
        log.error("%s: %s", type(fault).__name__, Catalogue.load("en").tell(fault))
        if isinstance(fault, StoreGone):
            return _page(request, 503, "error.gone", fault)
        reply = _page(request, 503, "error.busy", fault, "error.kept")
        reply.headers["Retry-After"] = "2"
        return reply
    log.error("%s", fault, exc_info=fault)
    return _page(request, 500, "error.fault", OURS)


async def show_http_fault(request: Request, fault: Exception) -> Response:
    """What HTTP refuses: a page or a method that is not there, a body too large."""
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    heading, note = HTTP_NOTES.get(status, ("error.refused", "error.garbled-note"))
    return _page(request, status, heading, Worded(note))


async def show_unforeseen(request: Request, fault: Exception) -> Response:
    """A fault of ours: told plainly, written to the server's log, never shown in full.

    This reply is made outside all middleware, so it brings the security headers itself.
    """
    log.error("unforeseen fault at %s", request.url.path, exc_info=fault)
    try:
        reply = await run_in_threadpool(_page, request, 500, "error.fault", OURS)
    except Exception:
        log.exception("the page of the fault failed too")
        reply = PlainTextResponse(Catalogue.load("en").tell(OURS) + "\n", 500)
    reply.headers.update(HEADERS)
    reply.headers["Cache-Control"] = "no-store"
    return reply
