"""Live pictures of one page: names of their own, and what the address says of the others kept."""

import re
from dataclasses import replace

import pytest

from starlore.errors import Refused
from starlore.language import Catalogue
from starlore.view.links import Links
from starlore.view.live_pictures import live_pictures, show_live
from starlore.view.passage import Scope
from tests.real_course import real_course

LESSON = real_course().lesson("dot")
SCOPE = Scope(LESSON, "en", Catalogue.load("en"), LESSON.numbers)
(KEY,) = LESSON.text("en").read.pictures
SHOWN = live_pictures([KEY, replace(KEY, id="other")], SCOPE)


def shown(id_: str, **query: str) -> str:
    named = {name.replace("_", "."): text for name, text in query.items()}
    return show_live(id_, SHOWN, SCOPE, Links("en"), "dot", named)


def fields(html: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="range" name="([^"]+)" value="([^"]+)"', html))


def hidden(html: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)"', html))


def test_two_of_a_kind_share_no_name() -> None:
    key, other = (set(fields(shown(id_))) for id_ in SHOWN)
    assert (key, other) == ({"key.key.0", "key.key.1"}, {"other.key.0", "other.key.1"})


def test_each_reads_its_own_numbers_and_sends_those_of_the_other_along() -> None:
    asked = {"key_key_0": "-3", "other_key_0": "4", "on": "2027-01-15"}
    key, other = (shown(id_, **asked) for id_ in SHOWN)
    assert fields(key)["key.key.0"] == "-3" and hidden(key) == {"other.key.0": "4"}
    assert fields(other)["other.key.0"] == "4" and hidden(other) == {"key.key.0": "-3"}
    assert 'href="/en/lesson/dot?key.key.0=-3#picture-other"' in other


def test_a_name_without_a_picture_speaks_of_the_first() -> None:
    key, other = (shown(id_, key_1="2") for id_ in SHOWN)
    assert fields(key)["key.key.1"] == "2" and hidden(key) == {}
    assert fields(other)["other.key.1"] == "1" and hidden(other) == {"key.key.1": "2"}


def test_a_number_that_does_not_fit_is_refused_where_it_is_asked_for() -> None:
    with pytest.raises(Refused):
        shown("other", other_key_0="99")
    assert fields(shown("key", other_key_0="99"))["key.key.0"] == "1"
