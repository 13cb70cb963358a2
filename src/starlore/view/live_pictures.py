"""Live pictures of a page: each reads its own numbers from the address, and keeps the others'."""

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from starlore.lessons.model import PictureBlock
from starlore.lessons.pictures import field_names, is_live, turned
from starlore.lessons.pictures.dials import own_fields
from starlore.view.links import Links
from starlore.view.passage import Scope, draw, picture_value
from starlore.view.pictures import Live


def live_pictures(
    blocks: Iterable[PictureBlock], scope: Scope
) -> Mapping[str, tuple[PictureBlock, object]]:
    """Those whose numbers can be changed, as they begin, by id."""
    values = {block.id: (block, picture_value(block, scope)) for block in blocks}
    return {id_: (block, value) for id_, (block, value) in values.items() if is_live(value)}


def show_live(
    id_: str,
    pictures: Mapping[str, tuple[PictureBlock, object]],
    scope: Scope,
    links: Links,
    slug: str,
    query: Mapping[str, str],
) -> Markup:
    """A live picture with the numbers of the address.

    Args:
        id_: which. pictures: all live ones of its page. slug: of the lesson. query: the address.

    Raises:
        Refused: if the address asks for numbers that do not fit.
    """
    block, start = pictures[id_]
    asked = {
        other: own_fields(query, other, field_names(value), is_first=at == 0)
        for at, (other, (_, value)) in enumerate(pictures.items())
    }
    others = {
        f"{other}.{name}": text
        for other, fields in asked.items()
        for name, text in fields.items()
        if other != id_
    }
    live = Live(start, links.lesson(slug), links.picture(slug, id_), others)
    return draw(block, scope, turned(start, asked[id_]), live)
