"""Faults become one page with one clear sentence and the right status; nothing is half done.

The sentence is said here, in the page's language: a fault only names it (decisions/0011).
"""

import logging

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from starlore.errors import (
    Conflict,
    LessonError,
    NotFound,
    Refused,
    StarloreError,
    StoreError,
    StoreGone,
    Unready,
    Worded,
)
from starlore.lab.state import lab_lesson
from starlore.language import Catalogue, is_spoken
from starlore.lessons.diagnostics import Diagnostic
from starlore.view.environment import Frame, render
from starlore.web.security import HEADERS
from starlore.web.statics import static_url

log = logging.getLogger("starlore.web")

OURS = Worded("error.fault-note")
"""What is told of a fault of ours; the log holds the rest."""

KINDS: tuple[tuple[type[Worded], int, str], ...] = (
    (NotFound, 404, "error.not-found"),
    (Conflict, 409, "error.conflict"),
    (Refused, 400, "error.refused"),
    (Unready, 503, "error.unready"),
    (StoreGone, 503, "error.gone"),
    (StoreError, 503, "error.busy"),
)
"""Status and heading of what Starlore refuses; the first kind that fits."""

FORESEEN = tuple(kind for kind, _, _ in KINDS)

HTTP_NOTES = {
    404: ("error.not-found", "error.not-found-note"),
    405: ("error.refused", "error.method-note"),
    413: ("error.too-large", "error.too-large-note"),
}
"""Heading and sentence of what HTTP refuses; any other status is not understood."""


async def _page(
    request: Request, status: int, heading: str, fault: Worded, kept: str = ""
) -> Response:
    """The page of a fault, made in a thread of its own: the course's folder is looked at."""
    return await run_in_threadpool(_made, request, status, heading, fault, kept)


def _made(request: Request, status: int, heading: str, fault: Worded, kept: str) -> Response:
    """The page of a fault; it asks nothing of the database, which may be the one at fault."""
    frame = _frame(request)
    say = frame.catalogue.say
    html = render(
        "error.html",
        frame,
        faults=_told(fault, frame.catalogue),
        heading=say(heading),
        sentence=frame.catalogue.tell(fault),
        kept=say(kept) if kept else "",
    )
    return HTMLResponse(html, status)


def _told(fault: Worded, catalogue: Catalogue) -> tuple[tuple[str, str], ...]:
    """What the author must mend: each place with its sentence in the page's language."""
    faults = fault.faults if isinstance(fault, Unready) else ()
    return tuple(
        (one.place, one.sentence(catalogue)) for one in faults if isinstance(one, Diagnostic)
    )


def _frame(request: Request) -> Frame:
    """The frame of such a page, with ways into every room that can still be found."""
    language = request.path_params.get("lang") or request.url.path.split("/")[1]
    language = language if is_spoken(language) else "en"
    try:
        course = request.app.state.local.course()
    except (StarloreError, OSError):
        return Frame(language, static_url)
    slug = request.path_params.get("slug", "")
    lesson = slug if slug in course.lessons else course.seed
    return Frame(language, static_url, lesson=lesson, lab=lab_lesson(course, lesson))


async def show_fault(request: Request, fault: Exception) -> Response:
    """What Starlore refused on purpose."""
    if not isinstance(fault, FORESEEN):
        log.error("%s", fault, exc_info=fault)
        return await _page(request, 500, "error.fault", OURS)
    note(fault)
    status, heading = next((s, words) for kind, s, words in KINDS if isinstance(fault, kind))
    is_passing = isinstance(fault, StoreError) and not isinstance(fault, StoreGone)
    reply = await _page(request, status, heading, fault, "error.kept" if is_passing else "")
    if is_passing:
        reply.headers["Retry-After"] = "2"
    return reply


def status_of(fault: Worded) -> int:
    """The HTTP status of what Starlore refused on purpose.

    Example:
        >>> status_of(Refused("fault.setting.hour")), status_of(NotFound("fault.star.none"))
        (400, 404)
    """
    return next((status for kind, status, _ in KINDS if isinstance(fault, kind)), 500)


def note(fault: Exception) -> None:
    """Write into the log what a host should know: the state of the database, a lesson kept ill."""
    said = Catalogue.load("en").tell(fault)
    if isinstance(fault, StoreError):
        log.error("%s: %s", type(fault).__name__, said)
    elif isinstance(fault, Unready) and fault.faults:
        log.error("%s %s", said, fault.faults[0])
    elif isinstance(fault.__cause__, LessonError):
        log.error("%s: %s", said, fault.__cause__)


async def show_http_fault(request: Request, fault: Exception) -> Response:
    """What HTTP refuses: a page or a method that is not there, a body too large."""
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    heading, words = note_of(status)
    return await _page(request, status, heading, Worded(words))


def note_of(status: int) -> tuple[str, str]:
    """The messages for what HTTP refuses with a status: a heading and a sentence.

    Example:
        >>> note_of(413)
        ('error.too-large', 'error.too-large-note')
    """
    return HTTP_NOTES.get(status, ("error.refused", "error.garbled-note"))


async def show_unforeseen(request: Request, fault: Exception) -> Response:
    """A fault of ours: told plainly, written to the server's log, never shown in full.

    This reply is made outside all middleware, so it brings the security headers itself.
    """
    log.error("unforeseen fault at %s", request.url.path, exc_info=fault)
    try:
        reply = await _page(request, 500, "error.fault", OURS)
    except Exception:
        log.exception("the page of the fault failed too")
        reply = PlainTextResponse(Catalogue.load("en").tell(OURS) + "\n", 500)
    reply.headers.update(HEADERS)
    reply.headers["Cache-Control"] = "no-store"
    return reply
