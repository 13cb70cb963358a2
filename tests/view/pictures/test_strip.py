"""The strip as it is drawn: pieces of one whole, numbers apart."""

import re
from itertools import pairwise

import pytest

from starlore.figures import figures
from starlore.lessons.pictures import PICTURES
from starlore.view.pictures.sheet import Sheet
from starlore.view.pictures.strip import strip_svg
from tests.view.pictures.a_picture import (
    DATA,
    ENGLISH,
)


def test_the_pieces_of_a_strip_make_one_whole() -> None:
    value = PICTURES["strip"](DATA["strip"])
    svg = strip_svg(value, "", Sheet(ENGLISH, 600, "math"))  # type: ignore[arg-type]
    widths = [float(w) for w in re.findall(r'class="p-weight"[^>]*width="([\d.]+)"', svg)]
    assert sum(widths) == pytest.approx(600 - 4 - 2 * (len(widths) - 1), abs=0.2)
    assert widths[0] / sum(widths) == pytest.approx(0.9, abs=0.001)


def test_numbers_outside_their_pieces_do_not_cover_each_other() -> None:
    value = PICTURES["strip"](figures([0.9, 0.02, 0.03, 0.02, 0.03], places=2))
    svg = strip_svg(value, "", Sheet(ENGLISH, 600, "math"))  # type: ignore[arg-type]
    places = [float(x) for x in re.findall(r'<text x="([\d.]+)" y="65"', svg)]
    assert len(places) == 4
    assert min(b - a for a, b in pairwise(places)) >= 40
    assert max(places) <= 600


@pytest.mark.parametrize("count", [4, 9, 14, 40])
def test_small_numbers_never_run_together_however_large_their_letters(count: int) -> None:
    """On a phone a letter takes 12 of the drawing's 600 units, and a gap parts two numbers."""
    shares = [1 - 0.005 * (count - 1), *[0.005] * (count - 1)]
    value = PICTURES["strip"](figures(shares, places=3))
    svg = strip_svg(value, "", Sheet(ENGLISH, 600, "math"))  # type: ignore[arg-type]
    places = [float(x) for x in re.findall(r'<text x="([\d.]+)" y="65"', svg)]
    assert min(b - a for a, b in pairwise(places)) >= 5 * 12 + 8 - 0.11
    assert places[0] >= 30
    assert places[-1] <= 570.1
    assert len(places) == min(count - 1, 8)
