"""The sky as it is drawn: places, sizes, light, shapes, words, lines, and what a reader hears."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import combinations
from math import hypot
from xml.etree.ElementTree import Element, fromstring

import pytest
from markupsafe import Markup

from starlore.figures import Figure
from starlore.view.constellation import Box, constellation_svg, drawn_lines
from starlore.view.marks import constellation_mark, constellation_marks, word_mark
from starlore.view.sky import arc_svg, first_sky, legend, margin_rings, places, sky_svg, small_sky
from starlore.view.star import StarMark, brightness, star_svg
from starlore.view.star_names import star_names
from starlore.view.symbols import symbols
from tests.view.a_sky import ENGLISH, FAN, LINES, LINKS, SEED, SEVEN, TODAY, marks, sky


def parsed(markup: Markup) -> Element:
    """A drawing as a tree; a drawing that is not well formed fails here."""
    return fromstring(f"<div>{markup}</div>")


def having(tree: Element, name: str) -> Iterator[Element]:
    """Every element with that class."""
    return (part for part in tree.iter() if name in part.get("class", "").split())


def star_links(markup: Markup) -> dict[str, Element]:
    """The stars that are links, by their accessible name."""
    return {a.get("aria-label", ""): a for a in having(parsed(markup), "star") if a.tag == "a"}


def one(word: str, **changes: object) -> StarMark:
    """A star of the seed by its word."""
    star = next(star for star in marks()[0].stars if star.word == word)
    return replace(star, **changes)  # type: ignore[arg-type]


def classes(star: StarMark) -> set[str]:
    """The shapes a star is drawn with."""
    tree = parsed(star_svg(star, 0, 0, is_link=False))
    return {name for part in tree.iter() for name in part.get("class", "").split()}


def test_a_label_says_lesson_name_word_and_whether_it_is_worth_a_visit() -> None:
    labels = [star.label for star in marks()[0].stars]
    title = "Attention as a learned lookup"
    assert f"{title}, three shares: bright" in labels
    assert f"{title}, the whole head: dimming, worth a visit tonight" in labels
    assert f"{title}, what it rules out: not yet" in labels


def test_a_star_opens_its_card_on_the_evening_shown() -> None:
    ahead = sky(SEED, date(2027, 3, 1))
    star = constellation_mark(SEED, ahead, "lookup", LINKS, ENGLISH, "").stars[0]
    assert star.href == "/en/?on=2027-03-01&star=lookup.three-shares#star"
    assert marks()[0].stars[0].href == "/en/?star=lookup.three-shares#star"


def test_the_open_star_is_marked_and_no_other() -> None:
    (mark,) = marks(open_star="lookup.count")
    assert [star.id for star in mark.stars if star.is_open] == ["lookup.count"]
    drawn = star_links(sky_svg((mark,), ENGLISH))
    current = [name for name, link in drawn.items() if link.get("aria-current")]
    assert current == ["Attention as a learned lookup, count the comparisons: bright"]


def test_the_shape_says_the_word_too() -> None:
    assert "rays" in classes(one("bright", halo=False))
    assert not classes(one("dimming")) & {"rays", "closed", "hollow"}
    assert "closed" in classes(one("ember"))
    assert "rays" not in classes(one("ember"))
    assert classes(one("not-yet")) == {"star", "hollow"}


def test_only_tonights_stars_wear_the_broken_ring() -> None:
    drawn = star_links(sky_svg(marks(), ENGLISH))
    worn = {name for name, link in drawn.items() if list(having(link, "halo"))}
    assert worn == {name for name in drawn if "worth a visit tonight" in name}
    assert len(worn) == 2


@pytest.mark.parametrize(
    ("light", "shown"), [(1.0, 1.0), (0.77, 0.6714), (0.3, 0.0), (0.1, 0.0)], ids=str
)
def test_the_bright_disc_shines_by_the_share_above_the_ember_floor(
    light: float, shown: float
) -> None:
    assert brightness(light) == pytest.approx(shown, abs=1e-4)


def test_size_says_stability_and_light_says_recall_and_neither_the_other() -> None:
    def disc(star: StarMark) -> tuple[str | None, str | None]:
        found = next(having(parsed(star_svg(star, 0, 0, is_link=False)), "light"))
        return found.get("r"), found.get("opacity")

    star = one("bright", radius=3.5, light=0.65)
    assert disc(star) == ("3.5", "0.50")
    assert disc(replace(star, radius=6.0)) == ("6", "0.50")
    assert disc(replace(star, light=1.0)) == ("3.5", "1.00")


def test_a_line_is_drawn_only_when_both_its_ends_are_lit() -> None:
    (mark,) = marks()
    box = Box(0, 0, 100, 100)
    assert len(LINES) == 5
    assert len(drawn_lines(mark, box)) == 3
    dark = replace(mark, stars=tuple(replace(star, word="not-yet") for star in mark.stars))
    assert drawn_lines(dark, box) == []


def test_what_has_just_grown_grows_and_its_lines_draw_themselves() -> None:
    (mark,) = marks()
    still = parsed(constellation_svg(mark, ENGLISH))
    assert not list(having(still, "grown")) and not list(having(still, "drawn"))
    moved = parsed(constellation_svg(mark.with_grown({"lookup.read-the-head"}), ENGLISH))
    assert len(list(having(moved, "grown"))) == 1
    assert len(list(having(moved, "drawn"))) == 1


def test_one_constellation_stands_in_the_middle_of_its_field() -> None:
    picture = next(having(parsed(sky_svg(marks(), ENGLISH)), "sky-field"))
    width = float(picture.get("viewBox", "").split()[2])
    reaches = [float(part.get("cx", "")) for part in having(picture, "reach")]
    assert (min(reaches) + max(reaches)) / 2 == pytest.approx(width / 2)
    assert picture.get("data-sky") == ""
    assert list(having(picture, "graticule"))


@pytest.mark.parametrize("several", [SEED, SEVEN], ids=["one", "seven"])
def test_centres_stay_32_pixels_apart(several: object) -> None:
    drawn = parsed(sky_svg(marks(several), ENGLISH))  # type: ignore[arg-type]
    at = [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in having(drawn, "reach")]
    least = min(hypot(x - u, y - v) for (x, y), (u, v) in combinations(at, 2))
    assert least >= 32


def test_places_do_not_move_with_what_is_known() -> None:
    def centres(lit: bool) -> list[tuple[str | None, str | None]]:
        shown = marks()
        if not lit:
            dark = tuple(replace(star, word="not-yet", radius=4.0) for star in shown[0].stars)
            shown = (replace(shown[0], stars=dark),)
        drawn = parsed(sky_svg(shown, ENGLISH))
        return [(part.get("cx"), part.get("cy")) for part in having(drawn, "reach")]

    assert centres(lit=True) == centres(lit=False)


def test_seven_constellations_have_seven_places_inside_the_field() -> None:
    found = places(marks(SEVEN))
    assert len(set(found)) == 7
    assert all(93 <= x <= 1203 and 80 <= y <= 480 for x, y in found)


def test_no_name_lies_on_a_line() -> None:
    (mark,) = marks()
    box, width = Box(245, 18, 470, 366), 960.0
    names = {text.text: text for text in parsed(star_names(mark, box, width)).iter("text")}
    head = names["the whole head"]
    assert head.get("text-anchor") != "middle"
    assert names["three shares"].get("text-anchor") == "middle"


def test_a_phone_sees_the_chosen_one_large_and_links_to_the_others() -> None:
    alone = parsed(small_sky(marks(), ENGLISH, ""))
    assert [a.text for a in alone.iter("a") if a.get("href") == "/en/lesson/lookup"]
    assert not list(having(alone, "names"))
    several = parsed(small_sky(marks(SEVEN), ENGLISH, "softmax"))
    (names,) = having(several, "names")
    assert len(list(names.iter("a"))) == 7
    (current,) = (a.get("href") for a in names.iter("a") if a.get("aria-current"))
    assert current == "/en/lesson/softmax"
    assert small_sky((), ENGLISH, "") == ""


def test_the_margin_leads_to_each_question_of_the_lesson() -> None:
    rings = parsed(margin_rings(marks()[0], ENGLISH))
    assert [a.get("href") for a in rings.iter("a")] == [f"#star-{name}" for name in FAN]
    assert rings.find(".//svg").get("aria-label") == "1, three shares: bright"  # type: ignore[union-attr]


def test_the_legend_names_every_shape() -> None:
    said = "".join(parsed(legend(ENGLISH)).itertext())
    for word in ("bright", "dimming", "ember", "not yet", "worth a visit tonight"):
        assert word in said


def test_the_first_night_shows_one_hollow_star_and_the_scores_as_open_columns() -> None:
    scores = tuple(Figure(Decimal(n)) for n in ("3", "1", "0"))
    tree = parsed(first_sky(scores, ENGLISH))
    assert len(list(having(tree, "hollow"))) == 1
    columns = list(having(tree, "p-score"))
    assert [float(c.get("height", "0")) for c in columns] == pytest.approx([66, 22, 0])
    assert list(having(parsed(first_sky((), ENGLISH)), "hollow"))


def test_the_arc_of_a_sitting_has_a_piece_for_each_question() -> None:
    tree = parsed(arc_svg(3, 8, ENGLISH))
    assert len(list(having(tree, "p-focus"))) == 3
    assert len(list(having(tree, "p-line"))) == 5


def test_every_sign_used_is_in_the_sprite() -> None:
    drawn = symbols()
    known = {part.get("id") for part in parsed(drawn).iter() if part.get("id")}
    used = set(re.findall(r'href="#([a-z-]+)"', str(legend(ENGLISH))))
    used |= {
        re.findall(r'href="#([a-z-]+)"', str(word_mark(s)))[0] for s in sky().lessons["lookup"]
    }
    assert used and used <= known
    assert {"spark", "sun", "moon", "comet", "query", "key", "value", "glow"} <= known


def test_a_title_from_a_course_cannot_become_markup() -> None:
    (mark,) = marks()
    hostile = replace(mark, title='<script>"x"</script>')
    for drawn in (sky_svg((hostile,), ENGLISH), small_sky((hostile,), ENGLISH, "")):
        assert "<script" not in drawn


def test_equal_skies_give_equal_bytes() -> None:
    again = constellation_marks(SEED, sky(SEED, TODAY), LINKS, ENGLISH, "")
    assert sky_svg(again, ENGLISH) == sky_svg(marks(), ENGLISH)
