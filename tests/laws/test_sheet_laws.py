"""Laws of a sheet's code: no slip of the hand leads to another sheet."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlore.errors import Refused
from starlore.study.sheet_code import (
    LETTERS,
    LONG,
    MARK_BITS,
    SEED_BITS,
    Code,
    one_slip_away,
    read_code,
)

CODES = st.builds(Code, st.integers(0, (1 << SEED_BITS) - 1), st.integers(0, (1 << MARK_BITS) - 1))


def holds(letters: str) -> bool:
    """Whether eight letters are some sheet's code."""
    try:
        read_code(letters)
    except Refused:
        return False
    return True


def by_plain_sum(letters: str) -> bool:
    """A weaker check, as a broken version: the letters' places add to a multiple of 32."""
    return sum(map(LETTERS.index, letters)) % 32 == 0


def slips(letters: str) -> tuple[set[str], set[str]]:
    """Every text with one other letter, and every text with two letters that changed places."""
    wrong = {
        letters[:at] + other + letters[at + 1 :]
        for at in range(LONG)
        for other in LETTERS
        if other != letters[at]
    }
    swapped = set()
    for one in range(LONG):
        for other in range(one + 1, LONG):
            row = [*letters]
            row[one], row[other] = row[other], row[one]
            swapped.add("".join(row))
    return wrong, swapped - {letters}


def undetected(letters: str, check: Callable[[str], bool]) -> tuple[set[str], set[str]]:
    """The slips that a check does not see."""
    wrong, swapped = slips(letters)
    return {one for one in wrong if check(one)}, {one for one in swapped if check(one)}


@given(CODES)
def test_a_code_reads_back_as_it_was_printed(code: Code) -> None:
    assert read_code(code.printed) == code
    assert read_code(code.letters.lower()) == code


@given(CODES)
def test_no_wrong_letter_and_no_two_letters_in_each_others_place_are_a_code(code: Code) -> None:
    assert undetected(code.letters, holds) == (set(), set())


def test_a_plain_sum_would_let_letters_change_places() -> None:
    letters = "ABCDEF0" + "0"
    short = sum(map(LETTERS.index, letters)) % 32
    code = letters[:-1] + LETTERS[-short % 32]
    assert by_plain_sum(code)
    _, swapped = undetected(code, by_plain_sum)
    assert swapped


@given(CODES, st.integers(0, 10**6))
def test_what_was_meant_is_among_the_codes_one_slip_away(code: Code, pick: int) -> None:
    wrong, swapped = slips(code.letters)
    mistyped = sorted(wrong | swapped)[pick % len(wrong | swapped)]
    near = list(one_slip_away(mistyped))
    assert code in near
    assert all(holds(one.letters) for one in near)
    assert len(near) <= LONG + LONG * (LONG - 1) // 2


@given(CODES, st.sampled_from("IiLlOo"))
def test_letters_that_look_like_digits_are_those_digits(code: Code, letter: str) -> None:
    digit = "0" if letter in "Oo" else "1"
    assert read_code(code.letters.replace(digit, letter)) == code


@pytest.mark.parametrize("digits", ["۰۱۲۳۴۵۶۷۸۹", "٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９"])
def test_digits_of_any_script_are_read(digits: str) -> None:
    code = Code(123_456, 789)
    other = code.printed.translate(str.maketrans("0123456789", digits))
    assert read_code(f" {other} ") == code


@pytest.mark.parametrize("text", ["", "K7QM", "K7QM-2F9X-1", "U" * 8, "K7QM2F9É", "\ud800" * 8])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_code(text)
