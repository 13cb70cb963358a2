"""Pictures with dials: pulled, turned by keys, and without JavaScript."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener


def pull(page: Page, handle: Locator, x: float, y: float) -> None:
    """Drag a handle by so many pixels, right and down."""
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + x, middle[1] + y, steps=4)
    page.mouse.up()


def unit(handle: Locator) -> float:
    """How many pixels of the screen one is."""
    return float(handle.evaluate("one => one.dataset.unit * one.getScreenCTM().a"))


def test_the_tip_of_the_key_is_pulled_and_all_numbers_follow(open_page: Opener) -> None:
    page = open_page("/en/lesson/dot")
    figure = page.locator("#picture-key")
    told, twin = figure.locator("[data-live=told]"), figure.locator("[data-live=twin]")
    expect(told).to_contain_text("is the score 3")
    handle = figure.locator("[data-drag-x='key.key.0']")
    one = unit(handle)
    pull(page, handle, -4 * one, -1 * one)
    expect(told).to_contain_text("falls on the other side, and the score is −4")
    expect(twin).to_contain_text("(−3, 2)")
    expect(figure.locator("svg").first).to_have_attribute("aria-label", re.compile("score is −4"))
    expect(figure.locator("input[name='key.key.0']")).to_have_value("-3")
    expect(figure.locator("[data-live='at-key.1']")).to_have_text("2")
    figure.get_by_role("button", name="As it was").click()
    expect(told).to_contain_text("is the score 3")


def test_the_key_is_turned_by_arrows_alone(open_page: Opener) -> None:
    page = open_page("/en/lesson/dot")
    figure = page.locator("#picture-key")
    dial = figure.get_by_role("slider", name="Key, second number")
    dial.focus()
    for _ in range(6):
        dial.press("ArrowLeft")
    expect(figure.locator("[data-live=told]")).to_contain_text("upright on the query: no shadow")
    expect(dial).to_be_focused()


def test_a_value_is_pulled_along_the_beam_and_the_blend_follows(open_page: Opener) -> None:
    page = open_page("/en/lesson/average")
    figure = page.locator("#picture-beam")
    told = figure.locator("[data-live=told]")
    expect(told).to_contain_text("The blend is 6.40")
    handle = figure.locator("[data-drag-x='beam.value.1']")
    pull(page, handle, 2 * unit(handle), 0)
    expect(told).to_contain_text("The blend is 7.00")
    for place in range(3):
        figure.locator(f"input[name='beam.amount.{place}']").fill("0")
    expect(told).to_contain_text("Nothing hangs on the beam")
    figure.locator("input[name='beam.amount.1']").fill("4")
    expect(told).to_contain_text("Every value that has a weight is 6")


@pytest.mark.parametrize(
    ("slug", "picture", "fields", "words"),
    [
        ("dot", "key", {"key.0": "4", "key.1": "0"}, "The score is 8, more than the 5"),
        ("average", "beam", {"amount.0": "0"}, "The blend is 2.80"),
    ],
)
def test_without_javascript_the_form_computes(
    open_page: Opener, slug: str, picture: str, fields: dict[str, str], words: str
) -> None:
    page = open_page(f"/en/lesson/{slug}", script=False)
    figure = page.locator(f"#picture-{picture}")
    for name, value in fields.items():
        slide(figure.locator(f"input[name='{picture}.{name}']"), value)
    figure.get_by_role("button", name="Compute").click()
    expect(figure.locator("[data-live=told]")).to_contain_text(words)
    for name, value in fields.items():
        expect(figure.locator(f"input[name='{picture}.{name}']")).to_have_value(value)
    figure.get_by_role("link", name="As it was").click()
    expect(page).to_have_url(re.compile(rf"/en/lesson/{slug}#picture-{picture}$"))


def slide(dial: Locator, value: str) -> None:
    """Turn a dial to a value by the keyboard."""
    dial.focus()
    dial.press("Home")
    least, step = (float(dial.get_attribute(name) or 0) for name in ("min", "step"))
    for _ in range(round((float(value) - least) / step)):
        dial.press("ArrowRight")
