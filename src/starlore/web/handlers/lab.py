"""The Lab of a lesson: every state of it is an address, and every address is a page."""

from starlette.responses import Response

from starlore.view.lab_page import lab_page
from starlore.web.asked import Asked, handler


@handler
def show(asked: Asked) -> Response:
    """The Lab as the address says; what does not fit is told on the page."""
    slug, course = asked.path["slug"], asked.desk.course()
    values = lab_page(asked.frame("lab", slug), course, slug, asked.query)
    return asked.page("lab.html", values, here="lab", lesson=slug)
