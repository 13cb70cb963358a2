"""Three ways drawn: what is left of every place for one asker, and for all askers at once."""

from fractions import Fraction
from functools import lru_cache

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lab.state import ALL_PLACES
from starlore.lab.ways import Left, ThreeWays, left_of, state_at
from starlore.language import letters_of
from starlore.lessons.pictures.lookup_table import Vectors
from starlore.view.lab.words import NOTHING, listed, spoken
from starlore.view.pictures.sheet import Sheet, bdi, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, line, markup, number, place, rect, text

STEP, BOX, TALL, STRIP = 52.0, 44.0, 50.0, 78.0
SQUARE, HEAD = 22.0, 22.0
LETTER = 7.2
"""How wide a letter of a small word is."""


def strip_svg(ways: ThreeWays, left: Left, sheet: Sheet) -> Markup:
    """A box for each place, filled as far as is left of it for the asker."""
    wide = STEP * ALL_PLACES
    sheet = Sheet(sheet.catalogue, wide, sheet.axis)
    parts = []
    for j, share in enumerate(left.shares[ways.asker]):
        x = sheet.x(STEP * j + 4, BOX)
        tall = TALL * min(max(share, 0.0), 1.0)
        parts.append(rect(x, 4, BOX, TALL, "p-rest", 4))
        if tall > 0:
            tall = max(tall, 1.2)
            parts.append(rect(x, 4 + TALL - tall, BOX, tall, "p-weight", min(4.0, tall / 2)))
        if share > 0:
            shown = sheet.number(left_of(share))
            parts.append(number(x + BOX / 2, 74, shown, "t-mid t-small"))
        else:
            word = sheet.catalogue.say("lab.nothing")
            shown = word if letters_of(word) * LETTER <= STEP else NOTHING
            parts.append(text(x + BOX / 2, 74, shown, "t-mid t-small"))
    return drawing(wide, STRIP, sheet.axis, told(ways, left, sheet), joined(parts))


def influence_svg(ways: ThreeWays, left: Left, sheet: Sheet) -> Markup:
    """Row asks, column is asked: a square whose area is what is left; the asker's row is framed."""
    return _influence(left.name, left.shares, ways.asker, sheet)


@lru_cache(maxsize=64)
def _influence(
    name: str, shares: tuple[tuple[float, ...], ...], asker: int, sheet: Sheet
) -> Markup:
    """What a way leaves depends on few of the numbers: of a value's pull all of it stays."""
    wide = HEAD + SQUARE * ALL_PLACES + 2
    sheet = Sheet(sheet.catalogue, wide, sheet.axis)
    parts, rests, squares = [], "", ""
    for i, row in enumerate(shares):
        y = HEAD + SQUARE * i
        shown = sheet.count(i + 1)
        parts.append(text(sheet.x(8), y + 16, shown, "t-small t-mid"))
        parts.append(text(sheet.x(HEAD + SQUARE * (i + 0.5)), 14, shown, "t-small t-mid"))
        for j, share in enumerate(row):
            x = sheet.x(HEAD + SQUARE * (j + 0.5))
            rests += _square(x, y + SQUARE / 2, SQUARE - 2)
            if share > 0:
                squares += _square(x, y + SQUARE / 2, (SQUARE - 2) * min(share, 1.0) ** 0.5)
    parts += [line(rests, "p-rest"), line(squares, "p-weight")]
    start = sheet.x(HEAD, SQUARE * ALL_PLACES)
    y = HEAD + SQUARE * asker
    parts.append(rect(start - 1, y - 1, SQUARE * ALL_PLACES + 2, SQUARE + 2, "p-focus", 4))
    alt = sheet.catalogue.say(f"lab.influence.{name}")
    return drawing(wide, HEAD + SQUARE * ALL_PLACES + 2, sheet.axis, alt, joined(parts))


def _square(x: float, y: float, side: float) -> str:
    """A square round a place, as part of a path."""
    start, wide = f"M{place(x - side / 2)} {place(y - side / 2)}", place(side)
    return f"{start}h{wide}v{wide}h-{wide}z"


def ways_twin(ways: ThreeWays, left: Left, sheet: Sheet) -> Markup:
    """All that is left, as a table: rows ask, columns are asked."""
    return _twin(left.name, left.shares, ways.names, sheet)


@lru_cache(maxsize=64)
def _twin(
    name: str, shares: tuple[tuple[float, ...], ...], names: tuple[str, ...], sheet: Sheet
) -> Markup:
    """The table of a way; it changes as its picture does."""
    head = [sheet.say("asks"), *(_place(names, j, sheet) for j in range(ALL_PLACES))]
    rows = [
        (_place(names, i, sheet), [sheet.number(left_of(share)) for share in row])
        for i, row in enumerate(shares)
    ]
    return numbers_table(head, rows, sheet.catalogue.say(f"lab.influence.{name}"))


def told(ways: ThreeWays, left: Left, sheet: Sheet) -> str:
    """What one way can use, in a sentence or two."""
    say, row = sheet.catalogue.say, [left_of(share) for share in left.shares[ways.asker]]
    output = sheet.vector(left.output)
    if left.name == "window":
        first, last = (sheet.count(at + 1) for at in ways.sees)
        is_one = "yes" if first == last else "no"
        return say("lab.told-window", first=first, last=last, one=is_one, output=output)
    if left.name == "state":
        return say(
            "lab.told-state",
            asker=sheet.count(ways.asker + 1),
            share=sheet.number(Figure(left.shares[ways.asker][0], digits=2)),
            output=output,
            size=sheet.count(ways.state_size),
            n=ways.state_size,
        )
    most = max(figure.shown for figure in row)
    tops = [sheet.count(j + 1) for j, figure in enumerate(row) if figure.shown == most]
    if not most:
        return say("lab.told-attention-none")
    return say(
        "lab.told-attention",
        tops=listed(tops, sheet),
        n=len(tops),
        weight=sheet.number(Figure(most, places=3)),
        output=output,
        kept=sheet.count(ways.kept),
    )


def second_html(ways: ThreeWays, sheet: Sheet) -> Markup:
    """Both pasts, value by value, and what each way hands over of them; with the sentence."""
    say = sheet.catalogue.say
    if not ways.second:
        return markup("<p>{}</p>", say("lab.second-none"))
    heads = joined(
        markup('<th scope="col">{}</th>', _place(ways.names, j, sheet)) for j in range(ALL_PLACES)
    )
    rows = joined(
        markup(
            '<tr><th scope="row">{}</th>{}</tr>',
            say(f"lab.{name}"),
            _values(values, ways.values, sheet),
        )
        for name, values in (("first-past", ways.values), ("second-past", ways.second))
    )
    outputs = [
        (sheet.say(left.name), [sheet.vector(left.output), sheet.vector(left.other)])
        for left in ways.ways
    ]
    asker = sheet.count(ways.asker + 1)
    handed = say("lab.handed-over", asker=asker)
    head = [say("lab.way"), say("lab.first-past"), say("lab.second-past")]
    after = numbers_table(head, outputs, handed)
    window, _, attention = ways.ways
    sentence = say(
        "lab.second-told",
        state=sheet.vector(Figure(x, places=2) for x in _state(ways)),
        asker=asker,
        one=sheet.vector(attention.output),
        other=sheet.vector(attention.other),
        same="yes" if attention.output == attention.other else "no",
        blind="yes" if window.output == window.other else "no",
    )
    two = say("lab.two-pasts")
    values = markup(
        '<table class="numbers twin"><caption>{}</caption><thead><tr><td></td>{}</tr></thead>'
        "<tbody>{}</tbody></table>",
        two,
        heads,
        rows,
    )
    return joined(
        [
            markup("<p data-announce>{}</p>", sentence),
            *(_scrolled(name, table) for name, table in ((two, values), (handed, after))),
        ]
    )


def _scrolled(name: str, table: Markup) -> Markup:
    """A table in a box of its own that scrolls where it is wide."""
    return markup(
        '<div class="scroll" role="region" tabindex="0" aria-label="{}">{}</div>', name, table
    )


def _state(ways: ThreeWays) -> tuple[Fraction, ...]:
    """The state that both pasts end in, exactly."""
    return state_at(ways.second, ways.keep.shown, ways.asker)


def _values(values: Vectors, before: Vectors, sheet: Sheet) -> Markup:
    return joined(
        markup(
            "<td{}>{}</td>",
            Markup(' class="is-moved"') if value != before[j] else Markup(),
            bdi(sheet.vector(Figure(x) for x in value)),
        )
        for j, value in enumerate(values)
    )


def _place(names: tuple[str, ...], at: int, sheet: Sheet) -> str:
    """A place by number and name, in words."""
    name = names[at]
    shown = sheet.count(at + 1)
    return shown if name.isdigit() else f"{shown} {spoken(name, sheet)}"
