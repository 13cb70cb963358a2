"""Dials: what an address may say of them, and the picture that is computed anew."""

from dataclasses import replace
from decimal import Decimal

import pytest

from starlore.errors import LessonError, Refused, Worded
from starlore.lessons.pictures import is_live, turned
from starlore.lessons.pictures.dials import Dial, read_dials
from starlore.lessons.pictures.plane import plane
from starlore.lessons.pictures.shadow import Shadow, shadow

KEEP = Dial(
    "keep", Worded("picture.dial.keep"), Decimal("0.5"), Decimal(0), Decimal(1), Decimal("0.05")
)
CAST = {
    "query": (2, 1),
    "keys": [{"at": (1, 1), "name": "sun"}, {"at": (1, -1), "name": "moon"}],
}


def cast(**query: str) -> Shadow:
    made = turned(shadow(CAST), {name.replace("_", "."): text for name, text in query.items()})
    assert isinstance(made, Shadow)
    return made


@pytest.mark.parametrize(
    ("text", "at"),
    [("0.9", "0.9"), (" 0,25 ", "0.25"), ("", "0.5"), ("-0", "0"), ("1.000", "1")]
    + [("۰٫۹", "0.9"), ("٠٫٢٥", "0.25"), ("\u22120", "0")]
    + [("\u200e۰٫۹\u200f", "0.9"), ("\u200e\u2212۰", "0"), ("\uff10\uff0e\uff19", "0.9")],
)
def test_a_dial_stands_where_the_address_says(text: str, at: str) -> None:
    assert read_dials((KEEP,), {"keep": text}) == {"keep": Decimal(at)}


def test_a_dial_that_is_not_named_stays() -> None:
    assert read_dials((KEEP,), {"other": "9"}) == {"keep": Decimal("0.5")}


@pytest.mark.parametrize(
    "text", ["much", "1.01", "-0.1", "nan", "1e99", "0.1234", "9" * 50, "0_1", "0\x00", "1²", "½"]
)
def test_what_does_not_fit_a_dial_is_refused_by_name(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_dials((KEEP,), {"keep": text})
    assert refused.value.values["where"] is KEEP.word


def test_thousands_as_a_persian_page_writes_them_are_a_number() -> None:
    wide = replace(KEEP, most=Decimal(5000))
    assert read_dials((wide,), {"keep": "۱٬۰۲۴٫۵"}) == {"keep": Decimal("1024.5")}
    for garbled in ("۱٬۰۲", "۱۰۲۴٬۵۰۰", "۰٫۱٬۰۰۰", "۱٬۰۲۴٬"):
        with pytest.raises(Refused):
            read_dials((wide,), {"keep": garbled})


def test_a_turned_key_has_its_own_products_and_score() -> None:
    made = cast(key_0="-1", key_1="2")
    assert [product.printed for product in made.now.products] == ["-2", "2"]
    assert (made.now.score.printed, made.shadow.printed, made.now.name) == ("0", "0.00", "")
    assert cast(key_1="-1").now.name == "moon"


def test_a_long_key_beats_the_query_itself() -> None:
    made = cast(key_0="4", key_1="0")
    assert (made.now.score.printed, made.itself.printed) == ("8", "5")


def test_a_still_picture_stays_as_it_is() -> None:
    still = plane({"arrows": [{"at": (1, 2)}]})
    assert not is_live(still) and turned(still, {"key.0": "9"}) is still


@pytest.mark.parametrize(
    "data",
    [
        {"query": (0, 0), "keys": CAST["keys"]},
        {"query": (1, 2, 3), "keys": CAST["keys"]},
        {"query": (1, 2), "keys": []},
        {"query": (1, 2), "keys": [{"at": (1, 1)}]},
        {"query": (1, 2), "keys": [{"at": (1, 400), "name": "sun"}]},
    ],
)
def test_a_shadow_that_cannot_fall_is_refused(data: object) -> None:
    with pytest.raises(LessonError):
        shadow(data)
