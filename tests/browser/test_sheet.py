"""A sheet on paper and back: downloaded, found by its code, entered, and the stars lit."""

import re

import pytest
from playwright.sync_api import Page, expect

from starlore.study.sheet_code import read_code
from starlore.study.sheets import draw_sheet
from tests.browser.conftest import Opener, Sky, flaws
from tests.real_course import real_course
from tests.study.test_sheets import solution_of


def code_of(seed: int, slug: str = "lookup") -> str:
    return draw_sheet(real_course().lessons[slug], seed).code.printed


def fill_in(page: Page, seed: int) -> None:
    """Type the answer side into the sheet on screen."""
    sheet = draw_sheet(real_course().lessons["lookup"], seed)
    for place, asked in enumerate(sheet.asked):
        if asked.form == "choice":
            page.locator(f"#q{place} label.answer").nth(int(solution_of(asked)) - 1).click()
        else:
            page.locator(f"#answer-{place}").fill(solution_of(asked))


@pytest.mark.parametrize(("script", "theme"), [(True, "dark"), (False, "light")])
def test_from_the_lesson_to_paper_and_back_to_the_sky(
    sky: Sky, open_page: Opener, theme: str, script: bool
) -> None:
    page = open_page("/en/lesson/lookup", theme=theme, script=script)
    expect(page.get_by_role("heading", name="Take it off screen")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="The sheet as PDF").click()
    code = download.value.suggested_filename.removeprefix("lookup-").removesuffix(".pdf")
    seed = read_code(code).seed
    assert code_of(seed) == code
    page.get_by_role("link", name="Enter a sheet").click()
    page.get_by_label("The code").fill(code.lower().replace("-", " "))
    page.get_by_role("button", name="Open the sheet").click()
    expect(page.get_by_text(f"Sheet {code}")).to_be_visible()
    fill_in(page, seed)
    page.get_by_role("button", name="Enter these answers").click()
    again = page.get_by_role("button", name="Enter these answers")
    expect(page.get_by_text("The worked path").first).to_be_visible()
    if again.count():
        again.click()
    expect(page.get_by_text("All of it is entered.")).to_be_visible()
    expect(page.get_by_text("The worked path")).to_have_count(8)
    page.goto(f"{sky.address}/en/")
    expect(page.locator("svg.sky-field .rays")).to_have_count(8)


def test_a_mistyped_code_offers_the_likely_one(sky: Sky, open_page: Opener) -> None:
    code = code_of(7)
    page = open_page(f"/en/sheet?code={code[:-1]}{'A' if code[-1] != 'A' else 'B'}")
    expect(page.get_by_role("alert")).to_contain_text("is no sheet")
    page.get_by_role("link", name=code).click()
    expect(page.get_by_role("heading", name="Attention as a learned lookup")).to_be_visible()


def test_a_sheet_is_seen_before_it_is_printed(sky: Sky, open_page: Opener) -> None:
    page = open_page("/en/print/lookup?seed=7")
    expect(page.get_by_text(code_of(7)).first).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("The front of the sheet"))).to_be_visible()
    page.wait_for_load_state("networkidle")
    sizes = page.locator(".sheet-pages img").evaluate_all("all => all.map(one => one.naturalWidth)")
    assert sizes == [992, 992, 992]
    page.get_by_role("link", name="Letter").click()
    page.wait_for_load_state("networkidle")
    assert page.locator(".sheet-pages img").first.evaluate("one => one.naturalWidth") == 1020


def test_what_was_not_read_is_focused_nowhere_else_and_keeps_its_text(
    sky: Sky, open_page: Opener
) -> None:
    page = open_page(f"/en/sheet/{code_of(7)}")
    page.locator("#answer-1").fill(".25")
    expect(page.locator("#echo-1")).to_contain_text("read as 0.25")
    page.locator("#answer-1").fill("a bit")
    page.get_by_role("button", name="Enter these answers").click()
    expect(page.locator("#q1 [role=alert]")).to_be_visible()
    expect(page.locator("#answer-1")).to_have_value("a bit")
    with sky.store.read() as unit:
        assert unit.stars(sky.store.learners()[0]) == ()


def test_every_page_of_paper_is_accessible(sky: Sky, open_page: Opener) -> None:
    page = open_page(f"/en/sheet/{code_of(7)}", motion="reduce")
    assert flaws(page) == [], "a sheet"
    fill_in(page, 7)
    page.get_by_role("button", name="Enter these answers").click()
    expect(page.get_by_text("The worked path").first).to_be_visible()
    assert flaws(page) == [], "a sheet entered"
    for path in ("/en/print/lookup?seed=7", "/en/sheet", "/en/sheet?code=K7QM", "/en/lesson/dot"):
        page.goto(f"{sky.address}{path}")
        assert flaws(page) == [], path
