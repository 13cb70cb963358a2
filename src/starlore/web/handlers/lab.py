"""The Lab of a lesson: every state of it is an address, and every address is a page."""

import time
from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from starlore.errors import NotFound, Worded
from starlore.lab.measuring import SIZES, Timed, make_ready, timed
from starlore.lab.state import has_lab
from starlore.view.lab.cost_part import Measured, cost_page
from starlore.view.lab_page import lab_page
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
    """Measure this machine, turn after turn, until all is done, time is up, or nobody waits.

    Two measured at once would measure each other, so a second one is told to wait. All work is
    done in other threads, so that no other page waits for it.
    """
    asked = await run_in_threadpool(asked_of, request)
    slug = asked.path["slug"]
    if not has_lab(asked.desk.course().lesson(slug)):
        raise NotFound("fault.lab.none", lesson=slug[:60])
    if not _one_at_a_time.acquire(blocking=False):
        busy = Measured(busy=Worded("fault.lab.measuring"))
        return await run_in_threadpool(_cost_page, asked, busy)
    runs: dict[int, Timed] = {}
    try:
        ready_s = await run_in_threadpool(make_ready, time.perf_counter)
        steps = timed(time.perf_counter, time.thread_time, sizes)
        while not await request.is_disconnected():
            run = await run_in_threadpool(next, steps, None)
            if run is None:
                found = Measured(tuple(runs.values()), ready_s)
                return await run_in_threadpool(_cost_page, asked, found)
            runs[run.n] = run
    finally:
        _one_at_a_time.release()
    return Response(status_code=204)


def _cost_page(asked: Asked, measured: Measured) -> Response:
    """The page of what attention costs, as far as it was measured."""
    slug, status = asked.path["slug"], 200 if measured.busy is None else 409
    frame, course = asked.frame("lab", slug), asked.desk.course()
    values = cost_page(frame, course, slug, asked.query, measured)
    return asked.page("lab_cost.html", values, "lab", status, slug)
