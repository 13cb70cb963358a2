"""The stars of one lesson: where they stand in a frame, their lines, their names."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from markupsafe import Markup

from starlore.language import Catalogue
from starlore.view.star import StarMark, join_svg, star_svg
from starlore.view.svg import joined, markup

Place = tuple[float, float]

INSET = 16
"""Room for the glow and the hit ring of a star at the edge of its box."""


@dataclass(frozen=True)
class ConstellationMark:
    """A lesson's constellation as it is drawn.

    Attributes:
        slug: of the lesson. title: in the page's language. href: where the title leads.
        stars: in the order of the lesson.
        lines: pairs of star ids within one outcome; drawn once both ends are lit.
        regions: of each outcome that has a short name, that name and the ids of its stars.
        at: the centre of its place in the field of the whole sky, or None for the next free one.
    """

    slug: str
    title: str
    href: str
    stars: tuple[StarMark, ...]
    lines: tuple[tuple[str, str], ...] = ()
    regions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    at: Place | None = None

    def with_grown(self, stars: Collection[str]) -> "ConstellationMark":
        """The same, with those stars as just grown."""
        grown = tuple(replace(star, grown=star.id in stars) for star in self.stars)
        return replace(self, stars=grown)


@dataclass(frozen=True)
class Box:
    """Where a constellation's 100 by 100 box lies in a drawing."""

    x: float
    y: float
    width: float
    height: float

    def place(self, star: StarMark) -> Place:
        """The centre of a star."""
        return (
            self.x + star.at[0] * self.width / 100,
            self.y + star.at[1] * self.height / 100,
        )


def lit_pairs(mark: ConstellationMark) -> list[tuple[StarMark, StarMark]]:
    """The ends of the lines that are drawn: both are lit."""
    stars = {star.id: star for star in mark.stars}
    pairs = [(stars[start], stars[end]) for start, end in mark.lines]
    return [(one, other) for one, other in pairs if one.is_lit and other.is_lit]


def drawn_lines(mark: ConstellationMark, box: Box) -> list[tuple[Place, Place]]:
    """Where the drawn lines run, from centre to centre."""
    return [(box.place(one), box.place(other)) for one, other in lit_pairs(mark)]


def joins(mark: ConstellationMark, box: Box, gap: float = 15) -> Markup:
    """The lines whose ends are both lit."""
    return joined(
        join_svg(box.place(one), box.place(other), gap, is_new=one.grown or other.grown)
        for one, other in lit_pairs(mark)
    )


def stars_svg(mark: ConstellationMark, box: Box, is_link: bool, gap: float = 15) -> Markup:
    """Lines first, then the stars over them."""
    drawn = [star_svg(star, *box.place(star), is_link=is_link) for star in mark.stars]
    return joined([joins(mark, box, gap), *drawn])


def constellation_svg(
    mark: ConstellationMark,
    catalogue: Catalogue,
    size: tuple[int, int] = (300, 270),
    is_link: bool = False,
) -> Markup:
    """One constellation by itself: at a lesson's head, in a review, as a phone's sky.

    Args:
        size: pixels of the drawing at its natural scale. is_link: its stars open their cards.
    """
    width, height = size
    role = "group" if is_link else "img"
    label = catalogue.say("sky.constellation", title=mark.title, stars=spoken(mark, catalogue))
    sky = Markup(' data-sky=""') if is_link else Markup()
    box = Box(INSET, INSET, width - 2 * INSET, height - 2 * INSET)
    return markup(
        '<svg class="constellation" viewBox="0 0 {} {}" width="{}" role="{}" direction="ltr" '
        'aria-label="{}"{}>{}</svg>',
        width,
        height,
        width,
        role,
        label,
        sky,
        stars_svg(mark, box, is_link),
    )


def small_svg(mark: ConstellationMark) -> Markup:
    """A constellation the size of a word, as decoration beside its name."""
    return markup(
        '<svg viewBox="0 0 200 180" aria-hidden="true">{}</svg>',
        stars_svg(mark, Box(0, 0, 200, 180), is_link=False),
    )


def spoken(mark: ConstellationMark, catalogue: Catalogue) -> str:
    """Every star with its word."""
    return catalogue.say("app.list-mark").join(
        catalogue.say("sky.star", name=star.name, word=catalogue.say(f"star.{star.word}"))
        for star in mark.stars
    )
