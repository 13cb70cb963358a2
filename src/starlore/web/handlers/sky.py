"""The sky, and before the first answer the one question it begins with."""

from datetime import date

from starlette.responses import Response

from starlore.errors import Refused, Unready
from starlore.language.clean import Typed, clean
from starlore.study.first_light import first_variant
from starlore.study.records import VariantRow
from starlore.study.skies import sky_on
from starlore.view.sky_page import first_page, sky_page
from starlore.web.asked import Asked, handler
from starlore.web.cards import card_for


@handler
def show(asked: Asked) -> Response:
    """The sky of a day; at first, one hollow star and one question."""
    on = _day(asked.query.get("on", ""))
    seen = sky_on(asked.desk, asked.at, on)
    if seen.first_day is None:
        first = _first(asked)
        if first is not None and first.status == "open":
            card = card_for(asked, first, "sky")
            return asked.page("first.html", first_page(asked.frame("sky"), card), here="sky")
    values = sky_page(
        asked.frame("sky"),
        asked.desk.course(),
        seen,
        wishes=asked.wishes,
        open_star=asked.query.get("star", ""),
        order=asked.query.get("order", ""),
    )
    return asked.page("sky.html", values, here="sky")


def _first(asked: Asked) -> VariantRow | None:
    """The very first question; where it cannot be drawn the sky is shown without it."""
    try:
        return first_variant(asked.desk, asked.at, asked.language)
    except Unready:
        return None


def _day(text: str) -> date | None:
    """The day of the address, in any script's digits: some browsers show a text for a date."""
    if not text:
        return None
    try:
        typed = clean(text)
        return date.fromisoformat(typed.text if isinstance(typed, Typed) else text)
    except ValueError:
        raise Refused("fault.sky.day", text=text[:20]) from None
