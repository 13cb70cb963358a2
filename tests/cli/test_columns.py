"""Columns stand in line by what is seen, and keep their places in both directions."""

from starlore.cli.columns import BY_ITSELF, END, aligned
from starlore.language import letters_of

ROWS = [["راه", "نگه‌داشته"], ["rnn", "2,048"], ["سافت‌مکس", ""]]


def test_what_is_not_seen_takes_no_room() -> None:
    first, second, _ = aligned(ROWS, left=1)
    assert letters_of(first) == letters_of(second) == letters_of("سافت‌مکس  نگه‌داشته")


def test_cells_from_right_to_left_stand_by_themselves_and_no_others() -> None:
    first, second, third = aligned(ROWS, left=1)
    assert first.count(BY_ITSELF) == first.count(END) == 2
    assert BY_ITSELF not in second
    assert third == f"{BY_ITSELF}سافت‌مکس{END}"


def test_columns_that_end_in_line_are_the_others() -> None:
    assert aligned([["a", "bb"], ["ccc", "d"]], left=0) == ["  a  bb", "ccc   d"]
    assert aligned([["a", "bb"], ["ccc", "d"]], left=2) == ["a    bb", "ccc  d"]
