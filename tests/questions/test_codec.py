"""The text of a Variant: canonical, exact, and trusted by nobody."""

import json
from decimal import Decimal
from fractions import Fraction

import pytest

from starlore.errors import BadValue
from starlore.questions import Exact, Figure, Misconception, Place, Text, Variant, Within, figures
from starlore.questions.codec import from_json, to_json, variant_hash
from starlore.questions.draw import draw_variant
from tests.questions.samples import COUNT, SHARES

FULL = Variant(
    given={
        "whole": -3,
        "yes": True,
        "word": "سیاره",
        "cut": Decimal("0.840"),
        "third": Fraction(1, 3),
        "minus-zero": -0.0,
        "rows": ((Figure(0.5, places=2),), ()),
        "map": {"z": 1, "a": {"deep": Decimal("-0")}},
        "empty": {},
    },
    solution=figures([Fraction(1, 3), 2], places=2),
    misconceptions=(
        Misconception("place", Place(1, "words")),
        Misconception("text", Text("none-of-these")),
    ),
    working={"sum": Figure(12, unit="comparisons", digits=3)},
    rule=Within("0.2"),
    question="lookup.trial",
    star="lookup.star",
    seed=2**64 - 1,
    attempt=3,
    generator_version=2,
    order=("text", "", "place"),
    units={"kib": Fraction(1024)},
)


def test_every_kind_of_value_comes_back_as_it_was() -> None:
    text = to_json(FULL)
    back = from_json(text)
    assert back == FULL
    assert to_json(back) == text
    assert str(back.given["minus-zero"]) == "-0.0"
    assert type(back.given["yes"]) is bool
    assert variant_hash(to_json(back)) == variant_hash(text)


def test_the_text_is_canonical() -> None:
    text = to_json(FULL)
    assert text == json.dumps(
        json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    for piece in ('{"$dec":"0.840"}', '{"$frac":[1,3]}', '{"$f64":"-0x0.0p+0"}', '"سیاره"'):
        assert piece in text
    turned = Variant({"b": 1, "a": 2}, Figure(1))
    assert to_json(turned) == to_json(Variant({"a": 2, "b": 1}, Figure(1)))


def test_a_stored_variant_keeps_its_hash_for_ever() -> None:
    hashes = [variant_hash(to_json(draw_variant(one, 7)))[:16] for one in (COUNT, SHARES)]
    assert hashes == PINNED


PINNED = ["2518fc88a82c360a", "c9aa4842d25fd332"]


def test_exact_comes_back() -> None:
    assert from_json(to_json(Variant({}, Figure(1), rule=Exact()))).rule == Exact()


def broken(**changes: object) -> str:
    return json.dumps(json.loads(to_json(FULL)) | changes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        "[" * 100_000,
        broken(format="starlore-variant-2"),
        broken(seed="7"),
        broken(seed=True),
        broken(given=[1]),
        broken(given={"n": 0.5}),
        broken(given={"n": {"$f64": "nan"}}),
        broken(given={"n": {"$dec": "Infinity"}}),
        broken(given={"n": {"$frac": [1, 0]}}),
        broken(given={"n": {"$unknown": 1}}),
        broken(given={"n": None}),
        broken(solution=4),
        broken(solution={"$figure": {"value": 1}}),
        broken(solution={"$figure": {"value": 1, "unit": 1, "places": None, "digits": None}}),
        broken(solution={"$figure": {"value": 1, "unit": "", "places": True, "digits": None}}),
        broken(solution={"$place": ["1", "words"]}),
        broken(solution={"$text": 4}),
        broken(order=["", ""]),
        broken(order=["nobody"]),
        broken(rule="roughly"),
        broken(rule={"within": "-1"}),
        broken(misconceptions=[["one"]]),
        broken(units={"kib": {"$text": "x"}}),
        to_json(FULL).replace('"attempt":3,', ""),
        to_json(FULL).replace("-3", "NaN"),
    ],
)
def test_a_text_that_is_no_stored_variant_is_refused(text: str) -> None:
    with pytest.raises(BadValue):
        from_json(text)


def test_what_json_cannot_hold_exactly_is_refused() -> None:
    with pytest.raises(BadValue):
        to_json(Variant({"n": float("inf")}, Figure(1)))
