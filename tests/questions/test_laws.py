"""check_question: good questions keep every law, and each law has a question that breaks it."""

import itertools
import math
from collections.abc import Iterable
from fractions import Fraction

import pytest

from starlore.errors import LessonError
from starlore.questions import (
    Between,
    Draw,
    Exact,
    Figure,
    Misconception,
    Place,
    Question,
    Text,
    Variant,
    figures,
)
from starlore.questions.laws import check_question, digest
from tests.questions.samples import COUNT, SHARES, count_comparisons, question
from tests.told import english

SEEDS = range(25)


def broken_laws(asked: Question, seeds: range = SEEDS) -> set[str]:
    return {breach.law for breach in check_question(asked, seeds)}


def squares(rng: Draw, **changes: object) -> Variant:
    """A sound Variant of many numbers, for a test to spoil."""
    n = rng.integer("n", 2, 500)
    parts: dict[str, object] = {
        "given": {"n": n},
        "solution": Figure(n * n),
        "misconceptions": (Misconception("cubed", Figure(n**3)),),
    }
    return Variant(**(parts | changes))  # type: ignore[arg-type]


def squares_of(n: int, given: dict[str, int]) -> Variant:
    """The square of a number, with this given."""
    return Variant(given, Figure(n * n), (Misconception("cubed", Figure(n**3)),))


@pytest.mark.parametrize("asked", [COUNT, SHARES, question(squares)], ids=lambda one: one.id)
def test_a_sound_question_keeps_every_law(asked: Question) -> None:
    assert check_question(asked, range(120), words=lambda variant: [str(variant.given)]) == ()


def test_places_and_texts_keep_the_laws_too() -> None:
    def best(rng: Draw) -> Variant:
        words = rng.sample("words", ("she", "read", "his", "letter", "twice", "again"), 4)
        wrong = (Misconception("first", Place(0, "words")), Misconception("none", Text("no-word")))
        return Variant({"words": words}, Place(2, "words"), wrong)

    assert check_question(question(best, typed=False), range(100)) == ()


def test_l1_finds_an_exception_at_some_seed() -> None:
    broken = question(lambda rng: squares(rng, working={"share": 1 / (rng.integer("d", 0, 3))}))
    first = check_question(broken, SEEDS)[0]
    assert (first.law, "ZeroDivisionError" in english(first.message)) == ("L1", True)


def test_l1_finds_numbers_that_are_not_finite() -> None:
    assert broken_laws(question(lambda rng: squares(rng, working={"x": math.inf}))) == {"L1"}


def test_l1_finds_a_question_that_remembers() -> None:
    calls = itertools.count()
    remembers = question(lambda rng: squares(rng, working={"call": next(calls)}))
    assert "L1" in broken_laws(remembers)


def test_l2_finds_answers_that_always_print_alike() -> None:
    wrong = (Misconception("a", Figure(7)), Misconception("b", Figure(7)))
    assert broken_laws(question(lambda rng: squares(rng, misconceptions=wrong))) == {"L2"}


def test_l2_finds_one_word_at_two_places() -> None:
    def vary(rng: Draw) -> Variant:
        wrong = (Misconception("other", Place(1, "words")),)
        return Variant({"words": ("it", "it")}, Place(0, "words"), wrong)

    assert broken_laws(question(vary, fixed=True, typed=False)) == {"L2"}


def test_l2_finds_a_choice_of_one() -> None:
    assert broken_laws(question(lambda rng: squares(rng, misconceptions=()))) == {"L2"}


def test_l3_finds_hidden_digits_in_what_is_given() -> None:
    def vary(rng: Draw) -> Variant:
        x = Figure(rng.decimal("x", "0.125", "400.125", "1"), places=2)
        wrong = (Misconception("halved", Figure(Fraction(x.value) / 2, places=2)),)
        return Variant({"shown": x}, Figure(3 * Fraction(x.value), places=2), wrong)

    assert broken_laws(question(vary)) == {"L3"}


def test_l3_finds_a_draw_shown_with_too_few_digits() -> None:
    def vary(rng: Draw) -> Variant:
        x = rng.decimal("x", "0.5", "400.5", "1")
        wrong = (Misconception("negative", Figure(-x)),)
        return Variant({"x": int(x)}, Figure(2 * x), wrong)

    found = check_question(question(vary), SEEDS)
    assert {breach.law for breach in found} == {"L3"}
    assert "read back in en, the page gives" in english(found[0].message)


def test_l3_finds_a_solution_that_goes_on_with_the_digits_before_they_were_cut() -> None:
    def vary(rng: Draw) -> Variant:
        hidden = rng.decimal("hidden", "0.0001", "9", "0.0001")
        shown = rng.printed("shown", hidden, 2)
        wrong = (Misconception("negative", Figure(-100 * hidden - 1, places=1)),)
        return Variant({"shown": shown}, Figure(100 * hidden, places=1), wrong)

    found = check_question(question(vary), SEEDS)
    assert {breach.law for breach in found} == {"L3"}
    assert "what is not shown" in english(found[0].message)


def test_l3_takes_a_solution_from_the_printed_digits() -> None:
    def vary(rng: Draw) -> Variant:
        hidden = rng.decimal("hidden", "0.0001", "9", "0.0001")
        shown = rng.printed("shown", hidden, 2)
        wrong = (Misconception("negative", Figure(-100 * shown.shown - 1)),)
        return Variant({"shown": shown}, Figure(100 * shown.shown), wrong)

    assert check_question(question(vary), range(60)) == ()


def test_l4_finds_a_solution_that_cannot_be_typed_as_printed() -> None:
    def thirds(rng: Draw) -> Variant:
        n = 3 * rng.integer("n", 0, 400) + 1
        wrong = (Misconception("whole", Figure(n)),)
        return Variant({"n": n}, Figure(n / 3, places=2), wrong)

    exact = Question("sample.exact", thirds, rule=Exact())
    assert "L4" in broken_laws(exact)


def test_l4_finds_a_number_no_page_can_read_back() -> None:
    def vast(rng: Draw) -> Variant:
        return squares(rng, misconceptions=(Misconception("vast", Figure(10**400)),))

    assert broken_laws(question(vast)) == {"L4"}


def test_l5_finds_a_draw_that_counts_the_others() -> None:
    def vary(rng: Draw) -> Variant:
        n = rng.integer(f"n{len(rng.drawn)}", 2, 500)
        return Variant({"n": n}, Figure(n * n), (Misconception("cubed", Figure(n**3)),))

    assert broken_laws(question(vary)) == {"L5"}


def test_l6_finds_words_that_cannot_be_filled() -> None:
    def words(variant: Variant) -> Iterable[str]:
        yield "fine"
        raise LessonError("check.slot.unknown", name="x")

    found = check_question(COUNT, range(3), words)
    assert [(breach.law, breach.seed) for breach in found] == [("L6", 0), ("L6", 1), ("L6", 2)]
    assert "no value is named “x” here" in english(found[0].message)


def test_l7_finds_too_few_numbers() -> None:
    def few(rng: Draw) -> Variant:
        n = rng.integer("n", 2, 30)
        return Variant({"n": n}, Figure(n * n), (Misconception("cubed", Figure(n**3)),))

    found = check_question(question(few), SEEDS)
    assert [breach.law for breach in found] == ["L7"]
    assert english(found[0].message) == "29 different Variants in 400 seeds"


def test_l7_finds_draws_that_are_mostly_or_always_rejected() -> None:
    picky = question(lambda rng: squares(rng, accept=rng.integer("luck", 1, 60) == 1))
    assert broken_laws(picky) == {"L7"}
    assert broken_laws(question(lambda rng: squares(rng, accept=False))) == {"L7"}


def test_l7_finds_a_fixed_question_that_is_not() -> None:
    assert broken_laws(question(squares, fixed=True)) == {"L7"}


def test_l8_finds_a_zero_with_significant_digits() -> None:
    def zero(rng: Draw) -> Variant:
        return squares(rng, solution=Figure(0, digits=2))

    assert broken_laws(question(zero)) == {"L8"}


def test_l8_finds_a_number_of_the_engine_that_asks_for_no_place() -> None:
    def endless(rng: Draw) -> Variant:
        return squares(rng, solution=Figure(math.exp(-1)))

    assert broken_laws(question(endless)) == {"L8"}


def test_l8_finds_an_interval_that_leaves_the_solution_out_or_is_asked_of_a_list() -> None:
    def far(rng: Draw) -> Variant:
        return squares(rng, rule=Between("-2", "-1"))

    def listed(rng: Draw) -> Variant:
        n = rng.integer("n", 2, 500)
        wrong = (Misconception("lost", figures([-n, -n])),)
        return Variant({"n": n}, figures([n + 1, n + 2]), wrong, rule=Between("0", "900"))

    assert "L8" in broken_laws(question(far))
    assert "L8" in broken_laws(question(listed))


def test_l9_finds_a_solution_among_what_is_given() -> None:
    def number(rng: Draw) -> Variant:
        n = rng.integer("n", 2, 500)
        return squares_of(n, {"n": n, "square": n * n})

    def listed(rng: Draw) -> Variant:
        n = rng.integer("n", 2, 500)
        wrong = (Misconception("none", figures([0, n])),)
        return Variant({"n": n, "both": (n, n + 1)}, figures([n, n + 1]), wrong)

    def named(rng: Draw) -> Variant:
        n = rng.integer("n", 2, 500)
        return Variant({"n": n, "side": "more"}, Text("more"), (Misconception("l", Text("less")),))

    for vary in (number, listed):
        assert broken_laws(question(vary)) == {"L9"}
    found = check_question(question(named, typed=False), SEEDS)
    assert [(one.law, english(one.message)) for one in found] == [
        ("L9", "given side is the solution")
    ]


def test_l9_finds_a_solution_in_the_words_sent_before_the_answer() -> None:
    def told(variant: Variant) -> Iterable[str]:
        assert isinstance(variant.solution, Figure)
        return ["How many?", f"A hint: it is {variant.solution.printed}."]

    found = check_question(COUNT, SEEDS, sent=told)
    assert [breach.law for breach in found] == ["L9"]
    assert check_question(COUNT, SEEDS, sent=lambda variant: [str(variant.given["n"])]) == ()


def test_l9_lets_chance_be_chance() -> None:
    found = check_question(COUNT, SEEDS, sent=lambda _: ["There are 225 words, or 900, or 3600."])
    assert found == ()


def test_l10_finds_a_question_that_draws_without_end() -> None:
    def many(rng: Draw) -> Variant:
        deck = rng.shuffle("deck", range(5_000))
        return squares(rng, working={"first": deck[0]})

    def rarely(rng: Draw) -> Variant:
        rng.shuffle("deck", range(500))
        return squares(rng, accept=rng.integer("luck", 1, 15) == 1)

    assert broken_laws(question(many), range(3)) == {"L10"}
    assert "L10" in broken_laws(question(rarely))


def test_a_check_stops_when_the_author_has_plenty_to_read() -> None:
    always = question(lambda rng: squares(rng, working={"x": math.nan}))
    assert len(check_question(always, range(200))) == 20


def test_the_digest_changes_with_any_number() -> None:
    other = Question(COUNT.id, count_comparisons, generator_version=2)
    assert digest(COUNT, range(5)) == digest(COUNT, range(5)) != digest(other, range(5))


def test_a_list_of_another_length_is_no_foreseen_typed_answer() -> None:
    def vary(rng: Draw) -> Variant:
        n = rng.integer("n", 2, 500)
        return Variant({"n": n}, Figure(n * n), (Misconception("pair", figures([n, n])),))

    assert check_question(question(vary), range(60)) == ()
