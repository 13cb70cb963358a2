"""Law L9: what is sent before the answer must not hold the solution."""

from starlore.questions import Figure, Misconception, Variant, figures
from starlore.questions.codec import to_json
from starlore.questions.leaks import leaks

VARIANT = Variant(
    {"scores": (3, 1, 0)},
    figures([0.8438, 0.1142, 0.042], places=2),
    (Misconception("shared-by-sum", figures([0.75, 0.25, 0], places=2)),),
)


def test_a_page_with_its_given_numbers_alone_leaks_nothing() -> None:
    assert leaks(VARIANT, "<p>The scores are (3, 1, 0). Two decimals each.</p>") == ()


def test_the_solution_in_any_language_is_a_leak() -> None:
    assert leaks(VARIANT, '<p data-x="0.84, 0.11, 0.04">') == ("0.84, 0.11, 0.04",)
    assert leaks(VARIANT, "<!-- ۰٫۸۴، ۰٫۱۱، ۰٫۰۴ -->") == ("۰٫۸۴، ۰٫۱۱، ۰٫۰۴",)


def test_among_the_options_it_may_stand_but_not_once_more() -> None:
    page = "<b>(0.75, 0.25, 0.00)</b> <b>(0.84, 0.11, 0.04)</b>"
    assert leaks(VARIANT, page, is_choice=True) == ()
    assert leaks(VARIANT, page) != ()
    assert leaks(VARIANT, page + "<i>0.84, 0.11, 0.04</i>", is_choice=True) != ()


def test_names_of_misconceptions_and_stored_forms_are_leaks() -> None:
    assert leaks(VARIANT, '<input value="shared-by-sum">') == ("shared-by-sum",)
    assert leaks(VARIANT, "not-shared-by-sum-at-all") == ()
    assert "$figure" in leaks(VARIANT, to_json(VARIANT))


def test_a_number_the_page_must_show_is_no_leak() -> None:
    assert leaks(Variant({"n": 4, "map": {"k": (1, 9)}}, Figure(4)), "<p>4 words</p>") == ()
    assert leaks(Variant({"map": {"k": (1, 9)}}, Figure(9)), "<p>9 words</p>") == ()


def test_a_piece_of_a_longer_number_is_no_leak() -> None:
    asked = Variant({}, Figure(84))
    assert leaks(asked, "0.84 184 84.5 1,84") == ()
    assert leaks(asked, "so it is 84.") == ("84",)


def test_a_number_the_page_shows_is_none_among_others_that_are() -> None:
    asked = Variant({"n": 84}, Figure(84), (Misconception("half-of-it", Figure(42)),))
    assert leaks(asked, "84 words, half-of-it") == ("half-of-it",)
