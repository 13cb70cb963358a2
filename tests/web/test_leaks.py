"""The key of a question is in no byte that is sent before its answer (C29)."""

import json
import re

import pytest

from starlore.figures import Figure
from starlore.language import show_number
from starlore.questions.codec import from_json
from starlore.study.records import VariantRow
from starlore.web.statics import FOLDER, static_url
from tests.web.conftest import App

STARS = (
    "lookup.three-shares",
    "lookup.hardly-a-choice",
    "lookup.the-whole-head",
    "lookup.read-the-head",
    "lookup.who-can-see-it",
    "lookup.what-is-carried",
    "lookup.count-the-comparisons",
    "lookup.what-it-rules-out",
)
TYPED = tuple(
    star for star in STARS if star.partition(".")[2] not in ("read-the-head", "who-can-see-it")
)
TELLING = ("is-right", "is-yours", "is-other", "data-right", "data-solution", 'class="why"')

_LABEL = re.compile(r'<label class="answer">(.*?)</label>', re.DOTALL)
_FORM = re.compile(r'<form method="post" action="/en/answer/.*?</form>', re.DOTALL)


def betrayals(html: str, row: VariantRow) -> list[str]:
    """What in a page tells the right option from the others, or names what a wrong one means."""
    variant = from_json(row.variant_json)
    names = [one.name for one in variant.misconceptions]
    found = [name for name in names if re.search(rf"(?<![\w-]){name}(?![\w-])", html)]
    found += [word for word in TELLING if word in html]
    found += [text for text in (str(variant.seed), row.variant_hash) if text in html]
    if row.form == "choice":
        shapes = {_shape(label) for label in _LABEL.findall(html)}
        found += [] if len(shapes) == 1 else [f"options differ: {shapes}"]
    return found


_TO_LAB = re.compile(r'href="/en/lab/[^"]*"')


def beside_reading(html: str, reading: str) -> str:
    """A page without the ways into the Lab that its reading has whatever is asked.

    They name mistakes by the Lab's switches; a way that came with a question would stay.
    """
    for way in set(_TO_LAB.findall(reading)):
        html = html.replace(way, "")
    return html


def _shape(label: str) -> str:
    """An option's markup without what it says: its words, and the bare isolation of numbers."""
    tags = "".join(re.findall(r"<(?!/?bdi>)[^>]*>", label))
    return re.sub(r'(value|data-key)="\d+"', r'\1=""', tags)


def solution_shown(html: str, row: VariantRow) -> bool:
    """Whether a typed question's form holds a number that is its answer and was not given."""
    variant = from_json(row.variant_json)
    parts = variant.solution if isinstance(variant.solution, tuple) else (variant.solution,)
    texts = {show_number(part.printed, "en") for part in parts if isinstance(part, Figure)}
    given = set(re.findall(r"[\d,.]*\d", json.dumps(json.loads(row.variant_json)["given"])))
    form = "".join(_FORM.findall(html))
    said = set(re.findall(r"(?<![\w-])[\d,.]*\d(?![\w-])", re.sub(r"<[^>]*>", " ", form)))
    values = set(re.findall(r'value="([^"]*)"', form))
    return bool((texts - given) & (said | values))


@pytest.mark.parametrize("star", STARS)
def test_an_open_question_gives_nothing_away_on_any_page(app: App, star: str) -> None:
    reading = app.get("/en/lesson/lookup").text
    id_ = app.ask(star, "lesson")
    row = app.row(id_)
    pages = [
        f"/en/question/{id_}",
        f"/en/lesson/lookup?asked={id_}",
        f"/en/?star={star}",
        "/en/",
        "/en/review",
    ]
    for path in pages:
        html = app.get(path).text
        if path.startswith(("/en/question", "/en/lesson")):
            assert len(_LABEL.findall(html)) == 4, path
            assert betrayals(beside_reading(html, reading), row) == [], path
        else:
            assert row.variant_hash not in html, path
    for _ in range(3):
        app.post(f"/en/hint/{id_}")
    assert betrayals(app.get(f"/en/question/{id_}").text, row) == []


def test_every_question_of_a_sitting_gives_nothing_away(app: App) -> None:
    place = app.post("/en/review", lesson="lookup").place
    for _ in STARS:
        html = app.get(place).text
        id_ = html.partition("/en/answer/")[2].partition('"')[0]
        row = app.row(id_)
        assert row.form == "choice"
        assert betrayals(html, row) == []
        app.answer(id_, "not-yet")
        app.post(f"{place}/next")


@pytest.mark.parametrize("star", TYPED)
def test_a_typed_question_holds_neither_options_nor_solution(app: App, star: str) -> None:
    reading = app.get("/en/lesson/lookup").text
    row = app.typed(star)
    for path in (f"/en/question/{row.id}", f"/en/lesson/lookup?asked={row.id}"):
        html = beside_reading(app.get(path).text, reading)
        assert 'id="typed"' in html
        assert _LABEL.findall(html) == []
        assert betrayals(html, row) == [], path
        assert not solution_shown(html, row), path
    for text in ("", "1", "1; 2; 3", "0.5", "x"):
        echoed = app.get(f"/en/read/{row.id}?text={text}").text
        assert betrayals(echoed, row) == []
        assert set(json.loads(echoed)) == {"echo", "say"}


def test_a_way_into_the_lab_that_came_with_a_question_would_be_found() -> None:
    reading = '<a href="/en/lab/lookup?break=wrong-axis#break">'
    own = '<a href="/en/lab/lookup?break=share-of-total#break">'
    assert beside_reading(reading + own, reading) == "<a >" + own


def test_a_reading_is_the_same_whether_it_is_right_or_wrong(app: App) -> None:
    row = app.typed("lookup.what-it-rules-out")
    solution = from_json(row.variant_json).solution
    assert isinstance(solution, Figure)
    right, wrong = str(solution.shown), str(solution.shown + 1)
    said = [app.get(f"/en/read/{row.id}?text={text}").text for text in (right, wrong)]
    assert said[0].replace(right, "#") == said[1].replace(wrong, "#")


def test_an_answered_question_echoes_no_more(app: App) -> None:
    row = app.typed("lookup.what-it-rules-out")
    app.answer(row.id, "not-yet")
    assert app.get(f"/en/read/{row.id}?text=1").status == 404


@pytest.mark.parametrize("star", STARS)
def test_a_blank_answer_reveals_nothing(app: App, star: str) -> None:
    id_ = app.ask(star)
    reply = app.answer(id_, "")
    assert reply.status == 200
    assert betrayals(reply.text, app.row(id_)) == []
    assert app.row(id_).status == "open"


def test_a_reload_shows_the_same_question(app: App) -> None:
    id_ = app.ask(STARS[0])
    first, second = (app.get(f"/en/question/{id_}").text for _ in range(2))
    stems = [re.search(r'id="stem".*?</h\d>', page, re.DOTALL) for page in (first, second)]
    assert stems[0] and stems[1] and stems[0].group() == stems[1].group()
    assert _LABEL.findall(first) == _LABEL.findall(second)
    assert app.ask(STARS[0]) == id_


def test_the_first_question_gives_nothing_away_and_stays_the_same(app: App) -> None:
    first, second = app.get("/en/").text, app.get("/en/").text
    buttons = re.findall(r'<button class="answer"[^>]*>.*?</button>', first, re.DOTALL)
    assert len(buttons) == 4
    assert len({_shape(button) for button in buttons}) == 1
    assert buttons == re.findall(r'<button class="answer"[^>]*>.*?</button>', second, re.DOTALL)
    for word in (*TELLING, "share-of-total", "wrong-base", "winner-takes-all"):
        assert word not in first


def test_no_static_file_names_a_misconception(app: App) -> None:
    names = {
        one.name
        for star in STARS
        for one in from_json(app.row(app.ask(star)).variant_json).misconceptions
    }
    scripts = [path for path in FOLDER.rglob("*") if path.suffix in (".js", ".css")]
    assert scripts
    for path in scripts:
        text = app.get(static_url(path.relative_to(FOLDER).as_posix())).text
        assert not [name for name in names if name in text], path.name


def test_after_the_answer_the_same_look_finds_the_key(app: App) -> None:
    """The look itself works: on an answered page it finds what it looks for."""
    row = app.row(app.ask(STARS[5]))
    app.answer(row.id, "1")
    assert "is-right" in betrayals(app.get(f"/en/question/{row.id}").text, row)
    leaking = app.get(f"/en/question/{row.id}").text + '<i data-slip="keys-only">'
    assert "keys-only" in betrayals(leaking, row)
