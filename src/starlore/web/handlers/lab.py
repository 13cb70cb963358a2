"""The Lab of a lesson: every state of it is an address, and every address is a page."""

import time
from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from starlore.errors import NotFound, Refused
from starlore.lab.measuring import SIZES, Timed, timed
from starlore.lab.state import has_lab
from starlore.view.lab_page import cost_part, lab_page
from starlore.web.asked import Asked, asked_of, handler

sizes = SIZES
_one_at_a_time = Lock()


@handler
def show(asked: Asked) -> Response:
    """The Lab as the address says; what does not fit is told on the page."""
    slug, course = asked.path["slug"], asked.desk.course()
    values = lab_page(asked.frame("lab", slug), course, slug, asked.query)
    return asked.page("lab.html", values, here="lab", lesson=slug)


async def measured(request: Request) -> Response:
    """Measure this machine, size after size, until all are done, time is up, or nobody waits.

    Two measured at once would measure each other, so a second one is refused.
    """
    asked = await run_in_threadpool(asked_of, request)
    slug = asked.path["slug"]
    if not has_lab(asked.desk.course().lesson(slug)):
        raise NotFound("fault.lab.none", lesson=slug[:60])
    if not _one_at_a_time.acquire(blocking=False):
        raise Refused("fault.lab.measuring")
    runs: list[Timed] = []
    try:
        steps = timed(time.perf_counter, time.thread_time, sizes)
        while (run := await run_in_threadpool(next, steps, None)) is not None:
            runs.append(run)
            if await request.is_disconnected():
                return Response(status_code=204)
    finally:
        _one_at_a_time.release()
    values = {"slug": slug, "cost": cost_part(asked.frame("lab", slug), slug, runs)}
    return await run_in_threadpool(asked.page, "lab_cost.html", values, "lab", 200, slug)
