"""Every screen in each language, and in the two that nobody speaks: whole, clean, the right way."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from starlore.language import direction, languages
from starlore.language.pseudo import PSEUDO
from starlore.study.sheets import draw_sheet
from tests.browser.answering import variant_on
from tests.browser.conftest import Opener, Sky, flaws, resize
from tests.real_course import real_course

LESSONS = real_course().lessons
PATHS = (
    *("", "lesson/lookup", "map", "map?lesson=reading", "lab/lookup", "review"),
    *("settings", "keys", "?star=lookup.three-shares", "lesson/dot", "lesson/softmax"),
    *("lesson/average", "lesson/project", "lesson/window", "lesson/state"),
    *("print/lookup?seed=7", "sheet", f"sheet/{draw_sheet(LESSONS['lookup'], 7).code.printed}"),
)
WIDTHS = (390, 1440)
AXED = {tag: WIDTHS if tag == "en" else (1440,) for tag in languages()}
"""Where a language is looked at by axe: what is drawn on a phone only is the same in each."""

CUT = """() => {
  const boxes = [...document.querySelectorAll("body *")].filter((one) => {
    const style = getComputedStyle(one);
    return !one.closest("svg, .unseen, .spoken, math") && one.getClientRects().length
      && ["hidden", "clip"].includes(style.overflowX);
  });
  return boxes.filter((box) => {
    const whole = box.getBoundingClientRect();
    return [...box.querySelectorAll("*")].some((one) => {
      const part = one.getBoundingClientRect();
      return !one.closest("svg, .unseen, math") && one.textContent.trim() && part.width
        && (part.left < whole.left - 1 || part.right > whole.right + 1);
    });
  }).map((box) => box.outerHTML.slice(0, 120));
}"""
"""What hides a part of its words."""

SPACED = """() => [...document.querySelectorAll("body *")].filter((one) => {
  const style = getComputedStyle(one);
  return style.letterSpacing !== "normal" && style.letterSpacing !== "0px"
    && /[\\u0600-\\u06ff]/.test(one.textContent);
}).map((one) => one.outerHTML.slice(0, 120))"""
"""Letters that join, drawn apart."""

UNTURNED = """() => [...document.querySelectorAll("math")].filter((one) => {
  const style = getComputedStyle(one);
  return style.direction !== "ltr" || !style.unicodeBidi.includes("isolate");
}).map((one) => one.outerHTML.slice(0, 120))"""
"""Formulas that do not run from left to right by themselves."""


SQUEEZED = """() => [...document.querySelectorAll("main :is(h1, h2, p)")].filter((one) => {
  const style = getComputedStyle(one);
  return !one.closest("svg, .unseen, .spoken") && one.getClientRects().length
    && one.textContent.trim().length > 12
    && one.getBoundingClientRect().width < 5 * parseFloat(style.fontSize);
}).map((one) => one.outerHTML.slice(0, 120))"""
"""Text in a column a word or a letter wide."""


def walk(page: Page, sky: Sky, tag: str, look: Callable[[str], None]) -> None:
    """Go to every screen of a language; look at each, also at a question open and answered
    and at the sky long after."""
    for path in PATHS:
        page.goto(f"{sky.address}/{tag}/{path}")
        look(path)
    page.goto(f"{sky.address}/{tag}/lesson/lookup")
    page.locator(".more button.link").nth(3).click()
    expect(page.locator("form.question")).to_be_visible()
    look("open")
    page.locator("label.answer").first.click()
    page.locator("form.question .button.main").click()
    expect(page.locator("#why")).to_be_visible()
    look("answered")
    sky.later(days=40)
    page.goto(f"{sky.address}/{tag}/")
    look("due")


WRONG = {
    "hides a part of its words": CUT,
    "is a formula that does not run by itself": UNTURNED,
    "joins letters and draws them apart": SPACED,
    "stands in a column a word wide": SQUEEZED,
}


def unwhole(page: Page) -> list[str]:
    """What is wrong with the words on a page at each width, a line each."""
    found, size = list[str](), page.viewport_size
    for width in WIDTHS:
        resize(page, width)
        page.evaluate("document.fonts.ready")
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found += [f"{width} px: {over} px too wide"] if over > 0 else []
        for wrong, looked in WRONG.items():
            found += [f"{width} px: {one} {wrong}" for one in page.evaluate(looked)]
    assert size is not None
    page.set_viewport_size(size)
    return found


@pytest.mark.parametrize("tag", [*languages(), *PSEUDO])
def test_every_screen_is_whole_and_clean_by_axe_in_every_language(
    sky: Sky, open_page: Opener, tag: str
) -> None:
    """Those that nobody speaks are whole; what people speak is clean by axe in both themes too."""
    page = open_page(f"/{tag}/", motion="reduce")

    def look(path: str) -> None:
        assert unwhole(page) == [], f"/{tag}/{path}"
        expect(page.locator("html")).to_have_attribute("dir", direction(tag))
        if tag in languages():
            assert flaws(page, AXED[tag]) == [], f"/{tag}/{path}"

    walk(page, sky, tag, look)


def test_words_that_are_not_whole_are_told_with_their_width(open_page: Opener) -> None:
    page = open_page("/fa/keys", motion="reduce")
    assert unwhole(page) == []
    heading = page.locator("h1")
    heading.evaluate("e => e.style.setProperty('letter-spacing', '3px', 'important')")
    assert {found.partition(":")[0] for found in unwhole(page)} == {"390 px", "1440 px"}
    heading.evaluate("e => { e.style.inlineSize = '1000px'; }")
    assert any(re.match(r"390 px: \d+ px too wide", found) for found in unwhole(page))


def test_a_fault_is_told_with_its_width_and_theme(open_page: Opener) -> None:
    page = open_page("/en/keys", theme="light", motion="reduce")
    assert flaws(page) == []
    page.locator("h1").evaluate("e => { e.style.color = 'light-dark(#eee, #fff)'; }")
    (narrow, wide) = (one.partition(": ")[0] for one in flaws(page, (390, 1440)))
    assert (narrow, wide) == ("390 px, light", "1440 px, light")
    assert page.viewport_size == {"width": 1440, "height": 900}
    assert page.evaluate("matchMedia('(prefers-color-scheme: light)').matches")


def test_one_turns_from_english_to_persian_and_stays_there(sky: Sky, open_page: Opener) -> None:
    page = open_page("/en/lesson/lookup?trio.v.0.0=7")
    page.get_by_role("button", name="فارسی").click()
    expect(page).to_have_url(f"{sky.address}/fa/lesson/lookup?trio.v.0.0=7")
    expect(page.locator("html")).to_have_attribute("lang", "fa")
    page.goto(sky.address)
    expect(page).to_have_url(f"{sky.address}/fa/")
    page.get_by_role("button", name="English").click()
    expect(page).to_have_url(f"{sky.address}/en/")


def test_without_a_script_one_turns_as_well(sky: Sky, open_page: Opener) -> None:
    page = open_page("/fa/map", script=False)
    page.get_by_role("button", name="English").click()
    expect(page).to_have_url(f"{sky.address}/en/map")


def test_the_first_word_stands_at_the_right_and_a_number_line_does_not_turn(
    sky: Sky, open_page: Opener
) -> None:
    def places(tag: str, path: str, marks: str) -> list[float]:
        page.goto(f"{sky.address}/{tag}/{path}")
        found = page.locator(marks).evaluate_all("all => all.map(e => e.getBoundingClientRect().x)")
        return [float(x) for x in found]

    page = open_page("/en/")
    columns = {tag: places(tag, "", "svg.first-sky rect.p-score") for tag in ("en", "fa")}
    assert columns["en"] == sorted(columns["en"]) and len(columns["en"]) == 2
    assert columns["fa"] == sorted(columns["fa"], reverse=True)
    ticks = "figure.number-line svg text, figure.beam svg text"
    lines = [places(tag, "lesson/average", ticks) for tag in ("en", "fa")]
    assert len(lines[0]) > 5
    assert [x - lines[0][0] for x in lines[0]] == pytest.approx(
        [x - lines[1][0] for x in lines[1]], abs=6
    )


def test_a_sign_stands_before_its_number_and_a_tuple_in_its_order(open_page: Opener) -> None:
    page = open_page("/fa/lesson/lookup")
    order = page.evaluate(
        """() => {
          const pair = [...document.querySelectorAll(".prose bdi[dir=ltr]")]
            .find((one) => one.textContent.includes("\\u2212"));
          const text = pair.firstChild, range = document.createRange();
          return [...text.data].map((sign, at) => {
            range.setStart(text, at); range.setEnd(text, at + 1);
            return [sign, range.getBoundingClientRect().x];
          }).filter(([sign]) => !/[\\s()\\u060c]/.test(sign))
            .sort((one, other) => one[1] - other[1]).map(([sign]) => sign).join("");
        }"""
    )
    assert order == "۱−۱"


def test_a_list_of_numbers_runs_as_the_page_does(open_page: Opener) -> None:
    page = open_page("/fa/")
    places = page.locator("#stem bdi.list > bdi").evaluate_all(
        "all => all.map(e => [e.textContent, e.getBoundingClientRect().x])"
    )
    assert [text for text, _ in sorted(places, key=lambda pair: -pair[1])] == ["۳", "۱", "۰"]


def test_steps_are_numbered_in_the_digits_of_the_page(open_page: Opener) -> None:
    page = open_page("/fa/lesson/lookup")
    steps = page.locator(".off-parts ol").first
    assert steps.evaluate("e => getComputedStyle(e).listStyleType") == "persian"
    page.locator("html").evaluate("e => e.dataset.digits = 'latin'")
    assert steps.evaluate("e => getComputedStyle(e).listStyleType") == "decimal"


def test_a_number_is_changed_in_the_digits_of_the_page(open_page: Opener) -> None:
    page = open_page("/fa/lesson/lookup")
    field, told = (
        page.locator("input[name='trio.v.0.0']"),
        page.locator("#picture-trio .moved-told"),
    )
    expect(field).to_have_value("۱۰")
    for text in ("۷٫۵", "٧٫٥", "7.5"):
        field.fill(text)
        expect(told).to_contain_text("یک مقدار عوض شد")
        expect(page.locator("#picture-trio svg[role=img]").first).to_contain_text("۷٫۵")
    field.press("ArrowDown")
    expect(field).to_have_value("۶٫۵")
    page.goto(page.url.replace("lookup", "softmax"))
    slider = page.locator("input[name$='.score.0']")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "۳٫۵")


def answer_right(page: Page, sky: Sky) -> None:
    """Choose the right answer to the question on screen."""
    expect(page.locator("form.question")).to_be_visible()
    page.locator("label.answer").nth(variant_on(page, sky).order.index("")).click()
    page.locator("form.question .button.main").last.click()
    expect(page.locator("#why")).to_be_visible()


def test_a_number_is_typed_in_persian_digits_and_echoed(sky: Sky, open_page: Opener) -> None:
    page = open_page("/fa/")
    page.get_by_role("button", name="۰٫۸۴").click()
    expect(page.locator("#why")).to_contain_text("بله")
    for _ in range(2):
        sky.later(days=3)
        page.goto(f"{sky.address}/fa/lesson/lookup")
        page.locator(".more button.link").nth(0).click()
        answer_right(page, sky)
    sky.later(days=9)
    page.goto(f"{sky.address}/fa/lesson/lookup")
    page.locator(".more button.link").nth(0).click()
    field = page.locator("input.is-typed")
    for text, echo in (("۰٫۸۴ ۰/۱۱ ۰٫۰۴", "دو جور"), ("۱", "سه")):
        field.fill(text)
        expect(page.locator("#echo")).to_contain_text(echo)
    solution = variant_on(page, sky).solution
    assert isinstance(solution, tuple)
    persian = str.maketrans("0123456789.", "۰۱۲۳۴۵۶۷۸۹٫")
    field.fill("، ".join(str(part) for part in solution).translate(persian))
    expect(page.locator("#echo")).to_contain_text("خوانده شد")
    page.locator("form.question .button.main").last.click()
    expect(page.locator("#why")).to_contain_text("بله")
