"""Pictures of lessons as figures: a drawing with its sentence, and a twin that suffices alone.

Drawing and twin are made from one value, so their numbers cannot disagree. A kind of picture is
one entry of `DRAWN`, made of shared parts: grid, number line, cells, columns, strip, table.
"""

from collections.abc import Mapping

from markupsafe import Markup

from starlore.errors import StarloreError
from starlore.language import Catalogue
from starlore.lessons.model import PictureBlock
from starlore.lessons.pictures import is_live
from starlore.lessons.pictures.beam import Beam
from starlore.lessons.pictures.cells import Cells
from starlore.lessons.pictures.columns import Columns
from starlore.lessons.pictures.dials import Dialled
from starlore.lessons.pictures.glass import Glass
from starlore.lessons.pictures.layers import Layers
from starlore.lessons.pictures.lookup_table import LookupTable, address_of
from starlore.lessons.pictures.number_line import NumberLine
from starlore.lessons.pictures.plane import Plane
from starlore.lessons.pictures.project import Project
from starlore.lessons.pictures.shadow import Shadow
from starlore.lessons.pictures.softmax import Softmax
from starlore.lessons.pictures.squares import Squares
from starlore.lessons.pictures.strip import Strip
from starlore.lessons.pictures.ways import Ways
from starlore.lessons.pictures.weights_table import WeightsTable
from starlore.lessons.pictures.worktable import Worktable
from starlore.view.pictures import (
    beam,
    cells,
    columns,
    glass,
    layers,
    lookup_table,
    number_line,
    plane,
    project,
    shadow,
    softmax,
    squares,
    strip,
    ways,
)
from starlore.view.pictures.live import (
    Drawn,
    Live,
    dial_fields,
    form_of,
    parts_of,
    twins,
    unseen,
)
from starlore.view.pictures.sheet import Sheet
from starlore.view.pictures.weights_table import weights_table_html
from starlore.view.pictures.worktable import worktable_html
from starlore.view.svg import markup

__all__ = ["DRAWN", "Live", "draw_picture"]

DRAWN: Mapping[type, Drawn] = {
    Beam: beam.DRAWN,
    Cells: cells.DRAWN,
    Columns: columns.DRAWN,
    Glass: glass.DRAWN,
    Layers: layers.DRAWN,
    LookupTable: lookup_table.DRAWN,
    NumberLine: number_line.DRAWN,
    Plane: plane.DRAWN,
    Project: project.DRAWN,
    Shadow: shadow.DRAWN,
    Softmax: softmax.DRAWN,
    Squares: squares.DRAWN,
    Strip: strip.DRAWN,
    Ways: ways.DRAWN,
}
"""By the type of the value: how it is drawn. A table of weights is its own twin."""


def draw_picture(
    block: PictureBlock,
    value: object,
    alt: str,
    caption: Markup,
    catalogue: Catalogue,
    live: Live | None = None,
) -> Markup:
    """A picture as a figure.

    Args:
        block: which picture it is, and its axis. value: what its kind computed.
        alt: its one sentence. caption: HTML under it, may be empty.
        live: where it began and leads, if its numbers can be changed here.

    Raises:
        StarloreError: if nobody knows how to draw the value.
    """
    if isinstance(value, WeightsTable):
        body = weights_table_html(value, alt, Sheet(catalogue, 0, block.axis))
    elif isinstance(value, Worktable):
        body = worktable_html(value, alt, Sheet(catalogue, 0, block.axis))
    elif type(value) in DRAWN:
        body = _drawn(block, value, alt, catalogue, live)
    else:
        raise StarloreError(f"nobody knows how to draw a {type(value).__name__}")
    under = markup("<figcaption>{}</figcaption>", caption) if caption else Markup()
    kind = "lookup" if block.kind == "lookup-table" else block.kind
    return markup(
        '<figure class="picture {}" id="picture-{}" data-axis="{}">{}{}</figure>',
        kind,
        block.id,
        block.axis,
        body,
        under,
    )


def _drawn(
    block: PictureBlock, value: object, alt: str, catalogue: Catalogue, live: Live | None
) -> Markup:
    """Drawing and twin; with dials also their form and what they say."""
    drawn = DRAWN[type(value)]
    width = drawn.width(value) if callable(drawn.width) else drawn.width
    sheet = Sheet(catalogue, width, block.axis, block.id)
    is_start = live is None or value == live.start
    if drawn.alt and not is_start:
        alt = drawn.alt(value, sheet)
    above = drawn.above(value, sheet) if drawn.above else Markup()
    svg, twin = drawn.svg(value, alt, sheet), drawn.twin(value, sheet)
    if drawn.told:
        twin = twins(twin, sheet.say(drawn.twin_name))
    if live and drawn.told and is_live(value):
        form = form_of(block.id, *_fields(drawn, value, sheet), live, is_start, sheet)
        form += _to_lab(value, live, sheet)
        return above + parts_of(svg, drawn.told(value, sheet), form, twin)
    return above + svg + (twin if drawn.is_twin_seen or drawn.told else unseen(twin))


def _to_lab(value: object, live: Live, sheet: Sheet) -> Markup:
    """From a lookup table the way into the Lab, with the numbers that stand here now."""
    if live.lab is None or not isinstance(value, LookupTable):
        return Markup()
    before = address_of((value.begun or value).inputs)
    now = {name: said for name, said in address_of(value.inputs).items() if said != before[name]}
    return markup(
        '<p data-live="lab"><a href="{}">{}</a></p>', live.lab(now), sheet.catalogue.say("lab.open")
    )


def _fields(drawn: Drawn, value: object, sheet: Sheet) -> tuple[str, Markup]:
    """The fields of a live picture and what they are: those of its kind, else sliders."""
    if drawn.fields:
        return "vectors", drawn.fields(value, sheet)
    return "turning", dial_fields(value.dials if isinstance(value, Dialled) else (), sheet)
