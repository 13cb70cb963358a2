"""The sky's page: what a phone shows large."""

import re

from starlore.language import Catalogue
from starlore.memory.due import NEW_STARS_A_DAY
from starlore.study.desk import Moment
from starlore.study.sitting import sitting
from tests.study.acts import answered, wrong_option
from tests.web.conftest import App


def large(app: App, path: str = "/en/") -> str:
    """The lesson whose constellation a phone shows."""
    found = re.search(r'<li><a href="([^"]*)" aria-current="true">', app.get(path).text)
    assert found is not None
    return found.group(1)


def test_a_phone_shows_the_constellation_one_was_at_last(app: App) -> None:
    at = app.clock[0]
    answered(app.desk, Moment(at, "UTC"), "softmax.shift")
    assert "softmax" in large(app)
    answered(app.desk, Moment(at + 60_000, "UTC"), "dot.score")
    app.clock[0] += 120_000
    assert "dot" in large(app)
    assert "average" in large(app, "/en/?star=average.blend")


def test_once_the_day_s_new_stars_are_lit_no_button_leads_nowhere(app: App) -> None:
    say, at = Catalogue.load("en").say, app.clock[0]
    assert 'action="/en/review"' in app.get("/en/review").text
    new = say("review.new-note", n=8, words="eight")
    assert new in app.get("/en/review").text
    for star in list(app.desk.course().lessons["lookup"].stars)[:NEW_STARS_A_DAY]:
        answered(app.desk, Moment(at, "UTC"), star)
    sky, review = app.get("/en/").text, app.get("/en/review").text
    assert say("sky-page.new-plenty") in sky
    assert say("review.new-plenty") in review
    assert 'action="/en/review"' not in sky + review


def test_the_note_counts_what_the_sitting_would_ask(app: App) -> None:
    at = app.clock[0]
    for star in list(app.desk.course().lessons["lookup"].stars)[:6]:
        answered(app.desk, Moment(at, "UTC"), star)
    two = Catalogue.load("en").say("sky-page.new-few", n=2, words="two")
    assert f'<span class="note">{two}</span>' in app.get("/en/").text


def test_an_ember_comes_back_and_does_not_begin_to_dim(app: App) -> None:
    at = app.clock[0]
    answered(app.desk, Moment(at, "UTC"), "softmax.shift", right=False)
    page = app.get("/en/?star=softmax.shift").text
    card = page[page.index('id="star"') : page.index('class="travel"')]
    assert "comes back tonight" in card
    assert "dim tomorrow" not in card
    app.clock[0] += 120_000
    answered(app.desk, Moment(app.clock[0], "UTC"), "softmax.shift", right=False)
    assert "comes back tomorrow" in app.get("/en/?star=softmax.shift").text
    assert re.search(r"<td>comes back on [^<]*</td>", page)
    ahead = app.get("/en/?on=2026-06-30").text
    assert Catalogue.load("en").say("sky-page.travel-ahead-none", day="30 June") in ahead


def test_the_end_of_a_sitting_says_which_embers_come_back_and_names_none_as_next_to_dim(
    app: App,
) -> None:
    place = app.post("/en/review").place
    first = sitting(app.desk, place.rpartition("/")[2]).shown[0]
    page = app.answer(first.id, wrong_option(first)).place
    shown = app.get(page).text
    say = Catalogue.load("en").say
    assert f"<h3>{say('question.your-sky')}</h3>" in shown
    assert say("question.grew-comes-back") in shown
    assert say("question.what-grew") not in shown
    end = app.get(f"{place}/end").text
    assert "One ember comes back tonight" in end
    assert "Next to dim" not in end
    app.post("/en/undo")
    taken = app.get(page).text
    assert f"<h3>{say('question.your-sky')}</h3>" in taken


def test_a_day_may_be_written_in_the_digits_of_any_page(app: App) -> None:
    answered(app.desk, Moment(app.clock[0], "UTC"), "softmax.shift", right=False)
    plain = app.get("/fa/?on=2026-06-30")
    assert plain.status == 200
    shown = app.get("/fa/?on=\u200e۲۰۲۶-۰۶-۳۰")
    assert shown.status == 200
    assert 'value="2026-06-30"' in shown.text and 'value="2026-06-30"' in plain.text
