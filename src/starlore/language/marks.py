"""How each language's page writes numbers: digits, marks, and what a lone comma means there.

Data, not a locale library: a locale library reads "0.84" on a German page as 84. A page never
shows a number that its own reader would have to ask about; so German pages group by a thin
space, though German also groups by point (decisions/0004).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

LATIN = "0123456789"
ARABIC = "٠١٢٣٤٥٦٧٨٩"
PERSIAN = "۰۱۲۳۴۵۶۷۸۹"

THIN_SPACE = "\u202f"
ARABIC_DECIMAL = "\u066b"
ARABIC_GROUP = "\u066c"
TRUE_MINUS = "\u2212"
FRACTION_SLASH = "\u2044"

Lone = Literal["group", "decimal", "asked"]


@dataclass(frozen=True)
class PageMarks:
    """The marks of one page.

    Args:
        digits: its ten digits, zero first.
        decimal: the decimal mark it shows.
        group: the group mark it shows, from four digits on.
        list_mark: what stands between the numbers of a list, with its space.
        comma: what `1,024` means here.
        point: what `1.024` means here.
        formats: the ICU locale for dates, plurals and spelled numbers.
        indian: whether groups are the last three, then twos.
        right_to_left: the direction of its script.
        slash_is_decimal: whether its script also writes the decimal mark as a slash.
        times: what stands between two factors; beside Arabic digits a raised point is a zero.
        clause_mark: what stands between parts of a list that have list marks themselves.
    """

    digits: str
    decimal: str
    group: str
    list_mark: str
    comma: Lone
    point: Lone
    formats: str
    indian: bool = False
    right_to_left: bool = False
    slash_is_decimal: bool = False
    times: str = "·"
    clause_mark: str = "; "

    @cached_property
    def digits_for(self) -> Mapping[int, str]:
        """The page's digit in place of each of 0 to 9, as `str.translate` takes them."""
        return {ord(latin): digit for latin, digit in zip(LATIN, self.digits, strict=True)}

    @property
    def slash(self) -> str:
        """The slash that is read as a fraction here without asking."""
        return FRACTION_SLASH if self.slash_is_decimal else "/"


def _right_to_left(digits: str, formats: str, point: Lone = "decimal") -> PageMarks:
    return PageMarks(
        digits,
        ARABIC_DECIMAL,
        ARABIC_GROUP,
        "، ",
        comma="asked",
        point=point,
        formats=formats,
        right_to_left=True,
        slash_is_decimal=True,
        times="×",
        clause_mark="؛ ",
    )


PAGES: dict[str, PageMarks] = {
    "en": PageMarks(LATIN, ".", ",", ", ", "group", "decimal", "en-GB"),
    "hi": PageMarks(LATIN, ".", ",", ", ", "group", "decimal", "hi", indian=True),
    "de": PageMarks(LATIN, ",", THIN_SPACE, "; ", "decimal", "asked", "de"),
    "fr": PageMarks(LATIN, ",", THIN_SPACE, "; ", "decimal", "decimal", "fr"),
    "fa": _right_to_left(PERSIAN, "fa"),
    "ps": _right_to_left(PERSIAN, "ps"),
    "ur": _right_to_left(PERSIAN, "ur-u-nu-arabext"),
    "ar": _right_to_left(ARABIC, "ar-u-nu-arab", point="asked"),  # the Maghreb groups by point
    "ckb": _right_to_left(ARABIC, "ckb"),
}
"""The pages whose habits are known, by primary language tag."""

_MADE = {"en-XB": _right_to_left(PERSIAN, "en-GB-u-nu-arabext")}
"""Pages of languages that are made for tests: English from right to left."""

WITH_LATIN_DIGITS = "-u-nu-latn"
"""Behind a tag: this language, but with the digits 0 to 9 (the reader's choice)."""


def primary(tag: str) -> str:
    """The language of a tag, without region or extension.

    Example:
        >>> primary("en-XA"), primary("fa-u-nu-latn")
        ('en', 'fa')
    """
    return tag.split("-")[0].lower()


def plain_tag(tag: str) -> str:
    """A tag without the reader's choice of digits: what addresses and files are named by.

    Example:
        >>> plain_tag("fa-u-nu-latn"), plain_tag("en-XA")
        ('fa', 'en-XA')
    """
    return tag.split("-u-")[0]


@lru_cache(maxsize=256)
def page_marks(tag: str) -> PageMarks:
    """The marks of a page in that language; for an unknown language, marks nobody misreads.

    Example:
        >>> page_marks("fa").decimal, page_marks("fa-u-nu-latn").decimal, page_marks("eo").comma
        ('٫', '.', 'asked')
    """
    page = _MADE.get(plain_tag(tag)) or PAGES.get(primary(tag))
    if page is None:
        return PageMarks(LATIN, ".", THIN_SPACE, "; ", "asked", "decimal", "en-GB")
    if tag.lower().endswith(WITH_LATIN_DIGITS) and page.digits != LATIN:
        formats = page.formats.split("-u-")[0] + WITH_LATIN_DIGITS
        page = replace(page, digits=LATIN, decimal=".", group=THIN_SPACE, point="decimal")
        return replace(page, formats=formats)
    return page
