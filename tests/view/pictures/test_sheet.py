"""The sheet: a text axis runs as the page reads, a math axis does not."""

import pytest

from starlore.view.pictures.sheet import Sheet
from tests.view.pictures.a_picture import ENGLISH, PERSIAN, drawn


def test_a_text_axis_follows_the_reading_and_a_math_axis_does_not() -> None:
    left = Sheet(ENGLISH, 100, "text")
    assert left.x(10, 20) == 10
    assert Sheet(PERSIAN, 100, "text").x(10, 20) == 70
    assert Sheet(PERSIAN, 100, "math").x(10, 20) == 10
    assert drawn("columns", PERSIAN) != drawn("columns", PERSIAN, "math")


@pytest.mark.parametrize("kind", ["shadow", "project", "glass"])
def test_no_product_beside_persian_digits_has_a_point_that_reads_as_a_zero(kind: str) -> None:
    assert "·" in drawn(kind)
    shown = drawn(kind, PERSIAN)
    assert "×" in shown
    assert "·" not in shown
