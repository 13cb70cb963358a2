"""A table of weights over a sentence: the picture is a table, so it is its own twin."""

from dataclasses import replace

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.weights_table import WeightsTable
from starlore.view.pictures.sheet import Sheet, bdi
from starlore.view.pictures.strip import piece
from starlore.view.svg import joined

BAR = 48.0


def weights_table_html(value: WeightsTable, alt: str, sheet: Sheet) -> Markup:
    """Rows ask, columns are asked; each weight with its filled piece of one.

    The tops of the rows stand out only where a row is pointed at: a table that is part of a
    question gives nothing away.
    """
    words = [Markup("<bdi>{}</bdi>").format(word) for word in value.words]
    heads = joined(Markup('<th scope="col">{}</th>').format(word) for word in words)
    rows = joined(
        Markup("<tr{}>{}{}</tr>").format(
            Markup(' class="is-asked-about"') if i == value.asker else Markup(),
            Markup('<th scope="row">{}</th>').format(words[i]),
            joined(
                _cell(w, value.asker is not None and j in value.tops[i], sheet)
                for j, w in enumerate(row)
            ),
        )
        for i, row in enumerate(value.rows)
    )
    return Markup(
        '<div class="scroll" role="group" tabindex="0" aria-label="{}"><table class="numbers '
        'weights-table"><caption class="unseen">{}</caption><thead><tr><td class="corner"><span>{} '
        "→</span> <span>{} ↓</span></td>{}</tr></thead><tbody>{}</tbody></table></div>"
    ).format(sheet.say("weights"), alt, sheet.say("is-asked"), sheet.say("asks"), heads, rows)


def _cell(weight: Figure, is_top: bool, sheet: Sheet) -> Markup:
    """One weight as number and bar."""
    bar = piece(replace(sheet, width=BAR), 0, 0, BAR, 6, weight.as_float())
    return Markup(
        '<td{}>{}<svg viewBox="0 0 48 6" width="48" aria-hidden="true">{}</svg></td>'
    ).format(Markup(' class="is-top"') if is_top else Markup(), bdi(sheet.number(weight)), bar)
