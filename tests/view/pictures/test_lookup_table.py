"""The lookup table as it is drawn: three positions of a switch, fields, what a change moved."""

import re

import pytest
from markupsafe import Markup

from starlore.lessons.pictures.lookup_table import LookupTable, lookup_table, start_inputs
from starlore.view.pictures import Live, draw_picture
from tests.view.pictures.a_picture import (
    ENGLISH,
    TRIO,
    block,
    drawn,
    numbers_of,
    svg_of,
    tables_of,
)


def trio() -> LookupTable:
    return lookup_table(start_inputs(TRIO))


def changed(field: str, number: str) -> tuple[LookupTable, Live]:
    """The trio with one number changed, and what that moved."""
    start = trio()
    now = start.read({field: number})
    return now, Live(start, "/en/lesson/lookup", "/en/picture/lookup/trio")


def live(field: str, number: str) -> str:
    now, more = changed(field, number)
    return draw_picture(block("lookup-table"), now, "alt", Markup(), ENGLISH, more)


def test_the_lookup_table_draws_and_lists_the_engines_numbers() -> None:
    html, table = drawn("lookup-table"), trio()
    svg, twin = svg_of(html), tables_of(html)
    for row in table.rows:
        for figure in (*row.scores, row.printed_sum):
            assert figure.printed.replace("-", "−") in numbers_of(svg) & numbers_of(twin)
        for short, long in zip(row.weights, row.weights_long, strict=True):
            assert short.printed in numbers_of(svg)
            assert long.printed in numbers_of(twin)
            assert long.at(2).printed == short.printed
        for figure in (*row.powers, row.total, *row.output):
            assert figure.printed in numbers_of(svg)
        for figure in row.output_long:
            assert figure.printed in numbers_of(twin)


def test_the_switch_has_three_positions_and_weights_are_shown_first() -> None:
    html = drawn("lookup-table")
    assert re.findall(r'type="radio" name="cells-a-picture" value="(\w+)"( checked)?', html) == [
        ("score", ""),
        ("power", ""),
        ("weight", " checked"),
    ]
    for cell in ("score", "power", "weight"):
        assert f'class="at-{cell}"' in html


def test_every_number_of_every_vector_is_a_named_field_and_can_be_dragged() -> None:
    html = live("v.0.0", "10")
    names = re.findall(
        r'<input[^>]*name="a-picture\.([qkv]\.\d\.\d)"[^>]*aria-label="([^"]+)"', html
    )
    assert len(names) == 18
    assert dict(names)["q.0.0"] == "sun, query, first number"
    assert dict(names)["v.2.1"] == "comet, value, second number"
    assert set(re.findall(r'data-drag="a-picture\.([^"]+)"', html)) == {field for field, _ in names}
    assert 'method="get" action="/en/lesson/lookup#picture-a-picture"' in html
    assert 'data-picture="/en/picture/lookup/trio"' in html
    assert set(re.findall(r'data-live="(\w+)"', html)) == {"drawing", "told", "twin"}


def test_a_value_moves_no_score_and_no_weight() -> None:
    html = live("v.0.0", "7")
    assert "no score moves, no weight" in html
    table = tables_of(html)
    assert table.count("is-moved") == 3, "three outputs"
    assert svg_of(html).count("is-moved") == 6, "three points and three outputs"


def test_a_key_moves_a_column_of_scores_and_whole_rows_of_weights() -> None:
    html = live("k.0.0", "2")
    assert "one column of scores moves (three cells)" in html
    assert "whole rows of weights (nine cells)" in html
    assert tables_of(html).count("is-moved") == 3 + 3 + 9 + 3


def test_a_query_moves_its_own_row() -> None:
    html = live("q.1.0", "3")
    assert "its own row moves, and no other" in html
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', tables_of(html))
    rows = [row for row in rows if not re.search("<input|>key<|>value<", row)]
    assert len(rows) == 9, "three rows of scores, three of powers, three of weights"
    for row in rows:
        assert ("is-moved" in row) == ("moon" in row)


def test_a_changed_picture_says_its_own_numbers_not_the_lessons() -> None:
    assert 'aria-label="alt"' in live("k.0.0", "1")
    said = re.search(r'aria-label="([^"]*)"', svg_of(live("k.0.0", "2")))
    assert said is not None
    assert said.group(1).startswith("sun asks: scores (5, 1, 0); weights (0.98, 0.02, 0.01)")


@pytest.mark.parametrize("n", (1, 2, 4, 8))
def test_a_lookup_table_of_any_size_has_a_column_for_each_place(n: int) -> None:
    data = {
        "q": [[1, 0]] * n,
        "k": [[0, 1]] * n,
        "v": [[i, 1, 2] for i in range(n)],
        "signs": [f"word{i}" for i in range(n)],
    }
    html = draw_picture(
        block("lookup-table"), lookup_table(start_inputs(data)), "alt", Markup(), ENGLISH
    )
    assert svg_of(html).count('class="t-letter t-mid t-k"') == n
    assert ('data-axis="math"' in html) == (n == 3)
