"""Pages in several languages: each says which it is, and says nothing in another."""

import re
from collections.abc import Callable
from functools import cache
from urllib.parse import quote

import pytest

from starlore.language import direction, languages
from starlore.language.pseudo import PSEUDO
from starlore.lessons.shelf import Shelf
from tests.web.conftest import App, serving
from tests.web.pages import all_pages, words_on

EVERY = (*languages(), *PSEUDO)
PLAIN = re.compile(r"(?<![\w\u202e])[A-Za-z]{3,}")
LATIN_DIGIT = re.compile(r"[0-9]")
NAMES = frozenset({"UTC", "Nowhere", "none"})
"""Names that somebody gave, or that an address holds."""
ADDRESSES = re.compile(r"\d{4}-\d\d-\d\d|data-|0 تا 9")
"""What is written to be typed, with digits of any keyboard."""


Walked = Callable[[str], list[tuple[str, str]]]


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory, shelf: Shelf) -> Walked:
    """Every page of a language, walked once for all that is asked of it."""

    @cache
    def pages(tag: str) -> list[tuple[str, str]]:
        with serving(tmp_path_factory.mktemp("walk"), shelf.course) as app:
            return list(all_pages(app, tag))

    return pages


@pytest.mark.parametrize("tag", EVERY)
def test_every_page_says_its_language_and_direction(walked: Walked, tag: str) -> None:
    for path, html in walked(tag):
        assert f'<html lang="{tag}" dir="{direction(tag)}"' in html, path


@pytest.mark.parametrize("tag", PSEUDO)
def test_nothing_on_any_page_is_untranslated(walked: Walked, tag: str) -> None:
    found = {
        (path, word)
        for path, html in walked(tag)
        for text in words_on(html)
        for word in PLAIN.findall(text)
        if word not in NAMES
    }
    assert found == set()


def test_no_persian_page_shows_a_latin_digit(app: App, walked: Walked) -> None:
    large = app.get("/fa/lab/lookup?places=8&width=4&scheme=window").text
    found = {
        (path, text[:60])
        for path, html in [*walked("fa"), ("large", large)]
        for text in words_on(html)
        if LATIN_DIGIT.search(ADDRESSES.sub("", text))
    }
    assert found == set()


def test_no_field_of_a_persian_page_is_in_digits_of_the_browser(app: App, walked: Walked) -> None:
    pages = dict(walked("fa"))
    assert not [path for path, html in pages.items() if 'type="number"' in html]
    for path, name in (("lesson/lookup", "trio.q"), ("lab/lookup", "q")):
        fields = re.findall(rf'type="text" name="{name}\.\S*" value="([^"]*)"', pages[path])
        assert len(fields) == 6 and not LATIN_DIGIT.search("".join(fields)), path
    softmax = app.get("/fa/lesson/softmax").text
    sliders = re.findall(r'<input type="range" name[^>]*>', softmax)
    assert sliders and all('aria-valuetext="' in slider for slider in sliders)


def test_what_does_not_fit_a_field_is_told_in_the_digits_of_the_page(app: App) -> None:
    told = app.get("/fa/lab/lookup?places=۹&temperature=۰٫۵&keep=۲").text
    assert told.count('role="alert"') == 2
    assert "۰٫۰۵" in told and "۰٫۹۵" in told and 'name="temperature" value="۰٫۵"' in told


def test_no_message_of_a_page_keeps_its_braces(walked: Walked) -> None:
    for tag in EVERY:
        for path, html in walked(tag):
            assert not [text for text in words_on(html) if "{" in text], (tag, path)


def test_a_foreign_word_would_be_seen() -> None:
    html = '<html lang="en-XA"><p title="Sky">Two stars</p><p lang="en">Sky</p></html>'
    assert [word for text in words_on(html) for word in PLAIN.findall(text)] == [
        "Sky",
        "Two",
        "stars",
    ]


def test_the_first_guess_is_the_browsers(app: App) -> None:
    for accepts, tag in (("fa-IR,fa;q=0.9,en;q=0.5", "fa"), ("de, en;q=0.4", "en"), ("", "en")):
        reply = app.client.get("/", headers={"accept-language": accepts})
        assert reply.headers["location"] == f"/{tag}/"


def test_a_choice_is_remembered_and_goes_before_the_browsers(app: App) -> None:
    app.post("/en/language", language="fa", here="")
    reply = app.client.get("/", headers={"accept-language": "en"})
    assert reply.headers["location"] == "/fa/"


@pytest.mark.parametrize("here", ["", "lesson/lookup?trio.v.0.0=7", "map?lesson=reading"])
def test_the_switch_leads_to_the_same_page(app: App, here: str) -> None:
    html = app.get(f"/en/{here}").text
    sent = re.search(r'name="here" value="([^"]*)"', html)
    assert sent is not None
    place = app.post("/en/language", language="fa", here=sent[1].replace("&amp;", "&")).place
    assert place == f"/fa/{here}"
    assert app.get(place).status == 200


def test_the_switch_leads_nowhere_else(app: App) -> None:
    for here in ("/evil.example/", "\\evil.example", "//evil.example", "https://evil.example"):
        place = app.post("/en/language", language="fa", here=here).place
        assert place.startswith("/fa/"), place


def test_a_language_that_is_not_there_is_refused(app: App) -> None:
    for language in ("eo", "en-XA", "", "../fa"):
        assert app.post("/en/language", language=language, here="").status == 409 or (
            app.post("/en/language", language=language, here="").status == 400
        )
    assert app.get("/eo/").status == 404
    assert app.get("/fa-u-nu-latn/").status == 404


def test_settings_offer_every_language_in_its_own_name_and_turn_to_the_chosen(app: App) -> None:
    html = app.get("/en/settings").text
    assert '<span lang="fa">فارسی</span>' in html and '<span lang="en">English</span>' in html
    assert app.post("/en/settings", language="fa").place == "/fa/settings?said=saved"


def test_the_reader_chooses_latin_digits(app: App) -> None:
    assert "۱۷" in app.get("/fa/map").text
    app.post("/fa/settings", digits="latin")
    html = app.get("/fa/map").text
    assert "17" in html and "۱۷" not in html
    assert '<html lang="fa" dir="rtl" data-digits="latin"' in html
    assert "/fa/lesson/lookup" in html


def test_an_open_question_is_asked_and_read_in_the_language_of_its_page(app: App) -> None:
    row = app.typed("lookup.count-the-comparisons")
    assert "کلید" not in app.get(f"/en/question/{row.id}").text
    assert "مقایسه" in app.get(f"/fa/question/{row.id}").text
    for tag, echo in (("en", "1024"), ("de", ""), ("fa", "")):
        if tag not in languages():
            continue
        reply = app.client.get(f"/{tag}/read/{row.id}?text={quote('1,024')}").json()
        assert (reply["echo"] or "") == echo


def test_an_answer_is_kept_in_the_language_it_was_given_in(app: App) -> None:
    variant = app.ask("lookup.three-shares")
    app.post(f"/fa/answer/{variant}", id=app.new_id(), answer="1")
    assert '"language":"fa"' in "".join(app.log())
