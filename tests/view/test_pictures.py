"""Pictures: drawing and twin hold the same numbers, and both suffice alone."""

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest
from markupsafe import Markup

from starlore.errors import StarloreError
from starlore.figures import figures
from starlore.language import Catalogue
from starlore.lessons.model import PictureBlock
from starlore.lessons.pictures import PICTURES
from starlore.lessons.pictures.lookup_table import (
    LookupTable,
    lookup_table,
    read_inputs,
    start_inputs,
)
from starlore.view.pictures import Live, draw_picture
from starlore.view.pictures.sheet import Sheet
from starlore.view.pictures.strip import strip_svg
from starlore.view.pictures.ways import usable
from tests.view.a_picture import turned_html

ENGLISH = Catalogue.load("en")
PERSIAN = Catalogue("fa", ENGLISH.messages)
TRIO = {
    "q": [[2, 1], [1, 2], [1, 1]],
    "k": [[1, 1], [1, -1], [-1, 2]],
    "v": [[10, 0], [0, 10], [5, 5]],
}
WORDS = ("she", "read", "his")
DATA: dict[str, object] = {
    "beam": {"values": [10, 4, 1], "amounts": [5, 3, 2]},
    "columns": figures([3.5, -2, 0]),
    "strip": figures([0.9, 0.06, 0.04], places=2),
    "squares": {"small": 4, "large": 8},
    "ways": {"distance": 6, "window": 3, "keep": Decimal("0.8")},
    "weights-table": {
        "words": WORDS,
        "rows": [figures(row, places=2) for row in ([0.1, 0.2, 0.7], [1, 0, 0], [0.4, 0.4, 0.2])],
        "asker": 1,
    },
    "lookup-table": TRIO,
    "cells": {"rows": [[0, 0, 8, 0], [0, 2, 4, 2]], "lit": [(0, 2), (1, 1)], "frame": (1, 3)},
    "glass": {"keep": Decimal("0.5"), "inputs": [8, 0, 0, 4, 2]},
    "layers": {
        "inputs": [0, 0, 8, 0, 0, 0, 0],
        "windows": [figures([0.25, 0.5, 0.25]), figures([0.1, 0.2, 0.4, 0.2, 0.1])],
        "layers": 2,
        "place": 6,
    },
    "number-line": {"points": [10, 4, 1], "weights": figures([0.5, 0.3, 0.2]), "pivot": 6.4},
    "plane": {"arrows": [{"at": (2, 1), "part": "query"}, {"at": (-3, 4), "name": "A"}]},
    "project": {
        "x": [[1, 0, 1], [0, 1, 1], [1, 1, 0]],
        "signs": ("sun", "moon", "comet"),
        "q": [[1, 0], [0, 1], [1, 1]],
        "k": [[-0.5, 2], [-0.5, 0], [1.5, -1]],
        "v": [[7.5, -2.5], [-2.5, 7.5], [2.5, 2.5]],
    },
    "shadow": {
        "query": (2, 1),
        "keys": [{"at": (1, 1), "name": "sun"}, {"at": (1, -1), "name": "moon"}],
    },
    "softmax": [3, 1, 0],
}


def block(kind: str, axis: str = "text") -> PictureBlock:
    return PictureBlock(kind, "a-picture", "data", axis, "", "", 1)


def drawn(kind: str, catalogue: Catalogue = ENGLISH, axis: str = "text") -> str:
    value = PICTURES[kind](DATA[kind])
    return draw_picture(
        block(kind, axis), value, "Its <one> sentence.", Markup("Under."), catalogue
    )


def trio() -> LookupTable:
    return lookup_table(start_inputs(TRIO))


def changed(field: str, number: str) -> tuple[LookupTable, Live]:
    """The trio with one number changed, and what that moved."""
    start = trio()
    now = lookup_table(read_inputs({field: number}, start.inputs))
    return now, Live(start, "/en/lesson/lookup", "/en/picture/lookup/trio")


def live(field: str, number: str) -> str:
    now, more = changed(field, number)
    return draw_picture(block("lookup-table"), now, "alt", Markup(), ENGLISH, more)


def turned_kind(kind: str, query: Mapping[str, str]) -> str:
    """A picture of a kind, its dials turned as an address says."""
    return turned_html(kind, PICTURES[kind](DATA[kind]), query)


def svg_of(html: str) -> str:
    found = re.search(r'<svg viewBox[^>]*role="img".*?</svg>', html, re.DOTALL)
    assert found is not None
    return found.group()


def tables_of(html: str) -> str:
    return "".join(re.findall(r"<table.*?</table>", html, re.DOTALL))


def numbers_of(html: str) -> set[str]:
    """Every number that is shown, brackets and lists taken apart."""
    shown = re.sub(r"<[^>]*>", " ", html)
    return set(re.findall(r"[−-]?\d[\d,]*(?:\.\d+)?", shown.replace(", ", " ")))


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


@pytest.mark.parametrize("kind", DATA)
def test_equal_values_give_equal_bytes(kind: str) -> None:
    assert drawn(kind) == drawn(kind)


@pytest.mark.parametrize("kind", ("columns", "strip", "squares"))
def test_drawing_and_twin_hold_the_same_numbers(kind: str) -> None:
    html = drawn(kind)
    twin = numbers_of(tables_of(html))
    assert numbers_of(svg_of(html)) <= twin
    assert twin - numbers_of(svg_of(html)) <= {"1.00"}, "only the printed sum is added"


def test_a_wrong_number_in_a_drawing_would_be_found() -> None:
    html = str(drawn("columns")).replace(">3.5</tspan>", ">3.6</tspan>")
    assert not numbers_of(svg_of(html)) <= numbers_of(tables_of(html))


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
    names = re.findall(r'<input[^>]*name="([qkv]\.\d\.\d)"[^>]*aria-label="([^"]+)"', html)
    assert len(names) == 18
    assert dict(names)["q.0.0"] == "sun, query, first number"
    assert dict(names)["v.2.1"] == "comet, value, second number"
    assert set(re.findall(r'data-drag="([^"]+)"', html)) == {field for field, _ in names}
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
    assert tables_of(html).count("is-moved") == 3 + 9 + 3


def test_a_query_moves_its_own_row() -> None:
    html = live("q.1.0", "3")
    assert "its own row moves, and no other" in html
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', tables_of(html))
    rows = [row for row in rows if "<input" not in row]
    assert len(rows) == 6, "three rows of scores, three of weights"
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


def test_a_text_axis_follows_the_reading_and_a_math_axis_does_not() -> None:
    left = Sheet(ENGLISH, 100, "text")
    assert left.x(10, 20) == 10
    assert Sheet(PERSIAN, 100, "text").x(10, 20) == 70
    assert Sheet(PERSIAN, 100, "math").x(10, 20) == 10
    assert drawn("columns", PERSIAN) != drawn("columns", PERSIAN, "math")


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


def test_a_window_sees_its_reach_a_state_fades_and_attention_keeps_all() -> None:
    value = PICTURES["ways"](DATA["ways"])
    every = range(7)
    assert [usable(value, "window", at) for at in every] == [0, 0, 0, 0, 0, 1, 1]  # type: ignore[arg-type]
    kept = [usable(value, "state", at) for at in every]  # type: ignore[arg-type]
    assert kept == sorted(kept) and kept[0] == pytest.approx(0.8**6, abs=1e-6)
    assert [usable(value, "attention", at) for at in every] == [1] * 7  # type: ignore[arg-type]
    assert "0.26" in tables_of(drawn("ways"))


def test_a_table_of_weights_marks_its_tops_and_the_row_asked_about() -> None:
    html = drawn("weights-table")
    assert html.count('class="is-top"') == 4
    assert re.search(r'<tr class="is-asked-about"><th scope="row"><bdi>read</bdi>', html)
    assert "asks ↓" in html and "is asked →" in html


def test_a_table_that_asks_gives_no_top_away() -> None:
    data = {"words": WORDS, "rows": [figures(row, places=2) for row in ([0.1, 0.2, 0.7],) * 3]}
    html = draw_picture(
        block("weights-table"), PICTURES["weights-table"](data), "alt", Markup(), ENGLISH
    )
    assert "is-top" not in html and "is-asked-about" not in html


def test_the_steps_of_softmax_draw_and_list_the_engines_numbers() -> None:
    html = turned_kind("softmax", {})
    for shown in ("20.086", "2.718", "1.000", "23.804", "0.844", "0.114", "0.042"):
        assert shown in numbers_of(svg_of(html)) & numbers_of(tables_of(html))
    assert re.findall(r'data-drag-y="([^"]+)"', html) == ["score.0", "score.1", "score.2"]
    assert len(re.findall(r'<input type="range"', html)) == 5
    assert "stands 2 above the second, so its weight is about 7.39 times as large" in html


def test_what_was_turned_of_softmax_is_told() -> None:
    assert "lifted by 10" in turned_kind("softmax", {"lift": "10"})
    assert "every gap is smaller" in turned_kind("softmax", {"temperature": "2"})
    cold = turned_kind("softmax", {"temperature": "0.5", "score.1": "3"})
    assert "every gap is larger" in cold and "are equally tall" in cold
    assert "score, divided by 0.5" in svg_of(cold) and svg_of(cold).count("p-dash") == 3


def test_a_long_power_is_shown_as_a_power_of_ten() -> None:
    html = turned_kind("softmax", {"lift": "10", "temperature": "0.5"})
    assert "1.96·10^11" in svg_of(html) and "1.96·10^11" in tables_of(html)


def test_an_input_lights_the_rows_it_takes_and_their_sums_are_drawn_and_listed() -> None:
    html = turned_kind("project", {})
    assert svg_of(html).count('class="p-weight"') == 2 * (1 + 3 * 2)
    assert svg_of(html).count('class="p-rest"') == 1 + 3 * 2
    for shown in ("2", "10", "1.5", "−2.5"):
        assert shown in numbers_of(svg_of(html)) & numbers_of(tables_of(html))
    assert "1 · (−0.5, 2) + 0 · (−0.5, 0) + 1 · (1.5, −1)" in tables_of(html)
    assert "lights two rows of each table" in html
    assert "(2, −1)" in turned_kind("project", {"x.0": "2", "x.1": "-1", "x.2": "0"})
    assert "takes no row" in turned_kind("project", {"x.0": "0", "x.2": "0"})


def test_every_number_of_input_and_tables_can_be_typed_and_pulled() -> None:
    html = turned_kind("project", {})
    names = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*aria-label="([^"]+)"', html))
    assert len(names) == 3 + 3 * 6
    assert names["x.2"] == "Input, third number"
    assert names["k.2.1"] == "Key table, third row, second number"
    assert set(re.findall(r'data-drag="([^"]+)"', html)) == set(names)


def test_a_changed_table_tells_what_it_moved_at_every_input() -> None:
    html = turned_kind("project", {"k.0.0": "1"})
    assert "no query moves, two keys and no value" in html
    assert "The tables were changed" not in turned_kind("project", {"x.0": "2"})


def test_words_are_escaped() -> None:
    data = {"words": ["<b>", "x"], "rows": [figures([0.5, 0.5], places=2)] * 2}
    html = draw_picture(
        block("weights-table"), PICTURES["weights-table"](data), "alt", Markup(), ENGLISH
    )
    assert "<b>" not in html and "&lt;b&gt;" in html


def test_a_value_nobody_can_draw_is_a_fault() -> None:
    with pytest.raises(StarloreError, match="nobody knows how to draw a str"):
        draw_picture(replace(block("columns")), "a word", "", Markup(), ENGLISH)


def test_layers_draw_and_list_the_same_numbers_and_say_how_far_they_reach() -> None:
    html = turned_kind("layers", {"layers": "3"})
    known = numbers_of(tables_of(html)) | numbers_of(re.findall(r"<caption>.*?<", html)[0])
    assert numbers_of(svg_of(html)) <= known
    assert "three layers times the half-width 1 is 3" in html
    assert "can have heard of places 3 to 7, where the row ends. Its number is 0.12." in html
    doubled = turned_kind("layers", {"layers": "2", "gap": "2", "place": "4"})
    assert "the gaps 1 + 2 times the half-width 1 is 3" in doubled
    assert "can have heard of places 1 to 7. Its number" in doubled


def test_a_frame_is_pulled_the_way_its_row_runs() -> None:
    start = PICTURES["layers"](DATA["layers"])
    ways = [
        draw_picture(block("layers", axis), start, "", Markup(), PERSIAN)
        for axis in ("text", "math")
    ]
    units = [re.search(r'data-unit="([-\d.]+)"', html) for html in ways]
    assert [one is not None and float(one.group(1)) > 0 for one in units] == [False, True]


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
