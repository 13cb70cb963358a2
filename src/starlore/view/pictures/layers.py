"""Layers of windows: the frame on the inputs, and the cone of what one output can have heard of."""

from markupsafe import Markup

from starlore.lessons.pictures.layers import Layers
from starlore.view.pictures.cells import TALL, one_cell
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, line, markup, number, place, rect, text

WIDTH, LEFT, TOP, ROW = 600.0, 66.0, 30.0, 68.0


def layers_svg(value: Layers, alt: str, sheet: Sheet) -> Markup:
    """Row under row; the cone ends in the chosen output, the frame is one look at its place."""
    cell = (WIDTH - LEFT) / len(value.rows[0].numbers)
    parts = [_threads(value, cell, sheet)]
    for at, row in enumerate(value.rows):
        y = TOP + ROW * at
        name = text(sheet.x(LEFT / 2 - 4), y + TALL / 2 + 5, _name(at, sheet), "t-small t-mid")
        parts.append(name)
        parts += [
            one_cell(sheet, LEFT + cell * k, y, cell, sheet.number(figure), k in row.used)
            for k, figure in enumerate(row.numbers)
        ]
    end = TOP + ROW * (len(value.rows) - 1)
    x = sheet.x(LEFT + cell * value.place, cell)
    parts += [
        rect(x - 2, end - 4, cell + 4, TALL + 8, "p-focus", 8),
        number(x + cell / 2, end + TALL + 24, sheet.count(value.place + 1), "t-mid"),
        _frame(value, cell, sheet),
    ]
    return drawing(WIDTH, end + TALL + 32, sheet.axis, alt, joined(parts))


def layers_told(value: Layers, sheet: Sheet) -> str:
    """How far the stack reaches, and which inputs the output can have heard of."""
    heard, last = value.rows[0].used, value.rows[-1]
    inside = len(value.rows[0].numbers) > value.place + last.reach and value.place >= last.reach
    return sheet.catalogue.say(
        f"picture.layers-{'same' if value.growth == 1 else 'doubling'}",
        layers=len(value.rows) - 1,
        gaps=" + ".join(sheet.count(row.gap) for row in value.rows[1:]),
        half=sheet.count(value.half),
        reach=sheet.count(last.reach),
        place=sheet.count(value.place + 1),
        first=sheet.count(min(heard) + 1),
        last=sheet.count(max(heard) + 1),
        ends="no" if inside else "yes",
        number=sheet.number(last.numbers[value.place]),
    )


def layers_twin(value: Layers, sheet: Sheet) -> Markup:
    """How the reach grows from layer to layer, and the numbers of every row."""
    say = sheet.say
    hops = [
        (
            _name(at, sheet),
            [sheet.count(part) for part in (row.gap, value.half * row.gap, row.reach)],
        )
        for at, row in enumerate(value.rows)
        if at
    ]
    numbers = [
        (_name(at, sheet), [sheet.number(figure) for figure in row.numbers])
        for at, row in enumerate(value.rows)
    ]
    head = [say("place"), *(sheet.count(at + 1) for at in range(len(value.rows[0].numbers)))]
    weights = sheet.vector(value.weights)
    reach = numbers_table([say("layer-head"), say("gap"), say("hop"), say("reach")], hops)
    return reach + numbers_table(
        head, numbers, sheet.catalogue.say("picture.layers-caption", weights=weights)
    )


def _name(row: int, sheet: Sheet) -> str:
    if not row:
        return sheet.say("inputs")
    return sheet.catalogue.say("picture.layer", n=sheet.count(row))


def _threads(value: Layers, cell: float, sheet: Sheet) -> Markup:
    """From every output in the cone to what its window lies on."""
    paths = []
    for at, (above, row) in enumerate(zip(value.rows, value.rows[1:], strict=False)):
        y, middle = TOP + ROW * at + TALL, LEFT + cell / 2
        for end in sorted(row.used):
            hops = range(-value.half, value.half + 1)
            for start in sorted(above.used & {end + row.gap * hop for hop in hops}):
                x0, x1 = sheet.x(middle + cell * start), sheet.x(middle + cell * end)
                paths.append(f"M{place(x0)} {place(y)}L{place(x1)} {place(y + ROW - TALL)}")
    return line("".join(paths), "p-line")


def _frame(value: Layers, cell: float, sheet: Sheet) -> Markup:
    """The window on the inputs, its weights above, cut off where the row ends; it can be pulled."""
    many = len(value.rows[0].numbers)
    first, end = max(value.place - value.half, 0), min(value.place + value.half + 1, many)
    wide = cell * (end - first)
    x = sheet.x(LEFT + cell * first, wide)
    weights = [
        number(
            sheet.x(LEFT + cell * (at + 0.5)),
            TOP - 12,
            sheet.number(value.weights[at - value.place + value.half]),
            "t-small t-mid",
        )
        for at in range(first, end)
    ]
    unit = -cell if sheet.is_mirrored else cell
    handle = markup(
        '<rect class="handle is-free" x="{}" y="{}" width="{}" height="{}" rx="8" '
        'data-drag-x="{}" data-unit="{}"/>',
        *map(place, (x - 2, TOP - 5, wide + 4, TALL + 10)),
        sheet.field("place"),
        place(unit),
    )
    return joined([*weights, rect(x - 2, TOP - 5, wide + 4, TALL + 10, "p-focus", 8), handle])


DRAWN = Drawn(layers_svg, layers_twin, WIDTH, told=layers_told, alt=layers_told)
