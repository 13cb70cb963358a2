"""What a pattern holds, as ICU would find it."""

import pytest

from starlore.language.patterns import shown_in, values_of, words_of


@pytest.mark.parametrize(
    ("pattern", "held", "shown"),
    [
        ("a sky", set(), set()),
        ("{n} stars", {"n"}, {"n"}),
        ("{n, plural, one {one star} other {# stars}}", {"n"}, {"n"}),
        ("{n, plural, one {one star} other {{words} stars}}", {"n", "words"}, {"words"}),
        ("{all, select, yes {} other {{n} left}}", {"all", "n"}, {"n"}),
        ("{n, spellout} rows", {"n"}, {"n"}),
        ("} {{}", set(), set()),
    ],
)
def test_the_values_of_a_pattern(pattern: str, held: set[str], shown: set[str]) -> None:
    assert (values_of(pattern), shown_in(pattern)) == (held, shown)


def test_the_words_of_all_branches_are_the_words_of_a_pattern() -> None:
    words = words_of("{n, plural, one {one {kind} star} other {# stars}} tonight").split()
    assert words == ["one", "star", "#", "stars", "tonight"]
