"""Tables of numbers: the twins of pictures, and pictures that are tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from starlore.view.pictures.sheet import bdi
from starlore.view.svg import joined, markup


@dataclass(frozen=True)
class Marked:
    """A shown number that stands out: a top of its row, or moved by a change.

    Attributes:
        is_sum: several with signs between them, which may go over lines.
    """

    shown: str
    is_top: bool = False
    is_moved: bool = False
    is_sum: bool = False


Row = tuple[str, Sequence[str | Marked]]
"""A row's name and its numbers."""


def numbers_table(head: Sequence[str], rows: Iterable[Row], caption: str = "") -> Markup:
    """A table: a head, then per row its name and its shown numbers.

    Args:
        head: what each column holds, the names' own column first; nothing for no head.
        caption: nothing for none.

    Example:
        >>> numbers_table(["key", "score"], [("A", ["3"])])
        Markup('<table class="numbers twin"><thead><tr><th scope="col" class="words">key</th>\
<th scope="col">score</th></tr></thead><tbody><tr><th scope="row">A</th>\
<td><bdi dir="ltr">3</bdi></td></tr></tbody></table>')
    """
    body = joined(
        Markup(f'<tr><th scope="row">{escape(name)}</th>{joined(map(_cell, numbers))}</tr>')
        for name, numbers in rows
    )
    above = markup("<caption>{}</caption>", caption) if caption else Markup()
    return markup(
        '<table class="numbers twin">{}{}<tbody>{}</tbody></table>',
        above,
        _head(*head) if head else Markup(),
        body,
    )


def _head(first: str, *others: str) -> Markup:
    titles = joined(markup('<th scope="col">{}</th>', title) for title in others)
    return markup('<thead><tr><th scope="col" class="words">{}</th>{}</tr></thead>', first, titles)


def _cell(number: str | Marked) -> Markup:
    one = number if isinstance(number, Marked) else Marked(number)
    marks = " ".join(["is-top"] * one.is_top + ["is-moved"] * one.is_moved)
    named = Markup(f' class="{marks}"' if marks else "")
    if one.is_sum:
        return markup('<td{}><bdi dir="ltr" class="list">{}</bdi></td>', named, one.shown)
    return Markup(f"<td{named}>{bdi(one.shown)}</td>")
