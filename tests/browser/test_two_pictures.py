"""Two live pictures of one kind on a page: each has its own numbers, with a script and without."""

import re
import shutil
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from starlore.lessons.model import Course
from starlore.lessons.shelf import Shelf
from tests.browser.conftest import COURSE, Opener, axe
from tests.browser.test_dials import slide


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Course]:
    """The course, with the shadow of its lesson on scores shown twice."""
    folder = shutil.copytree(COURSE, tmp_path_factory.mktemp("twice") / "course")
    lesson = folder / "dot" / "lesson.md"
    text = lesson.read_text(encoding="utf-8")
    figure = re.search(r"^```figure\n.*?^```\n", text, re.MULTILINE | re.DOTALL)
    assert figure is not None
    other = figure.group().replace("id: key", "id: other")
    lesson.write_text(text.replace(figure.group(), f"{figure.group()}\n{other}", 1), "utf-8")
    return Shelf(folder).course


def told(page: Page, picture: str) -> Locator:
    return page.locator(f"#picture-{picture} [data-live=told]")


def test_without_a_script_each_form_keeps_what_the_other_says(open_page: Opener) -> None:
    page = open_page("/en/lesson/dot", script=False)
    for picture, value, words in (
        ("other", "0", "is the score 1."),
        ("key", "4", "The score is 9"),
    ):
        figure = page.locator(f"#picture-{picture}")
        slide(figure.locator(f"input[name='{picture}.key.0']"), value)
        figure.get_by_role("button", name="Compute").click()
        expect(page).to_have_url(re.compile(f"#picture-{picture}$"))
        expect(told(page, picture)).to_contain_text(words)
    expect(told(page, "other")).to_contain_text("is the score 1.")
    page.locator("#picture-key").get_by_role("link", name="As it was").click()
    expect(told(page, "key")).to_contain_text("is the score 3")
    expect(told(page, "other")).to_contain_text("is the score 1.")


def test_with_a_script_one_moves_and_the_other_stays(open_page: Opener) -> None:
    page = open_page("/en/lesson/dot")
    page.locator("#picture-other input[name='other.key.0']").fill("4")
    expect(told(page, "other")).to_contain_text("The score is 9")
    expect(told(page, "key")).to_contain_text("is the score 3")


def test_no_two_fields_have_one_name_and_no_two_parts_one_id(open_page: Opener) -> None:
    page = open_page("/en/lesson/dot?key.key.0=-3&other.key.0=4")
    names = page.locator("form input[type=range]").evaluate_all("all => all.map(one => one.name)")
    ids = page.locator("[id]").evaluate_all("all => all.map(one => one.id)")
    assert len(names) == 4
    assert len({*names}) == 4
    assert len({*ids}) == len(ids)
    assert axe(page) == []
