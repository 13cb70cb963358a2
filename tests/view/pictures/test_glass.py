"""A glass as it is drawn: one past in drawing and twin."""

from decimal import Decimal

from tests.view.pictures.a_picture import numbers_of, svg_of, tables_of, turned_kind


def test_a_glass_says_the_same_past_in_drawing_and_twin() -> None:
    html = turned_kind("glass", {"input.0": "6"})
    exact = [Decimal(number) for number in numbers_of(tables_of(html))]
    for number in numbers_of(svg_of(html)):
        cut = [round(one, len(number.partition(".")[2])) for one in exact]
        assert Decimal(number) in cut, f"{number} is no number of the twin, cut to its digits"
    assert "Of the first input 0.031 is left in the last glass, of the last input 0.5" in html
    assert "The inputs (0, 0, 0, 0, 4.38) end in the same state, 2.19" in html


def test_an_empty_glass_has_no_filling_and_no_other_past() -> None:
    html = turned_kind("glass", {f"input.{at}": "0" for at in range(5)})
    assert "the glass stays empty" in html
    assert "opacity" not in svg_of(html) and "another past" not in html
