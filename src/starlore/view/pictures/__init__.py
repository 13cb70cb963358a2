"""Pictures of lessons as figures: a drawing with its sentence, and a twin that suffices alone.

Drawing and twin are made from one value, so their numbers cannot disagree.
"""

from functools import partial

from markupsafe import Markup

from starlore.errors import StarloreError
from starlore.language import Catalogue
from starlore.lessons.model import PictureBlock
from starlore.lessons.pictures.columns import Columns
from starlore.lessons.pictures.lookup_table import LookupTable
from starlore.lessons.pictures.squares import Squares
from starlore.lessons.pictures.strip import Strip
from starlore.lessons.pictures.ways import Ways
from starlore.lessons.pictures.weights_table import WeightsTable
from starlore.view.pictures.columns import STEP, columns_svg, columns_twin
from starlore.view.pictures.lookup_fields import Live, lookup_fields
from starlore.view.pictures.lookup_table import NOTHING, lookup_svg
from starlore.view.pictures.lookup_twin import lookup_alt, lookup_twin, moved_told
from starlore.view.pictures.sheet import Sheet
from starlore.view.pictures.squares import squares_svg, squares_twin
from starlore.view.pictures.strip import WIDTH, strip_svg, strip_twin
from starlore.view.pictures.ways import ways_svg, ways_twin
from starlore.view.pictures.weights_table import weights_table_html

__all__ = ["Live", "draw_picture"]


def draw_picture(
    block: PictureBlock,
    value: object,
    alt: str,
    caption: Markup,
    catalogue: Catalogue,
    more: object = None,
) -> Markup:
    """A picture as a figure.

    Args:
        block: which picture it is, and its axis. value: what its kind computed.
        alt: its one sentence. caption: HTML under it, may be empty.
        more: `Live` where the numbers of a lookup table can be changed.

    Raises:
        StarloreError: if nobody knows how to draw the value.
    """
    live = more if isinstance(more, Live) else None
    if isinstance(value, LookupTable):
        body = _lookup(block, value, alt, catalogue, live)
    elif isinstance(value, WeightsTable):
        body = weights_table_html(value, alt, Sheet(catalogue, 0, block.axis))
    elif isinstance(value, Ways):
        sheet = Sheet(catalogue, WIDTH, block.axis)
        body = ways_svg(value, alt, sheet) + ways_twin(value, sheet)
    else:
        body = _plain(value, alt, catalogue, block.axis)
    under = Markup("<figcaption>{}</figcaption>").format(caption) if caption else Markup()
    kind = "lookup" if block.kind == "lookup-table" else block.kind
    return Markup('<figure class="picture {}" id="picture-{}" data-axis="{}">{}{}</figure>').format(
        kind, block.id, block.axis, body, under
    )


def _plain(value: object, alt: str, catalogue: Catalogue, axis: str) -> Markup:
    """A small drawing that shows all its numbers; its table is for those who do not see it."""
    if isinstance(value, Columns):
        sheet = Sheet(catalogue, STEP * len(value.scores), axis)
        drawn, twin = columns_svg(value, alt, sheet), columns_twin(value, sheet)
    elif isinstance(value, Strip):
        sheet = Sheet(catalogue, WIDTH, axis)
        drawn, twin = strip_svg(value, alt, sheet), strip_twin(value, sheet)
    elif isinstance(value, Squares):
        sheet = Sheet(catalogue, WIDTH, axis)
        drawn, twin = squares_svg(value, alt, sheet), squares_twin(value, sheet)
    else:
        raise StarloreError(f"nobody knows how to draw a {type(value).__name__}")
    return drawn + Markup('<div class="unseen">{}</div>').format(twin)


def _lookup(
    block: PictureBlock, table: LookupTable, alt: str, catalogue: Catalogue, live: Live | None
) -> Markup:
    """Switch, drawing, what moved, fields, twin; the parts a script replaces are named."""
    sheet = Sheet(catalogue, 0, "text")
    moved = live.moved if live else NOTHING
    said = alt if moved.what == "nothing" else lookup_alt(table, sheet)
    drawn = lookup_svg(table, moved, said, partial(_text_sheet, catalogue))
    switch = Markup(
        '<fieldset><legend class="unseen">{}</legend><span class="switch">{}</span></fieldset>'
    )
    choices = Markup("").join(
        Markup('<label><input type="radio" name="cells-{}" value="{}"{}>{}</label>').format(
            block.id, cell, Markup(" checked") if cell == "weight" else Markup(), sheet.say(cell)
        )
        for cell in ("score", "power", "weight")
    )
    parts = [
        switch.format(sheet.say("cells"), choices),
        Markup('<div data-live="drawing">{}</div>').format(drawn),
    ]
    if live:
        told = Markup('<p class="moved-told" data-live="told" data-announce>{}</p>')
        parts += [
            told.format(moved_told(moved, sheet)),
            lookup_fields(block.id, table, live, sheet),
        ]
    twin = Markup(
        '<div class="scroll twins" data-live="twin" role="region" tabindex="0" '
        'aria-label="{}">{}</div>'
    )
    parts.append(twin.format(sheet.say("twin-lookup"), lookup_twin(table, moved, sheet)))
    return Markup("").join(parts)


def _text_sheet(catalogue: Catalogue, width: float) -> Sheet:
    return Sheet(catalogue, width, "text")
