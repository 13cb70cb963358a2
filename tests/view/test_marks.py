"""From the sky of a day to marks: links, labels, what is open, and places that never move."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from xml.etree.ElementTree import Element, fromstring

import pytest
from markupsafe import Markup

from starlore.language import Catalogue
from starlore.view.constellation import Box
from starlore.view.marks import constellation_mark
from starlore.view.sky import legend, margin_rings, places, sky_svg
from starlore.view.star_names import outcome_names, star_names
from tests.view.a_sky import ENGLISH, FAN, LINKS, SEED, SEVEN, marks, sky


def parsed(markup: Markup) -> Element:
    """A drawing as a tree; a drawing that is not well formed fails here."""
    return fromstring(f"<div>{markup}</div>")


def having(tree: Element, name: str) -> Iterator[Element]:
    """Every element with that class."""
    return (part for part in tree.iter() if name in part.get("class", "").split())


def star_links(markup: Markup) -> dict[str, Element]:
    """The stars that are links, by their accessible name."""
    return {a.get("aria-label", ""): a for a in having(parsed(markup), "star") if a.tag == "a"}


def test_a_label_says_lesson_name_word_and_whether_it_is_worth_a_visit() -> None:
    labels = [star.label for star in marks()[0].stars]
    title = "Attention as a learned lookup"
    assert f"{title}, three shares: bright" in labels
    assert f"{title}, the whole head: dimming, worth a visit tonight" in labels
    assert f"{title}, what it rules out: not yet" in labels


def test_the_names_of_a_label_are_parted_by_the_mark_of_the_language() -> None:
    persian = Catalogue.load("fa")
    mark = constellation_mark(SEED, sky(), "lookup", LINKS, persian, "")
    assert all(f"{mark.title}، " in star.label and ", " not in star.label for star in mark.stars)


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


def test_only_tonights_stars_wear_the_broken_ring() -> None:
    drawn = star_links(sky_svg(marks(), ENGLISH))
    worn = {name for name, link in drawn.items() if list(having(link, "halo"))}
    assert worn == {name for name in drawn if "worth a visit tonight" in name}
    assert len(worn) == 2


def test_one_constellation_stands_in_the_middle_of_its_field() -> None:
    picture = next(having(parsed(sky_svg(marks(), ENGLISH)), "sky-field"))
    width = float(picture.get("viewBox", "").split()[2])
    reaches = [float(part.get("cx", "")) for part in having(picture, "reach")]
    assert (min(reaches) + max(reaches)) / 2 == pytest.approx(width / 2)
    assert picture.get("data-sky") == ""
    assert list(having(picture, "graticule"))


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


def test_the_margin_leads_to_each_question_of_the_lesson() -> None:
    rings = parsed(margin_rings(marks()[0], ENGLISH))
    assert [a.get("href") for a in rings.iter("a")] == [f"#star-{name}" for name in FAN]
    assert rings.find(".//svg").get("aria-label") == "1, three shares: bright"  # type: ignore[union-attr]


def test_the_legend_names_every_shape() -> None:
    said = "".join(parsed(legend(ENGLISH)).itertext())
    for word in ("bright", "dimming", "ember", "not yet", "worth a visit tonight"):
        assert word in said


def test_an_outcome_is_named_among_its_stars_and_on_no_line() -> None:
    (mark,) = marks()
    named = replace(mark, regions=(("by hand", tuple(star.id for star in mark.stars[:4])),))
    (word,) = parsed(outcome_names(named, Box(245, 42, 470, 370), 960.0, True)).iter("text")
    assert word.text == "by hand"
    assert float(word.get("x", "0")) != 480.0  # a line runs down the middle


def test_without_names_of_outcomes_none_is_written() -> None:
    (mark,) = marks()
    assert not list(parsed(outcome_names(mark, Box(245, 42, 470, 370), 960.0, True)).iter("text"))
