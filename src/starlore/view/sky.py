"""The sky: every constellation in one field; one of them large; the first night; the legend.

Places are kept: not data, not another lesson, not the language moves a star. The sky is not
mirrored.
"""

from collections.abc import Sequence
from math import cos, pi, sin

from markupsafe import Markup

from starlore.figures import Figure
from starlore.language import Catalogue, show_number
from starlore.view.constellation import (
    Box,
    ConstellationMark,
    Place,
    constellation_svg,
    small_svg,
    stars_svg,
)
from starlore.view.graticule import graticule
from starlore.view.pictures.sheet import Sheet
from starlore.view.star import HOLLOW_RADIUS
from starlore.view.star_names import outcome_names, star_names
from starlore.view.svg import circle, joined, line, markup, number, place, rect, text
from starlore.view.symbols import word_svg

__all__ = [
    "arc_svg",
    "constellation_svg",
    "first_sky",
    "legend",
    "margin_rings",
    "sky_svg",
    "small_sky",
    "word_svg",
]

FIELD = (1296, 560)
ALONE = (960, 468)
COLUMNS = 4
CELL = (186.0, 168.0)
WORDS = ("bright", "dimming", "ember", "not-yet")


def sky_svg(marks: Sequence[ConstellationMark], catalogue: Catalogue) -> Markup:
    """The field of a wide screen: one constellation fills it, several share it.

    Every star is a link with its label; arrows move between them where a script runs.
    """
    if len(marks) == 1:
        return _field(ALONE, _alone(marks[0]), marks, catalogue, " is-alone")
    return _field(FIELD, joined(map(_among, marks, places(marks))), marks, catalogue, "")


def places(marks: Sequence[ConstellationMark]) -> tuple[Place, ...]:
    """The centre of each constellation: its own place, or the next in rows that swing like waves.

    Example:
        >>> from starlore.view.constellation import ConstellationMark
        >>> both = [ConstellationMark("a", "A", "/a", ()), ConstellationMark("b", "B", "/b", ())]
        >>> places(both)
        ((432.0, 262.0), (864.0, 298.0))
    """
    width, height = FIELD
    rows = -(-len(marks) // COLUMNS)
    found = []
    for index, mark in enumerate(marks):
        row, column = divmod(index, COLUMNS)
        count = min(COLUMNS, len(marks) - row * COLUMNS)
        swing = -18 if (column + row) % 2 == 0 else 18
        x = width * (column + 1) / (count + 1) if rows == 1 else width * (column + 0.5) / count
        y = height * (row + 0.5) / rows + swing
        found.append(mark.at or (x, y))
    return tuple(found)


def _field(
    size: tuple[int, int],
    stars: Markup,
    marks: Sequence[ConstellationMark],
    catalogue: Catalogue,
    classes: str,
) -> Markup:
    width, height = size
    return markup(
        '<svg class="sky-field{}" viewBox="0 0 {} {}" role="group" direction="ltr" '
        'aria-label="{}" data-sky="">{}{}</svg>',
        classes,
        width,
        height,
        catalogue.say("sky.field", n=len(marks)),
        graticule(width, height, -40),
        stars,
    )


def _alone(mark: ConstellationMark) -> Markup:
    """One constellation, large: its stars wear their names as on a chart."""
    width, height = ALONE
    box = Box(width / 2 - 235, 42, 470, height - 98)
    return joined(
        [
            star_names(mark, box, width),
            outcome_names(mark, box, width, with_stars=True),
            stars_svg(mark, box, is_link=True, gap=18),
            _title(mark, width / 2, height - 12, "name is-large"),
        ]
    )


def _among(mark: ConstellationMark, centre: Place) -> Markup:
    """One of several: eight stars and the title under them."""
    width, height = CELL
    box = Box(centre[0] - width / 2, centre[1] - height / 2 - 12, width, height)
    return joined(
        [
            stars_svg(mark, box, is_link=True),
            _title(mark, centre[0], box.y + height + 28, "name"),
        ]
    )


def _title(mark: ConstellationMark, x: float, y: float, classes: str) -> Markup:
    return markup(
        '<text class="{}" x="{}" y="{}"><a href="{}">{}</a></text>',
        classes,
        place(x),
        place(y),
        mark.href,
        mark.title,
    )


def small_sky(marks: Sequence[ConstellationMark], catalogue: Catalogue, chosen: str) -> Markup:
    """A phone's sky: one constellation large, all of them as links under it.

    Args:
        chosen: slug of the large one; the first if there is no such lesson.
    """
    if not marks:
        return Markup()
    large = next((mark for mark in marks if mark.slug == chosen), marks[0])
    picture = constellation_svg(large, catalogue, is_link=True)
    if len(marks) == 1:
        name = markup('<p class="sky-name"><a href="{}">{}</a></p>', large.href, large.title)
        return picture + name
    links = joined(
        markup(
            '<li><a href="{}"{}>{}{}</a></li>',
            mark.href,
            Markup(' aria-current="true"') if mark is large else Markup(),
            small_svg(mark),
            mark.title,
        )
        for mark in marks
    )
    return picture + markup('<ul class="names">{}</ul>', links)


def first_sky(scores: Sequence[Figure], catalogue: Catalogue) -> Markup:
    """The first night: a dark field, one hollow star, and the drawn scores as open columns."""
    shown = [show_number(score.printed, catalogue.tag) for score in scores]
    heights = [score.as_float() for score in scores]
    unit = 66 / max([*heights, 1.0])
    label = catalogue.say("first.picture", scores=catalogue.say("app.list-mark").join(shown))
    width, ground = 640, 262
    sheet = Sheet(catalogue, width, "text")
    left = width / 2 - 36 * (len(scores) - 1) / 2
    columns = []
    for index, (height, words) in enumerate(zip(heights, shown, strict=True)):
        x = sheet.x(left + 36 * index)
        tall = unit * abs(height)
        if tall < 1:
            columns.append(line(f"M{place(x - 8)} {ground}h16", "p-score"))
        else:
            top = ground - tall if height > 0 else ground
            columns.append(rect(x - 8, top, 16, tall, "p-score"))
        columns.append(number(x, ground + 24, words))
    if scores:
        end = left + 36 * (len(scores) - 1) + 26
        columns.append(line(f"M{place(left - 26)} {ground}.7H{place(end)}", "p-line"))
        said = sheet.say("scores")
        columns.append(text(sheet.x(left - 36), ground + 24, said, "t-small t-end"))
    hollow = markup(
        '<g class="star is-first">{}{}</g>',
        circle(width / 2, 96, 34, "glow is-waiting"),
        circle(width / 2, 96, HOLLOW_RADIUS, "hollow"),
    )
    word = text(width / 2, 132, catalogue.say("star.not-yet"), "t-small t-mid")
    return markup(
        '<svg class="first-sky" viewBox="0 0 {} 290" role="img" aria-label="{}">{}{}{}{}</svg>',
        width,
        label,
        _dome(width),
        hollow,
        word,
        joined(columns),
    )


def _dome(width: float) -> Markup:
    """The net of the first night: it closes over the question like a dome."""
    x, y, rings = width / 2, 640.0, (400.0, 490.0, 580.0)
    parts = [circle(x, y, radius, "p-dot") for radius in rings]
    for step in range(-3, 4):
        angle = step * pi / 11
        near = f"{place(x + rings[0] * sin(angle))} {place(y - rings[0] * cos(angle))}"
        far = f"{place(x + rings[-1] * sin(angle))} {place(y - rings[-1] * cos(angle))}"
        parts.append(line(f"M{near}L{far}", "p-dot"))
    return markup('<g class="graticule">{}</g>', joined(parts))


def margin_rings(mark: ConstellationMark, catalogue: Catalogue) -> Markup:
    """The margin of a lesson: its stars as rings that fill, each a link to its question there."""
    items = joined(
        markup(
            '<li><a href="#star-{}">{}</a></li>',
            star.id.partition(".")[2],
            word_svg(
                star.word,
                star.halo,
                catalogue.say(
                    "sky.ring",
                    n=show_number(str(index), catalogue.tag),
                    name=star.name,
                    word=catalogue.say(f"star.{star.word}"),
                ),
            ),
        )
        for index, star in enumerate(mark.stars, 1)
    )
    return markup('<ol class="rings">{}</ol>', items)


def legend(catalogue: Catalogue) -> Markup:
    """What each shape says, in words."""
    shapes = [(word_svg(word), catalogue.say(f"star.{word}")) for word in WORDS]
    shapes.append((word_svg("dimming", is_tonight=True), catalogue.say("sky.tonight")))
    items = joined(markup("<li>{}{}</li>", shape, word) for shape, word in shapes)
    return markup('<ul class="legend">{}<li>{}</li></ul>', items, catalogue.say("sky.larger"))


def arc_svg(done: int, of: int, catalogue: Catalogue) -> Markup:
    """How far a sitting is, as a short arc of pieces that fills in reading order: a shape, not a
    count to work off."""
    radius, gap, sheet = 26.0, 0.17, Sheet(catalogue, 64, "text")
    pieces = []
    for index in range(of):
        start, end = (pi * (index + part) / of for part in (gap, 1 - gap))
        path = (
            f"M{place(sheet.x(32 - radius * cos(start)))} {place(32 - radius * sin(start))}"
            f"A26 26 0 0 {0 if sheet.is_mirrored else 1} "
            f"{place(sheet.x(32 - radius * cos(end)))} {place(32 - radius * sin(end))}"
        )
        pieces.append(line(path, "p-focus" if index < done else "p-line"))
    label = catalogue.say(
        "review.arc",
        done=show_number(str(done), catalogue.tag),
        of=show_number(str(of), catalogue.tag),
    )
    return markup(
        '<svg class="arc" viewBox="0 0 64 36" role="img" aria-label="{}">{}</svg>',
        label,
        joined(pieces),
    )
