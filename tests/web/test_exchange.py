"""Export and import as a browser meets them: nothing is run, nothing leaks, nothing breaks."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import bindparam, update

from starlore.errors import StoreFull
from starlore.language import Catalogue
from starlore.lessons.keeping import content_hash
from starlore.questions.codec import from_json, variant_hash
from starlore.store import schema
from starlore.store.lines import files_to_text, text_to_files
from starlore.store.statements import Statement
from starlore.web.routes import IMPORT_BYTES
from tests.study.acts import right_option
from tests.web.conftest import App, Reply

Row = dict[str, Any]
STAR = "lookup.count-the-comparisons"
RESHELVE = Statement(
    update(schema.variant)
    .where(schema.variant.c.id == bindparam("id"))
    .values(content_hash=bindparam("hash"))
)
PAGES = ("/en/", "/en/settings", "/en/review", "/en/lesson/lookup", "/en/data/export")


def asked_and_answered(app: App) -> str:
    variant = app.ask(STAR)
    assert app.answer(variant, right_option(app.row(variant))).status == 303
    return variant


def send(app: App, rows: list[Row]) -> Reply:
    """Import some rows."""
    text = "\n".join(map(json.dumps, rows))
    reply = app.client.post(
        "/en/data/import",
        files={"file": ("sky.jsonl", text)},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    return Reply(reply.status_code, reply.text, reply.headers.get("location", ""))


def exported(app: App) -> list[Row]:
    """An export, its learner erased."""
    rows = [json.loads(line) for line in app.log()]
    app.store.erase(app.desk.learner, app.clock[0])
    return rows


def with_content(rows: list[Row], files: dict[str, bytes]) -> list[Row]:
    """The export with other content, under its true hash."""
    old, new = rows[1]["hash"], content_hash(files)
    text = "\n".join(map(json.dumps, rows)).replace(old, new)
    changed = [json.loads(line) for line in text.split("\n")]
    changed[1]["files"] = files_to_text(files)
    return changed


def test_an_import_runs_nothing(app: App, tmp_path: Path) -> None:
    asked_and_answered(app)
    rows = exported(app)
    files = text_to_files(rows[1]["files"])
    assert not any(name.endswith(".py") for name in files)
    code = f"open({str(tmp_path / 'ran')!r}, 'w')".encode()
    reply = send(app, with_content(rows, {**files, "questions.py": code}))
    assert reply.status == 400
    assert "questions.py" in reply.text
    for page in PAGES[:4]:
        assert app.get(page).status == 200
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"---\nid: [\n---\n",
        b"# X {#count-the-comparisons}\n\n{{ nobody }}\n",
        b"# X {#count-the-comparisons}\n\n$\\nobody$\n",
        b"# X {#count-the-comparisons}\n\n```figure\nkind: none\ndata: x\n```\n",
    ],
)
def test_words_that_do_not_suit_their_question_are_told(
    app: App, words: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    variant = asked_and_answered(app)
    rows = exported(app)
    files = {**text_to_files(rows[1]["files"]), "lesson.md": words}
    assert send(app, with_content(rows, files)).status == 303
    reply = app.get(f"/en/question/{variant}")
    assert reply.status in (200, 404)
    assert_one_line_for(reply, caplog)
    assert app.get(f"/en/lesson/lookup?asked={variant}").status == reply.status
    for page in PAGES:
        assert app.get(page).status == 200, page


def assert_one_line_for(reply: Reply, caplog: pytest.LogCaptureFixture) -> None:
    """What cannot be shown is told in a sentence, and once in the log without a traceback."""
    told = [record for record in caplog.records if record.name == "starlore.web"]
    assert len(told) == (reply.status == 404)
    for record in told:
        assert record.exc_info is None
        assert "\n" not in record.getMessage()
        assert STAR in record.getMessage()
        assert "cannot be shown" in reply.text


def test_a_question_that_does_not_suit_the_lesson_is_told(
    app: App, caplog: pytest.LogCaptureFixture
) -> None:
    variant = asked_and_answered(app)
    rows = exported(app)
    (row,) = (row for row in rows if row.get("table") == "variant")
    text = json.dumps({**json.loads(row["variant_json"]), "given": {}, "working": {}})
    from_json(text)
    row |= {"variant_json": text, "variant_hash": variant_hash(text)}
    assert send(app, rows).status == 303
    reply = app.get(f"/en/question/{variant}")
    assert reply.status == 404
    assert_one_line_for(reply, caplog)


def test_a_kept_lesson_that_cannot_be_read_is_told_in_one_line(
    app: App, caplog: pytest.LogCaptureFixture
) -> None:
    variant = app.ask(STAR)
    kept = {"lesson.md": b"# X", "numbers.json": b"[]"}
    with app.store.write() as unit:
        unit.keep_content("spoilt", kept)
        unit.run(RESHELVE, id=variant, hash="spoilt")
    assert_one_line_for(app.get(f"/en/question/{variant}"), caplog)
    caplog.clear()
    assert_one_line_for(app.post(f"/en/hint/{variant}"), caplog)
    assert caplog.records


@pytest.mark.parametrize("star", ["gone.lesson", "lookup.gone"])
def test_a_star_that_no_course_has_breaks_no_page(app: App, star: str) -> None:
    variant = asked_and_answered(app)
    rows = [
        {**row, "star": star, "question": star} if "star" in row else row for row in exported(app)
    ]
    assert send(app, rows).status == 303
    for page in (*PAGES, f"/en/?star={star}", f"/en/star/{star}"):
        assert app.get(page).status in (200, 404), page
    assert app.get(f"/en/question/{variant}").status == 404
    assert app.post("/en/ask", star=star).status == 404
    assert app.post("/en/review").status == 303
    assert app.post("/en/undo").status == 303


def assert_told_in_settings(reply: Reply, status: int, words: str) -> None:
    """The page of the settings, whole, with the sentence where the focus goes."""
    assert reply.status == status
    told = re.search(r'<p [^>]*id="fault"[^>]*>([^<]*)</p>', reply.text)
    assert told is not None
    assert words in told[1]
    for mark in ('role="alert"', 'tabindex="-1"', "autofocus"):
        assert mark in told[0]
    assert 'action="/en/data/import"' in reply.text
    assert 'name="rollover_hour"' in reply.text


def test_an_import_that_is_refused_is_told_in_the_settings(app: App) -> None:
    asked_and_answered(app)
    before = app.log()
    assert_told_in_settings(send(app, [{"format": "none"}]), 400, "no export of Starlore")
    assert_told_in_settings(app.post("/en/data/import"), 400, "needs a file")
    assert app.log() == before


def test_an_import_that_finds_no_room_is_told_in_the_settings(
    app: App, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> str:
        raise StoreFull("fault.store.full", path="here")

    monkeypatch.setattr(type(app.store), "import_lines", full)
    assert_told_in_settings(send(app, [{}]), 503, "No room is left")
    assert [record.exc_info for record in caplog.records] == [None]


def test_an_import_that_is_too_large_or_garbled_is_told_in_the_settings(app: App) -> None:
    words = Catalogue.load("en")
    headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "multipart/form-data; boundary=X"}
    sent: list[tuple[dict[str, str], int, str]] = [
        ({"Content-Length": str(IMPORT_BYTES + 1)}, 413, words.say("error.too-large-note")),
        ({}, 400, words.say("error.garbled-note")),
    ]
    for more, status, said in sent:
        reply = app.client.post("/en/data/import", content=b"?", headers={**headers, **more})
        assert_told_in_settings(Reply(reply.status_code, reply.text, ""), status, said)


def test_an_answer_of_an_earlier_release_is_explained_in_its_own_words(app: App) -> None:
    variant = asked_and_answered(app)
    rows = exported(app)
    files = text_to_files(rows[1]["files"])
    head, mark, rest = files["lesson.md"].partition(b"{#count-the-comparisons}\n")
    files["lesson.md"] = head + mark + b"\nAs it was asked before:\n" + rest
    assert send(app, with_content(rows, files)).status == 303
    assert "As it was asked before:" in app.get(f"/en/question/{variant}").text


def test_no_key_leaves_before_its_answer(app: App) -> None:
    variant = app.ask(STAR)
    seed = str(from_json(app.row(variant).variant_json).seed)
    text = app.get("/en/data/export").text
    assert variant not in text
    assert seed not in text
    app.answer(variant, "1")
    assert variant in app.get("/en/data/export").text


def test_an_export_of_one_who_was_erased_meanwhile_is_not_found(app: App) -> None:
    asked_and_answered(app)
    app.store.erase(app.desk.learner, app.clock[0])
    reply = app.get("/en/data/export")
    assert reply.status == 404
    assert "<main" in reply.text


def test_an_erasure_while_an_export_is_read_does_not_change_it(app: App) -> None:
    asked_and_answered(app)
    whole = app.log()
    lines = app.store.export(app.desk.learner)
    first = next(lines)
    app.store.erase(app.desk.learner, app.clock[0])
    assert [first, *lines] == whole


def test_an_export_that_breaks_off_is_one_that_import_refuses(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_and_answered(app)
    whole = app.log()

    def breaks(_: object, learner: str) -> Iterator[str]:
        yield from whole[:3]
        raise StoreFull("fault.store.full", path="here")

    monkeypatch.setattr(type(app.store), "export", breaks)
    came: list[str] = []
    with pytest.raises(StoreFull):
        came += breaks(app.store, app.desk.learner)
    reply = app.client.get("/en/data/export")
    assert len(reply.text.splitlines()) < len(whole)
    app.store.erase(app.desk.learner, app.clock[0])
    refused = send(app, [json.loads(line) for line in reply.text.splitlines()])
    assert refused.status == 400
    assert "lines behind its first" in refused.text


def test_a_database_that_is_gone_is_told_and_nothing_is_acknowledged(
    app: App, tmp_path: Path
) -> None:
    variant = app.ask(STAR)
    (tmp_path / "starlore.db").unlink()
    for reply in (app.answer(variant, "1"), *map(app.get, PAGES)):
        assert reply.status == 503
        assert "deleted, moved, replaced or overwritten" in reply.text
    assert not (tmp_path / "starlore.db").exists()
