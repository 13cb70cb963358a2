"""From the course and the chart to what the map draws: lessons with their light, and lines."""

from collections.abc import Iterable

from starlore.language import Catalogue, spelled
from starlore.lessons.model import Course
from starlore.study.roads import Chart, Charted
from starlore.study.skies import SeenSky
from starlore.view.environment import Frame
from starlore.view.map import MapEdge, MapMark
from starlore.view.marks import constellation_mark
from starlore.view.names import lesson_title


def lesson_mark(
    frame: Frame,
    course: Course,
    seen: SeenSky,
    one: Charted,
    href: str,
    is_chosen: bool = False,
    is_large: bool = False,
) -> MapMark:
    """One lesson as it is drawn; one without a file is no link."""
    catalogue = frame.catalogue
    title, state = lesson_title(course, one.slug, catalogue.tag), light_words(one, catalogue)
    stars = None
    if one.is_written:
        stars = constellation_mark(course, seen, one.slug, frame.links, catalogue, "")
    return MapMark(
        slug=one.slug,
        title=title,
        href=href if one.is_written else "",
        label=catalogue.say("map-page.label", title=title, state=state),
        status=state if one.lit else "",
        stars=stars,
        share=one.share,
        light=one.light,
        is_chosen=is_chosen,
        is_large=is_large,
    )


def light_words(one: Charted, catalogue: Catalogue) -> str:
    """How much of a lesson is lit, in words; light is never the only sign."""
    if not one.is_written:
        return catalogue.say("map-page.to-come")
    if not one.lit:
        return catalogue.say("map-page.none-lit")
    words = {"lit": spelled(one.lit, catalogue.tag), "all": spelled(one.stars, catalogue.tag)}
    return catalogue.say("map-page.all-lit" if one.is_lit else "map-page.some-lit", **words)


def edges_among(course: Course, slugs: Iterable[str], road: Iterable[str] = ()) -> list[MapEdge]:
    """The lines between some lessons, each once, whoever names it; those of a road are marked."""
    among, on_road = set(slugs), set(road)
    needs: dict[tuple[str, str], MapEdge] = {}
    contrasts: dict[frozenset[str], MapEdge] = {}
    for slug in (slug for slug in course.nodes if slug in among):
        node = course.nodes[slug]
        for other in (one for one in node.needs if one in among and one != slug):
            needs[other, slug] = MapEdge(other, slug, is_road={other, slug} <= on_road)
        for other in (one for one in node.contrasts if one in among and one != slug):
            contrasts.setdefault(frozenset({other, slug}), MapEdge(other, slug, is_contrast=True))
    return [*needs.values(), *contrasts.values()]


def chart_marks(
    frame: Frame, course: Course, seen: SeenSky, chart: Chart, chosen: str, large: str
) -> tuple[MapMark, ...]:
    """Every lesson, each leading to its own place on the map."""
    return tuple(
        lesson_mark(
            frame,
            course,
            seen,
            one,
            frame.links.map(one.slug),
            is_chosen=one.slug == chosen,
            is_large=one.slug == large,
        )
        for one in chart.values()
    )
