"""What a newcomer meets is said in words: one press that answers, and rings at the edge."""

from playwright.sync_api import expect

from tests.browser.conftest import Opener


def test_the_first_screen_says_that_one_press_answers(open_page: Opener) -> None:
    page = open_page("/en/")
    expect(page.locator("#part .note").last).to_contain_text("Here one press sends your answer")


def test_the_rings_of_a_lesson_are_explained_beside_them(open_page: Opener) -> None:
    for width in (390, 1440):
        page = open_page("/en/lesson/lookup", width=width)
        expect(page.get_by_text("The rings at the edge are this lesson’s stars")).to_be_visible()


def test_a_word_of_the_skys_list_stays_on_one_line_on_a_phone(open_page: Opener) -> None:
    page = open_page("/en/", width=390)
    page.get_by_role("button", name="0.84", exact=False).first.click()
    page.locator("#why").wait_for()
    page.goto(page.url.partition("/en/")[0] + "/en/")
    heights = page.locator(".sky-list .word").evaluate_all(
        "all => all.map(one => one.getClientRects().length)"
    )
    assert heights and set(heights) == {1}
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
