"""A beam with weights at its values, and the pivot it balances on."""

from fractions import Fraction
from itertools import zip_longest

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.beam import Beam
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.number_line import EDGE, HUNG, Ruler, hung
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, markup, place, rect

WIDTH, BELOW, THICK = 420.0, 58.0, 8.0


def beam_svg(value: Beam, alt: str, sheet: Sheet) -> Markup:
    """The line, the beam from the smallest value to the largest, what hangs at it, the pivot."""
    ruler = Ruler(sheet, value.line.least, value.line.most, HUNG, EDGE, WIDTH - 2 * EDGE)
    pivot = value.line.pivot
    places = [ruler.at(part.as_float()) for part in value.values]
    wide = max(places) - min(places)
    parts = [
        ruler.marks(pivot),
        rect(min(places), HUNG - THICK / 2, max(wide, 1.0), THICK, "p-beam", THICK / 2),
        *hung(ruler, value.line),
        ruler.pivot(pivot.as_float(), sheet.number(pivot)) if pivot else Markup(),
        *(_handle(ruler, x, f"value.{at}") for at, x in enumerate(places)),
    ]
    return drawing(WIDTH, HUNG + BELOW, sheet.axis, alt, joined(parts))


def _handle(ruler: Ruler, x: float, name: str) -> Markup:
    """A value, to be pulled along the line."""
    return markup(
        '<circle class="p-light" cx="{0}" cy="{1}" r="5"/>'
        '<circle class="handle is-free" cx="{0}" cy="{1}" r="14" data-drag-x="{2}" '
        'data-unit="{3}"/>',
        place(x),
        place(ruler.y),
        ruler.sheet.field(name),
        place(ruler.at(1) - ruler.at(0)),
    )


def beam_told(value: Beam, sheet: Sheet) -> str:
    """What the weights are and where the blend lies, in a sentence or two."""
    say, pivot = sheet.catalogue.say, value.line.pivot
    if pivot is None:
        return say("picture.beam-empty")
    hanging = [v for v, amount in zip(value.values, value.amounts, strict=True) if amount.value]
    least, most = (end(hanging, key=lambda one: one.value) for end in (min, max))
    if least.value == most.value:
        told = say("picture.beam-one", value=sheet.number(least))
    else:
        told = say(
            "picture.beam-blend",
            weights=sheet.vector(value.line.weights),
            blend=sheet.number(pivot),
            least=sheet.number(least),
            most=sheet.number(most),
            plain=sheet.number(value.plain),
        )
    if Fraction(value.printed_sum.value) == 1:
        return told
    return f"{told} {say('picture.beam-rounded', sum=sheet.number(value.printed_sum))}"


def beam_alt(value: Beam, sheet: Sheet) -> str:
    """The picture in a sentence, once a dial was turned."""
    pivot = value.line.pivot
    if pivot is None:
        return beam_told(value, sheet)
    return sheet.catalogue.say(
        "picture.beam-alt",
        values=sheet.vector(value.values),
        weights=sheet.vector(value.line.weights),
        blend=sheet.number(pivot),
    )


def beam_twin(value: Beam, sheet: Sheet) -> Markup:
    """Each value, its amount, its weight and their product; then what they make together."""
    say, weights = sheet.say, value.line.weights
    head = [say("place"), say("point"), say("amount"), say("weight"), say("product")]
    pivot = value.line.pivot
    rows = [
        (sheet.count(at + 1), [sheet.number(part) for part in row])
        for at, row in enumerate(
            zip_longest(value.values, value.amounts, weights, value.parts, fillvalue=Figure(0))
        )
    ]
    if pivot is None:
        return numbers_table(head, rows)
    amounts = Figure(sum(Fraction(amount.value) for amount in value.amounts))
    together = ["", sheet.number(amounts), sheet.count(1), sheet.number(pivot)]
    return numbers_table(head, [*rows, (say("together"), together)])


DRAWN = Drawn(beam_svg, beam_twin, WIDTH, told=beam_told, alt=beam_alt)
