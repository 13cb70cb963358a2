"""Dates and spans of time in the words of a page."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

from starlore.language.catalogue import nearest
from starlore.language.icu import MessageFormat
from starlore.language.marks import page_marks, plain_tag
from starlore.language.pseudo import PSEUDO, disguise
from starlore.language.show_number import show_number

SPELLED_UP_TO = 10
_DAYS_A_YEAR = 365.25
_DAYS_A_MONTH = _DAYS_A_YEAR / 12


def show_day(day: date, language: str, year: bool = False) -> str:
    """A day by its month's name, in the calendar of the language.

    Example:
        >>> from datetime import date
        >>> show_day(date(2027, 1, 12), "en"), show_day(date(2027, 1, 12), "fa", year=True)
        ('12 January', '۲۲ دی ۱۴۰۵')
    """
    pattern = "{day, date, ::yMMMMd}" if year else "{day, date, ::MMMMd}"
    return _said(pattern, language, {"day": day})


def show_days_span(days: float, language: str) -> str:
    """About how long: in days to two months, in months to two years, then in years.

    Args:
        days: the span, 0 or more; only its rough size is said.

    Example:
        >>> show_days_span(8.7, "en"), show_days_span(0.4, "en"), show_days_span(1, "en")
        ('about nine days', 'less than a day', 'about one day')
        >>> show_days_span(45, "en"), show_days_span(100, "en"), show_days_span(1500, "en")
        ('about 45 days', 'about three months', 'about four years')
    """
    if days < 0.5:
        return nearest(language).say("span.under-a-day")
    if days < 2 * _DAYS_A_MONTH:
        return _span("span.days", days, language)
    if days < 2 * _DAYS_A_YEAR:
        return _span("span.months", days / _DAYS_A_MONTH, language)
    return _span("span.years", days / _DAYS_A_YEAR, language)


def spelled(count: int, language: str) -> str:
    """A whole number in words up to ten, then in digits.

    Example:
        >>> spelled(3, "en"), spelled(11, "en"), spelled(9, "fa")
        ('three', '11', 'نه')
    """
    if 0 <= count <= SPELLED_UP_TO:
        return _said("{n, spellout}", language, {"n": count})
    return show_number(str(count), language)


def _span(message_id: str, length: float, language: str) -> str:
    """The span's words, all in one language even where the page's catalogue is English."""
    catalogue, count = nearest(language), max(1, round(length))
    return catalogue.say(message_id, n=count, words=spelled(count, catalogue.tag))


def _said(pattern: str, language: str, values: Mapping[str, Any]) -> str:
    """What ICU says; in a pseudo-language, in its disguise."""
    said: str = _format(pattern, page_marks(language).formats).format(dict(values))
    tag = plain_tag(language)
    return disguise(said, tag) if tag in PSEUDO else said


@cache
def _format(pattern: str, formats: str) -> Any:
    return MessageFormat(pattern, formats)
