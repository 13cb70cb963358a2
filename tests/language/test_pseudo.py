"""The languages that nobody speaks: what they make of a message, and what would escape them."""

import re

import pytest

from starlore.language import Catalogue, direction, languages, show_day, spelled
from starlore.language.pseudo import ACCENTED, CLOSE, MIRRORED, OPEN, PSEUDO, disguise
from tests.language.days import DAY

PLAIN = re.compile(r"[a-zA-Z]{2,}")


def test_they_are_not_offered_to_anybody() -> None:
    assert not set(PSEUDO) & set(languages())


@pytest.mark.parametrize("tag", PSEUDO)
def test_a_message_is_at_least_four_tenths_longer(tag: str) -> None:
    for text in ("Sky", "Open the lesson", "A star’s light is our estimate of what you recall."):
        shown = re.sub("[\u200f\u202c\u202e]", "", disguise(text, tag))
        assert len(shown) >= 1.4 * len(text)
        assert shown[0] == "[" and shown[-1] == "]"


@pytest.mark.parametrize("tag", PSEUDO)
def test_no_word_of_a_message_stays_as_it_was(tag: str) -> None:
    catalogue = Catalogue.load(tag)
    assert not PLAIN.search(catalogue.say("sky-page.new-few", n=3, words="").strip())
    assert not PLAIN.search(catalogue.say("picture.moved-value", outputs=2))


@pytest.mark.parametrize("tag", PSEUDO)
def test_what_is_filled_in_keeps_its_own_words(tag: str) -> None:
    assert "Ada" in Catalogue.load(tag).say("sky-page.title-named", name="Ada")


@pytest.mark.parametrize("tag", PSEUDO)
def test_a_value_that_chooses_still_chooses(tag: str) -> None:
    said = Catalogue.load(tag).say(
        "lab.told-window", one="yes", first="3", last="3", output="(1, 2)"
    )
    assert "3" in said and "{" not in said


@pytest.mark.parametrize("tag", PSEUDO)
def test_days_and_spelled_numbers_are_in_disguise_too(tag: str) -> None:
    assert not PLAIN.search(show_day(DAY, tag)) and not PLAIN.search(spelled(3, tag))


def test_a_text_without_words_is_left_alone() -> None:
    assert disguise(f"; {OPEN}one{CLOSE}", ACCENTED) == "; one"


def test_the_mirrored_one_runs_from_right_to_left_and_has_other_digits() -> None:
    assert (direction(ACCENTED), direction(MIRRORED)) == ("ltr", "rtl")
    assert show_day(DAY, MIRRORED)[1:3] == "۱۲"
