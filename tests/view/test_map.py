"""The map as a drawing and as a page: places, lines and their light, words, and its mirror."""

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlore.errors import NotFound
from starlore.language import Catalogue
from starlore.lessons.map import Neighbourhood, neighbourhood
from starlore.lessons.model import Node
from starlore.store import open_store
from starlore.study.desk import Desk, Moment
from starlore.study.skies import SeenSky, sky_on
from starlore.view.environment import Frame, render
from starlore.view.map import MapEdge, MapMark, map_svg, wrapped
from starlore.view.map_page import about, map_cut, map_page
from starlore.view.map_places import cut_places, places, spread
from tests.real_course import real_course
from tests.study.acts import answered
from tests.study.conftest import START_MS, Bits

FRAME = Frame("en", lambda path: path)
COURSE = real_course()
EN = Catalogue.load("en")


@pytest.fixture
def seen(tmp_path: Path) -> SeenSky:
    """A sky in which half of the dot product is lit."""
    store, at = open_store(tmp_path / "starlore.db"), Moment(START_MS, "UTC")
    learner = store.local_learner(START_MS)
    desk = Desk(store, real_course, learner, store.device(), Bits(), "UTC")
    for star in COURSE.lessons["dot"].stars[:4]:
        answered(desk, at, star)
    found = sky_on(desk, at)
    store.close()
    return found


def page(seen: SeenSky, chosen: str = "") -> str:
    values = map_page(FRAME, COURSE, seen, chosen)
    return render("map.html", replace(FRAME, here="map"), **values)


def test_floors_lie_one_above_the_other_and_lessons_where_the_course_put_them() -> None:
    dome, spots = places(COURSE.nodes, is_mirrored=False)
    assert dome.levels == (0, 1, 2, 3, 4)
    for slug, node in COURSE.nodes.items():
        for need in node.needs:
            assert spots[slug][1] < spots[need][1] - 100
        assert 0 < spots[slug][0] < 960
        assert 0 < spots[slug][1] < dome.height


def test_no_two_lessons_of_a_floor_come_too_close_for_their_names() -> None:
    _, spots = places(COURSE.nodes, is_mirrored=False)
    for one in COURSE.nodes.values():
        for other in COURSE.nodes.values():
            if one.level == other.level and one.slug != other.slug:
                assert abs(spots[one.slug][0] - spots[other.slug][0]) > 125


def test_right_to_left_the_floors_are_mirrored_and_the_heights_are_not() -> None:
    _, spots = places(COURSE.nodes, is_mirrored=False)
    _, mirrored = places(COURSE.nodes, is_mirrored=True)
    for slug, (x, y) in spots.items():
        assert mirrored[slug] == pytest.approx((960 - x, y))


def test_lessons_without_a_place_are_spread_evenly() -> None:
    nodes = {slug: replace(node, across=None) for slug, node in COURSE.nodes.items()}
    _, spots = places(nodes, is_mirrored=False)
    top = sorted(spots[slug][0] for slug, node in nodes.items() if node.level == 4)
    assert top == pytest.approx([960 * across / 100 for across in spread(4)])


@pytest.mark.parametrize("level", [0, 1, 2, 3, 4])
def test_a_lesson_put_on_a_floor_without_a_place_moves_no_other(level: int) -> None:
    _, before = places(COURSE.nodes, is_mirrored=False)
    dome, spots = places({**COURSE.nodes, "cosine": Node("cosine", level)}, is_mirrored=False)
    moved = {slug for slug in before if abs(spots[slug][0] - before[slug][0]) > 1e-6}
    assert moved == set() or level == 3, "the third floor has no room left for one more"
    assert dome.levels in ((0, 1, 2, 3, 4), (0, 1, 2, 3, 3, 4))


def room(spot: tuple[float, float], is_large: bool = False) -> tuple[float, float, float, float]:
    """All that a lesson takes: its stars, two lines of its name, and a line of what is lit."""
    x, y = spot
    up, down = (49, 122) if is_large else (30, 104)
    return x - 64, y - up, x + 64, y + down


def meeting(spots: dict[str, tuple[float, float]], large: str = "") -> list[tuple[str, str]]:
    """The pairs of lessons that share a place."""
    rooms = {slug: room(spot, slug == large) for slug, spot in spots.items()}
    return [
        (one, other)
        for one, other in combinations(rooms, 2)
        if rooms[one][0] < rooms[other][2]
        and rooms[other][0] < rooms[one][2]
        and rooms[one][1] < rooms[other][3]
        and rooms[other][1] < rooms[one][3]
    ]


SOMEWHERE = st.none() | st.sampled_from([0, 50, 50.5, 100]) | st.floats(0, 100)
FLOORS = st.lists(st.tuples(st.integers(0, 6), SOMEWHERE), min_size=1, max_size=40)


@given(FLOORS, st.booleans())
def test_on_no_map_does_a_lesson_stand_on_another(
    wished: list[tuple[int, float | None]], is_mirrored: bool
) -> None:
    nodes = {f"n{i}": Node(f"n{i}", level, across=x) for i, (level, x) in enumerate(wished)}
    dome, spots = places(nodes, is_mirrored)
    assert spots.keys() == nodes.keys()
    assert meeting(spots, large="n0") == []
    for slug, (x, y) in spots.items():
        assert x - 64 >= 0 and x + 64 <= 960 and y - 38 > 0 and y + 104 <= dome.height, slug
    assert list(dome.levels) == sorted(dome.levels)
    assert set(dome.levels) == {node.level for node in nodes.values()}


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20), st.booleans())
def test_in_no_cut_does_a_lesson_stand_on_another(
    needs: int, contrasts: int, opens: int, is_mirrored: bool
) -> None:
    around = Neighbourhood(
        tuple(f"need-{i}" for i in range(needs)),
        tuple(f"beside-{i}" for i in range(contrasts)),
        tuple(f"opens-{i}" for i in range(opens)),
    )
    dome, spots = cut_places("here", around, is_mirrored)
    assert len(spots) == 1 + needs + contrasts + opens
    assert meeting(spots, "here") == []
    for x, y in spots.values():
        assert x - 64 >= 0 and x + 64 <= 960 and y - 38 > 0 and y + 104 <= dome.height


def test_lessons_that_are_put_on_one_place_would_be_found() -> None:
    assert meeting({"a": (100, 100), "b": (120, 150)}) == [("a", "b")]


def test_a_floor_of_many_lessons_has_several_arcs_and_one_name(seen: SeenSky) -> None:
    more = {f"n{i}": Node(f"n{i}", 3) for i in range(9)}
    course = replace(COURSE, nodes={**COURSE.nodes, **more})
    text = render("map.html", FRAME, **map_page(FRAME, course, seen, ""))
    drawing = text.partition('<svg class="map"')[2].partition("</svg>")[0]
    assert drawing.count('class="floor-name"') == 5
    assert drawing.count('class="lesson-to-come"') == 19


def test_a_floor_that_nobody_stands_on_takes_no_room(seen: SeenSky) -> None:
    nodes = {**COURSE.nodes, "roof": Node("roof", 900)}
    dome, _ = places(nodes, is_mirrored=False)
    assert dome.levels == (0, 1, 2, 3, 4, 900)
    text = render("map.html", FRAME, **map_page(FRAME, replace(COURSE, nodes=nodes), seen, ""))
    assert EN.say("map-page.floor", n="900") in text


@pytest.mark.parametrize("side", ["window", "lookup", "both"])
def test_a_contrast_is_drawn_once_whoever_tells_it(side: str, seen: SeenSky) -> None:
    nodes = dict(COURSE.nodes)
    nodes["window"] = replace(nodes["window"], contrasts=("lookup",) if side != "lookup" else ())
    nodes["lookup"] = replace(nodes["lookup"], contrasts=("window",) if side != "window" else ())
    drawn = map_cut(FRAME, replace(COURSE, nodes=nodes), seen, "lookup")
    assert drawn.count('class="map-contrast"') == 1


def test_a_name_told_twice_or_of_the_lesson_itself_draws_no_line_more(seen: SeenSky) -> None:
    softmax = replace(COURSE.nodes["softmax"], needs=("average",) * 2, contrasts=("softmax",))
    course = replace(COURSE, nodes={**COURSE.nodes, "softmax": softmax})
    drawn = map_cut(FRAME, course, seen, "softmax")
    assert drawn.count('class="map-line"') == map_cut(FRAME, COURSE, seen, "softmax").count(
        'class="map-line"'
    )
    assert 'class="map-contrast"' not in drawn


def test_in_a_cut_what_is_needed_lies_below_and_contrasts_at_the_sides() -> None:
    around = neighbourhood(COURSE, "lookup")
    _, spots = cut_places("lookup", around, is_mirrored=False)
    x, y = spots["lookup"]
    assert all(spots[need][1] > y + 100 for need in around.needs)
    assert all(spots[other][1] < y - 100 for other in around.leads_to)
    sides = [spots[other] for other in around.contrasts]
    assert all(abs(side - y) < 40 for _, side in sides)
    assert {side > x for side, _ in sides} == {True, False}


def mark(slug: str, share: float = 0.0) -> MapMark:
    return MapMark(slug, slug, f"/{slug}", slug, "", None, share=share, light=1.0)


def test_a_line_is_lit_as_far_as_the_lesson_it_comes_from() -> None:
    dome, spots = places({slug: COURSE.nodes[slug] for slug in ("dot", "project")}, False)
    marks, edges = [mark("dot", 0.5), mark("project", 1.0)], [MapEdge("dot", "project")]
    drawn = map_svg(marks, edges, spots, dome, "a map")
    (light,) = re.findall(r'class="map-light"[^>]*stroke-dasharray="([^"]*)"', drawn)
    assert light == "0.50 1.1"
    dark = map_svg([mark("dot"), mark("project")], edges, spots, dome, "a map")
    assert "map-light" not in dark


def test_the_whole_map_draws_each_line_once_and_the_road_over_it(seen: SeenSky) -> None:
    text = page(seen)
    needs = sum(len(node.needs) for node in COURSE.nodes.values())
    drawing = text.partition('<svg class="map"')[2].partition("</svg>")[0]
    assert drawing.count('class="map-line"') == needs
    assert drawing.count('class="map-contrast"') == 2
    assert drawing.count('class="map-road"') == 5
    assert drawing.count('class="map-light"') == 2


def test_lessons_to_come_are_outlines_and_no_links(seen: SeenSky) -> None:
    text = page(seen)
    drawing = text.partition('<svg class="map"')[2].partition("</svg>")[0]
    assert drawing.count("<a ") == 7
    assert drawing.count('class="lesson-to-come"') == 10
    assert 'aria-label="Masks and causality: to come"' in drawing
    assert "lesson/mask" not in text


def test_the_list_says_all_that_the_drawing_does_in_an_order_to_learn_in(seen: SeenSky) -> None:
    twin = page(seen).partition('id="list"')[2]
    for slug, node in COURSE.nodes.items():
        row = twin.partition(f'id="on-list-{slug}"')[2].partition("</li>\n")[0]
        assert EN.say("map-page.floor", n=str(node.level)) in row
        before = twin.partition(f'id="on-list-{slug}"')[0]
        assert all(f'id="on-list-{need}"' in before for need in node.needs)
    assert "four of eight lit" in twin
    assert "comes easier after The dot product; Softmax; Learned projections" in twin
    assert "another answer: Convolution windows; Recurrent state" in twin
    assert "easier still with Masks and causality" in twin


def test_the_first_road_leads_to_the_seed_and_tells_an_honest_time(seen: SeenSky) -> None:
    text = page(seen)
    assert 'id="open-title" tabindex="-1" data-announce>Attention as a learned lookup<' in text
    assert "Five lessons, about one and a half hours." in text
    assert 'aria-current="true"' in text


def test_a_lesson_is_chosen_by_the_address_and_one_to_come_says_what_it_will_answer(
    seen: SeenSky,
) -> None:
    chosen = page(seen, "mask")
    assert "What about the future?" in chosen
    assert "Six lessons; one is still to come, and the rest takes about one and a half hours." in (
        chosen
    )
    assert page(seen, "dot").count('class="map-road"') == 1  # the legend's
    with pytest.raises(NotFound):
        page(seen, "nowhere")


def test_the_cut_is_the_same_drawing_and_leads_to_its_neighbours(seen: SeenSky) -> None:
    drawn = map_cut(FRAME, COURSE, seen, "lookup")
    assert drawn.startswith('<svg class="map"')
    assert 'href="/en/lesson/softmax"' in drawn
    assert 'href="/en/lesson/lookup"' not in drawn
    assert drawn.count('class="map-contrast"') == 2
    assert drawn.count('class="map-line"') == 9


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (3, "about 5 minutes"),
        (40, "about 40 minutes"),
        (62, "about an hour"),
        (67, "about an hour"),
        (68, "about one and a quarter hours"),
        (95, "about one and a half hours"),
        (104, "about one and three quarter hours"),
        (118, "about two hours"),
        (134, "about two hours"),
        (160, "about two and a half hours"),
    ],
)
def test_a_time_is_said_as_one_would(minutes: int, words: str) -> None:
    assert about(minutes, EN) == words


def test_a_title_is_wrapped_between_words() -> None:
    assert wrapped("Linear attention and state spaces") == ("Linear attention", "and state spaces")
    assert wrapped("Supercalifragilisticexpialidocious") == ("Supercalifragilist…",)
    assert wrapped("Attention as a learned lookup", 16) == ("Attention as a", "learned lookup")
    assert wrapped("All that a head may read of a text so long") == (
        "All that a head",
        "may read of",
        "a text so long",
    )
    assert wrapped("All that a head may ever read of a text that goes on and on") == (
        "All that a head may",
        "ever read of a text",
        "that goes on and on",
    )
    assert wrapped("Incomprehensibilities of representations")[0].endswith("…")


def test_a_star_with_no_light_is_a_hollow_dot(seen: SeenSky) -> None:
    drawing = map_cut(FRAME, COURSE, seen, "dot")
    own = drawing.partition('<g class="lesson-here"')[2].partition("</text>")[0]
    assert own.count('class="hollow"') == own.count('class="light"') == 4


def test_a_round_of_needs_is_drawn_all_the_same(seen: SeenSky) -> None:
    dot = replace(COURSE.nodes["dot"], needs=("lookup",))
    course = replace(COURSE, nodes={**COURSE.nodes, "dot": dot})
    text = render("map.html", FRAME, **map_page(FRAME, course, seen, "lookup"))
    assert text.count('id="on-list-') == 17
