"""Answering as a learner does: by choosing or typing, knowing what is right from the database."""

from playwright.sync_api import Page, expect

from starlore.questions.codec import from_json
from starlore.questions.model import Variant
from tests.browser.conftest import Sky


def variant_on(page: Page, sky: Sky) -> Variant:
    """The Variant of the form on screen, from the database: the page itself does not tell."""
    action = page.locator("form[action*='/answer/']").first.get_attribute("action") or ""
    learner = sky.store.learners()[0]
    with sky.store.read() as unit:
        row = unit.variant(learner, action.rpartition("/")[2])
    assert row is not None
    return from_json(row.variant_json)


def answer(page: Page, sky: Sky, right: bool = True) -> None:
    """Answer the question on screen by choosing or typing, and wait for its explanation."""
    variant = variant_on(page, sky)
    field = page.locator("input[name=answer].is-typed")
    if field.count():
        chosen = variant.solution if right else variant.misconceptions[0].answer
        parts = chosen if isinstance(chosen, tuple) else (chosen,)
        field.fill("; ".join(str(part) for part in parts))
    else:
        name = "" if right else next(n for n in variant.order if n)
        page.locator("label.answer").nth(variant.order.index(name)).click()
    page.get_by_role("button", name="Answer", exact=True).click()
    again = page.get_by_role("button", name="Yes, send it")
    expect(page.locator("#why").or_(again).first).to_be_visible()
    if again.count():
        again.click()
    expect(page.locator("#why")).to_be_visible()
