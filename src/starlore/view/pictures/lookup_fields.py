"""The numbers of a lookup table as fields, one for each."""

from decimal import Decimal

from markupsafe import Markup

from starlore.lessons.pictures.lookup_table import MOST, LookupInputs, LookupTable
from starlore.view.pictures.live import number_field
from starlore.view.pictures.sheet import ORDINALS, Sheet
from starlore.view.svg import joined, markup
from starlore.view.symbols import sign

PARTS = (("q", "query"), ("k", "key"), ("v", "value"))


def lookup_fields(now: LookupTable, sheet: Sheet) -> Markup:
    """A field for every number of every vector, named by word, part and place."""
    inputs, say = now.inputs, sheet.say
    heads = joined(
        markup('<th scope="col">{} {}</th>', sign(part, sheet.catalogue, spoken=False), say(part))
        for _, part in PARTS
    )
    rows = joined(
        markup(
            '<tr><th scope="row">{}</th>{}</tr>',
            sheet.who_html(name, is_named=True),
            joined(_vector(inputs, i, letter, part, sheet) for letter, part in PARTS),
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


def _vector(inputs: LookupInputs, i: int, letter: str, part: str, sheet: Sheet) -> Markup:
    """The fields of one vector, left to right."""
    vectors: dict[str, tuple[tuple[Decimal, ...], ...]] = {
        "q": inputs.q,
        "k": inputs.k,
        "v": inputs.v,
    }
    fields = joined(
        number_field(
            sheet,
            f"{letter}.{i}.{j}",
            cell,
            Decimal(MOST),
            sheet.catalogue.say(
                "picture.field",
                word=sheet.who(inputs.signs[i]),
                part=sheet.say(part),
                which=sheet.say(ORDINALS[j]),
            ),
        )
        for j, cell in enumerate(vectors[letter][i])
    )
    return markup("<td><span>{}</span></td>", fields)
