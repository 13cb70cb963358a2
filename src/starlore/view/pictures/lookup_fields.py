"""The numbers of a lookup table as fields, one for each."""

from decimal import Decimal
from functools import lru_cache

from markupsafe import Markup

from starlore.lessons.pictures.lookup_table import MOST, LookupTable
from starlore.view.pictures.live import number_field
from starlore.view.pictures.sheet import ORDINALS, Sheet
from starlore.view.svg import joined, markup
from starlore.view.symbols import sign

PARTS = {"q": "query", "k": "key", "v": "value"}


def lookup_fields(now: LookupTable, sheet: Sheet) -> Markup:
    """A field for every number of every vector, named by word, part and place."""
    inputs, say = now.inputs, sheet.say
    heads = joined(
        markup('<th scope="col">{} {}</th>', sign(part, sheet.catalogue, spoken=False), say(part))
        for part in PARTS.values()
    )
    rows = joined(
        markup(
            '<tr><th scope="row">{}</th>{}</tr>',
            sheet.who_html(name, is_named=True),
            joined(_vector(getattr(inputs, part)[i], name, i, part, sheet) for part in PARTS),
        )
        for i, name in enumerate(inputs.signs)
    )
    return markup(
        '<div class="scroll"><table><caption>{}</caption><thead><tr><td></td>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>",
        say("numbers-to-change"),
        heads,
        rows,
    )


@lru_cache(maxsize=256)
def _vector(cells: tuple[Decimal, ...], who: str, i: int, letter: str, sheet: Sheet) -> Markup:
    """The fields of one vector, left to right; a change of one vector leaves the others."""
    fields = joined(
        number_field(
            sheet,
            f"{letter}.{i}.{j}",
            cell,
            Decimal(MOST),
            sheet.catalogue.say(
                "picture.field",
                word=sheet.who(who),
                part=sheet.say(PARTS[letter]),
                which=sheet.say(ORDINALS[j]),
            ),
        )
        for j, cell in enumerate(cells)
    )
    return markup("<td><span>{}</span></td>", fields)
