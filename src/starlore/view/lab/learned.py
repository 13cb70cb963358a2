"""A learned head reading a text, and recall as measured: a picture, a table, a sentence each.

Nothing here depends on the numbers of the Lab, so each text is drawn once in each language.
"""

from decimal import Decimal
from functools import lru_cache

from markupsafe import Markup

from starlore.attention.contrast.learned import measured
from starlore.attention.contrast.recall import Row
from starlore.figures import Figure
from starlore.lab.learned import TEXTS, Asked, Recalled, recalled
from starlore.lab.state import Lab
from starlore.language import Catalogue
from starlore.view.lab.fields import radios
from starlore.view.lab.words import NOTHING
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import Marked, numbers_table
from starlore.view.pictures.table import Row as Shown
from starlore.view.pictures.weights_table import share_bar
from starlore.view.recall import lengths_svg, shown_name
from starlore.view.svg import circle, joined, line, place, rect

WIDTH, HEIGHT, GROUND, SIDE = 330.0, 104.0, 82.0, 6.0
LEAST_RISE, MOST_RISE = 10.0, 72.0
PICKED = 64
"""The length whose numbers are told in the sentence."""

HEAD = ("asked", "at", "reads", "there", "taught", "weight")
PICTURED_WINDOW = 32


def learned_part(lab: Lab, sheet: Sheet) -> dict[str, object]:
    """The learned head on the text that was chosen, and recall as it was measured."""
    say = sheet.catalogue.say
    options = [(str(i + 1), sheet.count(i + 1), i == lab.text) for i in range(TEXTS)]
    return {
        "text": lab.text + 1,
        "texts": radios("text", say("lab.learned-text"), options),
        **_head(lab.text, sheet.catalogue),
        **_measured(sheet.catalogue),
    }


@lru_cache(maxsize=64)
def _head(text: int, catalogue: Catalogue) -> dict[str, object]:
    found, say = recalled(text), catalogue.say
    sheet = Sheet(catalogue, WIDTH, "text")
    right, asked = sum(one.is_right for one in found.taught), len(found.taught)
    told = say(
        "lab.learned-told",
        right=sheet.count(right),
        asked=sheet.count(asked),
        untaught=sheet.count(sum(one.is_right for one in found.untaught)),
    )
    intro = say(
        "lab.learned-intro", places=sheet.count(len(found.tokens)), pairs=sheet.count(asked)
    )
    return {
        "intro": intro,
        "told": told,
        "picture": reads_svg(found, say("lab.learned-alt"), sheet),
        "table": reads_table(found.taught, sheet),
    }


def reads_svg(found: Recalled, alt: str, sheet: Sheet) -> Markup:
    """The text as a row of marks; an arc from each question to the place it reads most.

    Keys stand up, values are discs, questions hang down; an arc that ends at another place than
    the value's is dashed.
    """
    step = (WIDTH - 2 * SIDE) / (len(found.tokens) - 1)

    def x(at: int) -> float:
        return sheet.x(SIDE + step * at)

    values = {one.taught_at for one in found.taught}
    keys, asks = {at - 1 for at in values}, {one.place for one in found.taught}
    parts = [_arc(x(one.place), x(one.top), one.is_right) for one in found.taught]
    for at in range(len(found.tokens)):
        if at in keys:
            parts.append(rect(x(at) - 1.5, GROUND - 6, 3, 12, "p-k"))
        elif at in asks:
            parts.append(rect(x(at) - 1.5, GROUND, 3, 16, "p-q"))
        elif at in values:
            parts.append(circle(x(at), GROUND, 2.2, "p-v"))
        else:
            parts.append(circle(x(at), GROUND, 1, "p-rest"))
    return drawing(WIDTH, HEIGHT, "text", alt, joined(parts))


def reads_table(asked: tuple[Asked, ...], sheet: Sheet) -> Markup:
    """Each asked key, the place it reads most, what stands there, and what it was taught with."""
    say = sheet.catalogue.say
    rows: list[Shown] = [
        (
            sheet.count(one.key),
            [
                sheet.count(one.place + 1),
                Marked(sheet.count(one.top + 1), is_moved=not one.is_right),
                Marked(sheet.count(one.token), is_moved=not one.is_right),
                sheet.count(one.taught),
                sheet.number(Figure(one.weight, places=3)) + share_bar(one.weight, sheet),
            ],
        )
        for one in asked
    ]
    head = [say(f"lab.learned.{word}") for word in HEAD]
    return numbers_table(head, rows, say("lab.learned-caption"))


@lru_cache(maxsize=16)
def _measured(catalogue: Catalogue) -> dict[str, object]:
    """Accuracy against length, its table, and the numbers of one length in a sentence."""
    rows, sheet = measured_rows(), Sheet(catalogue, 0, "math")
    picked = {row.trial.way: row for row in rows if row.trial.n == PICKED}
    told = catalogue.say(
        "lab.recall-told",
        places=sheet.count(PICKED),
        reach=sheet.count(PICTURED_WINDOW),
        attention=_share(picked["attention"].accuracy, sheet),
        window=_share(picked["window"].accuracy, sheet),
        product=_share(picked["product"].accuracy, sheet),
        lstm=_share(picked["lstm"].accuracy, sheet),
        guess=_share(picked["attention"].ceiling.said, sheet),
    )
    return {
        "recall_told": told,
        "recall_picture": lengths_svg(rows, catalogue, is_alone=False),
        "recall_table": measured_table(rows, sheet),
    }


def measured_rows() -> list[Row]:
    """What ships of multi-query recall: every way, and of the windows one."""
    return [row for row in measured("mqar") if row.trial.window in (None, PICTURED_WINDOW)]


def measured_table(rows: list[Row], sheet: Sheet) -> Markup:
    """A row for each way of reading, a column for each length, and what a guess reaches."""
    say = sheet.catalogue.say
    lengths = sorted({row.trial.n for row in rows})
    shown: dict[str, dict[int, float]] = {}
    for row in rows:
        shown.setdefault(shown_name(row, sheet.catalogue), {})[row.trial.n] = row.accuracy
    shown[say("recall.guess")] = {row.trial.n: row.ceiling.said for row in rows}
    body = [
        (name, [_share(at[n], sheet) if n in at else NOTHING for n in lengths])
        for name, at in shown.items()
    ]
    head = [say("recall.length"), *(sheet.count(n) for n in lengths)]
    return numbers_table(head, body, say("lab.recall-caption"))


def _share(share: float, sheet: Sheet) -> str:
    """Rounded as on the page of what was measured."""
    return sheet.number(Figure(Decimal(f"{share:.3f}"), places=3))


def _arc(start: float, end: float, is_right: bool) -> Markup:
    rise = 2 * min(LEAST_RISE + abs(end - start) / 3, MOST_RISE)
    top = f"{place((start + end) / 2)} {place(GROUND - 4 - rise)}"
    drawn = f"M{place(start)} {place(GROUND - 4)}Q{top} {place(end)} {place(GROUND - 4)}"
    return line(drawn, "p-ink" if is_right else "p-damage")
