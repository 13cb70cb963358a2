"""The chain of tables: scores, powers, weights with their blend; and truth beside damage.

Each is a real table with a mark in every cell, so it is picture and twin in one: a score is a
hollow column on its zero line, a weight a filled piece of a strip.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache, lru_cache

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lab.breaks import Broken, Side
from starlore.lab.state import Cell, Lab
from starlore.language.marks import page_marks
from starlore.lessons.pictures.lookup_table import LookupRow, LookupTable, Moved
from starlore.view.lab.words import number_or_none, vector_or_none
from starlore.view.pictures.sheet import Sheet, bdi
from starlore.view.pictures.weights_table import corner, share_bar
from starlore.view.svg import joined, line, markup, place, rect
from starlore.view.symbols import sign

COLUMN = 26.0
ENDS = {"score": (), "power": ("sum",), "weight": ("printed-sum", "output")}
"""By table: what stands behind the cells of a row."""

LETTERS = {"q": ("query", "Q"), "k": ("key", "K"), "v": ("value", "V")}


def chain(lab: Lab, table: LookupTable, moved: Moved, sheet: Sheet) -> dict[str, Markup]:
    """Three tables by name, each with the row that is read marked and what moved outlined."""
    rows, say, row = table.rows, sheet.catalogue.say, lab.row
    captions = {name: say(f"lab.table.{name}") for name in ENDS}
    if lab.temperature != 1:
        heat = sheet.number(Figure(lab.temperature))
        captions["power"] = say("lab.table.power-at", temperature=heat)
    ends = [(s.as_float() for s, may in zip(r.scores, r.reads, strict=True) if may) for r in rows]
    numbers = [x for row_ends in ends for x in row_ends]
    lowest, highest = min(numbers, default=0.0), max(numbers, default=0.0)

    def score(at: LookupRow, j: int) -> Markup:
        if not at.reads[j]:
            return markup('<span class="is-masked">{}</span>', say("lab.minus-infinity"))
        mark = score_mark(at.scores[j].as_float(), lowest, highest)
        return joined((mark, bdi(sheet.number(at.scores[j]))))

    def power(at: LookupRow, j: int) -> Markup:
        return bdi(sheet.number(at.powers[j]))

    def weight(at: LookupRow, j: int) -> Markup:
        return joined((bdi(sheet.number(at.weights[j])), share_bar(at.shares[j], sheet)))

    def made(name: str, cell: Callable[[LookupRow, int], Markup], cells: frozenset[Cell]) -> Markup:
        body = [
            [_td(cell(at, j), j in at.tops, (i, j) in cells, not at.reads[j]) for j in _range(rows)]
            for i, at in enumerate(rows)
        ]
        sums = {"power": [r.total for r in rows], "weight": [r.printed_sum for r in rows]}
        for i, total in enumerate(sums.get(name, ())):
            body[i].append(Markup(f'<td class="sum">{bdi(sheet.number(total))}</td>'))
        if name == "weight":
            for i, at in enumerate(rows):
                body[i].append(_td(bdi(sheet.vector(at.output)), False, i in moved.outputs))
        heads = _heads(table, {"score": "k", "weight": "v"}.get(name, ""), sheet)
        heads += [Markup(sheet.say(word)) for word in ENDS[name]]
        starts = _starts(table, "q" if name == "score" else "", sheet)
        return _table(captions[name], heads, starts, body, row, sheet)

    return {
        "score": made("score", score, moved.scores),
        "power": made("power", power, moved.scores),
        "weight": made("weight", weight, moved.weights),
    }


def score_mark(score: float, lowest: float, highest: float) -> Markup:
    """A hollow column on its zero line, by the lowest and the highest of the table."""
    span = max(highest, 0.0) - min(lowest, 0.0) or 1.0
    zero = COLUMN * max(highest, 0.0) / span + 1
    tall = abs(score) / span * COLUMN
    parts = [line(f"M0 {place(zero)}H20", "p-line")]
    if tall >= 0.5:
        parts.append(rect(5, zero - tall if score > 0 else zero, 10, tall, "p-score"))
    return markup(
        '<svg class="score-mark" viewBox="0 0 20 28" width="20" aria-hidden="true">{}</svg>',
        joined(parts),
    )


def sides(found: Broken, names: tuple[str, ...], row: int, sheet: Sheet) -> dict[str, Markup]:
    """The truth, and where something is broken the damage, with what differs outlined."""
    nothing: frozenset[Cell] = frozenset()
    told = {"truth": _side("truth", found.truth, names, (nothing, frozenset()), row, sheet)}
    if found.name:
        differs = found.weights, found.outputs
        told["damage"] = _side(found.name, found.damage, names, differs, row, sheet)
    return told


def _side(
    name: str,
    side: Side,
    names: tuple[str, ...],
    differs: tuple[frozenset[Cell], frozenset[int]],
    row: int,
    sheet: Sheet,
) -> Markup:
    """Weights with their bars, row sums and outputs."""
    cells, outputs = differs
    body = []
    for i, weights in enumerate(side.weights):
        shares = side.shares[i]
        made = [
            _td(
                joined(
                    (
                        bdi(number_or_none(weights[j] if weights else None, sheet)),
                        share_bar(shares[j] if shares else 0.0, sheet),
                    )
                ),
                shares is not None and shares[j] == max(shares),
                (i, j) in cells,
            )
            for j in range(len(side.weights))
        ]
        made.append(Markup(f'<td class="sum">{bdi(number_or_none(side.sums[i], sheet))}</td>'))
        made.append(_td(bdi(vector_or_none(side.outputs[i], sheet)), False, i in outputs))
        body.append(made)
    heads = [sheet.who_html(one, is_named=False) for one in names]
    heads += [Markup(sheet.catalogue.say("lab.row-sum")), Markup(sheet.say("output"))]
    starts = [sheet.who_html(one, is_named=False) for one in names]
    return _table(sheet.catalogue.say(f"lab.side.{name}"), heads, starts, body, row, sheet)


def _table(
    caption: str,
    heads: Sequence[Markup],
    starts: Sequence[Markup],
    body: Sequence[Sequence[Markup]],
    row: int,
    sheet: Sheet,
) -> Markup:
    """A table in a box of its own that scrolls; one row is marked."""
    titles = joined(markup('<th scope="col">{}</th>', head) for head in heads)
    rows = joined(
        markup(
            '<tr{}><th scope="row">{}</th>{}</tr>',
            Markup(' class="is-asked-about"') if i == row else Markup(),
            start,
            joined(body[i]),
        )
        for i, start in enumerate(starts)
    )
    return markup(
        '<div class="scroll" role="region" tabindex="0" aria-label="{0}"><table class="numbers '
        'weights-table lab-table"><caption>{0}</caption><thead><tr>{1}{2}</tr></thead>'
        "<tbody>{3}</tbody></table></div>",
        caption,
        corner(sheet),
        titles,
        rows,
    )


def _heads(table: LookupTable, letter: str, sheet: Sheet) -> list[Markup]:
    """Who is asked, above its key or its value where that is wanted."""
    return [
        sheet.who_html(name, is_named=False) + _under(table, letter, j, sheet)
        for j, name in enumerate(table.inputs.signs)
    ]


def _starts(table: LookupTable, letter: str, sheet: Sheet) -> list[Markup]:
    """Who asks, before its query where that is wanted."""
    return [
        sheet.who_html(name, is_named=False) + _under(table, letter, i, sheet)
        for i, name in enumerate(table.inputs.signs)
    ]


def _under(table: LookupTable, letter: str, at: int, sheet: Sheet) -> Markup:
    if not letter:
        return Markup()
    return _vector(getattr(table.inputs, letter)[at], letter, at, sheet)


@lru_cache(maxsize=256)
def _vector(cells: tuple[Decimal, ...], letter: str, at: int, sheet: Sheet) -> Markup:
    """A vector with its sign and letter, every number to be pulled; a change of one vector leaves
    the others."""
    part, shown = LETTERS[letter]
    mark = page_marks(sheet.catalogue.tag).list_mark
    numbers = Markup("; " if any("," in _shown(c, sheet) for c in cells) else mark).join(
        markup(
            '<span class="handle" data-drag="{}.{}.{}">{}</span>',
            letter,
            at,
            j,
            _shown(cell, sheet),
        )
        for j, cell in enumerate(cells)
    )
    body = numbers if len(cells) == 1 else markup("({})", numbers)
    named = markup(
        '<span class="t-{}">{} <b>{}</b></span>',
        letter,
        sign(part, sheet.catalogue, spoken=False),
        shown,
    )
    return markup(' <span class="vector">{} <bdi dir="ltr">{}</bdi></span>', named, body)


def _shown(cell: Decimal, sheet: Sheet) -> str:
    return sheet.number(Figure(cell))


def _td(shown: Markup, is_top: bool, is_moved: bool, is_masked: bool = False) -> Markup:
    return markup("<td{}>{}</td>", _flags(is_top, is_moved, is_masked), shown)


@cache
def _flags(is_top: bool, is_moved: bool, is_masked: bool) -> Markup:
    """The classes of a cell: eight in all."""
    flags = (("is-top", is_top), ("is-moved", is_moved), ("is-off", is_masked))
    classes = " ".join(name for name, wanted in flags if wanted)
    return markup(' class="{}"', classes) if classes else Markup()


def _range(rows: Sequence[LookupRow]) -> range:
    return range(len(rows))
