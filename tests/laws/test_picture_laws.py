"""What the form of a picture sends gives that picture again, whatever a lesson began with."""

import re
import sys
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from starlore.errors import LessonError, Refused
from starlore.figures import Figure
from starlore.language import Catalogue
from starlore.lessons.model import PictureBlock
from starlore.lessons.pictures import PICTURES, field_names, is_live, turned
from starlore.lessons.pictures.beam import Beam
from starlore.lessons.pictures.dials import Dialled, own_fields
from starlore.view.pictures import Live, draw_picture
from tests.view.pictures.a_picture import DATA, TURNED

ENGLISH = Catalogue.load("en")
NUMBERS: st.SearchStrategy[Any] = st.one_of(
    st.integers(-6, 6),
    st.decimals(-6, 6, places=3),
    st.builds(Figure, st.fractions(-6, 6), places=st.integers(0, 3)),
    st.sampled_from([Decimal("-0.0"), Decimal("2.50"), Decimal("1E+1"), 0.1, Fraction(1, 8)]),
)


def vectors(least: int, most: int, wide: int) -> st.SearchStrategy[Any]:
    return st.lists(st.lists(NUMBERS, min_size=wide, max_size=wide), min_size=least, max_size=most)


def several(least: int, most: int) -> st.SearchStrategy[Any]:
    return st.lists(NUMBERS, min_size=least, max_size=most)


PLACED = st.fixed_dictionaries({"at": st.tuples(NUMBERS, NUMBERS), "name": st.sampled_from("ABC")})
LIVE: Mapping[str, st.SearchStrategy[Any]] = {
    "beam": st.integers(2, 4).flatmap(
        lambda n: st.fixed_dictionaries(
            {"values": several(n, n), "amounts": several(n, n).map(lambda all_: [*map(size, all_)])}
        )
    ),
    "glass": st.fixed_dictionaries(
        {
            "keep": st.one_of(st.decimals("0.05", "0.95", places=3), st.just(Fraction(1, 3))),
            "inputs": several(2, 5).map(lambda all_: [*map(size, all_)]),
        }
    ),
    "layers": st.fixed_dictionaries(
        {
            "inputs": several(2, 8),
            "windows": st.tuples(several(3, 3), several(5, 5)),
            "layers": st.integers(1, 4),
            "place": st.integers(1, 2),
            "gap": st.integers(1, 2),
        }
    ),
    "lookup-table": st.fixed_dictionaries({name: vectors(2, 2, 2) for name in "qkv"}),
    "project": st.fixed_dictionaries(
        {"x": vectors(2, 2, 2), "signs": st.just("AB"), **{n: vectors(2, 2, 2) for n in "qkv"}}
    ).map(lambda data: {**data, "signs": ["A", "B"]}),
    "shadow": st.fixed_dictionaries(
        {"query": st.just((2, 1)), "keys": st.lists(PLACED, min_size=1, max_size=3)}
    ),
    "softmax": several(2, 4),
}


def size(number: Any) -> Any:
    """The number without its sign, as what it was."""
    if isinstance(number, Figure):
        return Figure(abs(Fraction(number.value)), places=number.places)
    return abs(number)


def sent(kind: str, start: object, now: object) -> Mapping[str, str]:
    """What a browser sends of the picture's form when nothing is touched."""
    block = PictureBlock(kind, "one", "data", "math", "", "", 1)
    html = draw_picture(block, now, "alt", Markup(), ENGLISH, Live(start, "/here", "/part"))
    fields = {}
    for tag in re.findall(r"<input [^>]*>", html):
        field = {name: unescape(text) for name, text in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if field["type"] in ("range", "number"):
            fields[field["name"]] = kept(field)
    return fields


def kept(field: Mapping[str, str]) -> str:
    """The value that a browser keeps of a field: a slider stands on a step, within its ends."""
    if field["type"] == "number":
        return field["value"]
    at, least, most, step = (Decimal(field[name]) for name in ("value", "min", "max", "step"))
    steps = round((min(max(at, least), most) - least) / step)
    return str(least + steps * step)


def echoes(kind: str, start: object, now: object) -> bool:
    """Whether the form names every number, and what it sends gives the picture again."""
    fields = own_fields(sent(kind, start, now), "one", field_names(now), is_first=False)
    names = {name for name in field_names(now) if "." in name or isinstance(now, Dialled)}
    return set(fields) == names and turned(start, fields) == now


@pytest.mark.parametrize("kind", DATA)
def test_a_form_gives_its_picture_again(kind: str) -> None:
    start = PICTURES[kind](DATA[kind])
    assert is_live(start) == (kind in LIVE)
    for now in (start, turned(start, TURNED.get(kind, {}))):
        assert echoes(kind, start, now)


@pytest.mark.parametrize("kind", LIVE)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_form_gives_its_picture_again_whatever_it_began_with(kind: str, data: Any) -> None:
    try:
        start = PICTURES[kind](data.draw(LIVE[kind]))
    except (LessonError, Refused):
        return
    assert echoes(kind, start, start)
    spare = [name for name in field_names(start) if name not in "qkv"]
    query = data.draw(st.dictionaries(st.sampled_from(spare), NUMBERS.map(written), max_size=3))
    try:
        now = turned(start, query)
    except Refused:
        return
    assert echoes(kind, start, now)


def written(number: Any) -> str:
    return f"{(number.shown if isinstance(number, Figure) else Decimal(str(float(number)))):f}"


def test_a_number_that_is_not_settled_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    data = {"values": [Figure(Fraction(1, 3), places=2), 4], "amounts": [1, 2]}
    start = PICTURES["beam"](data)
    assert echoes("beam", start, start)
    monkeypatch.setattr(sys.modules[Beam.__module__], "turnable", lambda figure, what: figure)
    start = PICTURES["beam"](data)
    assert not echoes("beam", start, start)


def test_a_slider_between_two_steps_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    start = PICTURES["shadow"]({"query": (2, 1), "keys": [{"at": (0.25, 1), "name": "A"}]})
    assert echoes("shadow", start, start)
    monkeypatch.setattr("starlore.lessons.pictures.dials.Dial.even_step", Decimal("0.5"))
    assert not echoes("shadow", start, start)


@pytest.mark.parametrize("kind", LIVE)
def test_a_number_of_more_than_three_decimals_is_refused_at_once(kind: str) -> None:
    fine = Decimal("0.1234")
    data: dict[str, Any] = {
        "beam": {"values": [fine, 1], "amounts": [1, 1]},
        "glass": {"keep": fine, "inputs": [1, 2]},
        "layers": {"inputs": [1, 2], "windows": [[1]], "place": 1 + fine},
        "lookup-table": {**DATA["lookup-table"], "q": [[fine, 1]] * 3},  # type: ignore[dict-item]
        "project": {**DATA["project"], "q": [[fine, 1]] * 3},  # type: ignore[dict-item]
        "shadow": {"query": (2, 1), "keys": [{"at": (fine, 1), "name": "A"}]},
        "softmax": [fine, 1],
    }
    with pytest.raises(LessonError, match=r"0\.1234|whole numbers"):
        PICTURES[kind](data[kind])
