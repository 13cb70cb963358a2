"""Layers as they are drawn: how far they reach, and a frame to pull."""

import re

from markupsafe import Markup

from starlore.lessons.pictures import PICTURES
from starlore.view.pictures import Live, draw_picture
from tests.view.pictures.a_picture import (
    DATA,
    PERSIAN,
    block,
    numbers_of,
    svg_of,
    tables_of,
    turned_kind,
)


def test_layers_draw_and_list_the_same_numbers_and_say_how_far_they_reach() -> None:
    html = turned_kind("layers", {"layers": "3"})
    known = numbers_of(tables_of(html)) | numbers_of(re.findall(r"<caption>.*?<", html)[0])
    assert numbers_of(svg_of(html)) <= known
    assert "three layers times the half-width 1 is 3" in html
    assert "can have heard of places 3 to 7, where the row ends. Its number is 0.12." in html
    doubled = turned_kind("layers", {"layers": "2", "gap": "2", "place": "4"})
    assert "the gaps 1 + 2 times the half-width 1 is 3" in doubled
    assert "can have heard of places 1 to 7. Its number" in doubled


def test_the_slider_of_the_place_runs_as_the_places_do_and_the_others_as_number_lines() -> None:
    start = PICTURES["layers"](DATA["layers"])
    live = Live(start, "/fa/lesson/one", "/fa/picture/one/a-picture")
    ways = {
        axis: draw_picture(block("layers", axis), start, "", Markup(), PERSIAN, live)
        for axis in ("text", "math")
    }
    for axis, html in ways.items():
        sliders = re.findall(r'type="range" name="[\w-]+\.(\w+)".*?data-axis="(\w+)"', html)
        assert dict(sliders) == dict.fromkeys(("width", "layers", "gap"), "math") | {"place": axis}


def test_a_frame_is_pulled_the_way_its_row_runs() -> None:
    start = PICTURES["layers"](DATA["layers"])
    ways = [
        draw_picture(block("layers", axis), start, "", Markup(), PERSIAN)
        for axis in ("text", "math")
    ]
    units = [re.search(r'data-unit="([-\d.]+)"', html) for html in ways]
    assert [one is not None and float(one.group(1)) > 0 for one in units] == [False, True]
