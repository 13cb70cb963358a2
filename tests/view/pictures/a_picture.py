"""Pictures of every kind to draw, as a reader sees them, some with their dials turned."""

import re
from collections.abc import Mapping
from decimal import Decimal

from markupsafe import Markup

from starlore.figures import figures
from starlore.language import Catalogue
from starlore.lessons.model import PictureBlock
from starlore.lessons.pictures import PICTURES, turned
from starlore.view.pictures import Live, draw_picture

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


TURNED: dict[str, dict[str, str]] = {
    "beam": {"value.0": "7.5", "amount.1": "4"},
    "glass": {"keep": "0.8", "input.0": "6"},
    "layers": {"layers": "3", "gap": "2"},
    "lookup-table": {"k.0.0": "2", "v.2.1": "-0.5"},
    "project": {"x.0": "2", "k.2.1": "0.125"},
    "shadow": {"key.0": "-3", "key.1": "2.5"},
    "softmax": {"score.1": "2.5", "lift": "3", "temperature": "0.5"},
}
"""What an address may ask of the kinds that have dials."""


def block(kind: str, axis: str = "text") -> PictureBlock:
    return PictureBlock(kind, "a-picture", "data", axis, "", "", 1)


def drawn(kind: str, catalogue: Catalogue = ENGLISH, axis: str = "text") -> str:
    value = PICTURES[kind](DATA[kind])
    return draw_picture(
        block(kind, axis), value, "Its <one> sentence.", Markup("Under."), catalogue
    )


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


def turned_html(kind: str, start: object, query: Mapping[str, str]) -> str:
    """A picture of a kind where the address has its dials, drawn on an English page."""
    block = PictureBlock(kind, "a-picture", "data", "math", "", "", 1)
    live = Live(start, "/en/lesson/one", "/en/picture/one/a-picture")
    return draw_picture(block, turned(start, query), "alt", Markup(), ENGLISH, live)


def told_of(html: str) -> str:
    """The sentence beside the drawing."""
    found = re.search(r'data-live="told" data-announce>(.*?)</p>', html)
    assert found is not None
    return found.group(1)
