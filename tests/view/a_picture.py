"""A picture with dials to draw, as a reader sees it who turned some of them."""

import re
from collections.abc import Mapping

from markupsafe import Markup

from starlore.language import Catalogue
from starlore.lessons.model import PictureBlock
from starlore.lessons.pictures import turned
from starlore.view.pictures import Live, draw_picture

ENGLISH = Catalogue.load("en")


def turned_html(kind: str, start: object, query: Mapping[str, str]) -> str:
    """A picture of a kind where the address has its dials, drawn on an English page."""
    block = PictureBlock(kind, "a-picture", "data", "math", "", "", 1)
    live = Live(start, "/en/lesson/one", "/en/picture/one/a-picture")
    return draw_picture(block, turned(start, query), "alt", Markup(), ENGLISH, live)


def told_of(html: str) -> str:
    """The sentence beside the drawing."""
    found = re.search(r'data-live="told" data-announce>(.*?)</p>', html)
    assert found is not None
    return found.group(1)
