"""A picture whose numbers can be changed: its form, and the parts a script replaces."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.dials import Dial
from starlore.view.number_input import digits_for, in_digits, number_input
from starlore.view.pictures.sheet import Sheet, bdi
from starlore.view.svg import joined, markup


@dataclass(frozen=True)
class Live:
    """Where a picture began, and where its form leads.

    Attributes:
        start: the picture as the lesson begins with it.
        action: address of the page that shows the changed picture.
        part: address of the picture alone, for a script.
        others: what the address says of the page's other pictures; a form sends it along.
        lab: from fields to the address of the Lab in that state; None if there is no Lab.
    """

    start: object
    action: str
    part: str
    others: Mapping[str, str] = field(default_factory=dict)
    lab: Callable[[Mapping[str, str]], str] | None = None


@dataclass(frozen=True)
class Drawn:
    """How the pictures of one kind are drawn.

    Attributes:
        svg: value, sentence and sheet to the drawing. twin: value and sheet to tables that suffice
            alone. width: of the drawing, in user units, of every value or by the value.
        is_twin_seen: the twin is for everyone, not only for those who do not see the drawing; so
            is that of every picture with dials.
        told: of a picture with dials, what its numbers say now, in a sentence.
        alt: of a picture with dials, its sentence once they were turned.
        fields: of a picture with dials that are typed, their fields; else they are sliders.
        above: what stands before the drawing. twin_name: the word for the tables.
    """

    svg: Callable[[Any, str, Sheet], Markup]
    twin: Callable[[Any, Sheet], Markup]
    width: float | Callable[[Any], float]
    is_twin_seen: bool = False
    told: Callable[[Any, Sheet], str] | None = None
    alt: Callable[[Any, Sheet], str] | None = None
    fields: Callable[[Any, Sheet], Markup] | None = None
    above: Callable[[Any, Sheet], Markup] | None = None
    twin_name: str = "twin"


def parts_of(svg: Markup, told: str, form: Markup, twin: Markup) -> Markup:
    """Drawing, sentence, form and twin of a live picture, those that change by name."""
    return markup(
        '<div data-live="drawing">{}</div>'
        '<p class="moved-told" data-live="told" data-announce>{}</p>{}{}',
        svg,
        told,
        form,
        twin,
    )


def twins(twin: Markup, name: str) -> Markup:
    """A twin for everyone, which scrolls by itself where it is wide."""
    return markup(
        '<div class="scroll twins" data-live="twin" role="group" tabindex="0" '
        'aria-label="{}">{}</div>',
        name,
        twin,
    )


def unseen(twin: Markup) -> Markup:
    """A twin for those who do not see the drawing."""
    return markup('<div class="unseen">{}</div>', twin)


def form_of(id_: str, kind: str, body: Markup, live: Live, is_start: bool, sheet: Sheet) -> Markup:
    """The form around the fields of a picture: it works by itself, and live with a script.

    Args:
        kind: "vectors" for fields, "turning" for sliders. body: the fields.
    """
    asked = f"?{urlencode(live.others)}" if live.others else ""
    again = markup(
        '<a class="button plain" href="{}{}#picture-{}">{}</a>',
        live.action,
        asked,
        id_,
        sheet.say("start-again"),
    )
    if is_start:
        again = markup(
            '<button type="reset" class="button plain">{}</button>', sheet.say("start-again")
        )
    kept = joined(
        markup('<input type="hidden" name="{}" value="{}">', name, text)
        for name, text in live.others.items()
    )
    return markup(
        '<form class="{}" method="get" action="{}#picture-{}" data-picture="{}">{}{}'
        '<div class="actions"><button class="button">{}</button>{}</div></form>',
        kind,
        live.action,
        id_,
        live.part,
        body,
        kept,
        sheet.say("recompute"),
        again,
    )


def number_field(sheet: Sheet, name: str, at: Decimal, most: Decimal, label: str) -> Markup:
    """A field for one number from minus `most` to `most`; a zero has no sign."""
    labelled, ends = markup('aria-label="{}"', label), (-most, most, "any")
    return number_input(sheet.field(name), at.normalize() + 0, ends, sheet.catalogue.tag, labelled)


def dial_fields(dials: tuple[Dial, ...], sheet: Sheet) -> Markup:
    """A slider for every dial, with its name and where it stands; the slider itself speaks both."""
    return markup('<div class="dials">{}</div>', joined(_slider(one, sheet) for one in dials))


def _slider(dial: Dial, sheet: Sheet) -> Markup:
    """One dial; of places it runs as they do, else as number lines."""
    return markup(
        '<label><span>{}</span>{}<input type="range" name="{}" value="{}" min="{}" max="{}" '
        'step="{}" data-axis="{}"{}></label>',
        sheet.catalogue.tell(dial.word),
        dial_output(dial, sheet),
        sheet.field(dial.name),
        *(f"{part:f}" for part in (dial.at, dial.least, dial.most, dial.even_step)),
        sheet.axis if dial.is_place else "math",
        _spoken(dial, sheet.catalogue.tag),
    )


def _spoken(dial: Dial, language: str) -> Markup:
    """Where a dial stands, for who hears it: a browser would say it in digits of its own."""
    own = digits_for(language)
    said = markup(' aria-valuetext="{}"', in_digits(dial.at, language)) if own else own
    return said + own


def dial_output(dial: Dial, sheet: Sheet) -> Markup:
    """Where a dial stands, in the page's digits."""
    return markup(
        '<span class="at" data-live="{}" aria-hidden="true">{}</span>',
        f"at-{dial.name}",
        bdi(sheet.number(Figure(dial.at))),
    )
