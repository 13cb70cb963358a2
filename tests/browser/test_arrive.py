"""After an act the page shows what came of it: what grew above the bar, a refusal in focus."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Sky, Watch

SIZES = [(1280, 800), (1440, 900), (390, 844)]
BOXES = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return [box("#why").top, box(".grew-part .text").bottom, box(".actions.steps").top];
}"""


def boxes(page: Page) -> tuple[float, float, float]:
    """Top of the explanation, bottom of what grew, top of the bar: pixels of the window."""
    why, grew, bar = page.evaluate(BOXES)
    return why, grew, bar


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_grew_stands_above_the_bar_or_the_explanation_at_the_top(
    sky: Sky, open_page: Opener, width: int, height: int
) -> None:
    page = open_page(width=width, motion="reduce")
    page.set_viewport_size({"width": width, "height": height})
    for choice in ("0.84", "0.75"):
        page.get_by_role("button", name=choice).click()
        expect(page.locator("#why")).to_be_focused()
        why, grew, bar = boxes(page)
        assert 0 <= why < bar
        assert grew <= bar or why < height / 8
        if width > 600:
            assert grew <= bar
        sky.store.erase(sky.store.learners()[0], sky.clock[0])
        page.goto(f"{sky.address}/en/")


def test_a_refused_import_is_read_where_it_was_asked_for(
    open_page: Opener, watch: Watch, tmp_path: Path
) -> None:
    watch.expected = ("400 (Bad Request)",)
    for script in (True, False):
        page = open_page("/en/settings", script=script)
        file = tmp_path / "other.jsonl"
        file.write_text("no export\n", encoding="utf-8")
        page.get_by_label("File made by Export").set_input_files(file)
        page.get_by_role("button", name="Import").click()
        told = page.get_by_role("alert")
        expect(told).to_contain_text("Nothing was taken in")
        expect(told).to_be_focused()
        expect(page.get_by_role("heading", name=re.compile("^Settings"))).to_be_visible()
        expect(page.get_by_role("button", name="Import")).to_be_visible()
