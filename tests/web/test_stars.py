"""A stuck star: the lesson it builds on comes first, then setting it aside, and back."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from starlore.language import Catalogue
from starlore.lessons.shelf import Shelf
from starlore.memory.study_day import DAY_MS
from starlore.study.acting import set_aside
from starlore.study.desk import Moment
from starlore.study.skies import sky_on, weakest_need
from tests.study.acts import answered
from tests.web.conftest import App, serving
from tests.wide_course import write_wide

STAR = "taking.one"
CARD = f"/en/?star={STAR}"
say = Catalogue.load("en").say


@pytest.fixture
def wide_app(tmp_path: Path) -> Iterator[App]:
    """The app with the wide course, in which the lesson taking needs adding."""
    with serving(tmp_path, Shelf(write_wide(tmp_path)).course) as app:
        yield app


def miss(app: App, star: str, days: int) -> None:
    """Answer a star wrong on each of so many days."""
    for _ in range(days):
        answered(app.desk, Moment(app.clock[0], "UTC"), star, right=False)
        app.clock[0] += DAY_MS


def test_a_stuck_star_names_the_lesson_it_builds_on_and_may_be_set_aside(wide_app: App) -> None:
    miss(wide_app, STAR, days=8)
    page = wide_app.get(CARD).text
    assert say("sky-page.stuck") not in page
    assert say("sky-page.set-it-aside") not in page
    miss(wide_app, STAR, days=1)
    page = wide_app.get(CARD).text
    assert say("sky-page.stuck") in page
    assert say("sky-page.needs-first", lesson="The lesson adding") in page
    assert 'href="/en/lesson/adding"' in page
    reply = wide_app.post("/en/star/set-aside", star=STAR)
    assert reply.status == 303
    page = wide_app.get(reply.place).text
    assert say("notice.set-aside") in page
    assert say("sky-page.bring-it-back") in page
    assert say("sky-page.set-it-aside") not in page
    back = wide_app.post("/en/star/bring-back", star=STAR)
    assert say("notice.asked-again") in wide_app.get(back.place).text
    undone = wide_app.post("/en/star/undo")
    assert say("notice.act-undone") in wide_app.get(undone.place).text
    assert say("sky-page.bring-it-back") in wide_app.get(CARD).text
    wide_app.post("/en/star/undo")
    assert say("notice.no-act") in wide_app.get(wide_app.post("/en/star/undo").place).text


def test_a_stuck_star_whose_lesson_needs_none_names_none(wide_app: App) -> None:
    miss(wide_app, "adding.one", days=9)
    page = wide_app.get("/en/?star=adding.one").text
    assert say("sky-page.stuck") in page
    assert say("sky-page.needs-first", lesson="").partition("“")[0] not in page


def test_a_star_that_is_not_there_cannot_be_set_aside(wide_app: App) -> None:
    for path in ("/en/star/set-aside", "/en/star/bring-back"):
        assert wide_app.post(path, star="adding.none").status == 404
        assert wide_app.post(path).status == 404


def test_of_several_needs_the_one_known_least_is_named(wide_app: App) -> None:
    at = Moment(wide_app.clock[0], "UTC")
    course = wide_app.desk.course()
    node = course.nodes["taking"]
    answered(wide_app.desk, at, "adding.one")
    seen = sky_on(wide_app.desk, at)
    needs = type(node)("x", 2, ("adding", "taking", "nowhere"))
    wider = replace(course, nodes={**course.nodes, "x": needs})
    assert weakest_need(wider, seen, "x") == "taking"
    for _ in range(2):
        answered(wide_app.desk, at, "taking.one")
        answered(wide_app.desk, at, "taking.two")
    assert weakest_need(wider, sky_on(wide_app.desk, at), "x") == "adding"
    assert weakest_need(wider, seen, "adding") is None
    assert weakest_need(wider, seen, "nowhere") is None


def test_what_is_set_aside_elsewhere_can_be_brought_back_here(wide_app: App) -> None:
    at = Moment(wide_app.clock[0], "UTC")
    answered(wide_app.desk, at, "adding.one")
    set_aside(wide_app.desk, at, "adding.one")
    assert say("sky-page.bring-it-back") in wide_app.get("/en/?star=adding.one").text


def test_an_answer_taken_back_makes_nothing_grow(wide_app: App) -> None:
    id_ = answered(wide_app.desk, Moment(wide_app.clock[0], "UTC"), "adding.one").id
    page = f"/en/question/{id_}"
    assert ' grown"' in wide_app.get(page).text
    wide_app.post("/en/undo")
    taken_back = wide_app.get(page).text
    assert ' grown"' not in taken_back
    assert say("question.taken-back") in taken_back
