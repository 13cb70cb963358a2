"""What can be changed: fields, switches and the painted table, all of one form."""

from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache

from markupsafe import Markup, escape

from starlore.lab.state import (
    ALL_PLACES,
    BREAKS,
    LEAST_KEEP,
    LEAST_TEMPERATURE,
    MOST_KEEP,
    MOST_TEMPERATURE,
    MOST_WINDOW,
    SCHEMES,
    Lab,
    comparisons,
    open_cells,
)
from starlore.lessons.pictures.lookup_table import MOST_PLACES, MOST_WIDTH
from starlore.view.lab.words import spoken
from starlore.view.number_input import Ends, number_input
from starlore.view.pictures.sheet import Sheet
from starlore.view.pictures.weights_table import corner
from starlore.view.svg import joined, markup


def shape_fields(lab: Lab, sheet: Sheet) -> Markup:
    """How many places, and how wide their vectors are."""
    n, width, value_width = lab.shape
    return joined(
        [
            knob("places", Decimal(n), (1, MOST_PLACES, "1"), sheet),
            knob("width", Decimal(width), (1, MOST_WIDTH, "1"), sheet),
            knob("value-width", Decimal(value_width), (1, MOST_WIDTH, "1"), sheet),
        ]
    )


def temperature_field(lab: Lab, sheet: Sheet) -> Markup:
    """What scores are divided by."""
    ends = LEAST_TEMPERATURE, MOST_TEMPERATURE, "any"
    return knob("temperature", lab.temperature, ends, sheet)


def way_fields(lab: Lab, sheet: Sheet) -> dict[str, Markup]:
    """The window's width and the state's share, by way."""
    keep = knob("keep", lab.keep, (LEAST_KEEP, MOST_KEEP, "0.05"), sheet)
    return {
        "window": knob("window", Decimal(lab.window), (1, MOST_WINDOW, "2"), sheet),
        "state": keep,
    }


def scheme_fields(lab: Lab, sheet: Sheet) -> Markup:
    """Everyone, earlier only, or a window of some reach."""
    say = sheet.catalogue.say
    options = [(name, say(f"lab.scheme.{name}"), name == lab.scheme) for name in SCHEMES]
    reach = knob("reach", Decimal(lab.reach), (0, MOST_PLACES - 1, "1"), sheet)
    return radios("scheme", say("lab.readers"), options) + reach


def painted(lab: Lab, sheet: Sheet) -> Markup:
    """Who may read whom, a box for each cell: ticked is masked; the scheme's own boxes are shut."""
    states = tuple(
        tuple(
            " checked" if (i, j) in lab.hidden else "" if is_open else " disabled"
            for j, is_open in enumerate(row)
        )
        for i, row in enumerate(open_cells(lab).tolist())
    )
    return _boxes(lab.inputs.signs, states, sheet)


@lru_cache(maxsize=64)
def _boxes(names: tuple[str, ...], states: tuple[tuple[str, ...], ...], sheet: Sheet) -> Markup:
    """The table of boxes; no number that is pulled is in it."""
    heads = joined(
        markup('<th scope="col">{}</th>', sheet.who_html(name, is_named=False)) for name in names
    )
    rows = joined(
        markup(
            '<tr><th scope="row">{}</th>{}</tr>',
            sheet.who_html(names[i], is_named=False),
            joined(_box(names, i, j, state, sheet) for j, state in enumerate(row)),
        )
        for i, row in enumerate(states)
    )
    say = sheet.catalogue.say
    return markup(
        '<table class="paint" data-grid><caption>{}</caption><thead><tr>{}{}</tr></thead>'
        "<tbody>{}</tbody></table>",
        say("lab.paint"),
        corner(sheet),
        heads,
        rows,
    )


def compared_told(lab: Lab, sheet: Sheet) -> str:
    """How many comparisons are made, of all there could be."""
    read, every = sheet.count(comparisons(lab)), sheet.count(lab.n * lab.n)
    return sheet.catalogue.say("lab.comparisons", read=read, all=every)


def row_field(lab: Lab, sheet: Sheet) -> Markup:
    """The row that is read."""
    options = [
        (str(i + 1), _named(name, sheet), i == lab.row) for i, name in enumerate(lab.inputs.signs)
    ]
    return radios("row", sheet.catalogue.say("lab.read-row"), options)


def asker_field(lab: Lab, names: tuple[str, ...], sheet: Sheet) -> Markup:
    """Who asks, of the places written on."""
    options = [
        (str(i + 1), _numbered(names[i], i, sheet), i == lab.asker) for i in range(ALL_PLACES)
    ]
    return radios("asker", sheet.catalogue.say("lab.who-asks"), options, "askers")


def break_fields(lab: Lab, sheet: Sheet) -> Markup:
    """One switch for each misconception, and one that heals."""
    say = sheet.catalogue.say
    rows = joined(
        markup(
            '<label class="break"><input type="radio" name="break" value="{0}" id="break-{0}"{1}>'
            '<span><span class="name">{2}</span> <span class="note">{3}</span></span></label>',
            name,
            _checked((lab.broken or "none") == name),
            say(f"lab.break.{name}"),
            say(f"lab.break-note.{name}"),
        )
        for name in ("none", *BREAKS)
    )
    return markup(
        '<fieldset class="breaks"><legend class="unseen">{}</legend>{}</fieldset>',
        say("lab.break-it"),
        rows,
    )


def knob(name: str, at: Decimal, ends: Ends, sheet: Sheet) -> Markup:
    """A number with its name, to be typed or stepped."""
    known = markup('id="lab-{}"', name)
    return markup(
        '<label class="knob"><span>{}</span> {}</label>',
        sheet.catalogue.say(f"lab.field.{name}"),
        number_input(name, at, ends, sheet.catalogue.tag, known),
    )


def radios(
    name: str, legend: str, options: Iterable[tuple[str, object, bool]], more: str = ""
) -> Markup:
    """One choice of a few, side by side."""
    choices = joined(
        markup(
            '<label><input type="radio" name="{0}" value="{1}" id="{0}-{1}"{2}>{3}</label>',
            name,
            value,
            _checked(is_now),
            words,
        )
        for value, words, is_now in options
    )
    return markup(
        '<fieldset class="choice {}"><legend>{}</legend><span class="switch">{}</span></fieldset>',
        more,
        legend,
        choices,
    )


def _box(names: tuple[str, ...], i: int, j: int, state: str, sheet: Sheet) -> Markup:
    """One cell: a box that masks it, or one that the scheme has shut."""
    asks, asked = spoken(names[i], sheet), spoken(names[j], sheet)
    label = sheet.catalogue.say("lab.cell", asks=asks, asked=asked)
    return Markup(
        f'<td><input type="checkbox" name="hide.{i}.{j}" id="hide-{i}-{j}" value="on" '
        f'aria-label="{escape(label)}"{state}></td>'
    )


def _named(name: str, sheet: Sheet) -> Markup:
    return sheet.who_html(name, is_named=True)


def _numbered(name: str, at: int, sheet: Sheet) -> Markup:
    """A place's sign over its number."""
    shown = sheet.count(at + 1)
    own = sheet.who_html(name, is_named=False) if not name.isdigit() else Markup()
    return markup('{}<span class="at">{}</span>', own, shown)


def _checked(is_now: bool) -> Markup:
    return Markup(" checked") if is_now else Markup()
