"""The shortest road, walked from nothing: five lessons, one an evening, to a lit constellation.

Once without a slip; and once as people walk it: the very first question wrong, a slip in every
lesson, a warm-up before what has grown dim, a review on an evening between.
"""

import re
from collections.abc import Collection
from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.browser.answering import answer
from tests.browser.conftest import Opener, Sky

STARS = 8
MOST = 2 * STARS
"""Questions of a lesson's sitting: its stars, those missed once more, easier ones between."""

MINUTES = re.compile(r"about (\d+) minutes")


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


def minutes_left(page: Page, sky: Sky) -> int:
    """What the road to the lookup still takes, by the steps on the map."""
    page.goto(f"{sky.address}/en/map?lesson=lookup")
    steps = page.locator("#open ol .note").all_inner_texts()
    return sum(int(found) for step in steps for found in MINUTES.findall(step))


def sit(page: Page, sky: Sky, missed: Collection[int]) -> int:
    """Answer all that a sitting asks, some of it wrong; how many questions that were."""
    for place in range(MOST + 1):
        if not page.locator("form.question").count():
            return place
        answer(page, sky, right=place not in missed)
        told = "Not this one" if place in missed else "Yes"
        expect(page.locator("#why")).to_contain_text(told)
        sky.later(minutes=0.6)
        page.get_by_role("button", name=re.compile("Next")).click()
        expect(page.locator("#why")).to_have_count(0)
    raise AssertionError("the sitting did not end")


def warm_up(page: Page, sky: Sky, right: bool) -> bool:
    """Answer the one question before a lesson, if one is offered."""
    if not page.locator("#warm-up").count():
        return False
    page.get_by_role("button", name="Ask it here").click()
    expect(page.locator("#warm-up form.question")).to_be_visible()
    answer(page, sky, right=right)
    expect(page.locator("#warm-up #why")).to_contain_text("Yes" if right else "Not this one")
    page.get_by_role("link", name=re.compile("On to the lesson")).click()
    expect(page.locator("#warm-up")).to_have_count(0)
    return True


def test_a_newcomer_who_errs_reaches_the_lookup_all_the_same(sky: Sky, open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="0.75").click()
    expect(page.locator("#why")).to_contain_text("you shared 3, 1, 0 out of 4")
    told, warmed = [minutes_left(page, sky)], []
    road = ("dot", "average", "softmax", "project", "lookup")
    for evening, slug in enumerate(road):
        page.goto(f"{sky.address}/en/lesson/{slug}")
        if warm_up(page, sky, right=evening % 2 == 0):
            warmed.append(slug)
        page.get_by_role("button", name="Ask all eight").click()
        expect(page.locator("form.question")).to_be_visible()
        assert sit(page, sky, missed={evening}) > STARS, "what was missed came back"
        assert lit(page, sky, slug) == STARS
        told.append(minutes_left(page, sky))
        sky.later(days=2)
        if slug == "softmax":
            review_with_a_slip(page, sky)
    assert warmed == ["softmax", "project", "lookup"]
    assert all(after < before for before, after in pairwise(told)), "each evening it grew shorter"
    assert told[0] == 105 and told[-1] <= 20, "only embers are left"
    page.goto(f"{sky.address}/en/map?lesson=lookup")
    expect(page.locator("#open")).to_contain_text(re.compile("(all|seven of) eight lit"))


def review_with_a_slip(page: Page, sky: Sky) -> None:
    """An evening of review: a slip makes the road no shorter, and what is right then does."""
    before = minutes_left(page, sky)
    page.goto(f"{sky.address}/en/")
    page.get_by_role("button", name="Seven minutes").click()
    expect(page.locator("form.question")).to_be_visible()
    sitting = page.url
    answer(page, sky, right=False)
    expect(page.locator("#why")).to_contain_text("Not this one")
    slipped = minutes_left(page, sky)
    assert slipped >= before
    page.goto(sitting)
    sky.later(minutes=0.6)
    page.get_by_role("button", name=re.compile("Next")).click()
    expect(page.locator("#why")).to_have_count(0)
    assert sit(page, sky, missed=()) >= STARS - 1
    expect(page.locator("h1")).to_contain_text(re.compile("star|brighter|new"))
    assert minutes_left(page, sky) <= slipped
    sky.later(days=2)
