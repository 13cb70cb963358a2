"""The shadow as it is drawn: no label on another, a tip to pull, words for what it says."""

import re
from decimal import Decimal
from itertools import product

import pytest

from starlore.lessons.pictures.shadow import shadow
from starlore.view.pictures.labels import Box, stand_apart
from tests.view.pictures.a_picture import told_of, turned_html

START = shadow({"query": (2, 1), "keys": [{"at": (1, 1), "name": "sun"}]})
HALVES = [Decimal(half) / 2 for half in range(-10, 11)]
FIELD = Box(0, 0, 188, 174)
UNIT = 34.8


def drawn(x: object, y: object) -> str:
    return turned_html("shadow", START, {"key.0": str(x), "key.1": str(y)})


def boxes(key: tuple[float, float]) -> list[Box]:
    tips = [(2 * UNIT, -UNIT), (float(key[0]) * UNIT, -float(key[1]) * UNIT)]
    return stand_apart((0, 0), tips, [31, 52], 18, FIELD)


def test_no_key_puts_its_label_on_the_querys_or_outside() -> None:
    for key in product(HALVES, HALVES):
        query, own = boxes((float(key[0]), float(key[1])))
        assert not query.meets(own), key
        assert query.lies_in(FIELD) and own.lies_in(FIELD), key


def test_labels_that_only_looked_outward_would_meet() -> None:
    beside = [Box(2 * UNIT + 22, -UNIT, 15, 9), Box(2 * UNIT + 30, -UNIT - 8, 26, 9)]
    assert beside[0].meets(beside[1])
    assert not boxes((2, 1))[0].meets(boxes((2, 1))[1])


def test_a_label_keeps_clear_of_every_arrow() -> None:
    tips = [(100.0, 0.0), (60.0, 0.0)]
    for box in stand_apart((0, 0), tips, [31, 31], 18, FIELD):
        assert not any(box.holds((x, 0)) for x in range(0, 101, 5))


def test_a_label_keeps_clear_of_a_line_that_has_none() -> None:
    (box,) = stand_apart((0, 0), [(60, 0)], [31], 18, FIELD, more=[(170, 0)])
    assert not any(box.holds((x, 0)) for x in range(0, 171, 5))


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
