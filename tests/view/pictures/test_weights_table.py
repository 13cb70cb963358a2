"""A table of weights as it is drawn: its tops, and what gives nothing away."""

import re

from markupsafe import Markup

from starlore.figures import figures
from starlore.lessons.pictures import PICTURES
from starlore.view.pictures import draw_picture
from tests.view.pictures.a_picture import (
    ENGLISH,
    WORDS,
    block,
    drawn,
)


def test_a_table_of_weights_marks_its_tops_and_the_row_asked_about() -> None:
    html = drawn("weights-table")
    assert html.count('class="is-top"') == 4
    assert re.search(r'<tr class="is-asked-about"><th scope="row"><bdi>read</bdi>', html)
    assert "asks&nbsp;↓" in html and "is asked&nbsp;→" in html


def test_a_table_that_asks_gives_no_top_away() -> None:
    data = {"words": WORDS, "rows": [figures(row, places=2) for row in ([0.1, 0.2, 0.7],) * 3]}
    html = draw_picture(
        block("weights-table"), PICTURES["weights-table"](data), "alt", Markup(), ENGLISH
    )
    assert "is-top" not in html and "is-asked-about" not in html


def test_words_are_escaped() -> None:
    data = {"words": ["<b>", "x"], "rows": [figures([0.5, 0.5], places=2)] * 2}
    html = draw_picture(
        block("weights-table"), PICTURES["weights-table"](data), "alt", Markup(), ENGLISH
    )
    assert "<b>" not in html and "&lt;b&gt;" in html
