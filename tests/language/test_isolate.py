"""Numbers in sentences from right to left keep their signs and their order."""

import pytest

from starlore.language import Catalogue, Reading, read
from starlore.language.isolate import END, LEFT_TO_RIGHT, bare, isolated


@pytest.mark.parametrize(
    "number",
    [
        *("−۲", "−۰٫۵", "+۱", "−∞", "(۲، −۱)", "(۷٫۴۳، ۲٫۵۷)"),
        *("۶٫۰۲۲×۱۰^۲۳", "۶٫۰۲۲·۱۰^۲۳", "۱۰^−۳۰"),
    ],
)
def test_a_number_whose_signs_would_move_is_isolated(number: str) -> None:
    kept = number.replace(" ", "\u00a0")
    assert isolated(f"می‌شود {number}.") == f"می‌شود {LEFT_TO_RIGHT}{kept}{END}."
    assert bare(isolated(f"می‌شود {number}.")) == f"می‌شود {number}."


def test_a_tuple_stays_on_one_line_unless_it_is_wider_than_a_phone() -> None:
    short, long = "(۰٫۵۰، ۰٫۳۰، ۰٫۲۰)", f"({'، '.join(['۰٫۱۲۵'] * 8)})"
    assert " " not in isolated(short)
    assert bare(isolated(long)) == long and " " in isolated(long)


@pytest.mark.parametrize("text", ["۰٫۸۴", "۱٬۰۲۴", "2027-01-15", "۳، ۱، ۰", "(الف)", "می‌شود"])
def test_what_stays_where_it_is_needs_no_isolate(text: str) -> None:
    assert isolated(text) == text


def test_a_message_isolates_what_is_filled_in_and_only_from_right_to_left() -> None:
    said = [Catalogue.load(tag).say("question.read-as", reading="−۲") for tag in ("fa", "en")]
    assert f"{LEFT_TO_RIGHT}−۲{END}" in said[0]
    assert LEFT_TO_RIGHT not in said[1]


def test_an_echo_is_what_one_would_type() -> None:
    found = read("-۲ روز", "fa", units=["days"])
    assert isinstance(found, Reading)
    assert found.echo == bare(found.echo) == "−۲ روز"


def test_a_text_is_isolated_once() -> None:
    once = isolated("−۲")
    assert isolated(once) == once


@pytest.mark.parametrize(
    "turned", [END, f"a{END}{LEFT_TO_RIGHT}b", LEFT_TO_RIGHT, "\u2067x", "\u2068"]
)
def test_what_is_filled_in_ends_no_isolate_of_the_sentence_around_it(turned: str) -> None:
    for tag in ("en", "fa"):
        said = Catalogue.load(tag).say("check.slot.unknown", name=turned)
        assert "\ufffd" in said
        assert not set(said) & set(turned) & {LEFT_TO_RIGHT, "\u2067", "\u2068", END}
    whole = f"{LEFT_TO_RIGHT}{{{{ n }}}}{END}"
    assert whole in Catalogue.load("fa").say("check.slot.unknown", name=whole)
