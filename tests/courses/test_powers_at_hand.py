"""Powers of e that a question lays out stand with their exponents, each of the table once."""

import re
from math import exp

import pytest

from starlore.lessons.scope import open_scope
from starlore.questions.draw import draw_variant
from tests.courses.written import Written

LESSONS = {slug: Written(slug) for slug in ("lookup", "softmax")}
LAID_OUT = re.compile(r"At hand are powers of e, rounded: (.+?)\.(?: |$)")
PAIR = re.compile(r"\$e\^\{ ([\d.]+) \} = ([\d.]+)\$")
STARS = [
    (slug, star)
    for slug, lesson in LESSONS.items()
    for star in lesson.questions
    if "At hand are" in repr(lesson.text.questions[star].stem)
]
TABLES = {"double-scores": "whole", "temperature": "heat"}


def untrue(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs whose second number is not e to the first, rounded as it is printed."""
    return [
        (exponent, power)
        for exponent, power in pairs
        if f"{exp(float(exponent)):.{len(power.partition('.')[2])}f}" != power
    ]


def test_seven_questions_lay_powers_out() -> None:
    assert len(STARS) == 7


@pytest.mark.parametrize(("slug", "star"), STARS)
def test_each_power_stands_with_its_exponent(slug: str, star: str) -> None:
    lesson = LESSONS[slug]
    scope = open_scope(lesson.lesson, draw_variant(lesson.questions[star], 0))
    said = lesson.prose(lesson.text.questions[star].stem, scope)
    (laid_out,) = LAID_OUT.findall(said)
    pairs = PAIR.findall(laid_out)
    table = lesson.module("numbers").numbers()[TABLES.get(star, "powers")]
    assert [exponent for exponent, _ in pairs] == [one.printed for one in table["exponents"]]
    assert len(laid_out.split("; ")) == len(pairs)
    assert untrue(pairs) == []


def test_powers_that_are_swapped_would_be_found() -> None:
    assert untrue([("0", "1.00"), ("0.5", "2.72"), ("1", "1.65")]) == [
        ("0.5", "2.72"),
        ("1", "1.65"),
    ]
