"""Laws of languages: what is shown reads back as itself, and no input ever raises."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.figures import Figure
from starlore.language import Reading, Refusal, is_echo, read, show_amount, show_list, show_number
from starlore.language.marks import PAGES

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


@given(st.lists(figures, min_size=2, max_size=6), languages)
@settings(derandomize=True, max_examples=400, deadline=None)
def test_every_shown_list_reads_back_as_itself(parts: list[Figure], language: str) -> None:
    shown = show_list([figure.printed for figure in parts], language)
    found = read(shown, language, count=len(parts))
    assert isinstance(found, Reading), (shown, found)
    assert found.numbers == tuple(figure.shown for figure in parts)


@pytest.mark.parametrize(("mark", "language"), [(", ", "de"), (", ", "en")])
def test_a_list_whose_comma_does_two_things_breaks_the_round_trip(mark: str, language: str) -> None:
    parts = ["1024.5", "16"] if language == "en" else ["0.5", "0.25"]
    shown = mark.join(show_number(part, language) for part in parts)
    assert isinstance(read(shown, language, count=2), Refusal)


@given(st.integers(0, 10**9), languages)
@settings(derandomize=True, max_examples=100, deadline=None)
def test_every_shown_amount_reads_back_with_its_unit(count: int, language: str) -> None:
    shown = show_amount(str(count), "comparisons", language)
    found = read(shown, language, units=("days", "comparisons"))
    assert isinstance(found, Reading)
    assert (found.numbers, found.unit) == ((Decimal(count),), "comparisons")


@given(typed, languages, st.integers(1, 4), st.booleans())
@settings(derandomize=True, max_examples=2000, deadline=None)
def test_no_input_raises_and_every_choice_reads(
    text: str, language: str, count: int, per_cent: bool
) -> None:
    found = read(text, language, count, ("days", "comparisons"), per_cent)
    if isinstance(found, Reading):
        assert len(found.numbers) == count
        assert found.echo
    else:
        assert found.sentence
        for choice in found.choices:
            chosen = read(choice, language, count, ("days", "comparisons"), per_cent)
            assert isinstance(chosen, Reading), (found, chosen)


@given(figures, languages)
@settings(derandomize=True, max_examples=300, deadline=None)
def test_an_echo_typed_again_is_its_own_echo(figure: Figure, language: str) -> None:
    first = read(show_number(figure.printed, language), language)
    assert isinstance(first, Reading)
    again = read(first.echo, language)
    assert isinstance(again, Reading)
    assert (again.numbers, again.echo) == (first.numbers, first.echo)
    assert is_echo(first.echo, again)


def test_a_number_is_read_exactly_and_never_through_a_binary_float() -> None:
    found = read("0.1", "en")
    assert isinstance(found, Reading)
    assert found.numbers == (Decimal("0.1"),)
    assert found.numbers != (Decimal.from_float(0.1),)
