"""What a page says of an answer: the number that was read, and whether it was there before."""

from starlore.language import Catalogue
from starlore.memory.due import ANSWERS_A_DAY
from starlore.study.desk import Moment
from tests.study.acts import answered, right_option, wrong_option
from tests.web.conftest import App

STAR = "lookup.what-is-carried"


def already_said(app: App, place: str) -> bool:
    return Catalogue.load("en").say("notice.already-answered") in app.get(place).text


def test_c08_a_second_tab_is_told_that_the_question_was_answered_already(app: App) -> None:
    id_ = app.ask(STAR)
    row = app.row(id_)
    first = app.answer(id_, right_option(row))
    log = app.log()
    other = app.answer(id_, wrong_option(row))
    assert (first.status, other.status) == (303, 303)
    assert not already_said(app, first.place)
    assert already_said(app, other.place)
    assert app.log() == log


def test_c08_the_same_answer_sent_again_gets_the_same_page(app: App) -> None:
    id_ = app.ask(STAR)
    form = app.new_id(), right_option(app.row(id_))
    first = app.answer(id_, form[1], form[0])
    app.clock[0] += 30_000
    again = app.answer(id_, form[1], form[0])
    assert (again.status, again.place) == (first.status, first.place)
    assert not already_said(app, again.place)


def test_an_unmatched_answer_is_told_with_the_number_that_was_read(app: App) -> None:
    row = app.typed("lookup.count-the-comparisons")
    app.answer(row.id, " = 7.50 ", reading="7.50")
    assert app.row(row.id).status == "answered"
    text = app.get(f"/en/question/{row.id}").text
    shown = Catalogue.load("en").say("question.headline-unmatched", yours="")
    assert f'{shown}<bdi dir="ltr">7.5</bdi>' in text


def test_a_day_of_fifty_answers_is_called_enough(app: App) -> None:
    say = Catalogue.load("en").say
    for turn in range(ANSWERS_A_DAY):
        answered(app.desk, Moment(app.clock[0] + turn, "UTC"), STAR)
    page = app.get("/en/review").text
    assert say("review.plenty") in page
    assert say("review.empty") not in page
    sky = app.get("/en/").text
    assert say("sky-page.plenty") in sky
    assert 'action="/en/review"' not in sky
    assert app.post("/en/review").place == "/en/review"
