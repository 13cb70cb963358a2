"""The map: every lesson, and the road to one of them."""

from starlette.responses import Response

from starlore.study.skies import sky_on
from starlore.view.map_page import map_page
from starlore.web.asked import Asked, handler


@handler
def show(asked: Asked) -> Response:
    """The map by tonight's light; the address names the lesson that is looked at."""
    seen = sky_on(asked.desk, asked.at)
    chosen = asked.query.get("lesson", "")
    values = map_page(asked.frame("map"), asked.desk.course(), seen, chosen)
    return asked.page("map.html", values, here="map")
