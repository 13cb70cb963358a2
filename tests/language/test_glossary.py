"""Locked terms and words never said."""

import tomllib
from importlib.resources import files

import pytest

from starlore.language import languages
from starlore.language.glossary import Glossary, Term, glossary

KEY = Term("key", "کلید", ("key", "keys"), never=("کی",))
HEAD = Term("head", "سر", ("head",), rooms=("picture",))
WORDS = Glossary("fa", (KEY, HEAD), {"غلط": "این یکی نه", "!": "نقطه"})


def names(source: str, text: str, room: str = "lesson") -> list[str]:
    return [term.name for term in WORDS.missing(source, text, room)]


def test_a_term_that_is_called_otherwise_is_found() -> None:
    assert names("Its key is asked.", "از شناسه‌اش پرسیده می‌شود.") == ["key"]


@pytest.mark.parametrize("text", ["کلیدهایش", "کلیدِ آن", "کلید"])
def test_a_term_counts_in_any_form_that_goes_on_with_it(text: str) -> None:
    assert names("the keys", text) == []


@pytest.mark.parametrize("source", ["keyboard", "{{ keys.0 }}", "--key", "KEY", "a.key.b"])
def test_what_only_looks_like_the_word_asks_for_no_term(source: str) -> None:
    assert names(source, "") == []


def test_what_is_to_be_typed_stays_as_it_is() -> None:
    assert names("LESSON is a name such as key.", "LESSON نامی است مانند key.") == []


def test_a_turn_of_speech_asks_for_no_term() -> None:
    words = Glossary("fa", (Term("place", "جایگاه", ("place",)),), idioms=("in place of",))
    assert not [*words.missing("It stands in place of a word.", "به جای واژه‌ای.", "lesson")]
    assert [*words.missing("The place in place of a word.", "جای واژه‌ای.", "lesson")]


def test_a_term_with_rooms_is_asked_for_in_them_alone() -> None:
    assert names("the head", "", "picture") == ["head"]
    assert names("the head", "", "fault") == []


@pytest.mark.parametrize(
    ("text", "said"), [("این غلط است", "غلط"), ("بله!", "!"), ("کی بود", "کی")]
)
def test_a_word_that_is_never_said_is_found(text: str, said: str) -> None:
    assert [word for word, _ in WORDS.unsayable(text)] == [said]


def test_a_part_of_a_longer_word_is_no_word() -> None:
    assert not [*WORDS.unsayable("غلطان، یک‌کی")]


def test_a_language_without_a_glossary_has_an_empty_one() -> None:
    assert glossary("eo") == Glossary("eo")


@pytest.mark.parametrize("tag", languages())
def test_every_language_has_a_glossary_that_says_what_it_says_instead(tag: str) -> None:
    assert glossary(tag).never
    assert all(glossary(tag).never.values())


def test_the_terms_of_persian_are_locked_each_with_room_for_a_name() -> None:
    source = files("starlore.language") / "locales" / "glossary" / "fa.toml"
    terms = tomllib.loads(source.read_text(encoding="utf-8"))["terms"]
    assert len(terms) >= 19
    assert all(isinstance(entry["confirmed-by"], str) for entry in terms.values())
