"""Pictures of recall: every number of a row has its place, and no name lies on another."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from starlore.attention.contrast.recall import Ceiling, Row
from starlore.attention.contrast.trials import Trial
from starlore.language.catalogue import nearest
from starlore.view.recall import APART, FOOT, HEIGHT, TOP, lengths_svg, windows_svg

ENGLISH = nearest("en")


def row(way: str, n: int, *accuracies: float, window: int | None = None) -> Row:
    trial = Trial("mqar", n, way, window=window)
    return Row(trial, accuracies, ((0.01, 0.5),), (), Ceiling(1.0, 1 / 32, 16 / n, 1.0, None))


ROWS = [
    *(row("attention", 64, 1.0, 1.0), row("attention", 128, 1.0, 0.98)),
    *(row("lstm", 64, 0.25, 0.2, 0.15), row("lstm", 128, 0.12, 0.1)),
    *(row("rnn", 64, 0.24), row("rnn", 128, 0.12)),
    row("window", 64, 0.8, window=32),
]


def height(level: float) -> float:
    return TOP + (1 - level) * (HEIGHT - TOP - FOOT)


def names(svg: str) -> dict[str, float]:
    """The height of every name right of the lines."""
    found = re.findall(r'<text x="[\d.]+" y="([\d.]+)" text-anchor="start">([^<]+)</text>', svg)
    return {name: float(y) for y, name in found}


def test_a_dot_stands_at_the_mean_and_a_stroke_from_worst_to_best() -> None:
    svg = lengths_svg([row("lstm", 64, 0.25, 0.2, 0.15)], ENGLISH)
    assert f'cy="{height(0.2):.1f}"' in svg
    assert f" {height(0.15):.1f}V{height(0.25):.1f}" in svg


def test_every_way_is_named_once_and_no_name_lies_on_another() -> None:
    told = names(lengths_svg(ROWS, ENGLISH))
    assert {"attention", "lstm", "rnn", "window 32", "a guess"} <= told.keys()
    heights = sorted(told.values())[1:]
    assert all(b - a >= APART - 0.2 for a, b in pairwise(heights))
    assert max(heights) <= HEIGHT - FOOT + 10


def test_a_window_is_drawn_on_what_was_counted() -> None:
    counted = [width / 64 for width in range(1, 65)]
    rows = [row("window", 64, width / 64, window=width) for width in (16, 32)]
    svg = windows_svg(rows, counted, ENGLISH)
    for share in (0.25, 0.5, 1.0):
        assert f" {height(share):.1f}".removesuffix(".0") in svg
    assert ">learned<" in svg and ">counted<" in svg


@pytest.mark.parametrize("is_alone", [True, False])
def test_it_is_whole_told_in_words_and_takes_the_colour_around_it(is_alone: bool) -> None:
    svg = lengths_svg(ROWS, ENGLISH, is_alone)
    root = ElementTree.fromstring(svg)
    assert root[0].tag.endswith("title") and "the table below says the same" in (root[0].text or "")
    assert ("prefers-color-scheme" in svg) == is_alone
    assert set(re.findall(r'stroke="([^"]+)"', svg)) == {"currentColor"}
    assert lengths_svg(ROWS, ENGLISH, is_alone) == svg
