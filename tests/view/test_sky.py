"""The sky: size and light by their formulas, shapes that say the word, places that are kept."""

import re
from dataclasses import replace
from itertools import combinations
from math import dist

import pytest

from starlore.figures import figures
from starlore.language import Catalogue
from starlore.memory.light import star_light, star_radius
from starlore.view.constellation import Box, ConstellationMark, constellation_svg
from starlore.view.sky import (
    arc_svg,
    first_sky,
    legend,
    margin_rings,
    places,
    sky_svg,
    small_sky,
)
from starlore.view.star import StarMark, brightness, star_body, star_svg
from starlore.view.symbols import symbols, word_svg
from tests.view.a_sky import FAN, LATER, SEVEN, marks

ENGLISH = Catalogue.load("en")


def star(word: str = "bright", days: float = 9.0, recall: float = 0.97) -> StarMark:
    return StarMark(
        "lookup.a", "A", (50, 50), word, star_radius(days), star_light(recall), False, "#", "A"
    )


def classes(html: str) -> list[str]:
    return re.findall(r'<(?:circle|path) class="([^"]+)"', html)


def test_radius_is_stability_and_opacity_is_recall() -> None:
    html = star_body(star(days=30, recall=0.9), 10, 10)
    assert '<circle class="ember" cx="10" cy="10" r="4.7"/>' in html
    assert '<circle class="light" cx="10" cy="10" r="4.7" opacity="0.67"/>' in html
    assert brightness(star_light(0.9)) == pytest.approx(2 / 3)


def test_a_change_of_recall_changes_no_size_and_one_of_stability_no_light() -> None:
    light = re.compile(r'class="light"[^>]*r="([\d.]+)" opacity="([\d.]+)"')
    found = [
        light.findall(star_body(star(days=days, recall=recall), 0, 0))[0]
        for days, recall in ((9, 0.97), (9, 0.8), (40, 0.97))
    ]
    assert found[0][0] == found[1][0] != found[2][0]
    assert found[0][1] == found[2][1] != found[1][1]


@pytest.mark.parametrize(
    ("word", "shapes"),
    (
        ("bright", ["glow", "ember", "light", "rays"]),
        ("dimming", ["glow", "ember", "light"]),
        ("ember", ["ember", "light", "closed"]),
        ("not-yet", ["hollow"]),
    ),
)
def test_each_word_has_a_shape_of_its_own(word: str, shapes: list[str]) -> None:
    assert classes(star_body(star(word), 0, 0)) == shapes


def test_tonights_stars_wear_a_halo_five_pixels_outside() -> None:
    html = star_body(replace(star(days=0), halo=True), 0, 0)
    assert '<circle class="halo" cx="0" cy="0" r="6.6"/>' in html


def test_an_ember_never_goes_darker_than_its_floor() -> None:
    assert 'class="light" cx="0" cy="0" r="4.2" opacity="0.00"' in star_body(
        star("ember", days=18, recall=0.1), 0, 0
    )


def test_a_star_is_a_link_with_a_name_and_a_ring_of_32_pixels() -> None:
    html = star_svg(replace(star(), label="A & B: bright", is_open=True), 0, 0, is_link=True)
    assert html.startswith('<a class="star is-open" href="#" aria-label="A &amp; B: bright"')
    assert '<circle class="reach" cx="0" cy="0" r="16"/>' in html


def test_a_grown_star_and_its_line_are_named_for_the_style_sheet() -> None:
    (mark,) = marks()
    grown = constellation_svg(mark.with_grown({"lookup.three-shares"}), ENGLISH)
    assert grown.count('class="star grown"') == 1
    assert grown.count('class="join drawn" pathLength="1"') == 3
    assert "drawn" not in constellation_svg(mark, ENGLISH)


def test_a_line_joins_two_stars_only_when_both_are_lit() -> None:
    (mark,) = marks()
    assert constellation_svg(mark, ENGLISH).count('class="join') == 3
    dark = tuple(
        replace(one, word="not-yet") if one.id == "lookup.three-shares" else one
        for one in mark.stars
    )
    assert 'class="join' not in constellation_svg(replace(mark, stars=dark), ENGLISH)


def test_every_star_of_the_sky_says_its_name_and_its_word() -> None:
    html = sky_svg(marks(), ENGLISH)
    spoken = re.findall(r'<a class="star[^"]*" href="[^"]+" aria-label="([^"]+)"', html)
    assert len(spoken) == len(FAN)
    for name, (_, _, words) in FAN.items():
        word = LATER[name][0] if name in LATER else "not yet"
        assert any(words in label and word in label for label in spoken)


@pytest.mark.parametrize("size", ((470, 366), (186, 168)))
def test_centres_stay_apart(size: tuple[int, int]) -> None:
    (mark,) = marks()
    box = Box(0, 0, *size)
    centres = [box.place(one) for one in mark.stars]
    assert min(dist(a, b) for a, b in combinations(centres, 2)) >= 32


def test_one_constellation_fills_the_field_and_wears_its_names() -> None:
    html = sky_svg(marks(), ENGLISH)
    assert "is-alone" in html
    assert html.count('class="star-name"') == len(FAN)
    many = sky_svg(marks(SEVEN), ENGLISH)
    assert "is-alone" not in many and "star-name" not in many
    assert many.count('class="name"') == 7


def test_several_constellations_have_each_a_place_of_their_own() -> None:
    found = places(marks(SEVEN))
    assert min(dist(a, b) for a, b in combinations(found, 2)) > 240
    fixed = replace(marks(SEVEN)[0], at=(7.0, 8.0))
    assert places([fixed])[0] == (7.0, 8.0)


def test_no_number_of_waiting_stars_is_shown() -> None:
    html = sky_svg(marks(), ENGLISH) + legend(ENGLISH)
    assert not re.search(r"\d", re.sub(r"<[^>]*>", " ", html))


def test_equal_skies_give_equal_bytes_without_a_style() -> None:
    field, phone = sky_svg(marks(SEVEN), ENGLISH), small_sky(marks(), ENGLISH, "")
    assert field == sky_svg(marks(SEVEN), ENGLISH)
    assert phone == small_sky(marks(), ENGLISH, "")
    assert " style=" not in field + phone


def test_a_phone_gets_one_constellation_with_links_to_all() -> None:
    html = small_sky(marks(SEVEN), ENGLISH, "lookup")
    assert html.count('class="star"') >= len(FAN)
    assert html.count("<li>") == 7
    assert re.findall(r'aria-current="true">', html) == ['aria-current="true">']
    assert 'aria-label="Attention as a learned lookup:' in html


def test_a_sky_without_constellations_is_still_a_sky() -> None:
    assert small_sky((), ENGLISH, "") == ""
    assert "graticule" in sky_svg((), ENGLISH)


def test_the_first_night_shows_one_hollow_star_and_the_scores_hollow() -> None:
    html = first_sky(figures([3, 1, 0]), ENGLISH)
    assert html.count('class="hollow"') == 1
    assert html.count('class="p-score"') == 3
    assert re.findall(r'isolate">([^<]+)</tspan>', html) == ["3", "1", "0"]
    heights = [float(h) for h in re.findall(r'class="p-score"[^>]*height="([\d.]+)"', html)]
    assert heights == [66, 22]


def test_the_margin_has_a_ring_for_each_star_with_its_word() -> None:
    (mark,) = marks()
    html = margin_rings(mark, ENGLISH)
    assert html.count("<li>") == len(FAN)
    assert 'aria-label="1, three shares: bright"' in html


def test_the_arc_has_a_piece_for_each_question() -> None:
    html = arc_svg(3, 8, ENGLISH)
    assert html.count('class="p-focus"') == 3
    assert html.count('class="p-line"') == 5


def test_every_used_shape_is_in_the_sprite() -> None:
    held = set(re.findall(r' id="([\w-]+)"', symbols()))
    for word in ("bright", "dimming", "ember", "not-yet"):
        for is_tonight in (False, True):
            (used,) = re.findall(r'href="#([\w-]+)"', word_svg(word, is_tonight))
            assert used in held
    assert len(held) == symbols().count(" id=")


def test_a_title_is_escaped() -> None:
    mark = ConstellationMark("a", "<b>", "/a", ())
    assert "<b>" not in sky_svg([mark], ENGLISH) + small_sky([mark], ENGLISH, "")
