"""The map as a page: the drawing, the lesson looked at with the road to it, and the list."""

from markupsafe import Markup

from starlore.errors import NotFound
from starlore.language import Catalogue, capitalised, show_number, spelled
from starlore.lessons.map import neighbourhood
from starlore.lessons.model import Course
from starlore.study.roads import Chart, Charted, Road, chart, next_goal, road_to
from starlore.study.skies import SeenSky
from starlore.view.constellation import small_svg
from starlore.view.environment import Frame
from starlore.view.map import map_svg
from starlore.view.map_marks import chart_marks, edges_among, lesson_mark, light_words
from starlore.view.map_places import Dome, cut_places, places
from starlore.view.marks import constellation_mark
from starlore.view.names import and_list, lesson_title
from starlore.view.prose import render_inline

Values = dict[str, object]


def map_page(frame: Frame, course: Course, seen: SeenSky, chosen: str) -> Values:
    """The values of the map's template.

    Args:
        chosen: slug of the lesson looked at; "" looks where the next step leads.

    Raises:
        NotFound: if the course has no such lesson.
    """
    if chosen and chosen not in course.nodes:
        raise NotFound("fault.lesson.none", lesson=chosen[:60])
    charted, catalogue = chart(course, seen), frame.catalogue
    goal = chosen or next_goal(course, charted)
    road = road_to(course, charted, goal)
    is_mirrored = frame.direction == "rtl"
    dome, spots = places(course.nodes, is_mirrored)
    n, tag = len(charted), catalogue.tag
    lessons, floors = spelled(n, tag), spelled(len(set(dome.levels)), tag)
    m = len(set(dome.levels))
    intro = catalogue.say("map-page.intro", n=n, lessons=lessons, m=m, floors=floors)
    return {
        "intro": capitalised(intro),
        "drawing": map_svg(
            chart_marks(frame, course, seen, charted, goal, course.seed),
            edges_among(course, charted, road.lessons),
            spots,
            dome,
            capitalised(catalogue.say("map-page.drawing", n=n, lessons=lessons)),
            _floors(dome, catalogue),
            is_mirrored,
        ),
        "open": _opened(frame, course, charted, goal, road) if goal else None,
        "rows": [_row(frame, course, seen, one, road) for one in charted.values()],
    }


def map_cut(frame: Frame, course: Course, seen: SeenSky, slug: str) -> Markup:
    """Where one lesson sits: the same drawing, cut out around it. Its neighbours are links."""
    around, charted = neighbourhood(course, slug), chart(course, seen)
    dome, spots = cut_places(slug, around, frame.direction == "rtl")
    marks = [
        lesson_mark(
            frame,
            course,
            seen,
            charted[one],
            "" if one == slug else frame.links.lesson(one),
            is_large=one == slug,
        )
        for one in charted
        if one in spots
    ]
    edges = [edge for edge in edges_among(course, spots) if slug in (edge.start, edge.end)]
    title = lesson_title(course, slug, frame.language)
    label = frame.catalogue.say("map-page.cut", lesson=title)
    return map_svg(marks, edges, spots, dome, label, is_mirrored=frame.direction == "rtl")


def about(minutes: int, catalogue: Catalogue) -> str:
    """A time as one would say it: to five minutes, from an hour on to quarters, from two to halves.

    Example:
        >>> en = Catalogue.load("en")
        >>> about(25, en), about(75, en), about(104, en)
        ('about 25 minutes', 'about one and a quarter hours', 'about one and three quarter hours')
        >>> about(125, en)
        'about two hours'
    """
    if minutes < 55:
        fives = max(5, 5 * ((minutes + 2) // 5))
        shown = show_number(str(fives), catalogue.tag)
        return catalogue.say("map-page.minutes", n=fives, shown=shown)
    quarters = max(4, (minutes + 7) // 15)
    if quarters >= 8:
        quarters = 2 * ((minutes + 15) // 30)
    hours = quarters // 4
    kind = ("hours", "hours-quarter", "hours-half", "hours-three-quarters")[quarters % 4]
    return catalogue.say(f"map-page.{kind}", n=hours, words=spelled(hours, catalogue.tag))


def _floors(dome: Dome, catalogue: Catalogue) -> list[str]:
    """By arc the name of its floor, once for each floor."""
    first = {level: arc for arc, level in reversed(list(enumerate(dome.levels)))}
    return [
        _floor(level, catalogue) if first[level] == arc else ""
        for arc, level in enumerate(dome.levels)
    ]


def _floor(floor: int, catalogue: Catalogue) -> str:
    return catalogue.say("map-page.floor", n=show_number(str(floor), catalogue.tag))


def _opened(frame: Frame, course: Course, charted: Chart, goal: str, road: Road) -> Values:
    """The lesson looked at: one line, outcomes, and what the road to it still takes."""
    catalogue, one = frame.catalogue, charted[goal]
    lesson = course.lessons.get(goal)
    text = None if lesson is None else lesson.text(catalogue.tag)
    outcomes = () if text is None else text.outcomes.values()
    return {
        "title": lesson_title(course, goal, catalogue.tag),
        "state": light_words(one, catalogue),
        "one_line": "" if text is None else text.one_line,
        "asks": "" if text is not None else course.words(catalogue.tag).asks.get(goal, ""),
        "outcomes": [render_inline(words, catalogue) for words in outcomes],
        "href": frame.links.lesson(goal) if one.is_written else "",
        "road": _road_words(charted, road, catalogue),
        "steps": [_step(frame, course, charted[slug]) for slug in road.lessons]
        if len(road.lessons) > 1
        else [],
    }


def _road_words(charted: Chart, road: Road, catalogue: Catalogue) -> str:
    """How much there is left of a road, and about how long it takes."""
    say, n = catalogue.say, len(road.left)
    time = about(road.minutes, catalogue)
    if not n:
        return say("map-page.road-done")
    if road.left == (road.goal,) and not road.unwritten:
        return say("map-page.road-next", time=time)
    words = spelled(n, catalogue.tag)
    if road.unwritten == n:
        return capitalised(say("map-page.road-none", n=n, words=words))
    if not road.unwritten:
        return capitalised(say("map-page.road-left", n=n, words=words, time=time))
    m, unwritten = road.unwritten, spelled(road.unwritten, catalogue.tag)
    return capitalised(
        say("map-page.road-part", n=n, words=words, m=m, unwritten=unwritten, time=time)
    )


def _step(frame: Frame, course: Course, one: Charted) -> Values:
    """A lesson on the road: its light, its time, or that it is to come."""
    catalogue = frame.catalogue
    note = light_words(one, catalogue)
    if one.minutes_left:
        time = about(one.minutes_left, catalogue)
        note = time if not one.lit else and_list([note, time], catalogue)
    return {
        "title": lesson_title(course, one.slug, catalogue.tag),
        "href": frame.links.lesson(one.slug) if one.is_written else "",
        "note": note,
        "is_lit": one.is_lit,
    }


def _row(frame: Frame, course: Course, seen: SeenSky, one: Charted, road: Road) -> Values:
    """A lesson in the list, which says all that the drawing does."""
    catalogue, links, slug = frame.catalogue, frame.links, one.slug
    lesson = course.lessons.get(slug)
    picture = None
    if lesson is not None:
        mark = constellation_mark(course, seen, slug, links, catalogue, "")
        picture = small_svg(mark)
    words = course.words(catalogue.tag).asks.get(slug, "")
    on_road = slug in road.lessons and slug != road.goal
    goal = lesson_title(course, road.goal, catalogue.tag)
    return {
        "slug": slug,
        "title": lesson_title(course, slug, catalogue.tag),
        "picture": picture,
        "href": links.lesson(slug) if one.is_written else "",
        "choose": links.map(slug, "open") if one.is_written else "",
        "line": words if lesson is None else lesson.text(catalogue.tag).one_line,
        "notes": _notes(course, one, catalogue),
        "on_road": catalogue.say("map-page.on-road", lesson=goal) if on_road else "",
        "is_goal": slug == road.goal,
    }


def _notes(course: Course, one: Charted, catalogue: Catalogue) -> list[str]:
    """Floor, light, time, and what stands around a lesson."""
    say, node = catalogue.say, course.nodes[one.slug]

    def named(slugs: tuple[str, ...]) -> str:
        return and_list([lesson_title(course, slug, catalogue.tag) for slug in slugs], catalogue)

    notes = [_floor(node.level, catalogue), light_words(one, catalogue)]
    if one.minutes is not None:
        notes.append(about(one.minutes, catalogue))
    if node.needs:
        notes.append(say("map-page.easier-after", lessons=named(node.needs)))
    else:
        notes.append(say("map-page.easier-after-nothing"))
    if node.helped_by:
        notes.append(say("map-page.helped-by", lessons=named(node.helped_by)))
    contrasts = neighbourhood(course, one.slug).contrasts
    if contrasts:
        notes.append(say("map-page.beside", lessons=named(contrasts)))
    return notes
