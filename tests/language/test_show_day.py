"""Dates and spans in words."""

from datetime import date

import pytest

from starlore.language import show_day, show_days_span, spelled


@pytest.mark.parametrize(
    ("language", "year", "shown"),
    [
        ("en", False, "12 January"),
        ("en", True, "12 January 2027"),
        ("de", False, "12. Januar"),
        ("fr", True, "12 janvier 2027"),
        ("fa", False, "۲۲ دی"),
        ("fa", True, "۲۲ دی ۱۴۰۵"),
        ("ar", False, "١٢ يناير"),
    ],
)
def test_a_day_is_named_in_the_calendar_of_the_language(
    language: str, year: bool, shown: str
) -> None:
    assert show_day(date(2027, 1, 12), language, year=year) == shown


@pytest.mark.parametrize(
    ("days", "shown"),
    [
        (0, "less than a day"),
        (0.49, "less than a day"),
        (0.5, "about one day"),
        (1.2, "about one day"),
        (8.7, "about nine days"),
        (10, "about ten days"),
        (11, "about 11 days"),
        (60, "about 60 days"),
        (61, "about two months"),
        (365, "about 12 months"),
        (731, "about two years"),
        (36500, "about 100 years"),
    ],
)
def test_a_span_is_said_in_words_up_to_ten(days: float, shown: str) -> None:
    assert show_days_span(days, "en") == shown


def test_a_span_without_a_catalogue_of_its_own_is_english_throughout() -> None:
    assert show_days_span(9, "eo") == "about nine days"


def test_small_numbers_are_spelled_and_others_are_digits() -> None:
    assert [spelled(n, "en") for n in (0, 10, 11, 1024)] == ["zero", "ten", "11", "1,024"]
