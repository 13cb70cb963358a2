"""A table of weights over a sentence: the picture is a table, so it is its own twin."""

from functools import lru_cache

from markupsafe import Markup

from starlore.figures import Figure
from starlore.language import Catalogue
from starlore.lessons.pictures.weights_table import WeightsTable
from starlore.view.pictures.sheet import Sheet, bdi
from starlore.view.pictures.strip import piece
from starlore.view.svg import joined, markup

BAR = 48.0


def weights_table_html(value: WeightsTable, alt: str, sheet: Sheet) -> Markup:
    """Rows ask, columns are asked; each weight with its filled piece of one.

    The tops of the rows stand out only where a row is pointed at: a table that is part of a
    question gives nothing away.
    """
    words = [markup("<bdi>{}</bdi>", word) for word in value.words]
    heads = joined(markup('<th scope="col">{}</th>', word) for word in words)
    rows = joined(
        markup(
            "<tr{}>{}{}</tr>",
            Markup(' class="is-asked-about"') if i == value.asker else Markup(),
            markup('<th scope="row">{}</th>', words[i]),
            joined(
                _cell(w, value.asker is not None and j in value.tops[i], sheet)
                for j, w in enumerate(row)
            ),
        )
        for i, row in enumerate(value.rows)
    )
    return markup(
        '<div class="scroll" role="group" tabindex="0" aria-label="{}"><table class="numbers '
        'weights-table"><caption class="unseen">{}</caption><thead><tr>{}{}</tr></thead>'
        "<tbody>{}</tbody></table></div>",
        sheet.say("weights"),
        alt,
        corner(sheet),
        heads,
        rows,
    )


def corner(sheet: Sheet) -> Markup:
    """Rows ask, columns are asked, in words."""
    along = "←" if sheet.is_mirrored else "→"
    return markup(
        '<td class="corner"><span>{}&nbsp;{}</span> <span>{}&nbsp;↓</span></td>',
        sheet.say("is-asked"),
        along,
        sheet.say("asks"),
    )


def _cell(weight: Figure, is_top: bool, sheet: Sheet) -> Markup:
    """One weight as number and bar."""
    shown, bar = bdi(sheet.number(weight)), share_bar(weight.as_float(), sheet)
    return markup("<td{}>{}{}</td>", Markup(' class="is-top"') if is_top else Markup(), shown, bar)


def share_bar(weight: float, sheet: Sheet) -> Markup:
    """A strip whose length is one, filled as far as a weight goes; below 0 and above 1 it ends."""
    share = round(min(max(weight, 0.0), 1.0), 3)
    return _bar(max(share, 0.001) if weight > 0 else 0.0, sheet.catalogue, sheet.axis)


@lru_cache(maxsize=2048)
def _bar(share: float, catalogue: Catalogue, axis: str) -> Markup:
    """Of a thousandth there are not many; each is drawn once."""
    bar = piece(Sheet(catalogue, BAR, axis), 0, 0, BAR, 6, share)
    return markup('<svg viewBox="0 0 48 6" width="48" aria-hidden="true">{}</svg>', bar)
