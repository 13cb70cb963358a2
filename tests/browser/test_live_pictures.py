"""Live pictures in a real browser: pulled, typed, and without a script."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener


def test_a_pulled_column_changes_its_score_and_every_weight(open_page: Opener) -> None:
    page = open_page("/en/lesson/softmax")
    figure = page.locator("#picture-steps")
    handle = figure.locator("[data-drag-y='steps.score.1']")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y - 60, steps=4)
    page.mouse.up()
    score = figure.locator("input[name='steps.score.1']")
    expect(score).not_to_have_value("1")
    assert float(score.input_value()) > 1
    expect(figure.locator("[data-live=twin]")).not_to_contain_text("0.114")


def test_a_lift_moves_no_weight(open_page: Opener) -> None:
    page = open_page("/en/lesson/softmax")
    figure = page.locator("#picture-steps")
    figure.locator("input[name='steps.lift']").fill("10")
    expect(figure.locator("[data-live=told]")).to_contain_text("no weight moves")
    expect(figure.locator("[data-live=twin]")).to_contain_text("0.844")


def test_a_typed_table_moves_the_keys_of_two_inputs(open_page: Opener) -> None:
    page = open_page("/en/lesson/project")
    figure = page.locator("#picture-stencils")
    figure.locator("input[name='stencils.k.0.0']").fill("0.5")
    expect(figure.locator("[data-live=told]")).to_contain_text("two keys")
    figure.locator("input[name='stencils.x.0']").fill("0")
    expect(figure.locator("[data-live=told]")).to_contain_text("one row")


def test_a_pulled_half_stays_a_half(open_page: Opener) -> None:
    page = open_page("/en/lesson/project")
    figure = page.locator("#picture-stencils")
    cell = figure.locator("[data-drag='stencils.v.0.0']").first
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    field = figure.locator("input[name='stencils.v.0.0']")
    expect(field).to_have_value("7.5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 1, y)
    expect(field).to_have_value("7.5")
    page.mouse.move(x + 13, y, steps=2)
    page.mouse.up()
    expect(field).to_have_value("8.5")


@pytest.mark.parametrize(
    ("slug", "field", "number", "told"),
    [
        ("softmax", "steps.temperature", "2", "every gap is smaller"),
        ("project", "stencils.x.1", "1", "three rows of each table"),
    ],
)
def test_a_picture_is_computed_anew_without_a_script(
    open_page: Opener, slug: str, field: str, number: str, told: str
) -> None:
    page = open_page(f"/en/lesson/{slug}", script=False)
    page.locator(f"input[name='{field}']").fill(number)
    page.get_by_role("button", name="Compute").click()
    expect(page).to_have_url(re.compile("#picture-"))
    expect(page.locator("[data-live=told]")).to_contain_text(told)
