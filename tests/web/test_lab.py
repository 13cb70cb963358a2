"""The Lab over the wire: a page at every address, a room of its own, and ways into it."""

import re
import threading
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Message

from starlore.lab.address import read_lab
from starlore.lab.links import PARTS
from starlore.lab.measuring import Timed
from starlore.questions.draw import draw_variant
from starlore.view.lab import cost_part
from starlore.web.handlers import lab
from tests.lab.labs import START
from tests.study.acts import right_option, wrong_option
from tests.web.conftest import App, Reply

NAMES = st.one_of(
    st.sampled_from(
        [
            *("q", "k", "v", "q.0.0", "k.1.1", "v.2.0", "hide", "hide.0.1", "places", "width"),
            *("value-width", "scheme", "reach", "temperature", "break", "row", "asker", "window"),
            *("keep", "second", "text", "said"),
        ]
    ),
    st.text(max_size=8),
)
TEXTS = st.one_of(
    st.integers(-1000, 1000).map(str),
    st.floats(allow_nan=True).map(str),
    st.text(alphabet="0123456789.,;-+eE٫−∞ ", max_size=40),
    st.sampled_from(["on", "1", "full", "causal", "window", "share-of-total", "9" * 700, "1e999"]),
    st.text(max_size=30),
)


def test_the_lab_is_a_room_with_its_key(app: App) -> None:
    assert 'href="/en/lab/lookup" data-go="b"' in app.get("/en/lesson/dot").text
    page = app.get("/en/lab/lookup")
    assert page.status == 200
    assert 'href="/en/lab/lookup" data-go="b" aria-current="page"' in page.text
    assert "to the lab" in app.get("/en/keys").text


@pytest.mark.parametrize("slug", ["dot", "nowhere"])
def test_a_lesson_without_a_lab_is_told_so(app: App, slug: str) -> None:
    page = app.get(f"/en/lab/{slug}")
    assert page.status == 404
    assert slug in page.text


def test_the_page_never_breaks_on_any_address(app: App) -> None:
    @settings(derandomize=True, deadline=None, max_examples=60)
    @given(st.lists(st.tuples(NAMES, TEXTS), max_size=6))
    def at_any_address(query: list[tuple[str, str]]) -> None:
        words = urlencode(query, errors="replace")
        page = app.get(f"/en/lab/lookup?{words}")
        assert page.status == 200, words
        assert "Scores, powers, weights, blend" in page.text

    at_any_address()


def test_one_fault_made_often_is_told_once_and_shows_every_character(app: App) -> None:
    page = app.get("/en/lab/lookup?hide=x;x;x;y&scheme=%00full").text
    assert page.count("not “x”") == 1 and "not “y”" in page
    assert "\x00" not in page and "not “␀full”" in page


def test_an_address_may_be_written_in_the_digits_of_any_page(app: App) -> None:
    page = app.get("/en/lab/lookup?places=٤&q.0.0=۲٫۵&k.0.0=−۱").text
    assert 'role="alert"' not in page and "of 16 comparisons" in page
    assert 'name="q.0.0" value="2.5"' in page and 'name="k.0.0" value="-1"' in page


def test_the_lessons_figure_leads_to_the_lab_with_its_numbers(app: App) -> None:
    def way(page: str) -> str:
        found = re.search(r'<p data-live="lab"><a href="([^"]*)">Open in the Lab</a>', page)
        assert found is not None
        return unescape(found.group(1))

    assert way(app.get("/en/lesson/lookup").text) == "/en/lab/lookup"
    changed = way(app.get("/en/picture/lookup/trio?k.1.0=-0.5").text)
    assert changed == "/en/lab/lookup?" + urlencode({"k": "1,1;-0.5,-1;-1,2"})
    assert "(−0.5, −1)" not in app.get("/en/lab/lookup").text
    assert 'name="k.1.0" value="-0.5"' in app.get(changed).text


def ways_in(page: str) -> list[str]:
    """Links from an explanation into the Lab."""
    found = re.findall(r'<p class="to-lab"><a href="([^"]*)">', page)
    return [unescape(one) for one in found]


@pytest.mark.parametrize(
    ("star", "part", "says"),
    [
        ("who-can-see-it", "ways", "keep="),
        ("what-is-carried", "ways", "second=1"),
        ("count-the-comparisons", "inputs", "places="),
        ("what-it-rules-out", "inputs", "scheme=window"),
        ("three-shares", "table", "k="),
    ],
)
def test_an_explanation_leads_to_the_lab_in_the_right_state(
    app: App, star: str, part: str, says: str
) -> None:
    variant = app.ask(f"lookup.{star}")
    assert ways_in(app.get(f"/en/question/{variant}").text) == []
    app.answer(variant, right_option(app.row(variant)))
    (way,) = ways_in(app.get(f"/en/question/{variant}").text)
    assert way.endswith(f"#{part}") and says in way
    page = app.get(way)
    assert page.status == 200 and 'role="alert"' not in page.text


def test_a_known_mistake_leads_to_what_it_breaks(app: App) -> None:
    variant = app.ask("lookup.three-shares")
    app.answer(variant, wrong_option(app.row(variant), "share-of-total"))
    (way,) = ways_in(app.get(f"/en/question/{variant}").text)
    assert "break=share-of-total" in way and way.endswith("#break")
    page = app.get(way).text
    assert "Shares without e" in page and "See what breaks" not in page


def missed(app: App, star: str, name: str) -> str:
    """The page of a question answered by a misconception."""
    app.clock[0] += 60_000
    variant = app.ask(star)
    app.answer(variant, wrong_option(app.row(variant), name))
    return app.get(f"/en/question/{variant}").text


def test_the_third_answer_by_one_misconception_shows_in_place_what_breaks(app: App) -> None:
    stars = ("lookup.three-shares", "lookup.hardly-a-choice", "lookup.three-shares")
    pages = [missed(app, star, "share-of-total") for star in stars]
    assert ['id="again"' in page for page in pages] == [False, False, True]
    page = pages[-1]
    assert "That makes three answers that came about in this one way" in page
    assert "The truth" in page and "Shares without e" in page and "row sum" in page
    (way,) = ways_in(page)
    assert "break=share-of-total" in way and "k=" in way and way.endswith("#break")
    shown = app.get(way).text
    for line in re.findall(r"<p>(The output of [^<]*)</p>", page):
        assert line in shown, "the Lab goes on where the page ends"


def test_the_fourth_miss_of_one_star_by_one_misconception_is_the_lessons_fault(app: App) -> None:
    star = "lookup.three-shares"
    pages = [missed(app, star, "share-of-total") for _ in range(4)]
    assert "at fault" not in "".join(pages[:3])
    assert "This star was missed four times in this one way." in pages[3]
    assert "the lesson is at fault" in pages[3]
    (way,) = ways_in(pages[3])
    assert "break=share-of-total" in way


def test_a_misconception_without_a_switch_leads_to_the_reading(app: App) -> None:
    pages = [missed(app, "lookup.three-shares", "wrong-base") for _ in range(4)]
    assert ['id="again"' in page for page in pages] == [False, False, False, True]
    assert ways_in(pages[3]) == ["/en/lesson/lookup#read"]
    assert "The truth" not in pages[3]


def test_a_lesson_without_a_lab_shows_the_mistake_in_the_courses(app: App) -> None:
    page = [missed(app, "softmax.top-weight", "share-of-total") for _ in range(3)][-1]
    (way,) = ways_in(page)
    assert way == "/en/lab/lookup?break=share-of-total#break"
    assert app.get(way).status == 200


def test_every_way_in_is_an_address_without_a_fault(app: App) -> None:
    lesson = app.desk.course().lessons["lookup"]
    for question in lesson.questions.values():
        for seed in range(12):
            told = draw_variant(question, seed).working.get("lab")
            if isinstance(told, dict):
                query = {name: str(text) for name, text in told.items() if name != "part"}
                assert read_lab(query, START)[1] == (), (question.id, query)


def test_every_part_that_a_link_may_name_is_on_the_page(app: App) -> None:
    page = app.get("/en/lab/lookup").text
    for part in PARTS:
        assert page.count(f'id="{part}"') == 1, part


def test_the_lessons_words_lead_into_the_lab_in_the_state_they_speak_of(app: App) -> None:
    lesson = app.get("/en/lesson/lookup").text
    ways = [unescape(one) for one in re.findall(r'<a href="(/en/lab/lookup[^"]*#[^"]*)">', lesson)]
    assert len(ways) >= 5
    for way in ways:
        page = app.get(way)
        assert page.status == 200 and 'role="alert"' not in page.text, way
        assert f'id="{way.partition("#")[2]}"' in page.text
    assert "/en/lab/lookup?break=wrong-axis&row=2#break" in ways
    assert "Softmax down the column" in app.get("/en/lab/lookup?break=wrong-axis&row=2").text


def test_a_learned_head_reads_the_text_that_is_chosen(app: App) -> None:
    first, fifth = (app.get(f"/en/lab/lookup{query}").text for query in ("", "?text=5"))
    assert 'name="text" value="5" id="text-5" checked' in fifth
    keys = re.compile(r'class="learned".*?<th scope="row">(\d+)</th>', re.DOTALL)
    assert keys.findall(fifth) == ["35"] != keys.findall(first)
    refused = app.get("/en/lab/lookup?text=7").text
    assert refused.count('role="alert"') == 1 and "text" in refused
    assert 'name="text" value="1" id="text-1" checked' in refused


def test_the_lesson_leads_to_the_learned_head(app: App) -> None:
    assert 'href="/en/lab/lookup#learned"' in app.get("/en/lesson/lookup").text


def test_the_cost_is_measured_on_request_and_the_line_is_there_before(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "sizes", (4, 8))
    before = app.get("/en/lab/lookup").text
    assert 'href="/en/lab/lookup/measured" data-measure' in before
    page = app.get("/en/lab/lookup/measured")
    assert page.status == 200
    assert "The time was up. At 8 places" in page.text and "Measure again" in page.text
    assert app.get("/en/lab/lookup/measured").status == 200, "and again, once it is done"


def test_two_are_not_measured_at_once(app: App) -> None:
    with lab._one_at_a_time:
        page = app.get("/en/lab/lookup/measured")
    assert page.status == 409
    assert "being measured already" in page.text
    assert 'id="cost"' in page.text, "in place, where a script puts it"
    assert "Measure again" in page.text and 'href="/en/lab/lookup"' in page.text
    assert "Cost, measured here" in page.text


def test_no_page_waits_while_the_machine_is_measured(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, may_end = threading.Event(), threading.Event()

    def slow(*_: object) -> Iterator[Timed]:
        began.set()
        assert may_end.wait(60)
        yield Timed(4, (1e-6,), (1e-6,))

    monkeypatch.setattr(lab, "timed", slow)
    replies: list[Reply] = []
    measuring = threading.Thread(target=lambda: replies.append(app.get("/en/lab/lookup/measured")))
    measuring.start()
    try:
        assert began.wait(60)
        for path in ("/en/", "/en/lesson/lookup", "/en/lab/lookup?v=1,2;3,4;5,6", "/en/map"):
            assert app.get(path).status == 200
        assert app.get("/en/lab/lookup/measured").status == 409
        assert replies == []
    finally:
        may_end.set()
        measuring.join(60)
    assert [reply.status for reply in replies] == [200]


def test_it_stops_with_the_next_turn_when_nobody_waits_any_more(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[int] = []

    def endless(*_: object) -> Iterator[Timed]:
        while True:
            turns.append(len(turns))
            yield Timed(4, (1e-6,), (1e-6,))

    monkeypatch.setattr(lab, "timed", endless)
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect" if len(turns) >= 3 else "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/en/lab/lookup/measured",
        "query_string": b"",
        "scheme": "http",
        "headers": [(b"host", b"localhost")],
    }
    assert app.client.portal is not None
    app.client.portal.call(app.client.app, scope, receive, send)
    assert turns == [0, 1, 2]
    assert sent[0]["status"] == 204
    assert lab._one_at_a_time.acquire(blocking=False), "the next one may begin"
    lab._one_at_a_time.release()


def test_the_machine_is_free_again_after_a_fault(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> float:
        raise MemoryError

    monkeypatch.setattr(lab, "sizes", (4,))
    with monkeypatch.context() as patch:
        patch.setattr(lab, "make_ready", broken)
        assert app.get("/en/lab/lookup/measured").status == 500
    assert app.get("/en/lab/lookup/measured").status == 200


def test_a_kernel_that_was_long_in_the_making_is_told_apart(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "sizes", (4,))
    monkeypatch.setattr(lab, "make_ready", lambda _: 12.3)
    assert "made ready in 12 s" in app.get("/en/lab/lookup/measured").text
    monkeypatch.setattr(lab, "make_ready", lambda _: 0.01)
    assert "made ready in" not in app.get("/en/lab/lookup/measured").text


@pytest.mark.parametrize("numpy_alone", [True, False])
def test_it_is_said_which_kernel_is_measured(
    app: App, monkeypatch: pytest.MonkeyPatch, numpy_alone: bool
) -> None:
    monkeypatch.setattr(cost_part, "kernel", lambda: "numpy" if numpy_alone else "compiled")
    page = app.get("/en/lab/lookup").text
    assert ("NumPy does them" in page) is numpy_alone
    assert ("numba is installed" in page) is not numpy_alone
    assert "One head of 64 numbers in float32" in page


def test_measuring_leads_back_to_the_lab_as_it_was(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "sizes", (4,))
    page = app.get("/en/lab/lookup?v=1,2;3,4;5,6&nonsense=1").text
    found = re.search(r'href="([^"]*measured[^"]*)" data-measure', page)
    assert found is not None
    after = app.get(unescape(found.group(1))).text
    assert 'href="/en/lab/lookup?v=1%2C2%3B3%2C4%3B5%2C6">Back to the Lab' in after


@pytest.mark.parametrize("slug", ["dot", "nowhere"])
def test_nothing_is_measured_for_a_lesson_without_a_lab(app: App, slug: str) -> None:
    assert app.get(f"/en/lab/{slug}/measured").status == 404
