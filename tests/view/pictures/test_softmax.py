"""Softmax as it is drawn: the engine's numbers, and what was turned."""

import re

from tests.view.pictures.a_picture import (
    numbers_of,
    svg_of,
    tables_of,
    turned_kind,
)


def test_the_steps_of_softmax_draw_and_list_the_engines_numbers() -> None:
    html = turned_kind("softmax", {})
    for shown in ("20.086", "2.718", "1.000", "23.804", "0.844", "0.114", "0.042"):
        assert shown in numbers_of(svg_of(html)) & numbers_of(tables_of(html))
    assert re.findall(r'data-drag-y="a-picture\.([^"]+)"', html) == [
        "score.0",
        "score.1",
        "score.2",
    ]
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
