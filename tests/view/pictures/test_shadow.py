"""The shadow as it is drawn: a tip to pull, words for what it says."""

import re

import pytest

from starlore.lessons.pictures.shadow import shadow
from tests.view.pictures.a_picture import told_of, turned_html

START = shadow({"query": (2, 1), "keys": [{"at": (1, 1), "name": "sun"}]})


def drawn(x: object, y: object) -> str:
    return turned_html("shadow", START, {"key.0": str(x), "key.1": str(y)})


def test_the_tip_of_the_key_can_be_pulled_both_ways() -> None:
    html = drawn(-3, 2)
    handle = re.search(r'<circle class="handle is-free"[^>]*>', html)
    assert handle is not None
    assert 'cx="105.6" cy="112.4"' in handle.group()
    assert (
        'data-drag-x="a-picture.key.0" data-drag-y="a-picture.key.1" data-unit="34.8"'
        in handle.group()
    )
    for name in ("key.0", "key.1"):
        assert re.search(rf'<input type="range" name="a-picture.{name}"[^>]*step="0.5"', html)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ((1, 1), "points the query’s way: its shadow is 1.34 long"),
        ((4, 0), "The score is 8, more than the 5 that the query scores against itself"),
        ((-3, 2), "falls on the other side, and the score is −4"),
        ((-1, 2), "stands upright on the query: no shadow, and the score is 0"),
    ],
)
def test_the_sentence_says_what_the_key_does(key: tuple[int, int], words: str) -> None:
    assert words in told_of(drawn(*key))


def test_a_turned_key_has_its_own_sentence_and_row() -> None:
    html = drawn(-3, 2)
    assert (
        'aria-label="A plane with the query (2, 1) and the key (−3, 2), whose score is −4."' in html
    )
    first = re.search(r"<tbody><tr>(.*?)</tr>", html)
    assert first is not None
    said = " ".join(re.sub(r"<[^>]*>", " ", first.group(1)).split())
    assert said == "this key (−3, 2) (−6) + 2 −4"
    assert 'aria-label="alt"' in drawn(1, 1)


def test_a_shadow_lies_on_the_side_that_its_sign_says() -> None:
    assert "is-against" not in drawn(1, 1)
    assert "is-against" in drawn(-3, 2)
    assert "p-shadow" not in drawn(-1, 2)


def test_a_dials_name_goes_to_its_slider_and_to_nothing_else() -> None:
    labels = re.findall(r"<label>.*?</label>", drawn(1, 1))
    assert len(labels) == 2
    for label in labels:
        assert re.findall(r"<(input|output|select|button|meter|progress)\b", label) == ["input"]
        assert 'aria-hidden="true"><bdi dir="ltr">1</bdi></span>' in label
