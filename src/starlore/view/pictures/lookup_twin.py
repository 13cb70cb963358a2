"""The lookup table in words and tables: it suffices alone, and says what a change moved."""

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.lookup_table import LookupTable, Moved
from starlore.view.pictures.sheet import Sheet, bdi
from starlore.view.svg import joined


def lookup_alt(table: LookupTable, sheet: Sheet) -> str:
    """The picture in one sentence for each asker."""
    return " ".join(
        sheet.catalogue.say(
            "picture.lookup-row",
            who=sheet.who(name),
            scores=sheet.vector(row.scores),
            weights=sheet.vector(row.weights),
            output=sheet.vector(row.output),
        )
        for name, row in zip(table.inputs.signs, table.rows, strict=True)
    )


def lookup_twin(table: LookupTable, moved: Moved, sheet: Sheet) -> Markup:
    """Two tables: scores with queries and keys; weights to five digits with the blends."""
    names = table.inputs.signs
    asked = joined(
        Markup('<th scope="col">{}</th>').format(sheet.who_html(name, is_named=False))
        for name in names
    )
    return joined([_scores(table, moved, sheet, asked), _weights(table, moved, sheet, asked)])


def moved_told(moved: Moved, sheet: Sheet) -> str:
    """What moved and what did not, in a sentence."""
    return sheet.catalogue.say(
        f"picture.moved-{moved.what}",
        scores=len(moved.scores),
        weights=len(moved.weights),
        outputs=len(moved.outputs),
    )


def _scores(table: LookupTable, moved: Moved, sheet: Sheet, asked: Markup) -> Markup:
    say = sheet.say
    keys = joined(
        Markup("<td>{}</td>").format(bdi(sheet.vector(Figure(c) for c in key)))
        for key in table.inputs.k
    )
    rows = joined(
        Markup('<tr><th scope="row">{}</th><td>{}</td>{}</tr>').format(
            sheet.who_html(table.inputs.signs[i], is_named=True),
            bdi(sheet.vector(Figure(c) for c in table.inputs.q[i])),
            joined(
                _cell(sheet.number(score), j in row.tops, (i, j) in moved.scores)
                for j, score in enumerate(row.scores)
            ),
        )
        for i, row in enumerate(table.rows)
    )
    return Markup(
        '<table class="numbers twin"><caption>{}</caption><thead><tr><th scope="col" class="words">'
        '{}</th><th scope="col">{}</th>{}</tr></thead><tbody><tr class="note"><th scope="row">{}'
        "</th><td></td>{}</tr>{}</tbody></table>"
    ).format(say("twin-scores"), say("asks"), say("query"), asked, say("key"), keys, rows)


def _weights(table: LookupTable, moved: Moved, sheet: Sheet, asked: Markup) -> Markup:
    say = sheet.say
    rows = joined(
        Markup('<tr><th scope="row">{}</th>{}{}{}</tr>').format(
            sheet.who_html(table.inputs.signs[i], is_named=True),
            joined(
                _cell(sheet.number(weight), j in row.tops, (i, j) in moved.weights)
                for j, weight in enumerate(row.weights_long)
            ),
            _cell(sheet.number(row.printed_sum), False, False),
            _cell(sheet.vector(row.output_long), False, i in moved.outputs),
        )
        for i, row in enumerate(table.rows)
    )
    return Markup(
        '<table class="numbers twin"><caption>{}</caption><thead><tr><th scope="col" class="words">'
        '{}</th>{}<th scope="col">{}</th><th scope="col">{}</th></tr></thead><tbody>{}'
        "</tbody></table>"
    ).format(say("twin-weights"), say("asks"), asked, say("printed-sum"), say("output"), rows)


def _cell(shown: str, is_top: bool, is_moved: bool) -> Markup:
    classes = " ".join(
        name for name, wanted in (("is-top", is_top), ("is-moved", is_moved)) if wanted
    )
    named = Markup(' class="{}"').format(classes) if classes else Markup()
    return Markup("<td{}>{}</td>").format(named, bdi(shown))
