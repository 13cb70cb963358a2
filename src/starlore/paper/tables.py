"""Tables on paper: those to read from or to fill in, and a head's weights over a sentence."""

from markupsafe import Markup

from starlore.language import Catalogue, direction
from starlore.lessons.pictures.weights_table import WeightsTable
from starlore.lessons.pictures.worktable import Cell, Worktable
from starlore.paper.prose import prose
from starlore.paper.quoted import block, listed, quoted, words
from starlore.view.pictures.sheet import Sheet
from starlore.view.pictures.worktable import cell_html

ARROWS = "↓→←"


def worktable(value: Worktable, caption: str, catalogue: Catalogue, axis: str) -> str:
    """A table of the exercise; an empty cell where it is to be filled in.

    Args:
        caption: HTML above it.
    """
    sheet = Sheet(catalogue, 0, axis)
    rows = [
        [_cell(row[0], sheet), *("[]" if value.is_blank else _cell(one, sheet) for one in row[1:])]
        for row in value.rows
    ]
    return _call(
        "worktable",
        columns=str(len(value.names)),
        caption=block(prose(caption)),
        blank="true" if value.is_blank else "false",
        way="ltr" if axis == "math" else direction(catalogue.tag),
        heads=listed([_cell(name, sheet) for name in value.names]),
        rows=listed([listed(row) for row in rows]),
    )


def weights_table(value: WeightsTable, catalogue: Catalogue) -> str:
    """Rows ask, columns are asked, as on the page."""
    sheet = Sheet(catalogue, 0, "text")
    onward = "←" if sheet.is_mirrored else "→"
    corner = f"{sheet.say('asks')} ↓ {sheet.say('is-asked')} {onward}"
    rows = [
        [block(words(word)), *(_number(sheet.number(weight)) for weight in row)]
        for word, row in zip(value.words, value.rows, strict=True)
    ]
    return _call(
        "bars",
        columns=str(len(value.words) + 1),
        heads=listed([_corner(corner), *(block(words(word)) for word in value.words)]),
        rows=listed([listed(row) for row in rows]),
    )


def _corner(text: str) -> str:
    """What the corner says; the fonts have no arrows, so those are drawn as formulas are."""
    parts = [
        f'#text(font: ("Noto Sans Math",), {quoted(one)})' if one in ARROWS else words(one)
        for one in _split(text)
    ]
    return f"[#text(size: 6.4pt)[{''.join(parts)}]]"


def _split(text: str) -> list[str]:
    for arrow in ARROWS:
        text = text.replace(arrow, f"\0{arrow}\0")
    return [one for one in text.split("\0") if one]


def _cell(cell: Cell, sheet: Sheet) -> str:
    html: Markup = cell_html(cell, sheet)
    return block(prose(str(html)))


def _number(shown: str) -> str:
    return block(f"#text(dir: ltr)[{words(shown)}]")


def _call(function: str, **arguments: str) -> str:
    given = ", ".join(f"{name}: {value}" for name, value in arguments.items())
    return f"#{function}({given})"
