"""The beam as it is drawn: what hangs at it, where it balances, what it says."""

import re
from itertools import pairwise

import pytest

from starlore.language import Catalogue
from starlore.lessons.pictures.beam import beam
from tests.view.pictures.a_picture import told_of, turned_html

ENGLISH = Catalogue.load("en")
START = beam({"values": (10, 4, 1), "amounts": (5, 3, 2)})


def drawn(**query: str) -> str:
    return turned_html("beam", START, {at.replace("_", "."): text for at, text in query.items()})


def columns(html: str) -> list[tuple[float, float, float]]:
    """Each column: its middle, its top, its height."""
    found = re.findall(
        r'class="p-weight" x="([\d.]+)" y="([\d.]+)" width="22" height="([\d.]+)"', html
    )
    return [(float(x) + 11, float(y), float(tall)) for x, y, tall in found]


def test_columns_stand_at_their_values_as_tall_as_their_weights() -> None:
    (ten, four, one) = columns(drawn())
    assert [x for x, _, _ in (ten, four, one)] == [354, 162, 66]
    assert four[2] / ten[2] == pytest.approx(0.6, abs=0.01)
    assert one[2] / ten[2] == pytest.approx(0.4, abs=0.01)


def test_at_one_value_columns_stand_on_each_other() -> None:
    first, second, third = columns(drawn(value_0="4", value_2="4"))
    for below, above in pairwise((first, second, third)):
        assert below[0] == above[0]
        assert above[1] + above[2] < below[1]
    assert third[1] > 0


def test_no_number_of_the_line_stands_under_the_pivot() -> None:
    html = drawn(amount_1="0", amount_2="0")
    shown = re.findall(r'y="148" class="t-small t-mid"><tspan[^>]*>([^<]+)', html)
    assert "10" not in shown and "9" in shown and "11" in shown


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({}, "the weights (0.50, 0.30, 0.20). The blend is 6.40, between 1 and 10; a plain"),
        ({"amount_0": "0"}, "The blend is 2.80, between 1 and 4"),
        ({"amount_0": "0", "amount_1": "0"}, "Every value that has a weight is 1, and so is the"),
        ({"amount_0": "0", "amount_1": "0", "amount_2": "0"}, "Nothing hangs on the beam"),
        (
            {"amount_0": "1", "amount_1": "1", "amount_2": "1"},
            "As printed, the weights add to 0.99",
        ),
    ],
)
def test_the_sentence_says_what_the_beam_shows(query: dict[str, str], words: str) -> None:
    assert words in told_of(drawn(**query))


def test_a_turned_beam_has_its_own_sentence_and_table() -> None:
    html = drawn(amount_0="0")
    assert "A beam with the values (10, 4, 1) and the weights (0.00, 0.60, 0.40)" in html
    rows = [
        " ".join(re.sub(r"<[^>]*>", " ", row).split())
        for row in re.findall(r"<tr>(.*?)</tr>", html)
    ]
    assert rows[1:] == [
        "1 10 0 0.00 0.00",
        "2 4 3 0.60 2.40",
        "3 1 2 0.40 0.40",
        "together 5 1 2.80",
    ]


def test_every_value_can_be_pulled_along_the_line_and_every_number_dialled() -> None:
    html = drawn()
    assert re.findall(r'data-drag-x="a-picture\.([^"]+)" data-unit="32"', html) == [
        "value.0",
        "value.1",
        "value.2",
    ]
    names = set(re.findall(r'<input type="range" name="a-picture\.([^"]+)"', html))
    assert names == {f"{kind}.{at}" for kind in ("amount", "value") for at in range(3)}
