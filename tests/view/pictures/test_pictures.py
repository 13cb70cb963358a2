"""Pictures: drawing and twin hold the same numbers, and both suffice alone."""

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal

import pytest
from markupsafe import Markup

from starlore.errors import StarloreError
from starlore.lessons.pictures import PICTURES
from starlore.lessons.pictures.weights_table import WeightsTable
from starlore.view.pictures import draw_picture
from tests.view.pictures.a_picture import (
    DATA,
    ENGLISH,
    TURNED,
    block,
    drawn,
    numbers_of,
    svg_of,
    tables_of,
    turned_kind,
)


@pytest.mark.parametrize("kind", DATA)
def test_a_picture_is_a_figure_with_its_axis_its_sentence_and_its_caption(kind: str) -> None:
    html = drawn(kind)
    assert html.startswith('<figure class="picture')
    assert 'data-axis="text"' in html
    assert "Its &lt;one&gt; sentence." in html
    assert html.endswith("<figcaption>Under.</figcaption></figure>")
    assert "<table" in html


@pytest.mark.parametrize("kind", DATA)
def test_no_picture_carries_a_style(kind: str) -> None:
    assert "style=" not in drawn(kind)


def all_bytes() -> str:
    """What every kind looks like, as one number."""
    turned = (turned_kind(kind, query) for kind, query in TURNED.items())
    return hashlib.sha256("".join([*map(drawn, DATA), *turned]).encode()).hexdigest()


@pytest.mark.parametrize("seed", ("0", "17"))
def test_equal_values_give_equal_bytes_in_another_process(seed: str) -> None:
    told = "from tests.view.pictures.test_pictures import all_bytes; print(all_bytes())"
    found = subprocess.run(
        [sys.executable, "-c", told],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == all_bytes()


AXES = frozenset({"beam", "number-line", "plane", "shadow"})
"""Kinds whose drawing has marks of an axis, in small print, which no table repeats."""
CUT = frozenset({"glass", "lookup-table"})
"""Kinds whose drawing has room for fewer digits than their twin."""


def unlisted(kind: str, html: str) -> set[str]:
    """Numbers of the drawing that its twin does not hold."""
    svg = svg_of(html)
    if kind in AXES:
        svg = re.sub(r'<text[^>]*class="t-small[^>]*>.*?</text>', "", svg)
    twin = numbers_of(tables_of(html))
    left = numbers_of(svg) - twin
    if kind in CUT:
        exact = [Decimal(plain(number)) for number in twin]
        left = {n for n in left if Decimal(plain(n)) not in (round(e, decimals(n)) for e in exact)}
    return left


def plain(number: str) -> str:
    return number.replace("−", "-").replace(",", "")


def decimals(number: str) -> int:
    return len(number.partition(".")[2])


DRAWN_KINDS = [kind for kind in DATA if kind != "weights-table"]
"""A table of weights is its own twin."""


@pytest.mark.parametrize("kind", DRAWN_KINDS)
def test_the_twin_holds_every_number_of_the_drawing(kind: str) -> None:
    assert not unlisted(kind, drawn(kind))
    assert not unlisted(kind, turned_kind(kind, TURNED.get(kind, {})))


@pytest.mark.parametrize("kind", ("columns", "strip", "squares"))
def test_the_drawing_holds_every_number_of_the_twin(kind: str) -> None:
    html = drawn(kind)
    more = numbers_of(tables_of(html)) - numbers_of(svg_of(html))
    assert more <= {"1.00"}, "only the printed sum is added"


@pytest.mark.parametrize("kind", [kind for kind in DRAWN_KINDS if kind not in ("plane", "ways")])
def test_a_wrong_number_in_a_drawing_would_be_found(kind: str) -> None:
    """A plane and the ways have no number but marks of their axis."""
    html = str(drawn(kind))
    svg = svg_of(html)
    large = re.compile(r'(<text[^>]*class="(?!t-small)[^>]*>(?:<tspan[^>]*>)?)[−\d][\d.]*')
    wrong = large.sub(r"\g<1>98765", svg, count=1)
    assert unlisted(kind, html.replace(svg, wrong)) == {"98765"}


def test_a_table_of_weights_shows_the_weights_and_no_other_number() -> None:
    value = PICTURES["weights-table"](DATA["weights-table"])
    assert isinstance(value, WeightsTable)
    weights = {weight.printed for row in value.rows for weight in row}
    assert numbers_of(tables_of(drawn("weights-table"))) == weights


def test_a_value_nobody_can_draw_is_a_fault() -> None:
    with pytest.raises(StarloreError, match="nobody knows how to draw a str"):
        draw_picture(replace(block("columns")), "a word", "", Markup(), ENGLISH)
