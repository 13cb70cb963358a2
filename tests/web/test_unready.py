"""A lesson that breaks while served, and a question that cannot be drawn, are told plainly."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from starlore.lessons.shelf import Shelf
from starlore.study import drawing
from tests.sample_course import QUESTIONS, write_sample
from tests.study.acts import right_option
from tests.web.conftest import App, serving

RAISES = "def vary_{name}(rng: Draw) -> Variant:\n    {only}raise ValueError('never fair')\n"
SEED_0 = "if rng.seed: "
"""A lesson is served when its questions can be drawn at seed 0."""

OTHER = """
[lessons.other]
level = 0
needs = []
"""


@dataclass
class Written:
    """The app with the sample course and a second lesson, and the folder of the first."""

    app: App
    folder: Path

    def breaks(self, text: str = "---\nid: [\n---\n") -> None:
        """The author spoils the lesson."""
        (self.folder / "lesson.md").write_text(text, encoding="utf-8")

    def raises(self, *names: str) -> None:
        """The author's code fails at every seed but the one that is looked at."""
        text = QUESTIONS
        for name in names:
            head, _, rest = text.partition(f"def vary_{name}(rng: Draw) -> Variant:\n")
            text = f"{head}{RAISES.format(name=name, only=SEED_0)}{rest}"
        (self.folder / "questions.py").write_text(text, encoding="utf-8")


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Written]:
    """Two lessons of which one will be spoilt."""
    course = write_sample(tmp_path)
    graph = course / "course.toml"
    graph.write_text(graph.read_text("utf-8") + OTHER, encoding="utf-8")
    (course / "other").mkdir()
    for file in ("lesson.md", "numbers.py", "questions.py"):
        text = (course / "adding" / file).read_text("utf-8").replace("adding", "other")
        (course / "other" / file).write_text(text, encoding="utf-8")
    with serving(tmp_path, Shelf(course).course) as app:
        yield Written(app, course / "adding")


def test_a_lesson_that_breaks_says_what_is_wrong_on_its_page_and_in_one_line(
    written: Written, caplog: pytest.LogCaptureFixture
) -> None:
    app = written.app
    assert app.get("/en/lesson/adding").status == 200
    written.breaks()
    reply = app.get("/en/lesson/adding")
    assert reply.status == 503
    assert "cannot be read as it is written now" in reply.text
    assert "sample/adding/lesson.md:3:1" in reply.text
    assert " L102<" in reply.text
    assert "this is no YAML" in reply.text
    (record,) = caplog.records
    assert record.exc_info is None
    assert "sample/adding/lesson.md:3:1" in record.getMessage()
    assert app.get("/en/lesson/other").status == 200
    assert app.get("/en/").status == 200
    assert "adding" in app.post("/en/ask", star="adding.sum").text
    assert app.post("/en/ask", star="other.sum").status == 303
    for reply in (app.post("/en/review", lesson="adding"), app.get("/en/picture/adding/x")):
        assert reply.status == 503
    assert app.get("/en/lesson/later").status == 404


def test_what_is_wrong_is_told_in_the_language_of_the_page(written: Written) -> None:
    written.breaks()
    reply = written.app.get("/fa/lesson/adding")
    assert reply.status == 503
    assert '<code dir="ltr">sample/adding/lesson.md:3:1 L102</code>' in reply.text
    assert "این YAML نیست: \u2066" in reply.text
    assert "mend the YAML" not in reply.text


def test_a_lesson_that_is_mended_is_served_again(written: Written) -> None:
    sound = (written.folder / "lesson.md").read_text("utf-8")
    written.breaks()
    assert written.app.get("/en/lesson/adding").status == 503
    written.breaks(sound)
    assert written.app.get("/en/lesson/adding").status == 200


@pytest.mark.parametrize("back", ["", "lesson"])
def test_a_question_already_open_finishes_though_its_lesson_broke(
    written: Written, back: str
) -> None:
    app = written.app
    id_ = app.ask("adding.sum", back)
    written.breaks()
    for path in (f"/en/question/{id_}", f"/en/lesson/adding?asked={id_}"):
        reply = app.get(path)
        assert (reply.status, reply.place) in ((200, ""), (303, f"/en/question/{id_}"))
    assert app.post(f"/en/hint/{id_}", back=back).status == 303
    blank = app.answer(id_, "", back=back)
    assert blank.status == 200
    assert 'class="asked-back"' in blank.text
    answered = app.answer(id_, right_option(app.row(id_)), back=back)
    assert answered.status == 303
    page = app.get(answered.place)
    if page.place:
        page = app.get(page.place)
    assert page.status == 200
    assert "Adding puts together." in page.text
    assert app.post("/en/undo", back=back).status == 303


def test_the_very_first_question_says_that_its_lesson_broke(written: Written) -> None:
    app = written.app
    assert "/en/answer/" in app.get("/en/").text
    id_ = app.get("/en/").text.partition('action="/en/answer/')[2].partition('"')[0]
    written.breaks()
    reply = app.answer(id_, "1")
    assert reply.status == 503
    assert "cannot be read as it is written now" in reply.text


def test_a_question_that_cannot_be_drawn_is_told_and_nothing_is_lost(
    written: Written, caplog: pytest.LogCaptureFixture
) -> None:
    app = written.app
    written.raises("sum")
    before = app.log()
    reply = app.post("/en/ask", star="adding.sum")
    assert reply.status == 503
    assert "“adding.sum” cannot be asked now" in reply.text
    assert app.log() == before
    (record,) = caplog.records
    assert record.exc_info is None
    assert "never fair" in record.getMessage()
    assert app.post("/en/ask", star="adding.pair").status == 303
    place = app.post("/en/review", lesson="adding").place
    assert app.get(place).status == 200


def test_a_question_that_hangs_at_its_seeds_is_told(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "SECONDS", 0.05)
    text = QUESTIONS.replace("    a, b = ", "    while rng.seed: pass\n    a, b = ", 1)
    (written.folder / "questions.py").write_text(text, encoding="utf-8")
    reply = written.app.post("/en/ask", star="adding.sum")
    assert reply.status == 503
    assert "“adding.sum” cannot be asked now" in reply.text


def test_a_sky_whose_first_question_cannot_be_drawn_is_shown_without_it(written: Written) -> None:
    written.raises("first")
    reply = written.app.get("/en/")
    assert reply.status == 200
    assert "/en/answer/" not in reply.text
