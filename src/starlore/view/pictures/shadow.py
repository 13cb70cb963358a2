"""A key's shadow on the query's line, the two products, and the score as a bar."""

from fractions import Fraction

from markupsafe import Markup

from starlore.figures import Figure
from starlore.lessons.pictures.shadow import Scored, Shadow
from starlore.view.pictures.grid import Grid, Tip
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, line, number, rect, text

WIDTH, SIDE, LEFT, TOP = 420.0, 348.0, 36.0, 8.0
SUMS = TOP + SIDE + 22
BOX, BOX_TALL, BARS = 104.0, 54.0, 26.0


def shadow_svg(value: Shadow, alt: str, sheet: Sheet) -> Markup:
    """The plane, the sum of two products, and a bar as long as the score."""
    parts = [_plane(value, sheet), _sum(value, sheet), _bar(value, sheet)]
    return drawing(WIDTH, SUMS + BOX_TALL + BARS + 34, sheet.axis, alt, joined(parts))


def shadow_told(value: Shadow, sheet: Sheet) -> str:
    """What the key does to the score, in a sentence."""
    score = value.now.score.value
    case = "longer" if score > value.itself.value else "with" if score > 0 else "against"
    return sheet.catalogue.say(
        f"picture.shadow-{case if score else 'upright'}",
        score=sheet.number(value.now.score),
        itself=sheet.number(value.itself),
        shadow=sheet.number(Figure(abs(Fraction(value.shadow.value)), places=2)),
        length=sheet.number(value.query_length),
    )


def shadow_alt(value: Shadow, sheet: Sheet) -> str:
    """The picture in a sentence, once the key was turned."""
    return sheet.catalogue.say(
        "picture.shadow-alt",
        query=sheet.vector(value.query),
        key=sheet.vector(value.now.key),
        score=sheet.number(value.now.score),
    )


def shadow_twin(value: Shadow, sheet: Sheet) -> Markup:
    """Each key, its two products, its score; the key as it stands comes first."""
    say = sheet.say
    rows = [(say("this-key"), _row(value.now, sheet))]
    rows += [(sheet.who_html(one.name, is_named=True), _row(one, sheet)) for one in value.others]
    head = [say("key"), say("numbers"), say("products"), say("score")]
    caption = sheet.catalogue.say(
        "picture.shadow-caption",
        query=sheet.vector(value.query),
        length=sheet.number(value.query_length),
    )
    return numbers_table(head, rows, caption)


def _row(one: Scored, sheet: Sheet) -> list[str]:
    products = " + ".join(sheet.bracketed(product) for product in one.products)
    return [sheet.vector(one.key), products, sheet.number(one.score)]


def _plane(value: Shadow, sheet: Sheet) -> Markup:
    grid = Grid(sheet, LEFT, TOP, SIDE, value.reach)
    qx, qy = (part.as_float() for part in value.query)
    kx, ky = (part.as_float() for part in value.now.key)
    share = value.now.score.as_float() / value.itself.as_float()
    far = value.reach / max(abs(qx), abs(qy))
    (x0, y0), (x1, y1) = grid.at(-qx * far, -qy * far), grid.at(qx * far, qy * far)
    (tip_x, tip_y), (foot_x, foot_y) = grid.at(kx, ky), grid.at(qx * share, qy * share)
    return joined(
        [
            grid.lines(),
            line(f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}", "p-dash"),
            grid.bar(qx * share, qy * share, 13, f"p-shadow{'' if share >= 0 else ' is-against'}")
            if share
            else Markup(),
            line(f"M{tip_x:.1f} {tip_y:.1f}L{foot_x:.1f} {foot_y:.1f}", "p-dash"),
            grid.arrow(qx, qy, "t-q"),
            grid.arrow(kx, ky, "t-k"),
            grid.names(
                [Tip(qx, qy, "query"), Tip(kx, ky, "key", value.now.name)], [(qx * far, qy * far)]
            ),
            grid.handle(kx, ky, "key"),
        ]
    )


def _sum(value: Shadow, sheet: Sheet) -> Markup:
    """Two products and what they add to, in boxes."""
    parts = []
    for at, (a, b, product) in enumerate(
        zip(value.query, value.now.key, value.now.products, strict=True)
    ):
        x = LEFT + (BOX + 28) * at
        made = f"{sheet.number(a)} {sheet.times} {sheet.bracketed(b)}"
        parts += [
            rect(x, SUMS, BOX, BOX_TALL, "p-panel", 8),
            number(x + BOX / 2, SUMS + 21, made, "t-note t-mid"),
            number(x + BOX / 2, SUMS + 44, sheet.number(product), "t-mid t-big"),
            number(x + BOX + 14, SUMS + 33, ("+", "=")[at], "t-mid t-big"),
        ]
    x = LEFT + 2 * (BOX + 28)
    middle = (x + LEFT + SIDE) / 2
    parts += [
        text(middle, SUMS + 18, sheet.say("score"), "t-small t-mid"),
        number(middle, SUMS + 44, sheet.number(value.now.score), "t-mid t-big t-bold"),
    ]
    return joined(parts)


def _bar(value: Shadow, sheet: Sheet) -> Markup:
    """The score as a hollow bar from the middle, on a line as long as any score here."""
    y, middle = SUMS + BOX_TALL + 26, LEFT + SIDE / 2
    most = value.reach * sum(abs(part.as_float()) for part in value.query)
    long = value.now.score.as_float() / most * SIDE / 2
    bar = rect(min(middle, middle + long), y - 8, abs(long), 16, "p-score", 3)
    return joined(
        [
            line(f"M{LEFT:.0f} {y:.1f}h{SIDE:.0f}", "p-hair"),
            line(f"M{middle:.1f} {y - 13:.1f}v26", "p-line"),
            bar if abs(long) >= 0.5 else Markup(),
            number(middle, y + 27, sheet.count(0), "t-small t-mid"),
        ]
    )


DRAWN = Drawn(shadow_svg, shadow_twin, WIDTH, told=shadow_told, alt=shadow_alt)
