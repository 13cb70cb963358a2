"""A table of a worksheet as HTML: to read from, to fill in on paper, or filled in as the answer."""

from dataclasses import replace

from markupsafe import Markup

from starlore.language import direction
from starlore.lessons.pictures.worktable import Cell, Worktable
from starlore.view.pictures.sheet import NAMES, Sheet, bdi
from starlore.view.svg import joined, markup


def worktable_html(value: Worktable, alt: str, sheet: Sheet) -> Markup:
    """The table with its heads; a cell to be filled in is empty, and said to be."""
    heads = joined(
        markup('<th scope="col">{}</th>', cell_html(name, sheet)) for name in value.names
    )
    rows = joined(
        markup(
            '<tr><th scope="row">{}</th>{}</tr>',
            cell_html(row[0], sheet),
            joined(_td(cell, value.is_blank, sheet) for cell in row[1:]),
        )
        for row in value.rows
    )
    kind = " is-blank" if value.is_blank else ""
    way = Markup(' dir="ltr"') if sheet.axis == "math" else Markup()
    return markup(
        '<div class="scroll" role="group" tabindex="0" aria-label="{}"><table class="numbers '
        'worktable{}"{}><caption class="unseen">{}</caption><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>",
        alt,
        kind,
        way,
        alt,
        heads,
        rows,
    )


def filled(value: Worktable) -> Worktable:
    """The same table with its cells filled in: the answer."""
    return replace(value, is_blank=False)


def name_text(name: str, sheet: Sheet) -> str:
    """A name in words: of a sign, of a word of the pictures, or as it stands.

    Example:
        >>> from starlore.language import Catalogue
        >>> sheet = Sheet(Catalogue.load("en"), 0, "math")
        >>> name_text("sun", sheet), name_text("power", sheet), name_text("A", sheet)
        ('sun', 'e to the score', 'A')
    """
    word = f"picture.{name}"
    return sheet.say(name) if word in sheet.catalogue else sheet.who(name)


def head_html(name: str, sheet: Sheet) -> Markup:
    """A column's or a row's name: a sign is drawn, and spoken.

    Words run as their language does, whatever their first letter and whichever way the table runs.
    """
    is_word = f"picture.{name}" in sheet.catalogue
    if name in NAMES and not is_word:
        return sheet.who_html(name, is_named=False)
    way = markup(' dir="{}"', direction(sheet.catalogue.tag)) if is_word else ""
    return markup("<bdi{}>{}</bdi>", way, name_text(name, sheet))


def cell_html(cell: Cell, sheet: Sheet) -> Markup:
    """A name, a number, or a vector."""
    return head_html(cell, sheet) if isinstance(cell, str) else bdi(numbers_text(cell, sheet))


def numbers_text(cell: Cell, sheet: Sheet) -> str:
    """One number as it stands, several in brackets; a name in words."""
    if isinstance(cell, str):
        return name_text(cell, sheet)
    return sheet.vector(cell) if len(cell) > 1 else sheet.number(cell[0])


def _td(cell: Cell, is_blank: bool, sheet: Sheet) -> Markup:
    if is_blank:
        return markup('<td><span class="unseen">{}</span></td>', sheet.say("to-fill-in"))
    return markup("<td>{}</td>", cell_html(cell, sheet))
