"""A window, a state and attention over the same places: what is left of a word far back."""

from markupsafe import Markup

from starlore.lessons.pictures.ways import Ways
from starlore.view.pictures.live import Drawn
from starlore.view.pictures.sheet import Sheet, drawing
from starlore.view.pictures.table import numbers_table
from starlore.view.svg import joined, line, markup, opacity, place, rect, text

WIDTH, ROW, TOP = 600.0, 68.0, 32.0
KINDS = ("window", "state", "attention")


def ways_svg(value: Ways, alt: str, sheet: Sheet) -> Markup:
    """Three strips of places; the asker at the end, the deciding word in a frame."""
    step = WIDTH / value.places
    asker = value.places - 1
    wanted = asker - value.distance
    parts = []
    for index, kind in enumerate(KINDS):
        y = TOP + ROW * index
        parts.append(text(sheet.x(2), y - 9, sheet.say(kind), "t-small"))
        for at in range(value.places):
            x = sheet.x(step * at + 1, step - 2)
            parts.append(rect(x, y, step - 2, 22, "p-rest", 3))
            light = usable(value, kind, at)
            if light > 0:
                parts.append(_lit(x, y, step - 2, light))
        x = sheet.x(step * wanted + 1, step - 2)
        parts.append(rect(x - 3, y - 3, step + 4, 28, "p-focus", 5))
        end = sheet.x(step * (asker + 0.5))
        parts.append(line(f"M{end - 5:.1f} {y + 33:.1f}l5-6 5 6", "p-ink"))
    parts.append(text(sheet.x(WIDTH - 4), TOP + ROW * 3 - 6, sheet.say("asks"), "t-small t-end"))
    return drawing(WIDTH, TOP + ROW * 3 + 4, sheet.axis, alt, joined(parts))


def usable(value: Ways, kind: str, at: int) -> float:
    """How much of a place each way can use, from 0 to 1."""
    back = value.places - 1 - at
    if kind == "window":
        return 1.0 if back <= value.reach else 0.0
    return value.kept[at].as_float() if kind == "state" else 1.0


def ways_twin(value: Ways, sheet: Sheet) -> Markup:
    """For the deciding word: what each way has left of it."""
    place_at = value.places - 1 - value.distance
    left = {
        "window": sheet.count(int(usable(value, "window", place_at))),
        "state": sheet.number(value.left),
        "attention": sheet.count(1),
    }
    caption = sheet.catalogue.say("picture.ways-left", back=sheet.count(value.distance))
    return numbers_table((), [(sheet.say(kind), [left[kind]]) for kind in KINDS], caption)


def _lit(x: float, y: float, width: float, light: float) -> Markup:
    return markup(
        '<rect class="p-weight" x="{}" y="{}" width="{}" height="22" rx="3" opacity="{}"/>',
        place(x),
        place(y),
        place(width),
        opacity(light),
    )


DRAWN = Drawn(ways_svg, ways_twin, WIDTH, is_twin_seen=True)
