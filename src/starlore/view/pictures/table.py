"""Tables of numbers: the twins of pictures, and pictures that are tables."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from starlore.view.pictures.sheet import bdi
from starlore.view.svg import joined


def numbers_table(
    head: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]], caption: str = ""
) -> Markup:
    """A table: a head, then per row its name and its shown numbers.

    Args:
        head: what each column holds, the names' own column first. caption: nothing for none.

    Example:
        >>> numbers_table(["key", "score"], [("A", ["3"])])
        Markup('<table class="numbers twin"><thead><tr><th scope="col" class="words">key</th>\
<th scope="col">score</th></tr></thead><tbody><tr><th scope="row">A</th>\
<td><bdi dir="ltr">3</bdi></td></tr></tbody></table>')
    """
    first, *others = head
    titles = joined(Markup('<th scope="col">{}</th>').format(title) for title in others)
    body = joined(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            name, joined(Markup("<td>{}</td>").format(bdi(shown)) for shown in numbers)
        )
        for name, numbers in rows
    )
    above = Markup("<caption>{}</caption>").format(caption) if caption else Markup()
    return Markup(
        '<table class="numbers twin">{}<thead><tr><th scope="col" class="words">{}</th>{}</tr>'
        "</thead><tbody>{}</tbody></table>"
    ).format(above, first, titles, body)
