"""Filling: numbers in the page's digits, words of the page's sentence, faults in their place."""

import pytest

from starlore.figures import Figure, figures
from starlore.lessons.fill import CLOSE, OPEN, FillFault, fill, plain, slots
from starlore.questions.model import Place

VALUES: dict[str, object] = {
    "n": 1024,
    "w": Figure(0.8438, places=2),
    "scores": figures([3, 1, 0]),
    "table": ((1, 2), (3, 4)),
    "sun": {"weights": figures([0.84, 0.11], places=2)},
    "sentence": 1,
    "asker": 2,
    "best": Place(0, among="words"),
}
BANK = (("she", "read", "it"), ("he", "wrote", "this"))


def said(text: str, language: str = "en") -> str:
    return plain(fill(text, VALUES, language, BANK))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{{ n }}", "1,024"),
        ("{{n}}", "1,024"),
        ("{{ w }} {{ w:4 }}", "0.84 0.8438"),
        ("{{ scores }}", "(3, 1, 0)"),
        ("{{ scores | bare }}", "3, 1, 0"),
        ("{{ scores.0 }}", "3"),
        ("{{ scores.asker }}", "0"),
        ("{{ sun.weights:1 }}", "(0.8, 0.1)"),
        ("{{ table.1.0 }} {{ table }}", "3 ((1, 2); (3, 4))"),
        ("{{ words.0 }} {{ words.asker }} {{ best }}", "he this he"),
        ("{{ words | bare }}", "he, wrote, this"),
    ],
)
def test_values_are_printed_as_the_page_writes_them(text: str, shown: str) -> None:
    assert said(text) == shown


def test_digits_are_those_of_the_language() -> None:
    assert said("{{ w }}", "fa") == "۰٫۸۴"


def test_numbers_in_prose_stand_between_marks_and_in_formulas_bare() -> None:
    filled = fill("{{ n }}: $x = {{ n }}$", VALUES, "en")
    assert filled == f"{OPEN}1,024{CLOSE}: $x = 1024$"
    assert fill("{{ n }}", VALUES, "en", marks=False) == "1,024"


def test_a_formula_ends_with_its_paragraph() -> None:
    assert fill("a $ b\n\n{{ n }} $", VALUES, "en", marks=True).count(OPEN) == 1


@pytest.mark.parametrize(
    ("text", "at", "is_malformed"),
    [
        ("a {{ gone }}", 2, False),
        ("{{ sun.moon }}", 0, False),
        ("{{ scores.7 }}", 0, False),
        ("a {{ n:two }}", 2, True),
        ("a {{ n | loud }}", 2, True),
        ("a {{ n", 2, True),
        ("a n }}", 4, True),
        ("{{ sun }}", 0, False),
    ],
)
def test_a_slot_that_cannot_be_filled_is_a_fault_with_its_place(
    text: str, at: int, is_malformed: bool
) -> None:
    with pytest.raises(FillFault) as caught:
        fill(text, VALUES, "en", BANK)
    assert (caught.value.at, caught.value.is_malformed) == (at, is_malformed)


def test_braces_of_formulas_are_no_slots() -> None:
    assert fill(r"$\frac{a_{i}}{b}$", VALUES, "en") == r"$\frac{a_{i}}{b}$"


def test_slots_are_listed_with_their_names() -> None:
    assert list(slots("{{ a.b }} {{ 3 }}")) == [(0, "a.b"), (10, "")]
