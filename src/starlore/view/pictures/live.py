"""A picture whose numbers can be changed: its form, and the parts a script replaces."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.dials import Dial
from starlore.view.pictures.sheet import Sheet, bdi
from starlore.view.svg import joined


@dataclass(frozen=True)
class Live:
    """Where a picture began, and where its form leads.

    Attributes:
        start: the picture as the lesson begins with it.
        action: address of the page that shows the changed picture.
        part: address of the picture alone, for a script.
        lab: from fields to the address of the Lab in that state; None if there is no Lab.
    """

    start: object
    action: str
    part: str
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
    """

    svg: Callable[[Any, str, Sheet], Markup]
    twin: Callable[[Any, Sheet], Markup]
    width: float | Callable[[Any], float]
    is_twin_seen: bool = False
    told: Callable[[Any, Sheet], str] | None = None
    alt: Callable[[Any, Sheet], str] | None = None
    fields: Callable[[Any, Sheet], Markup] | None = None


def parts_of(svg: Markup, told: str, form: Markup, twin: Markup, twin_name: str) -> Markup:
    """Drawing, sentence, form and twin of a live picture, those that change by name."""
    return Markup(
        '<div data-live="drawing">{}</div>'
        '<p class="moved-told" data-live="told" data-announce>{}</p>{}'
        '<div class="scroll twins" data-live="twin" role="region" tabindex="0" '
        'aria-label="{}">{}</div>'
    ).format(svg, told, form, twin_name, twin)


def unseen(twin: Markup) -> Markup:
    """A twin for those who do not see the drawing."""
    return Markup('<div class="unseen">{}</div>').format(twin)


def form_of(id_: str, body: Markup, live: Live, is_start: bool, sheet: Sheet, kind: str) -> Markup:
    """The form around the fields of a picture: it works by itself, and live with a script."""
    again = Markup('<a class="button plain" href="{}">{}</a>').format(
        live.action, sheet.say("start-again")
    )
    if is_start:
        again = Markup('<button type="reset" class="button plain">{}</button>').format(
            sheet.say("start-again")
        )
    return Markup(
        '<form class="{}" method="get" action="{}#picture-{}" data-picture="{}">{}'
        '<div class="actions"><button class="button">{}</button>{}</div></form>'
    ).format(kind, live.action, id_, live.part, body, sheet.say("recompute"), again)


def number_field(name: str, at: Decimal, most: Decimal, label: str) -> Markup:
    """A field for one number from minus `most` to `most`."""
    return Markup(
        '<input class="field" type="number" name="{}" value="{}" step="any" min="{}" '
        'max="{}" aria-label="{}" required>'
    ).format(name, f"{at.normalize():f}", -most, most, label)


def dial_fields(dials: tuple[Dial, ...], sheet: Sheet) -> Markup:
    """A slider for every dial, with its name and where it stands; the slider itself speaks both."""
    return Markup('<div class="dials">{}</div>').format(
        joined(
            Markup(
                "<label><span>{}</span>{}"
                '<input type="range" name="{}" value="{}" min="{}" max="{}" step="{}"></label>'
            ).format(
                sheet.catalogue.tell(dial.word),
                dial_output(dial, sheet),
                dial.name,
                *(f"{part:f}" for part in (dial.at, dial.least, dial.most, dial.step)),
            )
            for dial in dials
        )
    )


def dial_output(dial: Dial, sheet: Sheet) -> Markup:
    """Where a dial stands, in the page's digits."""
    return Markup('<span class="at" data-live="{}" aria-hidden="true">{}</span>').format(
        f"at-{dial.name}", bdi(sheet.number(Figure(dial.at)))
    )
