"""The map, what an answer also brightened, and one question to warm up on: over the wire."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from starlore.language import Catalogue
from starlore.memory.study_day import DAY_MS
from starlore.study.desk import Moment
from tests.real_course import real_course
from tests.study.acts import answered, right_option, wrong_option
from tests.web.conftest import App, serving

say = Catalogue.load("en").say
HEAD = "lookup.the-whole-head"
WARM = "softmax.top-weight"


@pytest.fixture
def seven_app(tmp_path: Path) -> Iterator[App]:
    """The app with seven lessons."""
    with serving(tmp_path, real_course) as app:
        yield app


def met(app: App, *stars: str, days: int = 0) -> None:
    """Answer some stars right, then let days pass."""
    for star in stars:
        answered(app.desk, Moment(app.clock[0], "UTC"), star)
    app.clock[0] += days * DAY_MS


def test_the_map_is_a_room_and_the_address_carries_the_choice(seven_app: App) -> None:
    page = seven_app.get("/en/map")
    assert page.status == 200
    assert re.search(r'href="/en/map" data-go="m" aria-current="page"', page.text)
    chosen = seven_app.get("/en/map?lesson=dot").text
    assert '<a class="lesson is-open" id="map-dot" href="/en/map?lesson=dot"' in chosen
    assert seven_app.get("/en/map?lesson=nowhere").status == 404


def test_looking_at_the_map_writes_nothing(seven_app: App) -> None:
    before = seven_app.log()
    seven_app.get("/en/map?lesson=lookup")
    assert seven_app.log() == before


def test_an_answer_tells_what_it_also_brightened(seven_app: App) -> None:
    met(seven_app, WARM, "dot.score", days=6)
    variant = seven_app.ask(HEAD)
    seven_app.answer(variant, right_option(seven_app.row(variant)))
    page = seven_app.get(f"/en/question/{variant}").text
    assert say("question.also-heading") in page
    assert "The largest share, in “Softmax”: it now holds about" in page
    assert "Score, in “The dot product”: it now holds about" in page
    assert "Blend, in" not in page
    also = page.partition('class="also"')[2].partition("</ul>")[0]
    assert also.count("star grown") == 2


def test_taken_back_it_brightened_nothing(seven_app: App) -> None:
    met(seven_app, WARM, days=6)
    variant = seven_app.ask(HEAD)
    seven_app.answer(variant, right_option(seven_app.row(variant)))
    seven_app.post("/en/undo")
    assert say("question.also-heading") not in seven_app.get(f"/en/question/{variant}").text


def test_after_a_miss_one_easier_question_is_offered(seven_app: App) -> None:
    met(seven_app, WARM, days=6)
    variant = seven_app.ask(HEAD)
    seven_app.answer(variant, wrong_option(seven_app.row(variant)))
    page = seven_app.get(f"/en/question/{variant}").text
    assert say("question.easier", star="The largest share") in page
    easier = page.partition(say("question.easier", star="The largest share"))[0].rpartition(
        "<form"
    )[2]
    assert f'name="star" value="{WARM}"' in easier


def test_a_lesson_offers_one_warm_up_in_place_and_no_second(seven_app: App) -> None:
    fresh = seven_app.get("/en/lesson/lookup").text
    assert 'id="warm-up"' not in fresh
    met(seven_app, WARM, "dot.score", days=60)
    offer = seven_app.get("/en/lesson/lookup").text
    assert say("question.warm-up") in offer
    (star,) = re.findall(r'data-swap="warm-up"><input[^>]*value="([^"]*)"', offer)
    reply = seven_app.post("/en/ask", star=star, back="warm-up lookup")
    assert reply.place.startswith("/en/lesson/lookup?warm=")
    assert reply.place.endswith("#warm-up")
    variant = reply.place.partition("warm=")[2].partition("#")[0]
    opened = seven_app.get(f"/en/lesson/lookup?warm={variant}").text
    assert opened.count('class="question"') == 1
    assert 'name="back" value="warm-up lookup"' in opened
    text = right_option(seven_app.row(variant))
    done = seven_app.answer(variant, text, back="warm-up lookup")
    assert done.place.partition("#")[0] == f"/en/lesson/lookup?warm={variant}"
    answered_page = seven_app.get(done.place.partition("#")[0]).text
    assert say("question.warm-up-go") in answered_page
    assert 'id="warm-up"' not in seven_app.get("/en/lesson/lookup").text


def test_what_is_asked_back_in_a_warm_up_stays_in_its_place(seven_app: App) -> None:
    met(seven_app, WARM, days=60)
    reply = seven_app.post("/en/ask", star=WARM, back="warm-up lookup")
    variant = reply.place.partition("warm=")[2].partition("#")[0]
    back = seven_app.answer(variant, "", back="warm-up lookup")
    assert back.status == 200
    warm = back.text.partition('id="warm-up"')[2].partition("</section>")[0]
    assert say("question.none-chosen") in warm


@pytest.mark.parametrize("back", ["warm-up nowhere", "warm-up ", "warm-up"])
def test_a_warm_up_for_no_lesson_is_a_question_by_itself(seven_app: App, back: str) -> None:
    met(seven_app, WARM, days=60)
    assert seven_app.post("/en/ask", star=WARM, back=back).place.startswith("/en/question/")


def test_a_sitting_ends_with_what_brightened_along_the_way(seven_app: App) -> None:
    met(seven_app, WARM, days=6)
    place = seven_app.post("/en/review", lesson="lookup").place
    for _ in range(3):
        variant = seven_app.get(place).text.partition("/en/answer/")[2].partition('"')[0]
        seven_app.answer(variant, right_option(seven_app.row(variant)))
        seven_app.clock[0] += 1_000
        seven_app.post(f"{place}/next")
    page = seven_app.get(f"{place}/end").text
    assert say("review.end-also", names="The largest share") in page
    assert "Three new stars." in page
    assert re.search(r'href="/en/lesson/lookup" data-go="l" aria-current="page"', page)
    dims = re.findall(r"<p>((?:Next to dim|Then), on [^:]+): [^<]+\.</p>", page)
    assert len(dims) == len(set(dims)) >= 1, "each day is told once"
    onward = re.findall(r'href="/en/lesson/(\w+)">(On to [^<]+)<', page)
    assert onward == [("dot", "On to “The dot product”")]


def test_the_room_of_lessons_leads_to_the_one_that_is_asked_else_to_the_seed(
    seven_app: App,
) -> None:
    room = re.compile(r'href="/en/lesson/([a-z]+)" data-go="l"')
    assert room.findall(seven_app.get("/en/map").text) == ["lookup"]
    variant = seven_app.ask("state.room")
    assert room.findall(seven_app.get(f"/en/question/{variant}").text) == ["state"]


def test_with_nothing_to_review_the_next_lesson_on_the_road_is_named(seven_app: App) -> None:
    met(seven_app, *real_course().lessons["lookup"].stars)
    assert "The dot product" in seven_app.get("/en/review").text


def test_a_newcomer_is_led_to_the_first_step_of_the_road_not_to_its_end(seven_app: App) -> None:
    page = seven_app.get("/en/review").text
    assert 'class="button" href="/en/lesson/dot"' in page
    met(seven_app, *real_course().lessons["dot"].stars)
    assert 'class="button" href="/en/lesson/average"' in seven_app.get("/en/review").text


def test_where_a_lesson_sits_is_drawn_and_listed(seven_app: App) -> None:
    page = seven_app.get("/en/lesson/lookup").text
    sits = page.partition('<h2 id="sits">')[2].partition("</section>")[0]
    assert '<svg class="map"' in sits
    assert "Why are scores divided by the root of the width?" in sits
    assert 'href="/en/map?lesson=lookup"' in sits


def test_a_lesson_leads_to_the_others_it_names_and_to_none_that_is_to_come(seven_app: App) -> None:
    page = seven_app.get("/en/lesson/dot").text
    assert '<a href="/en/lesson/softmax"><em>Softmax</em></a>' in page
    assert "<em>Cost and memory</em>" in page
    assert "lesson/cost" not in page and "lesson:" not in page


@pytest.mark.parametrize(("lesson", "room"), [("softmax", "l"), ("", "r")])
def test_a_sitting_stands_in_the_room_it_was_begun_in(
    lesson: str, room: str, seven_app: App
) -> None:
    met(seven_app, WARM, days=6)
    page = seven_app.get(seven_app.post("/en/review", lesson=lesson).place).text
    (here,) = re.findall(r'data-go="(\w)" aria-current="page"', page)
    assert here == room
