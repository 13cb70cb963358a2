"""Canonical number text -> the digits, marks and lists of a page.

Laws: what is shown reads back, on the same page, as the same number; no digit is changed,
added or taken away. Rounding is done before, in `starlore.figures`.
"""

import re
from collections.abc import Iterable
from decimal import Decimal

from starlore.errors import BadValue
from starlore.language.catalogue import nearest
from starlore.language.isolate import bare
from starlore.language.marks import LATIN, TRUE_MINUS, PageMarks, page_marks

_CANONICAL = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:e(-?)([0-9]+))?")


def show_number(printed: str, language: str, grouped: bool = True) -> str:
    """A number in the page's digits, with its decimal mark, groups and a true minus.

    Args:
        printed: canonical text, as `Figure.printed` makes it: "592900", "-0.84", "6.022e23".
        language: the page's tag; "fa-u-nu-latn" is Persian with Latin digits.
        grouped: False leaves out the group marks, as the echo of a typed number does.

    Raises:
        BadValue: if the text is not canonical.

    Example:
        >>> show_number("592900", "en"), show_number("-1024.5", "de"), show_number("0.84", "fa")
        ('592,900', '−1\u202f024,5', '۰٫۸۴')
        >>> show_number("6.022e23", "en"), show_number("1e-30", "en")
        ('6.022·10^23', '10^−30')
        >>> show_number("6.022e23", "fa")
        '۶٫۰۲۲×۱۰^۲۳'
    """
    match = _CANONICAL.fullmatch(printed)
    if match is None:
        raise BadValue(f"expected canonical number text such as -0.84, got {printed!r}")
    page = page_marks(language)
    minus, whole, decimals, power_minus, power = match.groups()
    text = _grouped(whole, page) if grouped else whole
    text += page.decimal + decimals if decimals else ""
    if power:
        exponent = f"10^{TRUE_MINUS if power_minus else ''}{power}"
        text = exponent if text == "1" else f"{text}{page.times}{exponent}"
    text = TRUE_MINUS + text if minus else text
    return text if page.digits == LATIN else text.translate(page.digits_for)


def show_list(printed: Iterable[str], language: str) -> str:
    """Several numbers in brackets, with the list mark of the page.

    A comma never does two things at once: where a number has one, semicolons separate.

    Example:
        >>> show_list(["0.84", "0.11", "0.04"], "en"), show_list(["1024", "16"], "en")
        ('(0.84, 0.11, 0.04)', '(1,024; 16)')
        >>> show_list(["0.84", "0.11", "0.04"], "fa")
        '(۰٫۸۴، ۰٫۱۱، ۰٫۰۴)'
    """
    shown = [show_number(item, language) for item in printed]
    return f"({join_numbers(shown, language)})"


def join_numbers(shown: Iterable[str], language: str) -> str:
    """Numbers already shown, with the list mark of the page between them.

    Example:
        >>> join_numbers(["1,024", "16"], "en")
        '1,024; 16'
    """
    parts = tuple(shown)
    comma_is_taken = any("," in part for part in parts)
    return ("; " if comma_is_taken else page_marks(language).list_mark).join(parts)


def show_amount(printed: str, unit: str, language: str) -> str:
    """A number with its unit, in the plural form the number asks for.

    Example:
        >>> show_amount("1", "comparisons", "en"), show_amount("592900", "comparisons", "en")
        ('1 comparison', '592,900 comparisons')
    """
    number = show_number(printed, language)
    return with_unit(number, Decimal(printed), unit, language) if unit else number


def with_unit(shown: str, count: Decimal, unit: str, language: str) -> str:
    """A shown number with its unit behind it; a unit without plural forms stands as it is."""
    catalogue = nearest(language)
    message_id = f"units.{unit}"
    name = catalogue.say(message_id, n=count) if message_id in catalogue else unit
    return bare(catalogue.say("units.amount", number=shown, unit=name))


def _grouped(whole: str, page: PageMarks) -> str:
    """Group marks from four digits on: threes, or the Indian last three and then twos."""
    if len(whole) < 4:
        return whole
    head, tail = whole[:-3], whole[-3:]
    size = 2 if page.indian else 3
    parts = [head[max(0, end - size) : end] for end in range(len(head), 0, -size)]
    return page.group.join([*reversed(parts), tail])
