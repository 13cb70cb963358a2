"""The lookup table in words and tables: it suffices alone, and says what a change moved."""

from collections.abc import Collection, Sequence
from decimal import Decimal

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.lookup_table import LookupTable, Vectors
from starlore.view.pictures.sheet import Sheet
from starlore.view.pictures.table import Marked, Row, numbers_table


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


def lookup_told(table: LookupTable, sheet: Sheet) -> str:
    """What moved and what did not, in a sentence."""
    moved = table.moved
    return sheet.catalogue.say(
        f"picture.moved-{moved.what}",
        scores=len(moved.scores),
        weights=len(moved.weights),
        outputs=len(moved.outputs),
    )


def lookup_twin(table: LookupTable, sheet: Sheet) -> Markup:
    """Scores with queries and keys; their powers; weights to five digits with values and blends."""
    return _scores(table, sheet) + _powers(table, sheet) + _weights(table, sheet)


def _scores(table: LookupTable, sheet: Sheet) -> Markup:
    inputs, moved = table.inputs, table.moved.scores
    rows = [_vectors("key", inputs.k, sheet, before=1)]
    for i, row in enumerate(table.rows):
        scores = _marked(row.scores, i, row.tops, moved, sheet)
        rows.append((_asker(table, i, sheet), [_vector(inputs.q[i], sheet), *scores]))
    head = [sheet.say("asks"), sheet.say("query"), *_asked(table, sheet)]
    return numbers_table(head, rows, sheet.say("twin-scores"))


def _powers(table: LookupTable, sheet: Sheet) -> Markup:
    rows: list[Row] = []
    for i, row in enumerate(table.rows):
        powers = _marked(row.powers, i, row.tops, table.moved.scores, sheet)
        rows.append((_asker(table, i, sheet), [*powers, sheet.number(row.total)]))
    head = [sheet.say("asks"), *_asked(table, sheet), sheet.say("sum")]
    return numbers_table(head, rows, sheet.say("twin-powers"))


def _weights(table: LookupTable, sheet: Sheet) -> Markup:
    moved = table.moved
    rows = [_vectors("value", table.inputs.v, sheet, after=2)]
    for i, row in enumerate(table.rows):
        weights = _marked(row.weights_long, i, row.tops, moved.weights, sheet)
        output = Marked(sheet.vector(row.output_long), is_moved=i in moved.outputs)
        rows.append((_asker(table, i, sheet), [*weights, sheet.number(row.printed_sum), output]))
    ends = (sheet.say("printed-sum"), sheet.say("output"))
    head = [sheet.say("asks"), *_asked(table, sheet), *ends]
    return numbers_table(head, rows, sheet.say("twin-weights"))


def _vectors(part: str, vectors: Vectors, sheet: Sheet, before: int = 0, after: int = 0) -> Row:
    """What every place brings, between cells that stay empty."""
    shown = (_vector(cells, sheet) for cells in vectors)
    return sheet.say(part), [*[""] * before, *shown, *[""] * after]


def _marked(
    figures: Sequence[Figure],
    i: int,
    tops: Collection[int],
    moved: Collection[tuple[int, int]],
    sheet: Sheet,
) -> list[Marked]:
    """The cells of an asker's row: its tops, and what a change moved."""
    return [
        Marked(sheet.number(figure), j in tops, (i, j) in moved) for j, figure in enumerate(figures)
    ]


def _asker(table: LookupTable, i: int, sheet: Sheet) -> Markup:
    return sheet.who_html(table.inputs.signs[i], is_named=True)


def _asked(table: LookupTable, sheet: Sheet) -> list[Markup]:
    return [sheet.who_html(name, is_named=False) for name in table.inputs.signs]


def _vector(cells: tuple[Decimal, ...], sheet: Sheet) -> str:
    return sheet.vector(map(Figure, cells))
