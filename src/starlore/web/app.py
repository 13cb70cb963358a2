"""Make the app: the routes, what stands in front of them, and what they need."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from starlore.errors import StarloreError
from starlore.lessons.model import Course
from starlore.study.desk import Desk
from starlore.web.faults import show_fault, show_http_fault, show_unforeseen
from starlore.web.press import Press
from starlore.web.routes import routes
from starlore.web.security import Guard

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Local:
    """What the handlers need: the learner's desk, the course, and the clock.

    Attributes:
        desk: gives the desk of the one local learner, who may change by import or erasure.
        course: gives the course as it is now, and asks nothing of the database.
        clock: gives UTC milliseconds; tests give another one.
        press: what sheets are printed with; None where none is.
    """

    desk: Callable[[], Desk]
    course: Callable[[], Course]
    clock: Callable[[], int]
    press: Press | None = None


def create_app(
    desk: Callable[[], Desk],
    clock: Callable[[], int],
    hosts: tuple[str, ...] = LOCAL_HOSTS,
    press: Press | None = None,
) -> Starlette:
    """Make the app for one local learner.

    Args:
        desk: gives the desk: whose log, on which database, with which courses.
        clock: UTC milliseconds now.
        hosts: the host names that may be asked for; any other is refused, against DNS rebinding.
        press: what sheets are printed with.
    """
    app = Starlette(
        routes=routes(),
        middleware=[
            Middleware(Guard, hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=600, compresslevel=6),
        ],
        exception_handlers={
            StarloreError: show_fault,
            HTTPException: show_http_fault,
            Exception: show_unforeseen,
        },
    )
    app.state.local = Local(desk, desk().course, clock, press)
    return app
