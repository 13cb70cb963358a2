"""Canonical text shown in the digits and marks of a page."""

import pytest

from starlore.errors import BadValue
from starlore.language import show_amount, show_list, show_number


@pytest.mark.parametrize(
    ("printed", "language", "shown"),
    [
        ("0.84", "en", "0.84"),
        ("999", "en", "999"),
        ("1024", "en", "1,024"),
        ("592900", "en", "592,900"),
        ("1234567.8901", "en", "1,234,567.8901"),
        ("-0.5", "en", "−0.5"),
        ("100000", "hi", "1,00,000"),
        ("12345678", "hi", "1,23,45,678"),
        ("0.84", "de", "0,84"),
        ("1024.5", "de", "1\u202f024,5"),
        ("1024.5", "fr", "1\u202f024,5"),
        ("1024", "fa", "۱٬۰۲۴"),
        ("0.84", "fa", "۰٫۸۴"),
        ("-2", "fa", "−۲"),
        ("1024.5", "fa-u-nu-latn", "1\u202f024.5"),
        ("1024.5", "ar", "١٬٠٢٤٫٥"),
        ("0.84", "ckb", "٠٫٨٤"),
        ("0.84", "ur", "۰٫۸۴"),
        ("0.84", "ps", "۰٫۸۴"),
        ("1024.5", "eo", "1\u202f024.5"),
        ("6.022e23", "fa", "۶٫۰۲۲×۱۰^۲۳"),
        ("-1e-30", "en", "−10^−30"),
    ],
)
def test_a_number_is_shown_as_the_page_writes_it(printed: str, language: str, shown: str) -> None:
    assert show_number(printed, language) == shown


def test_group_marks_can_be_left_out() -> None:
    assert show_number("592900", "en", grouped=False) == "592900"


@pytest.mark.parametrize("text", ["", "1,024", "۱", "nan", ".5", "1e", "+1", "1 2"])
def test_text_that_is_not_canonical_is_refused(text: str) -> None:
    with pytest.raises(BadValue, match="canonical"):
        show_number(text, "en")


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "(0.84, 0.11, 0.04)"),
        ("de", "(0,84; 0,11; 0,04)"),
        ("fa", "(۰٫۸۴، ۰٫۱۱، ۰٫۰۴)"),
        ("ar", "(٠٫٨٤، ٠٫١١، ٠٫٠٤)"),
    ],
)
def test_a_list_stands_in_brackets_with_the_list_mark_of_the_page(
    language: str, shown: str
) -> None:
    assert show_list(["0.84", "0.11", "0.04"], language) == shown


def test_a_comma_inside_a_number_makes_semicolons_separate() -> None:
    assert show_list(["1024", "16"], "en") == "(1,024; 16)"


def test_an_amount_has_the_plural_form_its_number_asks_for() -> None:
    assert show_amount("1", "comparisons", "en") == "1 comparison"
    assert show_amount("36", "comparisons", "en") == "36 comparisons"
    assert show_amount("0.5", "days", "en") == "0.5 days"
    assert show_amount("36", "", "en") == "36"
    assert show_amount("36", "furlongs", "en") == "36 furlongs"
