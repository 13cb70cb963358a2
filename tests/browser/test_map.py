"""The map in a browser: by pointer and keyboard, with and without script, at every width."""

import re

import pytest
from playwright.sync_api import Page, expect

from starlore.study.desk import Desk, Moment
from tests.browser.conftest import Opener, Sky, flaws
from tests.real_course import real_course
from tests.study.acts import answered
from tests.study.conftest import Bits

TITLE = "Attention as a learned lookup"


@pytest.fixture
def lit(sky: Sky) -> Sky:
    """The dot product is lit, softmax in part, ten days ago."""
    learner = sky.store.local_learner(sky.clock[0])
    desk = Desk(sky.store, real_course, learner, sky.store.device(), Bits(), "UTC")
    lessons = real_course().lessons
    for star in (*lessons["dot"].stars, *lessons["softmax"].stars[:3]):
        answered(desk, Moment(sky.clock[0], "UTC"), star)
    sky.later(days=10)
    return sky


def open_title(page: Page) -> str:
    return page.locator("#open-title").inner_text()


@pytest.mark.parametrize("script", [True, False])
def test_a_lesson_is_chosen_and_the_address_carries_it(
    lit: Sky, open_page: Opener, script: bool
) -> None:
    page = open_page("/en/map", script=script)
    assert open_title(page) == TITLE
    page.locator("#map-softmax").click()
    expect(page.locator("#open-title")).to_have_text("Softmax")
    expect(page).to_have_url(re.compile(r"/en/map\?lesson=softmax"))
    expect(page.locator("#map-softmax")).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator("#open-title")).to_have_text(TITLE)
    page.locator("#open").get_by_role("link", name="Open the lesson").click()
    expect(page.get_by_role("heading", name=TITLE, level=1)).to_be_visible()


def test_by_keyboard_tab_enters_once_arrows_move_enter_opens_and_escape_leaves(
    lit: Sky, open_page: Opener
) -> None:
    page = open_page("/en/map")
    page.keyboard.press("g")
    page.keyboard.press("m")
    expect(page).to_have_url(re.compile("/en/map$"))
    expect(page.locator("svg.map a[tabindex='0']")).to_have_count(1)
    page.locator("#map-lookup").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#map-softmax")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#map-project")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#open-title")).to_have_text("Learned projections")
    expect(page.locator("#map-project")).to_be_focused()
    expect(page.locator("#live")).to_have_text("Learned projections")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#map-softmax")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#map-softmax")).not_to_be_focused()


def test_on_a_phone_the_list_is_the_way(lit: Sky, open_page: Opener) -> None:
    page = open_page("/en/map", width=390)
    expect(page.locator("svg.map")).to_be_hidden()
    expect(page.locator("#on-list-dot")).to_be_in_viewport()
    expect(page.locator("#open-title")).not_to_be_in_viewport()
    page.locator("form.other button").last.focus()
    page.keyboard.press("Tab")
    expect(page.locator("#on-list-dot a").first).to_be_focused()  # as it is seen, so it is walked
    page.get_by_role("link", name=re.compile("^Softmax: Outcomes")).click()
    expect(page.locator("#open-title")).to_have_text("Softmax")
    expect(page.locator("#open-title")).to_be_in_viewport()
    page.locator("#on-list-dot").get_by_role("link", name="The dot product", exact=True).click()
    expect(page.get_by_role("heading", name="The dot product", level=1)).to_be_visible()


def test_a_name_stays_readable_where_a_line_runs_behind_it(lit: Sky, open_page: Opener) -> None:
    page = open_page("/en/map")
    drawn = "getComputedStyle(document.querySelector('.map .map-name'))"
    grounds = set()
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        assert page.evaluate(f"{drawn}.paintOrder").startswith("stroke")
        assert page.evaluate(f"{drawn}.strokeWidth") == "6px"
        ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert page.evaluate(f"{drawn}.stroke") == ground, theme
        grounds.add(ground)
    assert len(grounds) == 2


def test_the_map_and_its_cut_are_clean_by_axe(lit: Sky, open_page: Opener) -> None:
    page = open_page("/en/map", motion="reduce")
    assert flaws(page) == [], "the map"
    page.goto(f"{lit.address}/en/map?lesson=reading")
    assert flaws(page) == [], "a cut"
    lit.later(days=80)
    page.goto(f"{lit.address}/en/lesson/lookup")
    expect(page.locator("#warm-up")).to_be_visible()
    assert flaws(page) == [], "the warm-up"


def test_no_map_is_wider_than_its_window(lit: Sky, open_page: Opener) -> None:
    page = open_page("/en/map", motion="reduce")
    for path in ("/en/map", "/en/map?lesson=linear", "/en/lesson/lookup", "/en/lesson/dot"):
        page.goto(lit.address + path)
        for width in (320, 390, 768, 1024, 1280, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert over <= 0, f"{path} is {over} px too wide at {width}"


def test_on_paper_the_map_is_there_with_its_list(lit: Sky, open_page: Opener) -> None:
    page = open_page("/en/map", width=500)
    page.emulate_media(media="print")
    expect(page.locator("svg.map")).to_be_visible()
    expect(page.locator("#list")).to_be_visible()


def test_a_warm_up_is_asked_and_answered_in_place(lit: Sky, open_page: Opener) -> None:
    lit.later(days=80)
    page = open_page("/en/lesson/lookup")
    page.get_by_role("button", name="Ask it here").click()
    expect(page.locator("#warm-up form.question")).to_be_visible()
    expect(page.locator("#stem")).to_be_focused()
    page.locator("#warm-up label.answer").first.click()
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#warm-up #why")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/en/lesson/lookup\?warm="))
    page.get_by_role("link", name="On to the lesson").click()
    expect(page.locator("#warm-up")).to_have_count(0)
