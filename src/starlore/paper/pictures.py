"""Pictures on paper: the page's own drawing in black and greys, with its sentence."""

from starlore.errors import PaperError
from starlore.language import Catalogue
from starlore.lessons.model import PictureBlock
from starlore.paper.quoted import quoted
from starlore.view.pictures import DRAWN
from starlore.view.pictures.sheet import Sheet
from starlore.view.symbols import sprite

INK = """
text{font-family:Vazirmatn;font-size:15px;text-anchor:middle;fill:#000}
.t-bold{font-weight:700}.t-on{fill:#fff}.t-start{text-anchor:start}.t-end{text-anchor:end}
.p-line,.p-axis,.p-grid{fill:none;stroke:#555;stroke-width:1.2}
.p-score{fill:none;stroke:#000;stroke-width:1.6}
.p-weight{fill:#222}.p-rest{fill:#e4e4e4}
"""
"""How classes of drawings look in ink; any other is drawn in black."""


def picture(block: PictureBlock, value: object, alt: str, catalogue: Catalogue, wide: str) -> str:
    """A drawing as an image, as wide as asked.

    Raises:
        PaperError: if it has no sentence, or nobody knows how to draw it.
    """
    if not alt:
        raise PaperError("check.paper.no-alt", picture=block.id)
    drawn = DRAWN.get(type(value))
    if drawn is None:
        raise PaperError("check.paper.undrawn", kind=type(value).__name__)
    width = drawn.width(value) if callable(drawn.width) else drawn.width
    svg = str(drawn.svg(value, alt, Sheet(catalogue, width, block.axis, block.id)))
    svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    opening, _, rest = svg.partition(">")
    inked = f"{opening}><style>{INK}</style>{sprite()}{rest}"
    return f'#image(bytes({quoted(inked)}), format: "svg", width: {wide}, alt: {quoted(alt)})'
