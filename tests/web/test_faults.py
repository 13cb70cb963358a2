"""Whatever goes wrong ends in one sentence and the right status, and nothing is half done."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from starlore.errors import BadValue, StoreFull
from starlore.language import Catalogue
from starlore.study.port import Unit
from starlore.web.routes import FORM_BYTES
from starlore.web.security import POLICY
from tests.web.conftest import App

STAR = "lookup.what-is-carried"
SOME_ID = "018bcfe5-6800-7000-8000-000000000000"


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere/",
        "/xx/",
        "/xx/lesson/lookup",
        "/en/lesson/nowhere",
        "/en/lesson/scale",
        f"/en/question/{SOME_ID}",
        "/en/question/none",
        "/en/review/none",
        "/en/review/none/end",
        f"/en/read/{SOME_ID}",
        "/en/picture/lookup/nowhere",
        "/static/0000/css/base.css",
    ],
)
def test_what_is_not_there_is_not_found(app: App, path: str) -> None:
    reply = app.get(path)
    assert reply.status == 404
    assert "<h1" in reply.text


def test_a_page_of_no_name_is_told_in_the_language_of_its_address(app: App) -> None:
    assert '<html lang="fa" dir="rtl"' in app.get("/fa/nothing/here").text
    assert '<html lang="en" dir="ltr"' in app.get("/nowhere/nothing").text


@pytest.mark.parametrize("path", ["/nowhere/", "/en/nowhere", "/en/lesson/nowhere", "/en/undo"])
def test_a_fault_has_ways_into_every_room(app: App, path: str) -> None:
    whole = re.findall(r'data-go="(.)"', app.get("/en/keys").text)
    assert re.findall(r'data-go="(.)"', app.get(path).text) == whole == list("slrbm")


def test_a_fault_leads_to_the_lesson_it_was_about(app: App) -> None:
    page = app.get("/en/lab/dot").text
    assert 'href="/en/lesson/dot" data-go="l"' in page
    assert 'href="/en/lab/lookup" data-go="b"' in page


def test_where_the_course_cannot_be_read_the_other_rooms_are_there(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> object:
        raise OSError("no folder")

    served = app.client.app
    local = served.state.local  # type: ignore[attr-defined]
    monkeypatch.setattr(served.state, "local", replace(local, course=gone))  # type: ignore[attr-defined]
    assert re.findall(r'data-go="(.)"', app.get("/nowhere/").text) == list("srm")


def test_a_star_that_is_not_there_is_not_found(app: App) -> None:
    for star in ("lookup.nowhere", "nowhere.star", "", "lookup"):
        assert app.post("/en/ask", star=star).status == 404, star
    assert app.post("/en/review", lesson="nowhere").status == 404


def test_an_address_asked_in_the_wrong_way_says_so_in_our_words(app: App) -> None:
    reply = app.get("/en/undo")
    assert reply.status == 405
    assert Catalogue.load("en").say("error.method-note") in reply.text
    assert "Method Not Allowed" not in reply.text


def test_an_answer_to_no_question_is_not_found(app: App) -> None:
    before = app.log()
    assert app.answer(SOME_ID, "1").status == 404
    assert app.post(f"/en/hint/{SOME_ID}").status == 404
    assert app.log() == before


def test_the_question_of_another_learner_is_not_found(app: App) -> None:
    row = app.row(app.ask(STAR))
    other = "00000000-0000-4000-8000-000000000001"
    theirs = row.__class__(
        **{f: getattr(row, f) for f in row.__slots__} | {"learner": other, "id": SOME_ID}
    )
    with app.store.write() as unit:
        unit.meet(other, 0)
        unit.put_variant(theirs)
    assert app.get(f"/en/question/{SOME_ID}").status == 404
    assert app.get(f"/en/read/{SOME_ID}").status == 404
    assert app.answer(SOME_ID, "1").status == 404
    assert app.post(f"/en/hint/{SOME_ID}").status == 404
    with app.store.read() as unit:
        assert unit.variant(other, SOME_ID) == theirs


def test_a_form_that_is_too_large_is_refused(app: App) -> None:
    before = app.log()
    reply = app.post("/en/ask", star="x" * (FORM_BYTES + 1))
    assert reply.status == 413
    assert Catalogue.load("en").say("error.too-large-note") in reply.text
    assert app.log() == before


def test_a_body_of_unknown_length_is_refused_when_too_much_has_come(app: App) -> None:
    before = app.log()
    pieces = iter([b"star=", *[b"x" * 1024] * (FORM_BYTES // 1024)])
    headers = {
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    reply = app.client.post("/en/ask", content=pieces, headers=headers)
    assert "content-length" not in reply.request.headers
    assert reply.status_code == 413
    assert Catalogue.load("en").say("error.too-large-note") in reply.text
    assert app.log() == before


@pytest.mark.parametrize("length", ["-5", "many", "\u0663", "9" * 5000])
def test_a_garbled_length_is_no_fault_of_ours(app: App, length: str) -> None:
    headers = {b"Sec-Fetch-Site": b"same-origin", b"Content-Length": length.encode()}
    reply = app.client.post("/en/undo", headers=headers)
    assert reply.status_code in (303, 413)


@pytest.mark.parametrize(
    ("charset", "sent"),
    [
        ("undefined", b"Ada"),
        ("punycode", b"a-9999999999"),
        ("unicode_escape", b"\\ud800"),
        ("raw_unicode_escape", b"\\ud800"),
        ("utf-7", b"+2AA-"),
    ],
)
def test_a_text_that_is_no_unicode_is_refused_at_the_door(
    app: App, charset: str, sent: bytes
) -> None:
    typed = app.typed("lookup.what-it-rules-out").id
    before = app.log()
    for path, field in ((f"/en/answer/{typed}", "answer"), ("/en/settings", "name")):
        body = b'--X\r\nContent-Disposition: form-data; name="%s"\r\n\r\n' % field.encode()
        kind = f"multipart/form-data; boundary=X; charset={charset}"
        headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": kind}
        reply = app.client.post(path, content=body + sent + b"\r\n--X--\r\n", headers=headers)
        assert reply.status_code == 400, (path, charset)
        assert Catalogue.load("en").say("error.garbled-note") in reply.text
    assert app.log() == before


@pytest.mark.parametrize(
    "form",
    [
        {"id": "garbled", "answer": "1"},
        {"answer": "1"},
        {"id": SOME_ID, "answer": "9"},
        {"id": SOME_ID, "answer": "<script>alert(1)</script>"},
        {"id": SOME_ID.upper(), "answer": "1"},
    ],
)
def test_a_garbled_answer_is_refused_in_a_sentence(app: App, form: dict[str, str]) -> None:
    variant = app.ask(STAR)
    before = app.log()
    reply = app.post(f"/en/answer/{variant}", **form)
    assert reply.status == 400
    assert "<script>alert" not in reply.text
    assert "Traceback" not in reply.text
    assert app.log() == before


def test_garbled_clocks_and_zones_do_not_lose_the_answer(app: App) -> None:
    variant = app.ask(STAR)
    garbled = {"made_at": "yesterday", "sent_at": "-5", "taken": "9" * 40, "zone": "Nowhere/Here"}
    assert app.answer(variant, "1", **garbled).status == 303
    assert app.row(variant).status == "answered"


def test_a_blank_answer_is_asked_back_and_leaves_no_trace(app: App) -> None:
    choice, typed = app.ask(STAR), app.typed("lookup.what-it-rules-out").id
    before = app.log()
    for variant in (choice, typed):
        for text in ("", "   "):
            reply = app.answer(variant, text)
            assert reply.status == 200
            assert 'class="asked-back"' in reply.text
            assert "is-right" not in reply.text
    assert app.log() == before


def test_one_id_for_two_answers_is_a_conflict(app: App) -> None:
    id_ = app.new_id()
    assert app.answer(app.ask(STAR), "1", id_).status == 303
    second = app.ask(STAR)
    before = app.log()
    assert app.answer(second, "2", id_).status == 409
    assert app.log() == before


def test_the_same_answer_sent_twice_is_one_row_and_one_reply(app: App) -> None:
    variant, id_ = app.ask(STAR), app.new_id()
    first = app.answer(variant, "2", id_)
    page, log = app.get(first.place), app.log()
    second = app.answer(variant, "2", id_)
    assert second == first
    assert app.get(second.place).status == page.status
    assert app.log() == log
    assert sum(f'"id":"{id_}"' in line for line in log) == 1


def test_a_second_answer_from_another_tab_changes_nothing(app: App) -> None:
    variant = app.ask(STAR)
    app.answer(variant, "2")
    log = app.log()
    assert app.answer(variant, "3").status == 303
    assert app.log() == log


def test_a_held_database_says_what_is_kept_and_takes_the_answer_afterwards(app: App) -> None:
    variant, id_ = app.ask(STAR), app.new_id()
    before = app.log()
    other = sqlite3.connect(app.store._path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    reply = app.client.post(
        f"/en/answer/{variant}",
        data={"id": id_, "answer": "1"},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    other.execute("ROLLBACK")
    other.close()
    assert reply.status_code == 503
    assert reply.headers["retry-after"] == "2"
    assert "nothing was changed" in reply.text
    assert app.log() == before
    assert app.answer(variant, "1", id_).status == 303


def test_a_full_disk_says_what_is_kept(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = app.ask(STAR)
    before = app.log()

    @contextmanager
    def full() -> Iterator[Unit]:
        raise StoreFull("fault.store.full", path="starlore.db")
        yield

    with monkeypatch.context() as patch:
        patch.setattr(app.store, "write", full)
        reply = app.answer(variant, "1")
    assert reply.status == 503
    assert "all that was acknowledged is kept" in reply.text
    assert app.log() == before
    assert app.answer(variant, "1").status == 303


@pytest.mark.parametrize("fault", [ZeroDivisionError, BadValue])
def test_a_fault_of_ours_shows_nothing_of_its_inside(
    app: App, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def broken() -> object:
        raise fault("secret inside")

    monkeypatch.setattr(app.store, "read", broken)
    reply = app.client.get("/en/settings")
    assert reply.status_code == 500
    assert "secret inside" not in reply.text
    assert "Traceback" not in reply.text
    assert reply.headers["content-security-policy"] == POLICY
    assert reply.headers["x-content-type-options"] == "nosniff"
