"""A newcomer's way: from the first question to a lit constellation, and back a week later."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.answering import answer, variant_on
from tests.browser.conftest import Opener, Sky, Watch, flaws

STARS = 8


@pytest.mark.parametrize(("script", "theme"), [(True, "dark"), (False, "light")])
def test_from_first_run_to_a_lit_constellation_and_a_review_a_week_later(
    sky: Sky, open_page: Opener, theme: str, script: bool
) -> None:
    page = open_page(theme=theme, script=script)
    expect(page.get_by_role("heading", name="Three scores: 3, 1, 0.")).to_be_visible()
    page.get_by_role("button", name="0.84").click()
    expect(page.locator("#why")).to_contain_text("0.84")
    page.goto(f"{sky.address}/en/lesson/lookup")
    page.get_by_role("button", name="Ask all eight").click()
    for place in range(STARS):
        answer(page, sky)
        expect(page.locator("#why")).to_contain_text("Yes")
        sky.later(minutes=0.5)
        page.get_by_role("button", name=re.compile("Next")).click()
        if place < STARS - 1:
            expect(page.locator("form.question")).to_be_visible()
    expect(page.locator("h1")).to_contain_text(re.compile("star|new"))
    page.goto(f"{sky.address}/en/")
    expect(page.locator("svg.sky-field a.star[href*='star=lookup.']")).to_have_count(STARS)
    expect(page.locator("svg.sky-field .rays")).to_have_count(STARS)
    sky.later(days=8)
    page.reload()
    expect(page.locator("svg.sky-field .halo").first).to_be_attached()
    page.get_by_role("button", name="Seven minutes").click()
    expect(page.locator("form.question")).to_be_visible()
    answer(page, sky, right=False)
    expect(page.locator("#why")).to_contain_text("Not this one")
    expect(page.get_by_text("The worked path")).to_be_visible()


def test_take_back_and_bring_back(sky: Sky, open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="0.75").click()
    expect(page.locator("#why")).to_contain_text("you shared 3, 1, 0 out of 4")
    page.keyboard.press("u")
    expect(page.get_by_text("this answer does not count")).to_be_visible()
    with sky.store.read() as unit:
        assert unit.stars(sky.store.learners()[0]) == ()
    page.get_by_role("button", name="Bring it back").first.click()
    expect(page.get_by_role("button", name=re.compile("Take back"))).to_be_visible()
    with sky.store.read() as unit:
        assert len(unit.stars(sky.store.learners()[0])) == 1


def test_export_erase_and_import_bring_the_same_sky_back(
    sky: Sky, open_page: Opener, tmp_path: Path
) -> None:
    page = open_page()
    page.get_by_role("button", name="0.84").click()
    expect(page.locator("#why")).to_be_visible()
    page.goto(f"{sky.address}/en/settings")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    file = tmp_path / "sky.jsonl"
    download.value.save_as(file)
    page.get_by_label(re.compile("to confirm")).fill("no")
    page.get_by_role("button", name="Erase").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was erased")
    page.get_by_label(re.compile("to confirm")).fill("erase")
    page.get_by_role("button", name="Erase").click()
    expect(page.get_by_role("button", name="0.84")).to_be_visible()
    page.goto(f"{sky.address}/en/settings")
    page.get_by_label("File made by Export").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Brought back.")).to_be_visible()
    learner = sky.store.local_learner(0)
    assert "".join(sky.store.export(learner)) == file.read_text(encoding="utf-8")
    page.goto(f"{sky.address}/en/")
    expect(page.locator("svg.sky-field .rays")).to_have_count(1)


def test_the_whole_first_question_by_keyboard(sky: Sky, open_page: Opener) -> None:
    page = open_page()
    place = variant_first(page)
    page.keyboard.press(str(place))
    expect(page.locator("#why")).to_be_focused()
    page.keyboard.press("g")
    page.keyboard.press("l")
    expect(page).to_have_url(re.compile("/en/lesson/"))
    page.locator(".more button.link").nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#stem")).to_be_focused()
    page.keyboard.press("h")
    expect(page.locator(".hints li")).to_have_count(1)
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_be_focused()


def variant_first(page: Page) -> int:
    """The place of the right answer to the first question."""
    names = page.locator("button.answer").all_inner_texts()
    return next(i for i, text in enumerate(names, 1) if "0.84" in text)


def test_typed_numbers_are_echoed_before_they_count(sky: Sky, open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="0.84").click()
    expect(page.locator("#why")).to_be_visible()
    for _ in range(2):
        sky.later(days=3)
        ask_in_lesson(page, sky, 0)
        answer(page, sky)
    sky.later(days=9)
    ask_in_lesson(page, sky, 0)
    field = page.get_by_role("textbox", name=re.compile("weights"))
    field.fill("1 2")
    expect(page.locator("#echo")).to_contain_text("three")
    variant = variant_on(page, sky)
    assert isinstance(variant.solution, tuple)
    field.fill(", ".join(str(part) for part in variant.solution).replace("0.", "."))
    expect(page.locator("#echo")).to_contain_text("read as")
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#why")).to_contain_text("Yes")


def ask_in_lesson(page: Page, sky: Sky, place: int) -> None:
    page.goto(f"{sky.address}/en/lesson/lookup")
    page.locator(".more button.link").nth(place).click()
    expect(page.locator("form.question")).to_be_visible()


def test_a_value_moves_no_weight_and_a_key_moves_whole_rows(open_page: Opener) -> None:
    page = open_page("/en/lesson/lookup")
    figure = page.locator("#picture-trio")
    weights = figure.locator("[data-live=twin]")
    before = weights.inner_text()
    field = figure.locator("input[name='trio.v.0.0']")
    field.fill("7")
    expect(figure.locator("[data-live=told]")).to_contain_text("no weight", ignore_case=True)
    assert re.findall(r"0\.\d{5}", weights.inner_text()) == re.findall(r"0\.\d{5}", before)
    figure.locator("input[name='trio.k.1.0']").fill("2")
    expect(weights).not_to_have_text(re.compile(r"0\.84379"))


def test_every_page_is_clean_by_axe_and_fits_its_width(
    sky: Sky, open_page: Opener, watch: Watch
) -> None:
    watch.expected = ("404 (Not Found)",)
    page = open_page(motion="reduce")
    assert flaws(page) == [], "first"
    page.get_by_role("button", name="0.75").click()
    expect(page.locator("#why")).to_be_visible()
    assert flaws(page) == [], "first, answered"
    ask_in_lesson(page, sky, 3)
    assert flaws(page) == [], "asked"
    answer(page, sky)
    assert flaws(page) == [], "answered"
    paths = ("/en/", "/en/?star=lookup.three-shares", "/en/settings", "/en/keys", "/en/review")
    for path in (*paths, "/en/lesson/none"):
        page.goto(sky.address + path)
        assert flaws(page) == [], path


def test_settings_are_kept_and_shown(sky: Sky, open_page: Opener) -> None:
    page = open_page("/en/settings")
    page.get_by_label("Name of this sky").fill("Ada <b>")
    page.get_by_text("Paper", exact=True).click()
    page.get_by_text("80 %").first.click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "paper")
    expect(page.get_by_label("Name of this sky")).to_have_value("Ada <b>")
    page.get_by_role("button", name="Take back the last change").click()
    expect(page.get_by_text("Taken back.")).to_be_visible()


def test_a_lost_connection_loses_nothing(sky: Sky, open_page: Opener, watch: object) -> None:
    page = open_page()
    watch.expected = ("ERR_INTERNET_DISCONNECTED",)  # type: ignore[attr-defined]
    page.context.set_offline(True)
    page.get_by_role("button", name="0.84").click()
    expect(page.get_by_role("alert")).to_contain_text("Not sent")
    page.context.set_offline(False)
    page.get_by_role("button", name="0.84").click()
    expect(page.locator("#why")).to_be_visible()
    with sky.store.read() as unit:
        assert unit.count_answers(sky.store.learners()[0]) == 1


def test_the_sky_travels_ahead_and_back(sky: Sky, open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="0.84").click()
    expect(page.locator("#why")).to_be_visible()
    sky.later(days=3)
    page.goto(f"{sky.address}/en/")
    page.get_by_label("The sky on").fill("2027-01-15")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("on=2027-01-15"))
    expect(page.locator("p.muted", has_text="if nothing is answered before")).to_be_visible()


def test_no_page_is_wider_than_its_window(sky: Sky, open_page: Opener) -> None:
    page = open_page(motion="reduce")

    def widest() -> dict[int, int]:
        wide: dict[int, int] = {}
        for width in (320, 390, 768, 1024, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            over = int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
            wide |= {width: over} if over > 0 else {}
        return wide

    assert widest() == {}
    page.get_by_role("button", name="0.75").click()
    expect(page.locator("#why")).to_be_visible()
    assert widest() == {}
    for star in range(8):
        ask_in_lesson(page, sky, star)
        for count in (1, 2):
            page.get_by_role("button", name="hint").click()
            expect(page.locator(".hints li")).to_have_count(count)
        assert widest() == {}, star
        answer(page, sky)
        assert widest() == {}, star
    for path in ("/en/", "/en/settings", "/en/keys", "/en/review", "/en/lesson/lookup"):
        page.goto(sky.address + path)
        assert widest() == {}, path


def test_the_slider_runs_on_under_arrows_and_keeps_its_focus(sky: Sky, open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="0.84").click()
    expect(page.locator("#why")).to_be_visible()
    page.goto(f"{sky.address}/en/")
    slider = page.get_by_role("slider")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    expect(page).to_have_url(re.compile("on="))
    expect(page.get_by_role("slider")).to_be_focused()
    expect(page.get_by_role("slider")).to_have_value("5")
