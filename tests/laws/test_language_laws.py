"""Laws of languages: what is shown reads back as itself, and no input ever raises."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.figures import Figure
from starlore.language import Reading, Refusal, is_echo, read, show_amount, show_list, show_number
from starlore.language.marks import PAGES
from tests.laws.law import Law

LANGUAGES = [*PAGES, "fa-u-nu-latn", "ar-u-nu-latn", "eo"]

languages = st.sampled_from(LANGUAGES)
figures = st.one_of(
    st.builds(Figure, st.integers(-(10**15), 10**15)),
    st.builds(
        Figure,
        st.decimals(-(10**9), 10**9, allow_nan=False, allow_infinity=False, places=6),
        places=st.integers(0, 6),
    ),
    st.builds(Figure, st.floats(allow_nan=False, allow_infinity=False), digits=st.integers(1, 8)),
    st.builds(Figure, st.fractions(max_denominator=10**5).filter(lambda x: abs(x) < 10**9)),
).filter(lambda figure: not figure.shown or -300 <= figure.shown.adjusted() <= 300)

typed = st.one_of(
    st.text(max_size=60),
    st.text(
        alphabet="0123456789۰۵٠٥०.,٫٬،؛;'’ -−+%٪/⁄^*·×xeE()[]=≈\u200e\u202f\n½²①abc",
        max_size=45,
    ),
)

Show = Callable[[str, str], str]


def reads_back(figure: Figure, language: str, show: Show) -> bool:
    """Whether a shown figure reads as exactly the shown number on the same page."""
    found = read(show(figure.printed, language), language)
    return isinstance(found, Reading) and found.numbers == (figure.shown,)


@given(figures, languages)
@settings(derandomize=True, max_examples=600, deadline=None)
def test_every_shown_figure_reads_back_as_itself(figure: Figure, language: str) -> None:
    assert reads_back(figure, language, show_number)


@pytest.mark.parametrize(
    ("figure", "language", "show"),
    [
        (Figure(1024), "de", lambda printed, _: f"{int(printed):,}".replace(",", ".")),
        (Figure(1024), "fa", lambda printed, _: f"{int(printed):,}"),
        (Figure(Fraction(1, 2)), "en", lambda printed, _: printed.replace("0.", "0·")),
    ],
    ids=["German groups by point", "Persian groups by comma", "a raised point"],
)
def test_a_page_that_shows_what_it_must_ask_about_breaks_the_round_trip(
    figure: Figure, language: str, show: Show
) -> None:
    assert reads_back(figure, language, show_number)
    assert not reads_back(figure, language, show)


class Tongue(NamedTuple):
    """How numbers are shown on a page and read there."""

    read: Callable[..., Reading | Refusal] = read
    show: Callable[[str, str], str] = show_number
    show_list: Callable[[list[str], str], str] = show_list
    show_amount: Callable[[str, str, str], str] = show_amount
    is_echo: Callable[[str, Reading], bool] = is_echo


OURS = Tongue()
UNITS = ("days", "comparisons")


def every_shown_list_reads_back_as_itself(
    tongue: Tongue, parts: list[Figure], language: str
) -> None:
    shown = tongue.show_list([figure.printed for figure in parts], language)
    found = tongue.read(shown, language, count=len(parts))
    assert isinstance(found, Reading), (shown, found)
    assert found.numbers == tuple(figure.shown for figure in parts)


def joined_by_commas(parts: list[str], language: str) -> str:
    """A broken list: its comma also marks decimals."""
    return ", ".join(show_number(part, language) for part in parts)


def every_shown_amount_reads_back_with_its_unit(tongue: Tongue, count: int, language: str) -> None:
    shown = tongue.show_amount(str(count), "comparisons", language)
    found = tongue.read(shown, language, units=UNITS)
    assert isinstance(found, Reading)
    assert (found.numbers, found.unit) == ((Decimal(count),), "comparisons")


def never_plural(count: str, unit: str, language: str) -> str:
    """A broken amount: the unit is named by its id, whatever the language and the number."""
    return f"{show_number(count, language)} {unit}-{len(count)}"


def no_input_raises_and_every_choice_reads(
    tongue: Tongue, text: str, language: str, count: int, per_cent: bool
) -> None:
    try:
        found = tongue.read(text, language, count, UNITS, per_cent)
    except (ValueError, ArithmeticError, LookupError) as fault:
        raise AssertionError(text) from fault
    if isinstance(found, Reading):
        assert len(found.numbers) == count
        assert found.echo
        return
    assert found.sentence
    for choice in found.choices:
        chosen = tongue.read(choice, language, count, UNITS, per_cent)
        assert isinstance(chosen, Reading), (found, chosen)


def by_python(text: str, language: str, count: int, *more: object) -> Reading | Refusal:
    """A broken reader: Python's own, which raises at whatever it does not know."""
    if count == 1 and text.strip().isdigit():
        return Reading((Decimal(int(text)),), None, text.strip())
    return read(text, language, count, *more)  # type: ignore[arg-type]


def offering_what_it_would_not_read(text: str, language: str, *more: object) -> Reading | Refusal:
    """A broken reader: what it proposes is the text that it just asked back."""
    found = read(text, language, *more)  # type: ignore[arg-type]
    return replace(found, choices=(text,)) if isinstance(found, Refusal) else found


def an_echo_typed_again_is_its_own_echo(tongue: Tongue, figure: Figure, language: str) -> None:
    first = tongue.read(tongue.show(figure.printed, language), language)
    assert isinstance(first, Reading)
    again = tongue.read(first.echo, language)
    assert isinstance(again, Reading)
    assert (again.numbers, again.echo) == (first.numbers, first.echo)
    assert tongue.is_echo(first.echo, again)


def as_ascii(text: str, reading: Reading) -> bool:
    """A broken sameness: the echo is compared without its minus and in Latin digits."""
    return text == str(reading.numbers[0])


LAWS = (
    Law(
        every_shown_list_reads_back_as_itself,
        OURS._replace(show_list=joined_by_commas),
        (st.lists(figures, min_size=2, max_size=6), languages),
        examples=400,
    ),
    Law(
        every_shown_amount_reads_back_with_its_unit,
        OURS._replace(show_amount=never_plural),
        (st.integers(0, 10**9), languages),
    ),
    Law(
        no_input_raises_and_every_choice_reads,
        OURS._replace(read=by_python),
        (typed, languages, st.integers(1, 4), st.booleans()),
        examples=2000,
    ),
    Law(
        no_input_raises_and_every_choice_reads,
        OURS._replace(read=offering_what_it_would_not_read),
        (typed, languages, st.integers(1, 4), st.booleans()),
    ),
    Law(
        an_echo_typed_again_is_its_own_echo,
        OURS._replace(is_echo=as_ascii),
        (figures, languages),
        examples=300,
    ),
)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_law_holds(law: Law[Tongue]) -> None:
    law.holds_for(OURS)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_broken_version_fails_it(law: Law[Tongue]) -> None:
    with pytest.raises(AssertionError):
        law.fails()


@pytest.mark.parametrize(("mark", "language"), [(", ", "de"), (", ", "en")])
def test_a_list_whose_comma_does_two_things_breaks_the_round_trip(mark: str, language: str) -> None:
    parts = ["1024.5", "16"] if language == "en" else ["0.5", "0.25"]
    shown = mark.join(show_number(part, language) for part in parts)
    assert isinstance(read(shown, language, count=2), Refusal)


def test_a_number_is_read_exactly_and_never_through_a_binary_float() -> None:
    found = read("0.1", "en")
    assert isinstance(found, Reading)
    assert found.numbers == (Decimal("0.1"),)
    assert found.numbers != (Decimal.from_float(0.1),)
