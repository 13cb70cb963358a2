"""An input beside three tables: the rows it takes light up, and their sums stand below."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from starlore.lessons.pictures.dials import Dial
from starlore.lessons.pictures.project import PARTS, Project, Projected, Vector
from starlore.view.pictures.cells import TALL, one_cell
from starlore.view.pictures.grid import LETTERS
from starlore.view.pictures.live import Drawn, number_field
from starlore.view.pictures.sheet import Sheet, drawing, used
from starlore.view.pictures.table import Marked, Row, numbers_table
from starlore.view.svg import joined, line, markup, number, rect, text
from starlore.view.symbols import sign

WIDTH, INPUT, GAP, EDGE = 440.0, 54.0, 20.0, 4.0
TOP, ROW = 44.0, 46.0
NAMES = ("query", "key", "value")


def project_svg(value: Project, alt: str, sheet: Sheet) -> Markup:
    """The input at the beginning, each of its numbers beside the rows it multiplies."""
    tall = TOP + ROW * len(value.now.x)
    parts = [_input(value, sheet), *_tables(value, sheet, tall)]
    return drawing(WIDTH, tall + TALL + 32, sheet.axis, alt, joined(parts))


def project_told(value: Project, sheet: Sheet) -> str:
    """Which rows are taken, and what a change of the tables moved."""
    said = sheet.catalogue.say
    told = [said("picture.project-lit", lit=len(value.lit))]
    if value.tables != value.begun:
        queries, keys, values = value.moved
        told.append(said("picture.project-moved", queries=queries, keys=keys, values=values))
    return " ".join(told)


def project_alt(value: Project, sheet: Sheet) -> str:
    """The picture in a sentence, once something was changed."""
    made = dict(zip(NAMES, map(sheet.vector, value.now.made), strict=True))
    return sheet.catalogue.say("picture.project-alt", input=sheet.vector(value.now.x), **made)


def project_twin(value: Project, sheet: Sheet) -> Markup:
    """Three sums of rows; then what the same tables make of every input."""
    say = sheet.say
    sums: list[Row] = [
        (say(name), [sheet.vector(made), Marked(_sum(value.now.x, table, sheet), is_sum=True)])
        for name, table, made in zip(NAMES, value.tables, value.now.made, strict=True)
    ]
    inputs = [(say("this-input"), _row(value.now, sheet))]
    inputs += [(sheet.who_html(one.name, is_named=True), _row(one, sheet)) for one in value.others]
    sums_head = [say("this-input"), say("becomes"), say("sum-of-rows")]
    inputs_head = [say("place"), say("input"), *(say(name) for name in NAMES)]
    return numbers_table(sums_head, sums) + numbers_table(inputs_head, inputs)


def project_fields(value: Project, sheet: Sheet) -> Markup:
    """A field for every number, laid out as the drawing is."""
    dials = {dial.name: dial for dial in value.dials}
    heads = joined(
        markup(
            '<th scope="col">{} {}</th>', sign(name, sheet.catalogue, spoken=False), sheet.say(name)
        )
        for name in NAMES
    )
    rows = joined(
        markup(
            "<tr>{}</tr>",
            joined(
                _fields([dials[name] for name in names], sheet) for names in _names_of_row(value, i)
            ),
        )
        for i in range(len(value.now.x))
    )
    return markup(
        '<div class="scroll"><table><caption>{}</caption><thead><tr><th scope="col">{}</th>{}</tr>'
        "</thead><tbody>{}</tbody></table></div>",
        sheet.say("project-change"),
        sheet.say("input"),
        heads,
        rows,
    )


def _fields(dials: Sequence[Dial], sheet: Sheet) -> Markup:
    """The fields of one row of one table."""
    told = sheet.catalogue.tell
    fields = (number_field(sheet, one.name, one.at, one.most, told(one.word)) for one in dials)
    return markup("<td><span>{}</span></td>", joined(fields))


def _names_of_row(value: Project, i: int) -> Iterator[list[str]]:
    yield [f"x.{i}"]
    for part, table in zip(PARTS, value.tables, strict=True):
        yield [f"{part}.{i}.{j}" for j in range(len(table[i]))]


def _row(one: Projected, sheet: Sheet) -> list[str]:
    return [sheet.vector(one.x), *map(sheet.vector, one.made)]


def _sum(x: Vector, table: tuple[Vector, ...], sheet: Sheet) -> str:
    """Each row with the number that takes it; only before a plus does a line end."""
    terms = (
        f"{sheet.bracketed(part)} {sheet.times} {sheet.vector(row)}"
        for part, row in zip(x, table, strict=True)
    )
    return " +\u00a0".join(term.replace(" ", "\u00a0") for term in terms)


def _input(value: Project, sheet: Sheet) -> Markup:
    """The input's numbers, each at the height of its rows."""
    now, middle = value.now, sheet.x(EDGE + INPUT / 2)
    parts = [text(middle, 24, sheet.say("input"), "t-small t-mid")]
    if now.name:
        parts = [sheet.who_svg(now.name, middle - 9, 10, 18)]
    for i, part in enumerate(now.x):
        y, shown = TOP + ROW * i, sheet.number(part)
        parts.append(one_cell(sheet, EDGE, y, INPUT, shown, i in value.lit, pull=f"x.{i}"))
        parts.append(number(sheet.x(EDGE + INPUT + GAP / 2), y + 25, sheet.times, "t-mid t-big"))
    return joined(parts)


def _tables(value: Project, sheet: Sheet, below: float) -> Iterator[Markup]:
    """Each table under its sign and letter, and below it the sum of its lit rows."""
    columns = sum(len(table[0]) for table in value.tables)
    wide = (WIDTH - 2 * EDGE - INPUT - len(PARTS) * GAP) / columns
    begin = EDGE + INPUT + GAP
    yield number(sheet.x(EDGE + INPUT / 2), below + 37, "=", "t-mid t-big")
    for name, part, table, made in zip(NAMES, PARTS, value.tables, value.now.made, strict=True):
        letter, colour = LETTERS[name]
        long = wide * len(made)
        middle = sheet.x(begin + long / 2)
        yield used(name, middle - 18, 11, 16, colour)
        yield text(middle + 12, 24, letter, f"t-mid t-big t-bold {colour}")
        for i, row in enumerate(table):
            for j, cell in enumerate(row):
                x, shown = begin + wide * j, sheet.number(cell)
                is_lit, pull = i in value.lit, f"{part}.{i}.{j}"
                yield one_cell(sheet, x, TOP + ROW * i, wide, shown, is_lit, pull=pull)
        start = sheet.x(begin, long)
        yield line(f"M{start + 2:.1f} {below + 4:.1f}h{long - 4:.1f}", "p-line")
        yield rect(start + 2, below + 14, long - 4, TALL, "p-panel", 6)
        for j, sum_ in enumerate(made):
            x = sheet.x(begin + wide * (j + 0.5))
            yield number(x, below + 39, sheet.number(sum_), f"t-mid t-bold {colour}")
        begin += long + GAP


DRAWN = Drawn(
    project_svg, project_twin, WIDTH, told=project_told, alt=project_alt, fields=project_fields
)
