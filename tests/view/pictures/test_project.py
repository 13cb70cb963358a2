"""An input and its tables as they are drawn: lit rows, fields, what a change moved."""

import re

from tests.view.pictures.a_picture import (
    numbers_of,
    svg_of,
    tables_of,
    turned_kind,
)


def test_an_input_lights_the_rows_it_takes_and_their_sums_are_drawn_and_listed() -> None:
    html = turned_kind("project", {})
    assert svg_of(html).count('class="p-weight"') == 2 * (1 + 3 * 2)
    assert svg_of(html).count('class="p-rest"') == 1 + 3 * 2
    for shown in ("2", "10", "1.5", "−2.5"):
        assert shown in numbers_of(svg_of(html)) & numbers_of(tables_of(html))
    assert "1 · (−0.5, 2) + 0 · (−0.5, 0) + 1 · (1.5, −1)" in tables_of(html).replace("\u00a0", " ")
    assert "lights two rows of each table" in html
    assert "(2, −1)" in turned_kind("project", {"x.0": "2", "x.1": "-1", "x.2": "0"})
    assert "takes no row" in turned_kind("project", {"x.0": "0", "x.2": "0"})


def test_every_number_of_input_and_tables_can_be_typed_and_pulled() -> None:
    html = turned_kind("project", {})
    names = dict(re.findall(r'<input[^>]*name="a-picture\.([^"]+)"[^>]*aria-label="([^"]+)"', html))
    assert len(names) == 3 + 3 * 6
    assert names["x.2"] == "Input, third number"
    assert names["k.2.1"] == "Key table, third row, second number"
    assert set(re.findall(r'data-drag="a-picture\.([^"]+)"', html)) == set(names)


def test_a_changed_table_tells_what_it_moved_at_every_input() -> None:
    html = turned_kind("project", {"k.0.0": "1"})
    assert "no query moves, two keys and no value" in html
    assert "The tables were changed" not in turned_kind("project", {"x.0": "2"})
