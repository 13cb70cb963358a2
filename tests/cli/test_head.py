"""`starlore head`: what it prints is computed, and what it refuses it says in one sentence."""

import re

import pytest
from click.testing import CliRunner, Result

from starlore.cli import main
from starlore.language import Catalogue


def run(*words: str) -> Result:
    """The command as typed."""
    return CliRunner().invoke(main, ["head", *words])


def test_the_lesson_row_prints_the_published_numbers() -> None:
    assert run("3", "1", "0").output.splitlines() == [
        "  key  score  e^score   weight  printed",
        "    1      3    20.09  0.84379     0.84",
        "    2      1    2.718  0.11420     0.11",
        "    3      0    1.000  0.04201     0.04",
        "total           23.80  1.00000     0.99",
        "",
        "The weights add to exactly 1. As printed they add to 0.99: "
        "rounding each to the nearest 0.01 lost 0.01 in all.",
        "Key 1 has the highest score, 3, and takes 0.84 of the weight.",
    ]


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (["3", "1", "0"], "add to 0.99: rounding each to the nearest 0.01 lost 0.01"),
        (["3", "-1", "3"], "add to 1.01: rounding each to the nearest 0.01 gained 0.01"),
        (["--digits", "3", "0", "0", "0"], "to the nearest 0.001 lost 0.001"),
        ([".01", "0", "0"], "add to 1.00 too: rounding each to the nearest 0.01 neither"),
    ],
)
def test_the_reason_for_the_printed_sum_is_computed(scores: list[str], said: str) -> None:
    assert said in run(*scores).output


def test_ties_are_named() -> None:
    assert "Keys 1 and 3 tie for the highest score, 3, and take 0.50" in run("3", "-1", "3").output
    assert "Keys 1, 2 and 3 tie" in run("0", "0", "0").output


@pytest.mark.parametrize("words", [["--", "-1", "2"], ["-1", "2"], ["\N{MINUS SIGN}1", "2"]])
def test_negative_scores_are_scores(words: list[str]) -> None:
    done = run(*words)
    assert done.exit_code == 0
    assert "Key 2 has the highest score, 2, and takes 0.95 of the weight." in done.output


def test_commas_are_told_to_join_vectors_and_not_to_be_decimal_marks() -> None:
    vectors = run("2", "1", "0", "--values", "0,84 0,11 0,05").output
    assert "Each value was read as a vector of 2 numbers, joined by commas" in vectors
    assert "as in 0.5" in vectors
    assert "read as a vector" not in run("2", "1", "--values", "10,4").output


@pytest.mark.parametrize("values", ["10 4 1", "10,4,1", "10;4;1"])
def test_values_are_blended_however_they_are_parted(values: str) -> None:
    done = run("3", "1", "0", "--values", values)
    assert "The values, blended by the exact weights, give 8.94." in done.output


def test_vectors_are_blended_coordinate_by_coordinate() -> None:
    output = run("3", "1", "0", "--values", "10,0 0,10 5,5").output
    assert "give (8.65, 1.35)." in output and "(0.21, 0.21)" in output
    assert len({len(line) for line in output.splitlines()[:5]}) == 1


def test_scores_at_the_limit_do_not_overflow() -> None:
    done = run("1000", "-1000")
    assert done.exit_code == 0 and "1.970e434" in done.output and "nan" not in done.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "give one score or more"),
        (["x"], "score 1 must be a number, as in 3, -1 or 0.5: it is x"),
        (["1", "nan"], "score 2 must be a number"),
        (["1", "1e9"], "score 2 must lie between -1000 and 1000"),
        (["1", "--valeus"], "there is no option --valeus"),
        (["1", "--digits", "0"], "--digits must be a whole number from 1 to 9: it is 0"),
        (["1", "--digits", ""], "--digits must be a whole number"),
        (["1", "2", "--values", "1"], "one value for each score; scores: 2, values: 1"),
        (["1", "2", "--values", "1 y"], "value 2 must be a number"),
        (["1", "2", "--values", "1 2,"], "value 2 must be a number"),
        (["1", "2", "--values", "1,2 3"], "as many coordinates as the first, 2: value 2 has 1"),
        (["1", "--values", "1e10"], "value 1 must lie between -1000000000 and 1000000000"),
        (["1e-99999", "0"], "score 1 may have 30 digits, and an exponent from -30 to 30"),
        (["1e999999999", "0"], "score 1 must lie between -1000 and 1000"),
        (["1", "--values", "-1e999999999"], "value 1 must lie between"),
        (["0e999999999", "0"], "score 1 may have 30 digits"),
        (["0." + "1" * 5000], "it is 0.11111111111111111111111111111111111111..."),
        (["9" * 5000], "score 1 must lie between"),
        (["1", "2", "--values", "1e-9999999 1"], "value 1 may have 30 digits"),
        (["1", "--digits", "9" * 5000], "--digits must be a whole number from 1 to 9"),
        (["\udcff"], "score 1 must be a number, as in 3, -1 or 0.5: it is \\udcff"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(words: list[str], sentence: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert sentence in done.output and done.output.startswith("Error: ")
    assert len(done.output.splitlines()) == 1


def test_help_shows_an_example() -> None:
    done = run("--help")
    assert done.exit_code == 0 and "starlore head 3 1 0" in done.output


def test_nothing_is_coloured_and_every_terminal_can_show_the_words() -> None:
    assert not re.search("\x1b", run("3", "1").output)
    messages = Catalogue.load("en").messages
    said = [text for name, text in messages.items() if name.startswith("cli.head.")]
    assert said and all(text.isascii() for text in said)
