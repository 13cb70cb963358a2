"""The Lab over the wire: a page at every address, a room of its own, and ways into it."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.lab.address import read_lab
from starlore.questions.draw import draw_variant
from starlore.web.handlers import lab
from tests.lab.labs import START
from tests.study.acts import right_option, wrong_option
from tests.web.conftest import App

NAMES = st.one_of(
    st.sampled_from(
        [
            *("q", "k", "v", "q.0.0", "k.1.1", "v.2.0", "hide", "hide.0.1", "places", "width"),
            *("value-width", "scheme", "reach", "temperature", "break", "row", "asker", "window"),
            *("keep", "second", "said"),
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


def test_every_way_in_is_an_address_without_a_fault(app: App) -> None:
    lesson = app.desk.course().lessons["lookup"]
    for question in lesson.questions.values():
        for seed in range(12):
            told = draw_variant(question, seed).working.get("lab")
            if isinstance(told, dict):
                query = {name: str(text) for name, text in told.items() if name != "part"}
                assert read_lab(query, START)[1] == (), (question.id, query)


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
    assert page.status == 400
    assert "being measured already" in page.text


@pytest.mark.parametrize("slug", ["dot", "nowhere"])
def test_nothing_is_measured_for_a_lesson_without_a_lab(app: App, slug: str) -> None:
    assert app.get(f"/en/lab/{slug}/measured").status == 404
