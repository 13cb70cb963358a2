"""The figures of windows and states: the frame is pulled, the glass is filled, also by the form."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener


def test_the_frame_is_pulled_along_and_a_third_layer_hears_the_eight(open_page: Opener) -> None:
    page = open_page("/en/lesson/window")
    figure = page.locator("#picture-stack")
    told = figure.locator("[data-live=told]")
    expect(told).to_contain_text("of places 4 to 8. Its number is 0.")
    figure.locator("input[name='stack.layers']").fill("3")
    expect(told).to_contain_text("of places 3 to 9. Its number is 0.12.")
    handle = figure.locator("[data-drag-x='stack.place']")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + box["width"] / 3, y, steps=3)
    page.mouse.up()
    expect(told).to_contain_text("The output at place 7 can have heard of places 4 to 10")


def test_a_late_drop_moves_the_last_glass_more_than_an_early_one(open_page: Opener) -> None:
    page = open_page("/en/lesson/state")
    figure = page.locator("#picture-glass")
    told = figure.locator("[data-live=told]")
    expect(told).to_contain_text("end in the same state, 2.25")
    figure.locator("input[name='glass.input.0']").fill("0")
    expect(told).to_contain_text("end in the same state, 2:")
    figure.locator("input[name='glass.input.4']").fill("0")
    expect(told).to_contain_text("end in the same state, 1:")


@pytest.mark.parametrize(
    ("slug", "field", "told"),
    [("window", "stack.gap", "the gaps 1 + 2"), ("state", "glass.keep", "Each step keeps 0.95")],
)
def test_a_figure_is_computed_anew_without_a_script(
    open_page: Opener, slug: str, field: str, told: str
) -> None:
    page = open_page(f"/en/lesson/{slug}", script=False)
    page.locator(f"input[name='{field}']").press("End")
    page.get_by_role("button", name="Compute").click()
    expect(page).to_have_url(re.compile("#picture-"))
    expect(page.locator("[data-live=told]")).to_contain_text(told)
