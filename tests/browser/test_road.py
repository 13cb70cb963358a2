"""The shortest road, walked from nothing: five lessons, one an evening, to a lit constellation."""

import re

from playwright.sync_api import Page, expect

from tests.browser.answering import answer
from tests.browser.conftest import Opener, Sky

STARS = 8


def lit(page: Page, sky: Sky, slug: str) -> int:
    """How many stars of a lesson are answered, as the sky shows them."""
    page.goto(f"{sky.address}/en/?lesson={slug}")
    stars = page.locator(f"svg.sky-field a.star[href*='star={slug}.']")
    expect(stars).to_have_count(STARS)
    count: int = stars.locator(".ember, .light").evaluate_all(
        "marks => new Set(marks.map(mark => mark.closest('a.star').getAttribute('href'))).size"
    )
    return count


def test_a_newcomer_reaches_the_lookup_by_the_shortest_road(sky: Sky, open_page: Opener) -> None:
    page = open_page("/en/map")
    road = page.locator("#open ol a").evaluate_all(
        "links => links.map(link => link.getAttribute('href').split('/').pop().split('?')[0])"
    )
    assert road[-1] == "lookup" and set(road) == {"average", "softmax", "dot", "project", "lookup"}
    for slug in road:
        page.goto(f"{sky.address}/en/lesson/{slug}")
        page.get_by_role("button", name="Ask all eight").click()
        for _ in range(STARS):
            answer(page, sky)
            expect(page.locator("#why")).to_contain_text("Yes")
            sky.later(minutes=1)
            page.get_by_role("button", name=re.compile("Next")).click()
        expect(page.locator("h1")).to_contain_text(re.compile("star|new"))
        assert lit(page, sky, slug) == STARS
        sky.later(days=1)
    assert lit(page, sky, "lookup") == STARS
    page.goto(f"{sky.address}/en/map?lesson=lookup")
    expect(page.locator("#open")).to_contain_text("all eight lit")
