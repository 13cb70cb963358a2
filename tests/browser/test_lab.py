"""The Lab in a browser: by keyboard, by pulling a number, and without JavaScript."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from starlore.lab.measuring import Timed
from starlore.web.handlers import lab
from tests.browser.answering import variant_on
from tests.browser.conftest import Opener, Sky, Watch, flaws, resize
from tests.browser.test_dials import pull

WIDE = "places=8&width=4&value-width=4&scheme=window&break=wrong-axis&second=1"
SHOWN = {
    "/en/lab/lookup?places=4&scheme=causal&break=share-of-total&second=1": (1440,),
    f"/en/lab/lookup?{WIDE}": (390, 320),
}


def told(page: Page) -> str:
    """What the page says has moved."""
    return page.locator(".moved-told").inner_text()


def test_the_lab_is_driven_by_keyboard_alone(open_page: Opener) -> None:
    page = open_page("/en/")
    page.keyboard.press("g")
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile(r"/en/lab/lookup$"))
    field = page.get_by_label("sun, value, first number")
    field.focus()
    page.keyboard.press("ArrowUp")
    expect(field).to_have_value("11")
    expect(page.locator(".moved-told")).to_contain_text("no score moves, no weight")
    expect(field).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?v=11%2C0%3B0%2C10%3B5%2C5$"))
    page.get_by_label("Mask: moon asks, moon is asked").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Mask: moon asks, sun is asked")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_text("8 of 9 comparisons")).to_be_visible()
    expect(page.get_by_label("Mask: moon asks, sun is asked")).to_be_focused()
    page.get_by_role("radio", name="nothing broken").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".lab-sides")).to_contain_text("Shares without e")
    page.get_by_label("number of places").focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("4, query, first number")).to_have_value("2")
    expect(page.get_by_label("number of places")).to_be_focused()
    page.get_by_role("checkbox", name="A second past").focus()
    page.keyboard.press("Space")
    expect(page.locator(".pasts")).to_contain_text("it cannot tell them apart")
    page.reload()
    expect(page.locator(".pasts")).to_contain_text("it cannot tell them apart")
    expect(page.get_by_text("15 of 16 comparisons")).to_be_visible()


def test_a_key_is_pulled_in_the_table_and_whole_rows_of_weights_follow(open_page: Opener) -> None:
    page = open_page("/en/lab/lookup")
    pull(page, page.locator("[data-drag='k.1.0']").first, 24, 0)
    expect(page.locator(".moved-told")).to_contain_text("A key changed: one column of scores")
    expect(page.locator("input[name='k.1.0']")).to_have_value("3")


def test_numbers_too_large_are_told_and_mended_in_place(open_page: Opener) -> None:
    page = open_page("/en/lab/lookup")
    page.get_by_label("sun, query, first number").fill("99")
    page.get_by_label("sun, key, first number").fill("99")
    expect(page.get_by_role("alert")).to_contain_text("Query 1 and key 1 score 9802")
    expect(page.locator(".lab-chain")).to_have_count(0)
    page.get_by_label("sun, key, first number").fill("1")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".lab-chain table")).to_have_count(3)
    expect(page.locator(".lane svg")).to_have_count(3)


def test_the_lab_works_without_javascript(open_page: Opener) -> None:
    page = open_page("/en/lab/lookup", script=False)
    page.get_by_label("moon, key, first number").fill("-1")
    page.get_by_label("number of places").fill("5")
    page.get_by_text("earlier and itself", exact=True).click()
    page.get_by_role("button", name="Compute").first.click()
    expect(page.get_by_text("15 of 25 comparisons")).to_be_visible()
    expect(page.get_by_label("moon, key, first number")).to_have_value("-1")
    page.get_by_label("zero for −∞").check()
    page.get_by_role("button", name="Compute").nth(1).click()
    expect(page).to_have_url(re.compile("#break$"))
    expect(page.locator(".lab-sides")).to_contain_text("only −∞ leaves nothing")
    page.get_by_role("checkbox", name="A second past").check()
    page.get_by_role("button", name="Compute").nth(2).click()
    expect(page.locator(".pasts")).to_contain_text("it cannot tell them apart")
    short = page.get_by_role("link", name="Copy link").get_attribute("href") or ""
    assert "break=mask-with-zero" in short and len(short) < 150
    page.goto(page.url.partition("/en/")[0] + short)
    expect(page.get_by_text("15 of 25 comparisons")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_the_lab_is_sound_for_everyone(sky: Sky, open_page: Opener, script: bool) -> None:
    page = open_page("/en/", script=script, motion="reduce")
    for path, widths in SHOWN.items():
        page.goto(sky.address + path)
        if script:
            assert flaws(page, widths) == [], path
        for width in widths:
            resize(page, width)
            assert page.locator("html").evaluate("e => e.scrollWidth") <= width, path


@pytest.mark.parametrize("script", [True, False])
def test_the_cost_is_measured_and_the_lab_stays_as_it_is(
    open_page: Opener, monkeypatch: pytest.MonkeyPatch, script: bool
) -> None:
    monkeypatch.setattr(lab, "sizes", (4, 8))
    page = open_page("/en/lab/lookup?v=1,2;3,4;5,6", script=script)
    expect(page.locator("#cost circle.p-light")).to_have_count(0)
    page.get_by_role("link", name="Measure here").click()
    expect(page.locator("#cost circle.p-light")).to_have_count(3)
    expect(page.get_by_role("link", name="Measure again")).to_be_visible()
    if script:
        expect(page).to_have_url(re.compile(r"\?v="))
        expect(page.get_by_label("sun, value, first number")).to_have_value("1")
        expect(page.locator("#cost-heading")).to_be_focused()
    else:
        page.get_by_role("link", name="Back to the Lab").click()
        expect(page.get_by_label("sun, value, first number")).to_have_value("1")


def test_measuring_is_stopped_by_hand_and_the_lab_stays(
    open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[int] = []

    def endless(*_: object) -> Iterator[Timed]:
        while True:
            turns.append(4)
            yield Timed(4, (1e-6,), (1e-6,))

    monkeypatch.setattr(lab, "timed", endless)
    page = open_page("/en/lab/lookup")
    before = page.locator(".cost-told p").first.inner_text()
    page.get_by_role("link", name="Measure here").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cost-told p").first).to_contain_text("The kernel is made ready; then")
    expect(page.locator("#live")).to_contain_text("at most five seconds")
    page.get_by_role("button", name="Stop").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cost-told p").first).to_have_text(before)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    expect(page.get_by_role("link", name="Measure here")).to_be_focused()
    assert lab._one_at_a_time.acquire(timeout=15), "the server has stopped too"
    lab._one_at_a_time.release()
    assert turns


def test_a_second_measuring_is_told_to_wait_in_its_place(open_page: Opener, watch: Watch) -> None:
    watch.expected = ("409",)
    page = open_page("/en/lab/lookup?v=1,2;3,4;5,6")
    with lab._one_at_a_time:
        page.get_by_role("link", name="Measure here").click()
        expect(page.locator("#cost .asked-back")).to_contain_text("being measured already")
    expect(page.locator("#live")).to_contain_text("being measured already")
    expect(page.get_by_label("sun, value, first number")).to_have_value("1")


@pytest.mark.parametrize("script", [True, False])
def test_what_breaks_is_shown_in_place_to_everyone(
    open_page: Opener, sky: Sky, script: bool
) -> None:
    page = open_page("/en/", width=320, script=script)
    for _ in range(3):
        page.goto(f"{sky.address}/en/lesson/lookup")
        page.get_by_role("button", name="Three shares").click()
        names = variant_on(page, sky).order
        page.locator("label.answer").nth(names.index("share-of-total")).click()
        page.get_by_role("button", name="Answer", exact=True).click()
        expect(page.locator("#why")).to_be_visible()
        sky.later(minutes=1)
    expect(page.locator("#again")).to_have_text("See what breaks")
    expect(page.get_by_role("region", name="Shares without e")).to_be_visible()
    page.get_by_role("link", name="Open it in the Lab, switched on").click()
    expect(page.get_by_role("radio", name="shares without e")).to_be_checked()


def test_a_drag_leaves_the_learned_head_alone_and_a_text_changes_it(open_page: Opener) -> None:
    page = open_page("/en/lab/lookup")
    told = page.locator(".learned")
    told.evaluate("part => { part.dataset.mine = 'yes'; }")
    page.get_by_label("sun, value, first number").fill("11")
    expect(page.locator(".moved-told")).to_contain_text("no score moves, no weight")
    assert told.get_attribute("data-mine") == "yes"
    page.get_by_role("radio", name="5", exact=True).and_(page.locator("[name=text]")).check()
    expect(told.get_by_role("row", name=re.compile("^35 9 6 128 128"))).to_be_visible()
    expect(page).to_have_url(re.compile(r"text=5"))


def test_the_learned_head_fits_a_narrow_phone_without_a_script(open_page: Opener) -> None:
    for tag in ("en", "fa"):
        page = open_page(f"/{tag}/lab/lookup?text=5#learned", width=320, script=False)
        wide = page.locator(".learned .scroll").evaluate("box => box.scrollWidth - box.clientWidth")
        assert wide <= 0, tag
        expect(page.locator("#text-5")).to_be_checked()
