"""The reader of typed numbers: every rule, every row of the corpus, and case C28."""

import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from starlore.language import Reading, Refusal, is_echo, read
from starlore.language.marks import PAGES

CORPUS: dict[str, dict[str, dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("typed_numbers.toml").read_text(encoding="utf-8")
)


def rows(table: str) -> list[tuple[str, str, Any]]:
    """Each row of a table of the corpus as (text, page, expected)."""
    return [
        (text, language, expected)
        for page, texts in CORPUS.get(table, {}).items()
        for text, expected in texts.items()
        for language in (PAGES if page == "all" else [page])
    ]


def exact(text: str) -> Decimal | Fraction:
    return Fraction(text) if "/" in text else Decimal(text)


def reading_of(text: str, language: str, **asked: Any) -> Reading:
    found = read(text, language, **asked)
    assert isinstance(found, Reading), f"{text!r} on a page in {language}: {found}"
    return found


def refusal_of(text: str, language: str, **asked: Any) -> Refusal:
    found = read(text, language, **asked)
    assert isinstance(found, Refusal), f"{text!r} on a page in {language}: {found}"
    return found


def test_the_corpus_holds_at_least_150_typed_texts() -> None:
    assert sum(len(texts) for table in CORPUS.values() for texts in table.values()) >= 150


@pytest.mark.parametrize(("text", "language", "number"), rows("read"))
def test_a_number_is_read_as_its_writer_meant_it(text: str, language: str, number: str) -> None:
    assert reading_of(text, language).numbers == (exact(number),)


@pytest.mark.parametrize(("text", "language", "choices"), rows("asked"))
def test_what_could_be_read_two_ways_is_asked_back(
    text: str, language: str, choices: list[str]
) -> None:
    refusal = refusal_of(text, language)
    assert (refusal.reason, list(refusal.choices)) == ("two-ways", choices)
    assert all(choice in refusal.sentence for choice in choices)


@pytest.mark.parametrize(("text", "language", "reason"), rows("refuse"))
def test_what_is_no_number_is_refused_with_its_reason(
    text: str, language: str, reason: str
) -> None:
    assert refusal_of(text, language).reason == reason


@pytest.mark.parametrize("count", [2, 3])
def test_lists_are_taken_apart_in_the_one_way_that_gives_the_asked_count(count: int) -> None:
    for text, language, numbers in rows(f"list{count}"):
        expected = tuple(exact(number) for number in numbers.split())
        assert reading_of(text, language, count=count).numbers == expected, (text, language)


@pytest.mark.parametrize("count", [2, 3])
def test_lists_that_cannot_be_taken_apart_are_refused_with_their_reason(count: int) -> None:
    for text, language, reason in rows(f"refuse{count}"):
        assert refusal_of(text, language, count=count).reason == reason, (text, language)


WRITTEN: dict[str, dict[str, dict[str, str]]] = tomllib.loads(
    Path(__file__).with_name("written_numbers.toml").read_text(encoding="utf-8")
)
"""By page and script: numbers as people write them there, and what they mean."""


def misread(written: dict[str, dict[str, dict[str, str]]]) -> list[tuple[str, str, str]]:
    """Texts that are read as another number than their writer meant, without a word."""
    return [
        (page, text, meant)
        for page, scripts in written.items()
        for texts in scripts.values()
        for text, meant in texts.items()
        if isinstance(found := read(text, page), Reading)
        and Fraction(found.numbers[0]) != Fraction(Decimal(meant))
    ]


def test_the_written_numbers_are_300_and_more_in_twelve_scripts_and_more() -> None:
    texts = [text for scripts in WRITTEN.values() for texts in scripts.values() for text in texts]
    assert len(texts) >= 300
    assert len({script for scripts in WRITTEN.values() for script in scripts}) >= 12


def test_no_written_number_is_read_otherwise_than_it_is_meant() -> None:
    assert misread(WRITTEN) == []


def test_a_number_that_is_read_otherwise_would_be_seen() -> None:
    assert misread({"en": {"latin": {"1,024": "1.024"}}}) == [("en", "1,024", "1.024")]


def test_most_written_numbers_are_read_and_need_not_be_asked_back() -> None:
    read_at_once = [
        isinstance(read(text, page), Reading)
        for page, scripts in WRITTEN.items()
        for texts in scripts.values()
        for text in texts
    ]
    assert sum(read_at_once) / len(read_at_once) > 0.9


ALL_ROWS = [
    *((text, page, 1) for table in ("read", "asked", "refuse") for text, page, _ in rows(table)),
    *((text, page, n) for n in (2, 3) for text, page, _ in rows(f"list{n}")),
    *((text, page, n) for n in (2, 3) for text, page, _ in rows(f"refuse{n}")),
]


def test_every_choice_that_is_offered_reads_in_one_way_on_the_same_page() -> None:
    for text, language, count in ALL_ROWS:
        found = read(text, language, count)
        if isinstance(found, Refusal):
            for choice in found.choices:
                reading_of(choice, language, count=count)


def test_every_refusal_speaks_in_a_whole_sentence() -> None:
    for text, language, count in ALL_ROWS:
        found = read(text, language, count)
        if isinstance(found, Refusal):
            begins = found.sentence[0]
            assert begins in "“«1" or (begins.isalpha() and not begins.islower()), found
            assert found.sentence.endswith("."), found
            assert "{" not in found.sentence, found


@pytest.mark.parametrize(
    ("text", "language", "echo"),
    [
        (".84", "en", "0.84"),
        ("80.", "en", "80"),
        ("0.84", "de", "0,84"),
        ("0.84", "fa", "۰٫۸۴"),
        ("0.84", "fa-u-nu-latn", "0.84"),
        ("0.84", "ar", "٠٫٨٤"),
        ("1,024", "en", "1024"),
        ("-0.5", "en", "−0.5"),
        ("21/25", "en", "21/25 = 0.84"),
        ("1/3", "de", "1/3 ≈ 0,333333333333"),
        ("84%", "en", "84% = 0.84"),
        ("۸۴٪", "fa", "۸۴٪ = ۰٫۸۴"),
        ("6.022e23", "en", "6.022·10^23"),
        ("8.4e-1", "en", "0.84"),
    ],
)
def test_the_echo_is_the_servers_reading_in_the_pages_digits(
    text: str, language: str, echo: str
) -> None:
    assert reading_of(text, language).echo == echo


@pytest.mark.parametrize(
    ("language", "echo"),
    [("en", "0.84, 0.11, 0.04"), ("de", "0,84; 0,11; 0,04"), ("fa", "۰٫۸۴، ۰٫۱۱، ۰٫۰۴")],
)
def test_the_echo_of_a_list_has_the_list_mark_of_the_page(language: str, echo: str) -> None:
    assert reading_of("0.84; 0.11; 0.04", language, count=3).echo == echo


def test_a_text_that_is_its_own_echo_counts_at_once() -> None:
    for text, at_once in [("0.84", True), ("-0.5", True), (".84", False), ("1,024", False)]:
        assert is_echo(text, reading_of(text, "en")) is at_once


def test_per_cent_is_the_unit_where_per_cent_are_asked_for() -> None:
    reading = reading_of("84%", "en", per_cent=True)
    assert (reading.numbers, reading.unit, reading.echo) == ((Decimal(84),), "%", "84%")
    assert reading_of("84", "en", per_cent=True).unit is None


@pytest.mark.parametrize(
    "text", ["36 comparisons", "36 comparison", "36comparisons", "36 Comparisons"]
)
def test_a_listed_unit_is_cut_off_in_any_plural_form(text: str) -> None:
    reading = reading_of(text, "en", units={"comparisons": Fraction(1)})
    assert (reading.numbers, reading.unit, reading.echo) == (
        (Decimal(36),),
        "comparisons",
        "36 comparisons",
    )


def test_an_unlisted_unit_is_refused_and_the_known_ones_are_named() -> None:
    refusal = refusal_of("36 apples", "en", units=("comparisons", "words"))
    assert refusal.reason == "unit"
    assert refusal.choices == ("36 comparisons", "36 words")
    assert refusal_of("36 apples", "en").choices == ("36",)


def test_a_list_has_one_unit() -> None:
    units = ("days", "minutes")
    assert reading_of("1 day; 2 days", "en", count=2, units=units).unit == "days"
    assert refusal_of("1 day; 2 minutes", "en", count=2, units=units).reason == "units-differ"


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("1 1/2", ("3/2", "1.5")),
        ("1 1/3", ("4/3",)),
        ("½", ("1/2",)),
        ("1½", ("3/2",)),
        ("4²", ("16",)),
        ("10²³", ("10^23",)),
        ("6.022·10²³", ("6.022·10^23",)),
        ("0.5-", ("−0.5",)),
        ("½²", ()),
        ("4^2", ()),
        ("", ()),
    ],
)
def test_a_refusal_says_what_would_do(text: str, choices: tuple[str, ...]) -> None:
    assert refusal_of(text, "en").choices == choices


def test_a_list_with_two_kinds_of_comma_is_told_to_use_semicolons() -> None:
    refusal = refusal_of("0,84, 0,11, 0,04", "de", count=3)
    assert refusal.choices == ("0,84; 0,11; 0,04",)
    assert "“;”" in refusal.sentence


def test_a_list_that_is_too_short_hears_how_many_are_asked() -> None:
    sentence = refusal_of("0.84, 0.11", "en", count=3).sentence
    assert sentence == "This reads as two; three numbers are asked."


def test_more_than_400_characters_are_refused() -> None:
    assert refusal_of("1;" * 200 + "1", "en", count=201).reason == "length"
    assert len(reading_of("1;" * 199 + "1", "en", count=200).numbers) == 200


def test_an_unknown_language_reads_plain_numbers_and_asks_about_a_lone_comma() -> None:
    assert reading_of("0.84", "eo").numbers == (Decimal("0.84"),)
    assert refusal_of("1,024", "eo").choices == ("1024", "1.024")


C28_SHARE = [
    *((text, page) for text in (".84", "0.84") for page in PAGES),
    ("0,84", "de"),
    ("0,84", "fa"),
    ("۰٫۸۴", "fa"),
    ("٠٫٨٤", "ar"),
    ("۰.۸۴", "fa"),
    ("０.８４", "en"),
    ("84%", "en"),
    ("21/25", "en"),
    ("8.4e-1", "en"),
    ("\u200e0.84\u200e", "en"),
    ("0.84 ", "en"),
]


@pytest.mark.parametrize(("text", "language"), C28_SHARE)
def test_c28_every_way_to_type_the_share_reads_as_84_hundredths(text: str, language: str) -> None:
    assert Fraction(reading_of(text, language).numbers[0]) == Fraction(84, 100)


@pytest.mark.parametrize(
    ("text", "language"), [("-0.5", "en"), ("−0.5", "en"), ("–0.5", "en"), ("۰٫۵-", "fa")]
)
def test_c28_every_minus_reads_as_minus_a_half(text: str, language: str) -> None:
    assert reading_of(text, language).numbers == (Decimal("-0.5"),)


@pytest.mark.parametrize("text", ["1_000", "nan", "inf", "1e400", "0x1", "1,2,3", "½²", "84 %%"])
def test_c28_bad_texts_are_refused_with_a_sentence(text: str) -> None:
    assert refusal_of(text, "en").sentence


@pytest.mark.parametrize("text", ["80", "8.0e1", "80."])
def test_c21_every_80_reads_as_80(text: str) -> None:
    assert reading_of(text, "en").numbers == (Decimal(80),)


@pytest.mark.parametrize("text", ["6.022e23", "6.022·10^23", "۶٫۰۲۲e۲۳"])
def test_c21_large_numbers_read_exactly(text: str) -> None:
    assert reading_of(text, "fa").numbers == (Decimal("6.022e23"),)


@pytest.mark.parametrize("text", ["46.0", "45.6", "46.01", "2.3"])
def test_c22_typed_decimals_stay_decimal(text: str) -> None:
    assert reading_of(text, "en").numbers[0].as_integer_ratio() == Fraction(text).as_integer_ratio()
