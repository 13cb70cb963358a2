"""From the sky that was seen to the marks that are drawn."""

from markupsafe import Markup

from starlore.language import Catalogue
from starlore.lessons.model import Course
from starlore.study.skies import SeenSky, SeenStar
from starlore.view.constellation import ConstellationMark
from starlore.view.links import Links
from starlore.view.names import lesson_title, word_of
from starlore.view.star import StarMark
from starlore.view.symbols import word_svg


def constellation_marks(
    course: Course, seen: SeenSky, links: Links, catalogue: Catalogue, open_star: str
) -> tuple[ConstellationMark, ...]:
    """All constellations of the course, in its order."""
    return tuple(
        constellation_mark(course, seen, slug, links, catalogue, open_star) for slug in seen.lessons
    )


def constellation_mark(
    course: Course, seen: SeenSky, slug: str, links: Links, catalogue: Catalogue, open_star: str
) -> ConstellationMark:
    """One lesson's constellation; each star leads to its card in the sky of that day."""
    lesson, title = course.lesson(slug), lesson_title(course, slug, catalogue.tag)
    names = lesson.text(catalogue.tag).star_names
    on = "" if seen.on == seen.today else seen.on.isoformat()
    comma = catalogue.say("app.comma")
    stars = []
    for one in seen.lessons[slug]:
        local = one.id.partition(".")[2]
        spoken = word_of(one, catalogue, seen.on == seen.today)
        stars.append(
            StarMark(
                id=one.id,
                name=names[local],
                at=lesson.plan.stars[local].at,
                word=one.word,
                radius=one.radius,
                light=one.light,
                halo=one.is_tonight,
                href=links.sky(on, star=one.id, part="star"),
                label=f"{title}{comma}{names[local]}: {spoken}",
                is_open=one.id == open_star,
            )
        )
    lines = tuple((f"{slug}.{a}", f"{slug}.{b}") for a, b in lesson.plan.lines)
    regions = tuple(
        (name, tuple(f"{slug}.{n}" for n, star in lesson.plan.stars.items() if star.outcome == key))
        for key, name in lesson.text(catalogue.tag).outcome_names.items()
    )
    return ConstellationMark(slug, title, links.lesson(slug), tuple(stars), lines, regions)


def word_mark(one: SeenStar) -> Markup:
    """A star's word as a small shape beside it."""
    return word_svg(one.word, one.is_tonight)
